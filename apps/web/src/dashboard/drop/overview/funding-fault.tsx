import { Alert, Button, Text } from '@mantine/core'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { pageData } from '../../../page/page-data.ts'
import { lacksCoins } from '../../../words/chain-reason.ts'
import { amountInWords } from '../../../words/drop-amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import type { ShownDrop } from '../shown-drop.ts'
import type { useFunding } from './use-funding.ts'
import type { VaultState } from './vault-state.ts'

/** Why the vault could not be funded, and what helps if the wallet has too few coins. */
export function FundingFault({
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
