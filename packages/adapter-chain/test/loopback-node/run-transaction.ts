import { unreachable } from '@dropkit/core/internal'
import type { CallArg, TransactionData } from '@mysten/sui/transactions'
import { fromBase58, fromBase64, normalizeStructTag, normalizeSuiAddress } from '@mysten/sui/utils'
import { ExecutionFailure } from './clever-abort.ts'
import { createDropkitSession } from './dropkit-session.ts'
import type { BalanceChange, Ledger, LedgerPage } from './ledger.ts'
import type { MoveVm } from './move-vm.ts'
import type { NodeClock } from './node-state.ts'
import {
  type ChainObject,
  coinOf,
  coinValue,
  createdId,
  type HeldObject,
  objectDigest,
  SUI_TYPE,
  setBalance,
  type Value,
} from './objects.ts'
import type { DenyList } from './registries.ts'
import { runCommands } from './run-commands.ts'
import { excessOf, gasOwnerOf, senderOf } from './transaction-checks.ts'
import type { EmittedEvent, TransactionPlace } from './transaction-place.ts'

export interface RunContext {
  readonly ledger: Ledger
  readonly clock: NodeClock
  /** The virtual machine for a package. Undefined if this node does not run it. */
  readonly vmOf: (packageId: string) => MoveVm | undefined
  /** The cost of any transaction in MIST. */
  readonly gasCost: bigint
  /** The additional storage cost in MIST of a successful transaction. */
  readonly storageCost: bigint
  readonly lowestPrice: () => bigint
  readonly denyList: DenyList
}

export interface ObjectChange {
  readonly objectId: string
  readonly before?: ChainObject
  readonly after?: ChainObject
}

/** The result of a transaction. */
export interface TransactionResult {
  readonly page: LedgerPage
  readonly failure: ExecutionFailure | null
  readonly lamportVersion: bigint
  readonly changes: readonly ObjectChange[]
  readonly gasObjectId: string | undefined
  readonly events: readonly EmittedEvent[]
  readonly balanceChanges: readonly BalanceChange[]
  readonly gasCost: bigint
  readonly storageCost: bigint
  readonly nowMs: number
  readonly epoch: bigint
}

/** Executes a checked transaction on a new page. */
export async function runTransaction(
  data: TransactionData,
  digest: string,
  context: RunContext,
): Promise<TransactionResult> {
  const nowMs = context.clock.now()
  const attempt = async (commands: boolean) =>
    await attemptOn(data, digest, context, { nowMs, runsCommands: commands })
  const tried = await attempt(true)
  // The changes of a failed transaction are undone, but its gas is spent and its inputs get a new version.
  const made = tried.failure === null ? tried : await attempt(false)
  return { ...made, failure: tried.failure }
}

/** Merges all gas coins into the first one, and subtracts the budget while the commands run. */
function smashGas(data: TransactionData, page: LedgerPage): HeldObject | undefined {
  const budget = BigInt(data.gasData.budget ?? 0)
  const coins = (data.gasData.payment ?? []).flatMap(
    ({ objectId }) => page.object(normalizeSuiAddress(objectId)) ?? [],
  )
  const [first] = coins
  if (first === undefined) {
    page.addToBalance(gasOwnerOf(data), SUI_TYPE, -budget)
    return undefined
  }
  for (const { objectId } of coins.slice(1)) page.remove(objectId)
  const sum = coins.reduce((total, { contents }) => total + coinValue(contents), 0n)
  const { objectId, type, owner, contents } = first
  const gasCoin: HeldObject = { objectId, type, contents, owner, newOwner: undefined, isGone: false }
  setBalance(gasCoin, sum - budget)
  return gasCoin
}

function chargeGas(
  data: TransactionData,
  page: LedgerPage,
  gasCoin: HeldObject | undefined,
  gasCost: bigint,
): void {
  const back = BigInt(data.gasData.budget ?? 0) - gasCost
  if (gasCoin === undefined) page.addToBalance(gasOwnerOf(data), SUI_TYPE, back)
  else setBalance(gasCoin, coinValue(gasCoin.contents) + back)
}

async function attemptOn(
  data: TransactionData,
  digest: string,
  { ledger, clock, vmOf, gasCost, storageCost, lowestPrice, denyList }: RunContext,
  { nowMs, runsCommands }: { readonly nowMs: number; readonly runsCommands: boolean },
): Promise<TransactionResult> {
  const page = ledger.open()
  const inputs = data.inputs.map((input) => inputValue(input, data, page))
  const gasCoin = smashGas(data, page)
  const held = inputs.flatMap((value) => (value.kind === 'object' ? [value.object] : []))
  const lamportVersion = nextVersion(data, ledger)
  const packageId = packageCalled(data, vmOf)
  const place: TransactionPlace = {
    page,
    packageId: packageId ?? '',
    sender: senderOf(data),
    digest: fromBase58(digest),
    epoch: clock.epoch(),
    epochStartMs: clock.epochStartMs(),
    nowMs: BigInt(nowMs),
    ids: idsOf(fromBase58(digest)),
    events: [],
    made: [],
  }

  let failure: ExecutionFailure | null = null
  let results: readonly Value[] = []
  if (runsCommands) {
    try {
      if (BigInt(data.gasData.price ?? 0) < lowestPrice())
        throw new ExecutionFailure('EXECUTION_CANCELED_DUE_TO_CONSENSUS_OBJECT_CONGESTION')
      const deleted = missingShared(data, ledger)
      if (deleted !== undefined) throw new ExecutionFailure('INPUT_OBJECT_DELETED', { description: deleted })
      const vm = packageId === undefined ? undefined : vmOf(packageId)
      const session = vm === undefined ? NO_SESSION : createDropkitSession(place, vm)
      results = await runCommands({ data, digest, place, inputs, gasCoin, session })
      if (budgetOf(data) < gasCost + storageCost) throw new ExecutionFailure('INSUFFICIENT_GAS')
    } catch (error) {
      if (!(error instanceof ExecutionFailure)) throw error
      failure = error
    }
  }
  // A failed transaction stores nothing. A transaction that runs out of gas has spent its whole budget.
  const stored = runsCommands && failure === null ? storageCost : 0n
  const isOut = budgetOf(data) < gasCost + storageCost
  const computed = isOut ? budgetOf(data) : gasCost
  chargeGas(data, page, gasCoin, isOut ? computed : computed + stored)
  const readOnly = readOnlyInputs(data)
  const made = results.flatMap((value) => (value.kind === 'object' ? [value.object] : []))
  for (const object of new Set([
    ...held,
    ...(gasCoin === undefined ? [] : [gasCoin]),
    ...place.made,
    ...made,
  ])) {
    if (!readOnly.has(object.objectId)) write(object, page, lamportVersion, digest)
  }
  const changes = page.changes()
  return {
    page,
    failure: failure ?? deniedIn(changes, denyList) ?? excessOf(changes, place.events.length),
    lamportVersion,
    changes,
    gasObjectId: gasCoin?.objectId,
    events: place.events,
    balanceChanges: page.balanceChanges(),
    gasCost: computed,
    storageCost: isOut ? 0n : stored,
    nowMs,
    epoch: place.epoch,
  }
}

/** The failure if an address on the coin's deny list received the coin. Null if there is none. */
function deniedIn(changes: readonly ObjectChange[], denyList: DenyList): ExecutionFailure | null {
  for (const { after } of changes) {
    const coinType = after && coinOf(after.type)
    if (!coinType || after.owner.kind !== 'address') continue
    const { address } = after.owner
    if (!denyList.isDeniedReceiver(coinType, address)) continue
    return new ExecutionFailure('ADDRESS_DENIED_FOR_COIN', {
      description: `Address ${address} is denied for coin ${coinType}`,
      errorDetails: { oneofKind: 'coinDenyListError', coinDenyListError: { address, coinType } },
    })
  }
  return null
}

const budgetOf = ({ gasData }: TransactionData): bigint => BigInt(gasData.budget ?? 0)

const NO_SESSION = { call: async () => [], settle: async () => undefined }

/** The package with a virtual machine that a transaction calls. There is at most one. */
function packageCalled(data: TransactionData, vmOf: RunContext['vmOf']): string | undefined {
  const called = data.commands.flatMap((command) =>
    command.$kind === 'MoveCall' ? [normalizeSuiAddress(command.MoveCall.package)] : [],
  )
  return called.find((packageId) => vmOf(packageId) !== undefined)
}

function idsOf(digest: Uint8Array) {
  let count = 0
  return {
    next: () => createdId(digest, count++),
    count: () => count,
    peek: () => createdId(digest, count),
    all: () => Array.from({ length: count + 1 }, (_, n) => createdId(digest, n)),
  }
}

function write(object: HeldObject, page: LedgerPage, version: bigint, previousTransaction: string): void {
  const { objectId, type, contents } = object
  if (object.isGone) return void page.remove(objectId)
  const owner = object.newOwner ?? object.owner
  if (owner === undefined) return
  page.put({
    objectId,
    version,
    digest: objectDigest(objectId, version, type, contents),
    owner:
      owner.kind === 'shared' && object.owner === undefined
        ? { ...owner, initialSharedVersion: version }
        : owner,
    type,
    contents,
    previousTransaction,
  })
}

function inputValue(input: CallArg, data: TransactionData, page: LedgerPage): Value {
  switch (input.$kind) {
    case 'Pure':
      return { kind: 'pure', bytes: fromBase64(input.Pure.bytes) }
    case 'FundsWithdrawal': {
      const { reservation, typeArg, withdrawFrom } = input.FundsWithdrawal
      const owner = withdrawFrom.$kind === 'Sponsor' ? gasOwnerOf(data) : senderOf(data)
      const coinType = normalizeStructTag(typeArg.Balance)
      return { kind: 'withdrawal', coinType, amount: BigInt(reservation.MaxAmountU64), owner, isGone: false }
    }
    case 'Object': {
      const object = page.object(normalizeSuiAddress(objectIdOf(input.Object)))
      // A deleted object is detected before any command runs.
      if (object === undefined) return { kind: 'vector', items: [] }
      const { objectId, type, contents, owner } = object
      return {
        kind: input.Object.$kind === 'Receiving' ? 'receiving' : 'object',
        object: { objectId, type, contents, owner, newOwner: undefined, isGone: false },
      }
    }
    default:
      throw new Error(`the input ${input.$kind} was to be resolved before`)
  }
}

function objectIdOf(object: Extract<CallArg, { $kind: 'Object' }>['Object']): string {
  switch (object.$kind) {
    case 'ImmOrOwnedObject':
      return object.ImmOrOwnedObject.objectId
    case 'SharedObject':
      return object.SharedObject.objectId
    case 'Receiving':
      return object.Receiving.objectId
    default:
      return unreachable(object)
  }
}

const objectInputs = (data: TransactionData) =>
  data.inputs.flatMap((input) => (input.$kind === 'Object' ? [input.Object] : []))

const missingShared = (data: TransactionData, ledger: Ledger): string | undefined =>
  objectInputs(data)
    .map(objectIdOf)
    .find((objectId) => ledger.object(objectId) === undefined)

function readOnlyInputs(data: TransactionData): ReadonlySet<string> {
  const shared = objectInputs(data).filter(
    (object) => object.$kind === 'SharedObject' && !object.SharedObject.mutable,
  )
  return new Set(shared.map(objectIdOf).map((objectId) => normalizeSuiAddress(objectId)))
}

/** One more than the highest version of all objects that the transaction names. */
function nextVersion(data: TransactionData, ledger: Ledger): bigint {
  const named = [
    ...objectInputs(data).map(objectIdOf),
    ...(data.gasData.payment ?? []).map((one) => one.objectId),
  ]
  const versions = named.map((objectId) => ledger.object(objectId)?.version ?? 0n)
  return versions.reduce((highest, version) => (version > highest ? version : highest), 0n) + 1n
}
