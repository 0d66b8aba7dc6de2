import { Button, Card, Group, Paper, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconMoodCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { useChange } from '../../api/changes.ts'
import {
  AssignUnmatchedPaymentDocument,
  ReturnUnmatchedPaymentDocument,
  UnmatchedPaymentsDocument,
  type UnmatchedRowFragment,
} from '../../api/generated/operations.ts'
import { usePages } from '../../api/reads.ts'
import { CopiedText } from '../../components/copyable.tsx'
import { ConfirmDialog } from '../../components/dialogs.tsx'
import { ErrorMessage, NotLoaded } from '../../components/error-message.tsx'
import { EmptyState, Labelled, LoadMore } from '../../components/list-parts.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TransactionText } from '../../components/transaction-text.tsx'
import { shortAddress, shortCoinType } from '../../words/addresses.ts'
import { count, inWholeTokens } from '../../words/amount.ts'
import { transferReason } from '../../words/error-words.ts'
import { inDashboard } from '../../words/messages.ts'
import { inWords } from '../../words/time.ts'
import { isOperator } from '../attention/needs-attention.tsx'
import { useMe } from '../creator.ts'
import { useKnownCoins } from '../gating/rule-choices.ts'

const READ_EVERY_MS = 10_000

type Which = 'OPEN' | 'RETURNING' | 'ALL'

/** For the operator: unmatched payments, to be assigned to a payment intent or refunded. */
export default function UnmatchedScreen() {
  const { me, ...read } = useMe()
  const [which, setWhich] = useState<Which>('OPEN')
  if (!me) return <NotLoaded read={read} height={120} radius="lg" />
  if (!isOperator(me)) return <Navigate to="/" replace />
  return (
    <>
      <ScreenHead title={inDashboard('unmatchedPayments')}>{inDashboard('paymentsThatMatchNo')}</ScreenHead>
      <SegmentedControl
        mb="md"
        aria-label={inDashboard('whichPayments')}
        value={which}
        onChange={(chosen) => setWhich(chosen as Which)}
        data={[
          { value: 'OPEN', label: inDashboard('toDo') },
          { value: 'RETURNING', label: inDashboard('onTheWayBack') },
          { value: 'ALL', label: inDashboard('all') },
        ]}
      />
      <List state={which === 'ALL' ? null : which} />
    </>
  )
}

function List({ state }: { readonly state: Exclude<Which, 'ALL'> | null }) {
  const coins = useKnownCoins()
  const list = usePages(UnmatchedPaymentsDocument, { state }, ({ unmatchedPayments }) => unmatchedPayments, {
    refetchInterval: READ_EVERY_MS,
  })
  const show = (coinType: string, atomic: string): string => {
    const coin = coins.find((known) => known.coinType === coinType)
    return coin
      ? `${inWholeTokens(atomic, coin.decimals)} ${coin.symbol}`
      : inDashboard('countBaseUnitsOf', {
          count: count(BigInt(atomic)),
          at: shortCoinType(coinType),
        })
  }
  if (!list.items)
    return <NotLoaded read={list} height={160} radius="lg" aria-label={inDashboard('paymentsAreLoading')} />
  return (
    <>
      {list.error ? <ErrorMessage error={list.error} onRetry={list.refetch} /> : null}
      {list.items.length === 0 ? (
        <Card withBorder radius="lg">
          <EmptyState icon={<IconMoodCheck size={28} />} title={inDashboard('noPaymentsToAssign')}>
            {inDashboard('everyPaymentBelongsTo')}
          </EmptyState>
        </Card>
      ) : (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {list.items.map((payment) => (
            <UnmatchedCard
              key={payment.id}
              payment={payment}
              amount={show(payment.coinType, payment.amountAtomic)}
            />
          ))}
        </Stack>
      )}
      <LoadMore list={list} />
    </>
  )
}

/** Why a payment matches no payment intent, in a sentence. */
const WHY_UNMATCHED: Readonly<Record<string, string>> = {
  NO_INTENT: inDashboard('noOrderOfThis'),
  SEVERAL_INTENTS: inDashboard('severalOrdersOfThis'),
  NOT_TAKEN: inDashboard('orderThatItNames'),
}

/** One unmatched payment, with the operator's actions. */
function UnmatchedCard({
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
  const assign = useChange(AssignUnmatchedPaymentDocument, { onDone: done(inDashboard('paymentIsAssigned')) })
  const giveBack = useChange(ReturnUnmatchedPaymentDocument, {
    onDone: done(inDashboard('paymentIsOnIts')),
  })
  // A return that the chain has refused permanently is not tried again by itself.
  const isStuck = payment.state === 'RETURNING' && payment.problem !== null
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
          {payment.state === 'OPEN' || isStuck ? (
            <Group gap="xs">
              <Button size="xs" onClick={() => setAsked('assign')}>
                {inDashboard('assign')}
              </Button>
              <Button size="xs" variant="default" onClick={() => setAsked('return')}>
                {inDashboard('return')}
              </Button>
            </Group>
          ) : null}
        </Group>
        <Text size="sm">{WHY_UNMATCHED[payment.reason]}</Text>
        {payment.problem === null ? null : (
          <Text size="sm">
            {inDashboard('itCouldNotBe', { transferReason: transferReason(payment.problem) })}
          </Text>
        )}
        <Group gap="md">
          <Labelled words={inDashboard('from')}>
            <CopiedText
              text={payment.sender}
              shown={shortAddress(payment.sender)}
              label={inDashboard('sender')}
            />
          </Labelled>
          <Labelled words={inDashboard('transaction')}>
            <TransactionText txHash={payment.txHash} label={inDashboard('transaction2')} />
          </Labelled>
          {payment.returnTxHash === null ? null : (
            <Labelled words={inDashboard('returnedBy')}>
              <TransactionText
                txHash={payment.returnTxHash}
                label={inDashboard('transactionThatReturnedIt')}
              />
            </Labelled>
          )}
        </Group>
        {payment.memo === null ? null : (
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {inDashboard('memoMemo', { memo: payment.memo })}
          </Text>
        )}
      </Stack>
      <ConfirmDialog
        title={inDashboard('assignAmount', { amount })}
        confirmLabel={inDashboard('assignIt')}
        color="leaf"
        isOpen={asked === 'assign'}
        isBusy={assign.isPending}
        isReady={intent.trim() !== ''}
        error={assign.error}
        onConfirm={() => assign.mutate({ input: { id: payment.id, paymentIntentId: intent.trim() } })}
        onClose={close}
      >
        <TextInput
          label={inDashboard('referenceOfOrder')}
          description={inDashboard('startsWithPiBuyer')}
          value={intent}
          onChange={(event) => setIntent(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </ConfirmDialog>
      <ConfirmDialog
        title={inDashboard('returnAmount', { amount })}
        confirmLabel={inDashboard('returnIt')}
        isOpen={asked === 'return'}
        isBusy={giveBack.isPending}
        error={giveBack.error}
        onConfirm={() => giveBack.mutate({ id: payment.id })}
        onClose={close}
      >
        <Text size="sm">{inDashboard('moneyGoesBackTo', { address: shortAddress(payment.sender) })}</Text>
      </ConfirmDialog>
    </Paper>
  )
}
