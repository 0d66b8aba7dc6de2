import { Anchor, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCashBanknote } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useChange } from '../../../api/changes.ts'
import {
  DropPayoutsDocument,
  type DropPayoutsQuery,
  DropProceedsDocument,
  RetryPayoutDocument,
  WithdrawProceedsDocument,
} from '../../../api/generated/operations.ts'
import { usePages, useRead } from '../../../api/reads.ts'
import { ErrorMessage, NotLoaded } from '../../../components/error-message.tsx'
import { LoadMore } from '../../../components/list-parts.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { shortAddress } from '../../../words/addresses.ts'
import { inWholeTokens } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { inWords } from '../../../words/time.ts'
import { Card } from '../../card.tsx'
import type { ShownDrop } from '../use-drop.ts'
import { TransferState } from './payment-card.tsx'
import { inCoin, type ShownCoin, shownCoin } from './payment-words.ts'

/** The drop's proceeds, and the payout to its owner's linked wallet. */
export function ProceedsCard({
  drop,
  ownWallet,
  decimalsIn,
  hasOtherCoins,
}: {
  readonly drop: ShownDrop
  readonly ownWallet: string | null
  /** Undefined if the server no longer supports the currency. */
  readonly decimalsIn: (currency: string) => number | undefined
  /** Whether payments in other coins were accepted. They are paid out too, but the sums here do not include them. */
  readonly hasOtherCoins: boolean
}) {
  const read = useRead(DropProceedsDocument, { id: drop.id }, { refetchInterval: 5_000 })
  const withdraw = useChange(WithdrawProceedsDocument, {
    onDone: ({ withdrawProceeds: payout }) => {
      if (!payout) return
      const amount = inCoin(payout.amountAtomic, shownCoin(payout.currency, decimalsIn(payout.currency)))
      notifications.show({
        message: inDropTabs('amountIsOn', { amount }),
        color: 'leaf',
      })
    },
  })
  const proceeds = read.data?.drop?.proceeds
  if (!proceeds)
    return (
      <Card title={inDropTabs('proceeds')}>
        <NotLoaded read={read} height={90} />
      </Card>
    )
  const isAnythingEarned = proceeds.withdrawableAtomic !== '0' || hasOtherCoins
  const coin = shownCoin(proceeds.currency, decimalsIn(proceeds.currency))
  return (
    <Card title={inDropTabs('proceeds')} hint={inDropTabs('youCanWithdrawPayments')}>
      <Stack>
        <SimpleGrid cols={{ base: 2, md: 4 }}>
          <Sum label={inDropTabs('cameIn2')} atomic={proceeds.receivedAtomic} coin={coin} />
          <Sum label={inDropTabs('refunded')} atomic={proceeds.refundedAtomic} coin={coin} />
          <Sum label={inDropTabs('paidOut')} atomic={proceeds.paidOutAtomic} coin={coin} />
          <Sum label={inDropTabs('toWithdraw')} atomic={proceeds.withdrawableAtomic} coin={coin} />
        </SimpleGrid>
        <Group gap="sm">
          <Button
            leftSection={<IconCashBanknote size={18} />}
            disabled={ownWallet === null || !isAnythingEarned}
            loading={withdraw.isPending}
            onClick={() => {
              if (ownWallet) withdraw.mutate({ input: { dropId: drop.id, toAddress: ownWallet } })
            }}
          >
            {inDropTabs('withdraw')}
          </Button>
          <Text size="sm" c="dimmed">
            {ownWallet === null
              ? inDropTabs.rich('payoutsGoToYour', {
                  link: (inside) => (
                    <Anchor component={Link} to="/settings" size="sm" underline="always">
                      {inside}
                    </Anchor>
                  ),
                })
              : !isAnythingEarned
                ? inDropTabs('nothingToWithdrawYet')
                : inDropTabs('toYourWalletAddress', { address: shortAddress(ownWallet) })}
          </Text>
        </Group>
        <PayoutList dropId={drop.id} decimalsIn={decimalsIn} />
        {withdraw.error ? (
          <ErrorMessage title={inDropTabs('nothingWasPaidOut')} error={withdraw.error} />
        ) : null}
      </Stack>
    </Card>
  )
}

const Sum = ({
  label,
  atomic,
  coin: { symbol, decimals },
}: {
  readonly label: string
  readonly atomic: string
  readonly coin: ShownCoin
}) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text className="numbers" fw={700} ff="heading" size="lg" style={{ overflowWrap: 'anywhere' }}>
      {inWholeTokens(atomic, decimals)}{' '}
      <Text span size="sm" c="dimmed" fw={400}>
        {symbol}
      </Text>
    </Text>
  </div>
)

const READ_EVERY_MS = 5_000

/** The payouts of a drop, newest first. Shows nothing if there are none. */
function PayoutList({
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
  if (list.error) return <ErrorMessage error={list.error} onRetry={list.refetch} />
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
  const amount = inCoin(payout.amountAtomic, shownCoin(payout.currency, decimals))
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
