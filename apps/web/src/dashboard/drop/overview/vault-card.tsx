import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCloudQuestion, IconWallet } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DropVaultDocument } from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { amountInWords } from '../../../words/drop-amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../shown-drop.ts'
import { useCalmRefresh } from '../use-calm-refresh.ts'
import { FundingFault } from './funding-fault.tsx'
import { useFunding } from './use-funding.ts'
import { vaultStateOf } from './vault-state.ts'

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
