import type { TransactionData } from '@mysten/sui/transactions'
import { fromBase64, normalizeStructTag, normalizeSuiAddress, toBase64 } from '@mysten/sui/utils'
import { verifyTransactionSignature } from '@mysten/sui/verify'
import { ExecutionFailure } from './clever-abort.ts'
import { GrpcFailure } from './grpc-answers.ts'
import type { Ledger } from './ledger.ts'
import type { NodeClock } from './node-state.ts'
import { coinOf, coinValue, SUI_TYPE } from './objects.ts'
import type { DenyList } from './registries.ts'
import type { ObjectChange } from './run-transaction.ts'

// Checks that refuse a transaction before it is executed. A refused transaction leaves no trace, and the same bytes may be
// sent again.

const refused = (reason: string) => new GrpcFailure('invalidArgument', reason)

/**
 * Refuses a transaction if its sender is on the deny list of a coin in its inputs. A node makes this check when validators
 * sign a transaction, not when it is simulated.
 */
export function checkDenyList(data: TransactionData, { ledger, denyList }: CheckContext): void {
  const sender = senderOf(data)
  for (const input of data.inputs) {
    const coinType = coinTypeOf(input, ledger)
    if (coinType !== undefined && denyList.isDeniedSender(coinType, sender)) {
      throw refused(`Address ${sender} is denied for coin ${coinType}`)
    }
  }
}

function coinTypeOf(input: TransactionData['inputs'][number], ledger: Ledger): string | undefined {
  if (input.$kind === 'FundsWithdrawal') return normalizeStructTag(input.FundsWithdrawal.typeArg.Balance)
  if (input.$kind !== 'Object' || input.Object.$kind !== 'ImmOrOwnedObject') return undefined
  const object = ledger.object(input.Object.ImmOrOwnedObject.objectId)
  return object && coinOf(object.type)
}

interface CheckContext {
  readonly ledger: Ledger
  readonly clock: NodeClock
  readonly chainId: string
  readonly denyList: DenyList
}

export const senderOf = (data: TransactionData): string => {
  if (data.sender == null) throw refused('a transaction has a sender')
  return normalizeSuiAddress(data.sender)
}

export const gasOwnerOf = (data: TransactionData): string =>
  normalizeSuiAddress(data.gasData.owner ?? senderOf(data))

/** Checks that exactly the sender and the gas owner have signed. */
export async function checkSignatures(
  bytes: Uint8Array,
  data: TransactionData,
  signatures: readonly Uint8Array[],
): Promise<void> {
  const wanted = new Set([senderOf(data), gasOwnerOf(data)])
  const signers = new Set<string>()
  for (const signature of signatures) {
    try {
      signers.add((await verifyTransactionSignature(bytes, toBase64(signature))).toSuiAddress())
    } catch (error) {
      throw refused(`Invalid user signature: ${String(error)}`)
    }
  }
  const isRight = signers.size === wanted.size && [...wanted].every((address) => signers.has(address))
  if (!isRight || signatures.length !== wanted.size) {
    throw refused(`Invalid user signature: expected those of ${[...wanted].join(', ')}`)
  }
}

export function checkExpiration(data: TransactionData, { clock, chainId }: CheckContext): void {
  const { expiration } = data
  const epoch = clock.epoch()
  switch (expiration?.$kind) {
    case undefined:
    case 'None':
      return
    case 'Epoch':
      if (epoch > BigInt(expiration.Epoch)) throw refused('Transaction Expired')
      return
    case 'ValidDuring': {
      const { minEpoch, maxEpoch, minTimestamp, maxTimestamp, chain } = expiration.ValidDuring
      if (minTimestamp !== null || maxTimestamp !== null) {
        throw refused('Timestamp-based transaction expiration is not yet supported')
      }
      if (minEpoch === null || maxEpoch === null) throw refused('Both min_epoch and max_epoch are needed')
      if (BigInt(maxEpoch) - BigInt(minEpoch) > 1n || BigInt(maxEpoch) < BigInt(minEpoch)) {
        throw refused('max_epoch is min_epoch or the one after it')
      }
      if (chain !== chainId) throw refused(`Invalid chain: ${chain}`)
      if (epoch < BigInt(minEpoch) || epoch > BigInt(maxEpoch)) throw refused('Transaction Expired')
      return
    }
    default:
      throw refused(`expiration ${expiration?.$kind} is not supported`)
  }
}

/** Checks that the inputs exist in the named versions, that the sender may use them, and that withdrawals are covered. */
export function checkInputs(
  data: TransactionData,
  { ledger }: CheckContext,
  hasGasCoin = (data.gasData.payment ?? []).length > 0,
): void {
  const sender = senderOf(data)
  const withdrawn = new Map<string, bigint>()
  let isUnique = hasGasCoin
  for (const input of data.inputs) {
    if (input.$kind === 'FundsWithdrawal') {
      const { reservation, typeArg, withdrawFrom } = input.FundsWithdrawal
      const owner = withdrawFrom.$kind === 'Sponsor' ? gasOwnerOf(data) : sender
      const key = `${owner} ${normalizeStructTag(typeArg.Balance)}`
      withdrawn.set(key, (withdrawn.get(key) ?? 0n) + BigInt(reservation.MaxAmountU64))
    }
    if (input.$kind !== 'Object') continue
    switch (input.Object.$kind) {
      case 'ImmOrOwnedObject': {
        const owner = checkOwned(input.Object.ImmOrOwnedObject, sender, ledger)
        isUnique ||= owner === 'address'
        break
      }
      case 'SharedObject': {
        const { objectId, initialSharedVersion } = input.Object.SharedObject
        const object = ledger.object(objectId)
        // A deleted shared object is only detected when the transaction is executed.
        if (object === undefined) break
        if (object.owner.kind !== 'shared') throw refused(`Object ${objectId} is not shared`)
        if (object.owner.initialSharedVersion !== BigInt(initialSharedVersion)) {
          throw refused(`Object ${objectId} was not shared first in version ${initialSharedVersion}`)
        }
        break
      }
      case 'Receiving':
        checkVersion(input.Object.Receiving, ledger)
        break
    }
  }
  for (const [key, amount] of withdrawn) {
    const [owner = '', coinType = ''] = key.split(/ (.*)/s)
    if (ledger.addressBalance(owner, coinType) < amount) {
      throw refused(
        `Available amount in account for object id ${owner} of ${coinType} is less than ${amount}`,
      )
    }
  }
  if (!isUnique && data.expiration?.$kind !== 'ValidDuring') {
    throw refused('Transactions must either have address-owned inputs, or a ValidDuring expiration')
  }
}

interface Reference {
  readonly objectId: string
  readonly version: string | number
  readonly digest: string
}

function checkVersion({ objectId, version, digest }: Reference, ledger: Ledger) {
  const object = ledger.object(objectId)
  if (object === undefined)
    throw new GrpcFailure('notFound', `Could not find the referenced object ${objectId}`)
  if (object.owner.kind === 'immutable') return object
  if (object.version !== BigInt(version) || object.digest !== digest) {
    throw refused(
      `Object ID ${objectId} Version ${version} Digest ${digest} is not available for consumption, current version: ${object.version}`,
    )
  }
  return object
}

function checkOwned(reference: Reference, sender: string, ledger: Ledger) {
  const { objectId } = reference
  const object = checkVersion(reference, ledger)
  if (object.owner.kind === 'immutable') return object.owner.kind
  if (object.owner.kind !== 'address' || object.owner.address !== sender) {
    throw refused(`Object ${objectId} is not owned by ${sender}`)
  }
  return object.owner.kind
}

/** Checks that the budget is covered by the named coins or, if there are none, by the gas owner's address balance. */
export function checkGas(data: TransactionData, { ledger }: CheckContext): void {
  const owner = gasOwnerOf(data)
  const budget = BigInt(data.gasData.budget ?? 0)
  const coins = data.gasData.payment ?? []
  let sum = coins.length === 0 ? ledger.addressBalance(owner, SUI_TYPE) : 0n
  for (const reference of coins) {
    checkOwned(reference, owner, ledger)
    const object = ledger.object(reference.objectId)
    if (object === undefined || coinOf(object.type) !== SUI_TYPE) throw refused('gas is paid in SUI')
    sum += coinValue(object.contents)
  }
  if (sum < budget) {
    throw refused(`Balance of gas object ${sum} is lower than the needed amount: ${budget}`)
  }
}

// The limits of the protocol configuration that Dropkit's transactions could reach.
const MAX_TRANSACTION_BYTES = 128 * 1024
const MAX_COMMANDS = 1_024
const MAX_PURE_BYTES = 16 * 1024
const MAX_NEW_OBJECTS = 2_048
const MAX_EVENTS = 1_024
const MAX_WRITTEN_BYTES = 5_000_000

/** Refuses a transaction that is too large before it is executed, as nodes do. */
export function checkSize(bytes: Uint8Array, { commands, inputs }: TransactionData): void {
  const check = (what: string, size: number, limit: number) => {
    if (size > limit)
      throw new GrpcFailure('invalidArgument', `Size limit exceeded: ${what} is at most ${limit}`)
  }
  check('serialized transaction size', bytes.length, MAX_TRANSACTION_BYTES)
  check('maximum commands in a programmable transaction', commands.length, MAX_COMMANDS)
  for (const input of inputs) {
    if (input.$kind === 'Pure')
      check('maximum pure argument size', fromBase64(input.Pure.bytes).length, MAX_PURE_BYTES)
  }
}

/** The failure of an executed transaction that wrote too much. Null if it is within the limits. */
export function excessOf(changes: readonly ObjectChange[], eventCount: number): ExecutionFailure | null {
  const created = changes.filter(({ before, after }) => before === undefined && after !== undefined)
  const written = changes.reduce((sum, { after }) => sum + (after?.contents.length ?? 0), 0)
  if (created.length > MAX_NEW_OBJECTS || eventCount > MAX_EVENTS) {
    return new ExecutionFailure('MOVE_PRIMITIVE_RUNTIME_ERROR', { description: 'MEMORY_LIMIT_EXCEEDED' })
  }
  return written > MAX_WRITTEN_BYTES ? new ExecutionFailure('WRITTEN_OBJECTS_TOO_LARGE') : null
}
