import { Card, SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { IconMoodCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { UnmatchedPaymentsDocument } from '../../api/generated/operations.ts'
import { usePages } from '../../api/pages.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { FaultMessage } from '../../components/fault-message.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { count, inWholeTokens } from '../../words/amount.ts'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { shortCoinType } from '../../words/short-address.ts'
import { isOperator } from '../attention/use-attention.ts'
import { useMe } from '../frame/use-me.ts'
import { useKnownCoins } from '../gating/coins.ts'
import { UnmatchedCard } from './unmatched-card.tsx'

const READ_EVERY_MS = 10_000

/** For the operator: unmatched payments, to be assigned to a payment intent or refunded. */
export default function UnmatchedScreen() {
  const { me, fault, readAgain } = useMe()
  const [which, setWhich] = useState<'OPEN' | 'ALL'>('OPEN')
  if (!me)
    return fault ? <FaultMessage fault={fault} onRetry={readAgain} /> : <Skeleton height={120} radius="lg" />
  if (!isOperator(me)) return <Navigate to="/" replace />
  return (
    <>
      <ScreenHead title={inDashboard('unmatchedPayments')}>{inDashboard('paymentsThatMatchNo')}</ScreenHead>
      <SegmentedControl
        mb="md"
        aria-label={inDashboard('whichPayments')}
        value={which}
        onChange={(chosen) => setWhich(chosen === 'ALL' ? 'ALL' : 'OPEN')}
        data={[
          { value: 'OPEN', label: inDashboard('toDo') },
          { value: 'ALL', label: inDashboard('all') },
        ]}
      />
      <List state={which === 'OPEN' ? 'OPEN' : null} />
    </>
  )
}

function List({ state }: { readonly state: 'OPEN' | null }) {
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
    return list.fault ? (
      <FaultMessage fault={list.fault} onRetry={list.readAgain} />
    ) : (
      <Skeleton height={160} radius="lg" aria-label={inDashboard('paymentsAreLoading')} />
    )
  return (
    <>
      {list.fault ? <FaultMessage fault={list.fault} onRetry={list.readAgain} /> : null}
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
