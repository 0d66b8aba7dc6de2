import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { ApiRefusal } from '../../../api/api-refusal.ts'
import { useChange } from '../../../api/changes.ts'
import { RefundPaymentDocument } from '../../../api/generated/operations.ts'
import { AmountInput } from '../../../components/amount-input.tsx'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { inWholeTokens } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { inPlainWords } from '../../../words/refusal.ts'
import { shortAddress } from '../../../words/short-address.ts'
import { cameIn, givenBack, refundAmountOf } from './payment-words.ts'
import type { DropPayment } from './payments-tab.tsx'

const AMOUNT_FIELDS: ReadonlySet<string | undefined> = new Set(['amount', 'amountAtomic'])

/** Refunds a payment, in full or an exact part. */
export function RefundDialog({
  payment,
  decimals,
  isOpen,
  onClose,
}: {
  readonly payment: DropPayment
  readonly decimals: number
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const change = useChange(RefundPaymentDocument)
  const amount = refundAmountOf(typed, decimals)
  const { error } = change
  const came = cameIn(payment)
  const back = givenBack(payment)
  // The server's limit is in smallest units, so it is converted to whole units.
  const refusedAmount = (refusal: ApiRefusal): string =>
    refusal.code === 'REFUND_EXCEEDS_PAYMENT' && typeof refusal.details['refundable'] === 'string'
      ? inDropTabs('atMostShowCan', { show: show(refusal.details['refundable']) })
      : inPlainWords(refusal)
  const show = (atomic: string | bigint) => `${inWholeTokens(atomic, decimals)} ${payment.currency}`
  const isOfAmount =
    error instanceof ApiRefusal && (error.code === 'REFUND_EXCEEDS_PAYMENT' || AMOUNT_FIELDS.has(error.field))
  const close = () => {
    change.reset()
    setTyped('')
    setReason('')
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (amount.kind === 'wrong') return
    const input = {
      paymentIntentId: payment.id,
      ...(amount.kind === 'part' ? { amountAtomic: amount.amountAtomic } : {}),
      ...(reason.trim() === '' ? {} : { reason }),
    }
    change.mutate(
      { input },
      {
        onSuccess: () => {
          notifications.show({ message: inDropTabs('refundIsOnIts'), color: 'leaf' })
          close()
        },
      },
    )
  }

  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={inDropTabs('refund')}
      centered
      closeButtonProps={{ 'aria-label': inDropTabs('close') }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" className="numbers">
            {came === null ? inDropTabs('cameInAnotherCoin') : inDropTabs('cameIn', { amount: show(came) })}{' '}
            {back === 0n ? null : `${inDropTabs('backAlready', { amount: show(back) })} `}
            {inDropTabs('refundGoesTo', { address: shortAddress(payment.walletAddress) })}
          </Text>
          <AmountInput
            label={inDropTabs('howMuch')}
            placeholder={inDropTabs('everythingThatIsLeft')}
            description={inDropTabs('leaveEmptyToRefund')}
            value={typed}
            onChange={setTyped}
            token={{ symbol: payment.currency, decimals }}
            error={amount.kind === 'wrong' ? amount.why : isOfAmount ? refusedAmount(error) : null}
            data-autofocus
          />
          <TextInput
            label={inDropTabs('why')}
            description={inDropTabs('forYourRecordsAnd')}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error && !isOfAmount ? <FaultMessage fault={error} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {inDropTabs('notNow')}
            </Button>
            <Button type="submit" disabled={amount.kind === 'wrong'} loading={change.isPending}>
              {amount.kind === 'part'
                ? inDropTabs('refundShow', { show: show(amount.amountAtomic) })
                : inDropTabs('refundAllThatIs')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
