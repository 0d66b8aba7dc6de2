import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck, IconCloudQuestion, IconWallet } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSingleMutation } from '../../../api/changes.ts'
import { ApiRefusal } from '../../../api/errors.ts'
import { DropVaultDocument, PrepareFundingDocument } from '../../../api/generated/operations.ts'
import { postOrThrow } from '../../../api/http.ts'
import { useRead } from '../../../api/reads.ts'
import { request } from '../../../api/request.ts'
import { ErrorMessage, NotLoaded } from '../../../components/error-message.tsx'
import { pageData } from '../../../page/page-data.ts'
import { useConnectWallet } from '../../../wallet/connect-wallet.tsx'
import type { Wallet } from '../../../wallet/wallet.ts'
import { amountInWords } from '../../../words/amount.ts'
import { lacksCoins } from '../../../words/error-words.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import { type VaultState, vaultStateOf } from '../../attention/attention.ts'
import { Card } from '../../card.tsx'
import { type ShownDrop, useCalmRefresh } from '../use-drop.ts'

/** Deposits the missing amount into the drop's vault, from a wallet that its owner chooses. */
function useFunding(dropId: string, onDone: () => void) {
  const connect = useConnectWallet()
  const [chosen, setChosen] = useState<Wallet | null>(null)
  const funding = useSingleMutation({
    async mutationFn(coins: { readonly coinType: string; readonly amount: string } | null) {
      const wallet = coins === null ? await connect('transaction') : chosen
      if (wallet === null) return false
      setChosen(wallet)
      if (coins !== null) await postOrThrow('/fake-chain/faucet', { address: wallet.address, ...coins })
      const input = { dropId, senderAddress: wallet.address }
      const { prepareDropFunding } = await request(PrepareFundingDocument, { input })
      if (!prepareDropFunding) throw new ApiRefusal('The service prepared no transaction')
      await wallet.execute(prepareDropFunding.transactionBytes)
      return true
    },
    onSuccess(isSent) {
      if (!isSent) return
      notifications.show({ message: inDrop('sentVaultFillsAs'), color: 'leaf' })
      onDone()
    },
  })
  return {
    start: () => funding.mutate(null),
    /** The same on the fake chain, after it has put free coins into the wallet. */
    startWithTestCoins: (coinType: string, amount: bigint) =>
      funding.mutate({ coinType, amount: String(amount) }),
    isPending: funding.isPending,
    error: funding.error,
  }
}

/** Why the vault could not be funded, and what helps if the wallet has too few coins. */
function FundingError({
  drop,
  state,
  funding,
  error,
}: {
  readonly drop: ShownDrop
  readonly state: VaultState
  readonly funding: ReturnType<typeof useFunding>
  readonly error: Error
}) {
  if (state.kind !== 'lacking' || !lacksCoins(error))
    return <ErrorMessage title={inDrop('vaultWasNotFilled')} error={error} />
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
        <NotLoaded read={read} height={64} />
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
        {funding.error ? (
          <FundingError drop={drop} state={state} funding={funding} error={funding.error} />
        ) : null}
      </Stack>
    </Card>
  )
}
