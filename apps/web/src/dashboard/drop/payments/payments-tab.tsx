import { Box, Stack } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  DropPaymentsDocument,
  type DropPaymentsQuery,
  type PaymentIntentStatus,
} from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { NotLoaded } from '../../../components/error-message.tsx'
import { EmptyState, StatusFilter } from '../../../components/list-parts.tsx'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { Card } from '../../card.tsx'
import { Pager } from '../pager.tsx'
import { type ShownDrop, useCalmRefresh } from '../use-drop.ts'
import { PaymentCard } from './payment-card.tsx'
import { isOtherCoin } from './payment-words.ts'
import { ProceedsCard } from './proceeds-card.tsx'

export type DropPayment = DropPaymentsQuery['paymentIntents'][number]
export type Currency = DropPaymentsQuery['service']['currencies'][number]

const A_PAGE = 25
const STATUSES: readonly PaymentIntentStatus[] = [
  'REQUIRES_REVIEW',
  'CONFIRMED',
  'PENDING',
  'PROCESSING',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'EXPIRED',
  'CANCELLED',
]

/** Payments, those that need a decision, and the proceeds. */
export function PaymentsTab({
  drop,
  ownWallet,
}: {
  readonly drop: ShownDrop
  readonly ownWallet: string | null
}) {
  const [trail, setTrail] = useState<readonly string[]>([])
  const [search, setSearch] = useSearchParams()
  const status = STATUSES.find((each) => each === search.get('status')) ?? null
  const read = useRead(
    DropPaymentsDocument,
    { dropId: drop.id, limit: A_PAGE + 1, after: trail.at(-1) ?? null, status },
    { placeholderData: keepPreviousData, refetchInterval: 5_000 },
  )
  useCalmRefresh(`${drop.claimCount} ${drop.updatedAt}`, () => void read.refetch())
  if (!read.data)
    return <NotLoaded read={read} height={240} radius="lg" aria-label={inDropTabs('paymentsAreLoading')} />
  const { paymentIntents, service } = read.data
  if (drop.price === null && status === null && paymentIntents.length === 0) return <FreeDrop />

  const payments = paymentIntents.slice(0, A_PAGE)
  const knownDecimals = (code: string) => service.currencies.find((each) => each.code === code)?.decimals
  const last = paymentIntents.length > A_PAGE ? payments.at(-1) : undefined
  const newer = trail.length > 0 ? () => setTrail(trail.slice(0, -1)) : undefined
  const older = last && (() => setTrail([...trail, last.id]))
  const show = (next: PaymentIntentStatus | null) => {
    setTrail([])
    setSearch(next === null ? {} : { status: next }, { replace: true })
  }
  return (
    <Stack gap="md">
      <ProceedsCard
        drop={drop}
        ownWallet={ownWallet}
        decimalsIn={knownDecimals}
        hasOtherCoins={payments.some((payment) => isOtherCoin(payment) && payment.status === 'CONFIRMED')}
      />
      <Card
        title={inDropTabs('payments')}
        hint={inDropTabs('newestFirst')}
        right={
          <StatusFilter
            statuses={STATUSES}
            value={status}
            onChange={show}
            words={{
              label: inDropTabs('status'),
              all: inDropTabs('everyStatus'),
              clear: inDropTabs('showEveryStatus'),
            }}
            size="sm"
            w={190}
          />
        }
      >
        {payments.length === 0 && status !== null ? (
          <EmptyState icon={<IconCoins size={28} />} title={inDropTabs('noMatchingPayments')}>
            {inDropTabs('noPaymentHasStatus')}
          </EmptyState>
        ) : payments.length === 0 ? (
          <EmptyState icon={<IconCoins size={28} />} title={inDropTabs('noPaymentsYet')}>
            {inDropTabs('paymentsForThisDrop')}
          </EmptyState>
        ) : (
          <Stack
            component="ul"
            gap="sm"
            m={0}
            p={0}
            style={{ listStyle: 'none' }}
            opacity={read.isPlaceholderData ? 0.5 : 1}
            aria-busy={read.isPlaceholderData}
          >
            {payments.map((payment) => (
              <PaymentCard key={payment.id} payment={payment} currencies={service.currencies} />
            ))}
          </Stack>
        )}
        {newer || older ? (
          <Box mt="md">
            <Pager newer={newer} older={older} />
          </Box>
        ) : null}
      </Card>
    </Stack>
  )
}

const FreeDrop = () => (
  <Card>
    <EmptyState icon={<IconCoins size={28} />} title={inDropTabs('thisDropIsFree')}>
      {inDropTabs('youCanSetPrice')}
    </EmptyState>
  </Card>
)
