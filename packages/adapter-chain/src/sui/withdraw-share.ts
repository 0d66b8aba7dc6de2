import { type Address, type ChainAnswer, ok } from '@dropkit/core'
import type { Signer } from '@mysten/sui/cryptography'
import { normalizeStructTag, parseStructTag } from '@mysten/sui/utils'
import { DropLayout } from './move-layouts.ts'
import type { SuiNode } from './node-facts.ts'
import { shareTransaction } from './operator-commands.ts'
import { buildOrRefusal } from './refused-transactions.ts'
import { type Sent, signAndSend } from './sign-and-send.ts'
import { addressOf } from './sui-types.ts'
import { createVaultHandles } from './vault-handles.ts'

/** The amount that a vault pays back to a wallet that filled it. */
export interface WithdrawnShare {
  readonly vault: Address
  readonly wallet: Address
  /** In the coin's smallest unit; at most what the wallet deposited. */
  readonly amount: bigint
}

/**
 * Pays a share that stayed in a vault because the coin was denied to its wallet when the vault was closed. Takes nothing
 * from a vault that is in use: the vault must be paused, and the wallet must be one of those that filled it.
 */
export async function withdrawShare(
  { client, calls, packageId }: SuiNode & { readonly packageId: Address },
  operator: Signer,
  { vault, wallet, amount }: WithdrawnShare,
): Promise<ChainAnswer<Sent>> {
  const read = await calls.ask('vault', async (signal) => {
    const { objects } = await client.core.getObjects({
      objectIds: [vault],
      include: { content: true },
      signal,
    })
    return objects[0]
  })
  if (!read.ok) return read
  const object = read.value
  const coinType = object === undefined || object instanceof Error ? null : coinTypeOf(object.type, packageId)
  if (object === undefined || object instanceof Error || coinType === null)
    return refused(`${vault} is no vault of coins of the package ${packageId}`)
  const { is_paused: isPaused, funders } = DropLayout.parse(object.content)
  if (!isPaused) return refused(`the vault ${vault} is not paused, so it is in use`)
  const put = BigInt(funders.find(({ from }) => addressOf(from) === wallet)?.amount ?? 0)
  if (amount > put)
    return refused(`the wallet ${wallet} has put ${put} into the vault, which is less than ${amount}`)

  const operatorAddress = addressOf(operator.toSuiAddress())
  const handles = createVaultHandles({ client, calls, packageId, operatorAddress })
  const found = await handles.find({ dropObjectId: vault, coinType }, { withCap: true })
  if (!found.ok) return found
  if (found.value.kind === 'missing') return refused(found.value.reason)
  const targets = { ...found.value, packageId, operator: operatorAddress }
  const transaction = shareTransaction(coinType, { to: wallet, amount }, targets)
  transaction.setSender(operatorAddress)
  const built = await buildOrRefusal({ client, calls }, transaction)
  if (!built.ok) return built
  if (typeof built.value === 'string') return refused(built.value)
  return ok(await signAndSend({ client, calls }, operator, built.value))
}

const refused = (reason: string): ChainAnswer<Sent> => ok({ kind: 'refused', reason })

/** The coin that a vault holds. Null if the type is not a vault of coins of this package. */
function coinTypeOf(type: string, packageId: Address): string | null {
  if (!type.includes('::')) return null
  const { address, module, name, typeParams } = parseStructTag(type)
  const [coin] = typeParams
  const isVault = addressOf(address) === packageId && module === 'drop' && name === 'Drop'
  return isVault && typeof coin === 'object' ? normalizeStructTag(coin) : null
}
