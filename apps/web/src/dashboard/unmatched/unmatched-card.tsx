import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../api/changes.ts'
import {
  AssignUnmatchedPaymentDocument,
  ReturnUnmatchedPaymentDocument,
  type UnmatchedRowFragment,
} from '../../api/generated/operations.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CopiedText } from '../../components/copied-text.tsx'
import { Labelled } from '../../components/labelled.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TransactionText } from '../../components/transaction-text.tsx'
import { transferReason } from '../../words/chain-reason.ts'
import { shortAddress } from '../../words/short-address.ts'
import { inWords } from '../../words/time.ts'
import { WHY_UNMATCHED } from './unmatched-words.ts'

/** One payment that belongs to no order, and what the operator can do with it. */
export function UnmatchedCard({
  payment,
  amount,
}: {
  readonly payment: UnmatchedRowFragment
  /** With its unit. */
  readonly amount: string
}) {
  const [asked, setAsked] = useState<'assign' | 'return' | null>(null)
  const [intent, setIntent] = useState('')
  const close = () => {
    setAsked(null)
    assign.reset()
    giveBack.reset()
  }
  const done = (message: string) => () => {
    notifications.show({ message, color: 'leaf' })
    setAsked(null)
  }
  const assign = useChange(AssignUnmatchedPaymentDocument, { onDone: done('The payment is assigned.') })
  const giveBack = useChange(ReturnUnmatchedPaymentDocument, {
    onDone: done('The payment is on its way back to its sender.'),
  })
  return (
    <Paper component="li" withBorder p="md" data-unmatched={payment.state}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={4}>
            <Group gap="sm">
              <Text fw={700} ff="heading" className="numbers">
                {amount}
              </Text>
              <StatusBadge status={payment.state} size="sm" />
            </Group>
            <Text size="sm" c="dimmed">
              {inWords(payment.paidAt)}
            </Text>
          </Stack>
          {payment.state === 'OPEN' ? (
            <Group gap="xs">
              <Button size="xs" onClick={() => setAsked('assign')}>
                Assign
              </Button>
              <Button size="xs" variant="default" onClick={() => setAsked('return')}>
                Return
              </Button>
            </Group>
          ) : null}
        </Group>
        <Text size="sm">{WHY_UNMATCHED[payment.reason]}</Text>
        {payment.problem === null ? null : (
          <Text size="sm">
            It could not be returned yet: {transferReason(payment.problem)} The server tries again.
          </Text>
        )}
        <Group gap="md">
          <Labelled words="From">
            <CopiedText text={payment.sender} shown={shortAddress(payment.sender)} label="sender" />
          </Labelled>
          <Labelled words="Transaction">
            <TransactionText txHash={payment.txHash} label="transaction" />
          </Labelled>
          {payment.returnTxHash === null ? null : (
            <Labelled words="Returned by">
              <TransactionText txHash={payment.returnTxHash} label="transaction that returned it" />
            </Labelled>
          )}
        </Group>
        {payment.memo === null ? null : (
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            Memo: “{payment.memo}”
          </Text>
        )}
      </Stack>
      <ConfirmDialog
        title={`Assign ${amount}`}
        confirmLabel="Assign it"
        color="leaf"
        isOpen={asked === 'assign'}
        isBusy={assign.isPending}
        isReady={intent.trim() !== ''}
        fault={assign.error}
        onConfirm={() => assign.mutate({ input: { id: payment.id, paymentIntentId: intent.trim() } })}
        onClose={close}
      >
        <TextInput
          label="Reference of the order"
          description="Starts with pi_. The buyer finds it on the payment page."
          value={intent}
          onChange={(event) => setIntent(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </ConfirmDialog>
      <ConfirmDialog
        title={`Return ${amount}?`}
        confirmLabel="Return it"
        isOpen={asked === 'return'}
        isBusy={giveBack.isPending}
        fault={giveBack.error}
        onConfirm={() => giveBack.mutate({ id: payment.id })}
        onClose={close}
      >
        <Text size="sm">
          The money goes back to {shortAddress(payment.sender)}, the wallet that sent it. This cannot be
          undone.
        </Text>
      </ConfirmDialog>
    </Paper>
  )
}
