import {
  type Address,
  amountOf,
  type ChainAnswer,
  type ClaimedOnChain,
  type ForgottenTransaction,
  ok,
  type Recollection,
  type TransactionEffects,
} from '@dropkit/core'
import { bcs } from '@mysten/sui/bcs'
import type { SuiClientTypes } from '@mysten/sui/client'
import { Transaction } from '@mysten/sui/transactions'
import { fromBase64 } from '@mysten/sui/utils'
import { piecesTypeOf } from './read-objects.ts'
import { readUsedNonces, type VaultReader } from './read-vaults.ts'
import { sendableOf } from './submit-transaction.ts'
import type { SuiContext } from './sui-context.ts'
import { addressOf } from './sui-node.ts'

/** The maximum number of pages of a receiver's coins that are searched. If the coin is not found, that proves nothing. */
const COIN_PAGES = 20

const LOST = ok({ kind: 'lost' } as const)
const UNKNOWN = ok({ kind: 'unknown' } as const)

/**
 * What a transaction of the service did, as the objects of the chain still show it, when the node has pruned the
 * transaction itself. The transaction can no longer take effect. `lost` also means that repeating it does no harm.
 */
export async function recallTransaction(
  context: SuiContext,
  vaults: VaultReader,
  forgotten: ForgottenTransaction,
): Promise<ChainAnswer<Recollection>> {
  const { transaction } = sendableOf(forgotten)
  // If it took effect, the collection's `Publisher` is in the operator's account, where the next attempt finds it.
  if (publishes(transaction)) return LOST
  const calls = callsOf(transaction, context.packageId)
  const succeeded = (effects: Partial<TransactionEffects> = {}) => {
    const none = { claimed: [], vaultsOpened: [], deposits: [], published: [], payments: [] }
    const sender = context.operatorAddress
    return ok({
      kind: 'succeeded',
      effects: { ...none, sender, at: forgotten.createdAt, ...effects },
    } as const)
  }
  const opens = calls.find(({ name }) => name === 'create')
  if (opens) {
    const cap = await ownedSince(context, context.operatorAddress, `${opens.module}::OwnerCap`, {
      digest: forgotten.digest,
      maxPages: Number.POSITIVE_INFINITY,
    })
    if (!cap.ok) return cap
    if (cap.value === null) return LOST
    // An `OwnerCap` consists of its id and the vault's id.
    const dropObjectId = addressOf(bcs.Address.parse(cap.value.subarray(32)))
    const { packageId } = context
    const [type = ''] = opens.typeArguments
    const coinType = opens.module.endsWith('::nft_drop') ? piecesTypeOf(packageId, type) : type
    return succeeded({ vaultsOpened: [{ dropObjectId, packageId, coinType }] })
  }
  const claims = calls.flatMap((call) => (call.name === 'claim' ? [claimOf(call, forgotten)] : []))
  const [first] = claims
  if (first) {
    const nonces = claims.map(({ nonce }) => nonce)
    const answer = await readUsedNonces(context, vaults, first.dropObjectId, nonces)
    if (!answer.ok) return answer
    const { used } = answer.value
    if (used === null) return UNKNOWN
    // Either all claims of a transaction take effect, or none.
    return nonces.every((nonce) => used.has(nonce)) ? succeeded({ claimed: claims }) : LOST
  }
  const closes = calls.find(({ name }) => name === 'close')
  if (closes?.objectId) {
    const answer = await vaults.read([closes.objectId])
    if (!answer.ok) return answer
    return answer.value.has(closes.objectId) ? LOST : succeeded()
  }
  // If a vault could not be closed, the transaction that pays its shares pauses it.
  const shares = calls.find(({ name }) => name === 'withdraw')
  if (shares?.objectId) {
    const answer = await vaults.read([shares.objectId])
    if (!answer.ok) return answer
    return answer.value.get(shares.objectId)?.state.isPaused === false ? LOST : succeeded()
  }
  // The next attempt to fill a vault first reads how much it holds. Setting a key, pausing and resuming may be repeated.
  if (calls.length > 0) return LOST
  const { to, coinType } = paymentOf(transaction)
  const coin = await ownedSince(context, to, `0x2::coin::Coin<${coinType}>`, {
    digest: forgotten.digest,
    maxPages: COIN_PAGES,
  })
  if (!coin.ok) return coin
  // The receiver may have spent the coin, so a missing coin proves nothing.
  return coin.value === null ? UNKNOWN : succeeded({ sender: context.treasuryAddress })
}

const publishes = (bytes: Uint8Array): boolean =>
  Transaction.from(bytes)
    .getData()
    .commands.some(({ $kind }) => $kind === 'Publish')

interface Call {
  readonly module: string
  readonly name: string
  readonly typeArguments: readonly string[]
  readonly objectId: Address | undefined
  /** The pure arguments, in BCS. */
  readonly pure: readonly Uint8Array[]
}

/** The calls to the package in a transaction. */
function callsOf(bytes: Uint8Array, packageId: Address): readonly Call[] {
  const { commands, inputs } = Transaction.from(bytes).getData()
  return commands.flatMap(({ MoveCall: call }) => {
    if (!call || addressOf(call.package) !== packageId) return []
    const given = call.arguments.flatMap((argument) =>
      argument.$kind === 'Input' ? [inputs[argument.Input]] : [],
    )
    const object = given[0]?.Object?.SharedObject
    return [
      {
        module: `${call.package}::${call.module}`,
        name: call.function,
        typeArguments: call.typeArguments,
        objectId: object && addressOf(object.objectId),
        pure: given.flatMap((input) => (input?.Pure ? [fromBase64(input.Pure.bytes)] : [])),
      },
    ]
  })
}

function claimOf({ objectId, pure }: Call, { digest, createdAt }: ForgottenTransaction): ClaimedOnChain {
  const [claimer, amount, nonce] = pure
  if (!objectId || !claimer || !amount || !nonce) throw new Error(`${digest} claims as the service writes it`)
  return {
    dropObjectId: objectId,
    claimer: addressOf(bcs.Address.parse(claimer)),
    amount: amountOf(BigInt(bcs.u64().parse(amount))),
    nonce: Number(bcs.u64().parse(nonce)),
    txHash: digest,
    at: createdAt,
  }
}

/** The receiver and the coin of a payment by the treasury. */
function paymentOf(bytes: Uint8Array): { readonly to: Address; readonly coinType: string } {
  const { commands, inputs } = Transaction.from(bytes).getData()
  const transfer = commands.find(({ $kind }) => $kind === 'TransferObjects')?.TransferObjects
  const address = transfer?.address.$kind === 'Input' ? inputs[transfer.address.Input]?.Pure : undefined
  const coinType = commands.find(({ $kind }) => $kind === 'MoveCall')?.MoveCall?.typeArguments[0]
  if (!address || coinType === undefined) throw new Error('a payment gives a coin to an address')
  return { to: addressOf(bcs.Address.parse(fromBase64(address.bytes))), coinType }
}

/** The content of an owned object that this transaction was the last to change. Null if the owner has none. */
async function ownedSince(
  { client, calls }: SuiContext,
  owner: Address,
  type: string,
  { digest, maxPages }: { readonly digest: string; readonly maxPages: number },
): Promise<ChainAnswer<Uint8Array | null>> {
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page++) {
    const listed: ChainAnswer<
      SuiClientTypes.ListOwnedObjectsResponse<{ content: true; previousTransaction: true }>
    > = await calls.ask('owned_since', (signal) =>
      client.core.listOwnedObjects({
        owner,
        type,
        cursor,
        include: { content: true, previousTransaction: true },
        signal,
      }),
    )
    if (!listed.ok) return listed
    const found = listed.value.objects.find(({ previousTransaction }) => previousTransaction === digest)
    if (found) return ok(found.content)
    if (!listed.value.hasNextPage) break
    cursor = listed.value.cursor
  }
  return ok(null)
}
