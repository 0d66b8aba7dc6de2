import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCloudQuestion, IconWallet } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DropVaultDocument } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { pageData } from '../../../page/page-data.ts'
import { lacksCoins } from '../../../words/chain-reason.ts'
import { amountInWords } from '../../../words/drop-amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../shown-drop.ts'
import { useCalmRefresh } from '../use-calm-refresh.ts'
import { useFunding } from './use-funding.ts'
import { type VaultState, vaultStateOf } from './vault-state.ts'

/** Why the vault could not be funded, and what helps if the wallet has too few coins. */
function FundingFault({
  drop,
  state,
  funding,
  fault,
}: {
  readonly drop: ShownDrop
  readonly state: VaultState
  readonly funding: ReturnType<typeof useFunding>
  readonly fault: Error
}) {
  if (state.kind !== 'lacking' || !lacksCoins(fault))
    return <FaultMessage title={inDrop('vaultWasNotFilled')} fault={fault} />
  const coinType = drop.token?.coinType ?? null
  return (
    <Alert color="yellow" variant="light" role="alert" title={inDrop('thisWalletHasToo')}>
      <Text size="sm">{inDrop('nothingWasSentIt', { amount: amountInWords(drop, state.lacks) })}</Text>
      {pageData.chain === 'fake' && coinType !== null ? (
        <Button
          size="sm"
          mt="sm"
          loading={funding.isPending}
          onClick={() => funding.startWithTestCoins(coinType, state.lacks)}
        >
          {inDrop('getTestCoinsAnd')}
        </Button>
      ) : null}
    </Alert>
  )
}

/** What the drop's vault on the chain holds, with a button that funds it. */
export function VaultCard({ drop }: { readonly drop: ShownDrop }) {
  const read = useRead(DropVaultDocument, { id: drop.id }, { refetchInterval: 15_000 })
  useCalmRefresh(`${drop.claimCount}`, () => void read.refetch(), 5_000)
  const funding = useFunding(drop.id, () => void read.refetch())
  const isOver = drop.status === 'CANCELLED'
  if (!read.data) {
    return (
      <Card title={inDrop('vault')}>
        {read.error ? (
          <FaultMessage fault={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <Skeleton height={64} />
        )}
      </Card>
    )
  }
  const state = vaultStateOf(read.data.drop?.tokenBalance ?? null, drop.remainingBalance)
  return (
    <Card title={inDrop('vault')} hint={inDrop('holdsTokensOnChain')}>
      <Stack gap="sm">
        {state.kind === 'unknown' && drop.token !== null && drop.token.status !== 'DEPLOYED' ? (
          <Alert
            color="orange"
            variant="light"
            icon={<IconAlertTriangle size={18} />}
            title={inDrop('noClaimsYet')}
          >
            {inDrop('deployFirst', { symbol: drop.token.symbol })}
            <div>
              <Button component={Link} to={`/tokens/${drop.token.id}`} mt="xs" size="xs">
                {inDrop('deployToken', { symbol: drop.token.symbol })}
              </Button>
            </div>
          </Alert>
        ) : state.kind === 'unknown' ? (
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <IconCloudQuestion size={20} aria-hidden="true" />
            <Text size="sm">{inDrop('thereIsNoVault')}</Text>
          </Group>
        ) : (
          <Text className="numbers">
            <Text span fw={700} size="lg" ff="heading">
              {amountInWords(drop, state.balance)}
            </Text>{' '}
            <Text span c="dimmed">
              {inDrop('inVault')}
            </Text>
          </Text>
        )}
        {state.kind === 'full' && !isOver ? (
          <Group gap={6} wrap="nowrap">
            <IconCircleCheck size={18} color="var(--mantine-color-leaf-text)" aria-hidden="true" />
            <Text size="sm">{inDrop('enoughForAllThat')}</Text>
          </Group>
        ) : null}
        {state.kind === 'lacking' && !isOver ? (
          <>
            <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />}>
              {inDrop('itLacksAmountOf', { amount: amountInWords(drop, state.lacks) })}
            </Alert>
            <Button
              leftSection={<IconWallet size={17} />}
              onClick={funding.start}
              loading={funding.isPending}
              style={{ alignSelf: 'flex-start' }}
            >
              {inDrop('fillVaultFromWallet')}
            </Button>
          </>
        ) : null}
        {funding.fault ? (
          <FundingFault drop={drop} state={state} funding={funding} fault={funding.fault} />
        ) : null}
      </Stack>
    </Card>
  )
}
