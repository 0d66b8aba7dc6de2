import { Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useChange } from '../../../api/changes.ts'
import {
  DropPayoutsDocument,
  type DropPayoutsQuery,
  RetryPayoutDocument,
} from '../../../api/generated/operations.ts'
import { usePages } from '../../../api/pages.ts'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { LoadMore } from '../../../components/load-more.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { count, inWholeTokens } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { shortAddress, shortCoinType } from '../../../words/short-address.ts'
import { inWords } from '../../../words/time.ts'
import { TransferState } from './transfer-state.tsx'

const READ_EVERY_MS = 5_000

/** The payouts of a drop, newest first. Shows nothing if there are none. */
export function PayoutList({
  dropId,
  decimalsIn,
}: {
  readonly dropId: string
  /** Undefined if the server no longer supports the currency. */
  readonly decimalsIn: (currency: string) => number | undefined
}) {
  const list = usePages(DropPayoutsDocument, { dropId }, ({ payouts }) => payouts, {
    size: 10,
    refetchInterval: READ_EVERY_MS,
  })
  if (list.fault) return <FaultMessage fault={list.fault} onRetry={list.readAgain} />
  if (!list.items || list.items.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {inDropTabs('payouts')}
      </Title>
      {list.items.map((payout) => (
        <Payout key={payout.id} payout={payout} decimals={decimalsIn(payout.currency)} />
      ))}
      <LoadMore list={list} />
    </Stack>
  )
}

function Payout({
  payout,
  decimals,
}: {
  readonly payout: DropPayoutsQuery['payouts'][number]
  readonly decimals: number | undefined
}) {
  const retry = useChange(RetryPayoutDocument, {
    onDone: () => notifications.show({ message: inDropTabs('payoutIsSentAgain'), color: 'leaf' }),
  })
  const amount =
    decimals === undefined
      ? inDropTabs('countBaseUnitsOf', {
          count: count(BigInt(payout.amountAtomic)),
          at: shortCoinType(payout.currency),
        })
      : `${inWholeTokens(payout.amountAtomic, decimals)} ${payout.currency}`
  return (
    <Group gap="sm" data-payout={payout.status}>
      <Text size="sm" className="numbers">
        {inDropTabs('amountToAddressTime', {
          amount,
          address: shortAddress(payout.toAddress),
          time: inWords(payout.createdAt),
        })}
      </Text>
      <StatusBadge status={payout.status} size="sm" />
      <TransferState
        transfer={payout}
        label={inDropTabs('transactionOfPayoutId', { id: payout.id })}
        retry={retry}
      />
    </Group>
  )
}
