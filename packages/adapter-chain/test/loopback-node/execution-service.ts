import { GrpcTypes } from '@mysten/sui/grpc'
import {
  type Argument,
  type CallArg,
  type TransactionData,
  TransactionDataBuilder,
} from '@mysten/sui/transactions'
import { normalizeSuiAddress } from '@mysten/sui/utils'
import { GrpcFailure } from './grpc-answers.ts'
import { masked, type ServedService } from './grpc-web-server.ts'
import type { NodeState } from './node-state.ts'
import { CLOCK_ID, coinOf, coinValue, SUI_TYPE } from './objects.ts'
import { type Command, readTransaction } from './read-transaction.ts'
import { runTransaction, type TransactionResult } from './run-transaction.ts'
import {
  checkDenyList,
  checkExpiration,
  checkGas,
  checkInputs,
  checkSignatures,
  checkSize,
  gasOwnerOf,
  senderOf,
} from './transaction-checks.ts'
import { type LoggedTransaction, transactionMessage } from './transaction-log.ts'

const { SimulateTransactionRequest_TransactionChecks: TransactionChecks } = GrpcTypes

export interface Executor {
  readonly service: ServedService
  /** Executes an unsigned transaction as if its sender had signed it. For wallets without a key. */
  executeUnsigned(bytes: Uint8Array): Promise<LoggedTransaction>
}

/** Executes transactions, or simulates them. */
export function createExecutor(state: NodeState): Executor {
  const { log, inTurn } = state

  /** The same bytes take effect once. If they are sent again, the earlier result is returned. */
  async function execute(
    bytes: Uint8Array,
    signatures: readonly Uint8Array[] | null,
  ): Promise<LoggedTransaction> {
    const data = readBytes(bytes)
    checkSize(bytes, data)
    if (signatures !== null) await checkSignatures(bytes, data, signatures)
    const digest = TransactionDataBuilder.getDigestFromBytes(bytes)
    return await inTurn(async () => {
      const known = log.find(digest)
      if (known !== undefined) return known
      checkExpiration(data, state)
      checkInputs(data, state)
      checkGas(data, state)
      checkDenyList(data, state)
      const result = await runTransaction(data, digest, state)
      result.page.keep()
      const added = result.failure === null ? state.takeAddedEvents() : []
      const events = [...added, ...result.events]
      return log.add(logged({ ...result, events }, { data, bytes, digest, signatures: signatures ?? [] }))
    })
  }

  async function simulate(request: GrpcTypes.SimulateTransactionRequest) {
    const { transaction, checks, doGasSelection = false } = request
    if (transaction === undefined) throw new GrpcFailure('invalidArgument', 'there is no transaction')
    return await inTurn(async () => {
      const given = transaction.bcs?.value
      const read = given === undefined ? readTransaction(transaction) : readBytes(given)
      const resolved = resolveInputs(read, state)
      const isChecked = checks !== TransactionChecks.DISABLED
      const data = doGasSelection && isChecked ? selectGas(resolved, state) : resolved
      const whole = { ...data, gasData: withoutGaps(data, state) }
      const bytes = TransactionDataBuilder.restore(whole).build()
      checkSize(bytes, whole)
      const digest = TransactionDataBuilder.getDigestFromBytes(bytes)
      // Without checks, the request is only a transaction kind, which has no sender and is never executed in this form.
      const result = isChecked ? await tryOut(whole, digest, doGasSelection) : notRun(state)
      return {
        transaction: transactionMessage(logged(result, { data: whole, bytes, digest, signatures: [] }), null),
        commandOutputs: [],
        suggestedGasPrice: state.suggestedGasPrice(),
      } satisfies GrpcTypes.SimulateTransactionResponse
    })
  }

  /** A simulated transaction is never congested. */
  const uncongested = { ...state, lowestPrice: () => 0n }

  async function tryOut(data: TransactionData, digest: string, paysGas: boolean): Promise<Outcome> {
    checkExpiration(data, state)
    const pays = paysGas || (data.gasData.payment ?? []).length > 0
    if (pays) {
      checkInputs(data, state)
      checkGas(data, state)
      return await runTransaction(data, digest, uncongested)
    }
    // The simulation adds a virtual gas coin.
    checkInputs(data, state, true)
    const free = { ...data, gasData: { ...data.gasData, budget: '0', payment: [] } }
    const tried = await runTransaction(free, digest, { ...uncongested, gasCost: 0n, storageCost: 0n })
    return { ...tried, gasCost: state.gasCost, storageCost: state.storageCost }
  }

  return {
    executeUnsigned: async (bytes) => await execute(bytes, null),
    service: {
      service: GrpcTypes.TransactionExecutionService,
      handlers: {
        async executeTransaction({ transaction, signatures, readMask }: GrpcTypes.ExecuteTransactionRequest) {
          const bytes = transaction?.bcs?.value
          if (bytes === undefined)
            throw new GrpcFailure('invalidArgument', 'the bytes of a transaction are wanted')
          const given = signatures.map(({ bcs }) => bcs?.value ?? new Uint8Array())
          const done = await execute(bytes, given)
          // The answer comes before the transaction is in a checkpoint, as on real nodes.
          const message = transactionMessage(done, null)
          return { transaction: masked(GrpcTypes.ExecutedTransaction, message, readMask?.paths) }
        },

        async simulateTransaction(request: GrpcTypes.SimulateTransactionRequest) {
          const answer = await simulate(request)
          return masked(GrpcTypes.SimulateTransactionResponse, answer, request.readMask?.paths)
        },
      },
    },
  }
}

type Outcome = Omit<TransactionResult, 'page'>

const notRun = ({ gasCost, storageCost, clock }: NodeState): Outcome => ({
  failure: null,
  lamportVersion: 0n,
  changes: [],
  gasObjectId: undefined,
  events: [],
  balanceChanges: [],
  gasCost,
  storageCost,
  nowMs: clock.now(),
  epoch: clock.epoch(),
})

function readBytes(bytes: Uint8Array): TransactionData {
  try {
    return TransactionDataBuilder.fromBytes(bytes).snapshot()
  } catch (error) {
    throw new GrpcFailure('invalidArgument', `these are no bytes of a transaction: ${String(error)}`)
  }
}

const withoutGaps = (
  { gasData, sender }: TransactionData,
  { gasPrice, gasCost, storageCost }: NodeState,
) => ({
  budget: gasData.budget ?? String(gasCost + storageCost),
  price: gasData.price ?? String(gasPrice),
  owner: gasData.owner ?? sender ?? null,
  payment: gasData.payment ?? [],
})

function logged(
  result: Outcome,
  transaction: Pick<LoggedTransaction, 'data' | 'bytes' | 'digest' | 'signatures'>,
): Omit<LoggedTransaction, 'index'> {
  const owners = result.changes.flatMap(({ before, after }) =>
    [before, after].flatMap((object) => (object?.owner.kind === 'address' ? [object.owner.address] : [])),
  )
  const { data } = transaction
  const sender = senderOf(data)
  const affected = new Set([
    sender,
    gasOwnerOf(data),
    ...owners,
    ...result.balanceChanges.map(({ address }) => address),
  ])
  return { ...result, ...transaction, sender, affected }
}

type ResolveState = Pick<
  NodeState,
  'ledger' | 'readObject' | 'clock' | 'chainId' | 'gasCost' | 'storageCost' | 'gasPrice'
>

/** Adds the current version to objects that are named by their id alone, as a node does. */
function resolveInputs(data: TransactionData, { readObject }: ResolveState): TransactionData {
  return { ...data, inputs: data.inputs.map((input) => resolveInput(input, readObject)) }
}

function resolveInput(input: CallArg, readObject: NodeState['readObject']): CallArg {
  if (input.$kind !== 'UnresolvedObject') return input
  const objectId = normalizeSuiAddress(input.UnresolvedObject.objectId)
  const object = readObject(objectId)
  if (object === undefined) throw new GrpcFailure('notFound', `Could not find object ${objectId}`)
  const { owner, version, digest } = object
  if (owner.kind !== 'shared') {
    const ImmOrOwnedObject = { objectId, version: String(version), digest }
    return { $kind: 'Object', Object: { $kind: 'ImmOrOwnedObject', ImmOrOwnedObject } }
  }
  // The Clock is the only shared object here that functions only read.
  const mutable = input.UnresolvedObject.mutable ?? objectId !== CLOCK_ID
  const SharedObject = { objectId, initialSharedVersion: String(owner.initialSharedVersion), mutable }
  return { $kind: 'Object', Object: { $kind: 'SharedObject', SharedObject } }
}

/** Adds what the sender left out of the gas: the budget, its price, and the coins or balance that pay. */
function selectGas(data: TransactionData, state: ResolveState): TransactionData {
  const { gasCost, storageCost, gasPrice, ledger, clock, chainId } = state
  const { gasData } = data
  const budget = BigInt(gasData.budget ?? gasCost + storageCost)
  const filled = { ...gasData, budget: String(budget), price: gasData.price ?? String(gasPrice) }
  if (gasData.payment !== null && gasData.payment.length > 0) return { ...data, gasData: filled }

  const owner = gasOwnerOf(data)
  const balance = ledger.addressBalance(owner, SUI_TYPE)
  const usesCoin = data.commands.some((command) =>
    argumentsOf(command).some(({ $kind }) => $kind === 'GasCoin'),
  )
  if (!usesCoin && balance >= budget) {
    const epoch = clock.epoch()
    const expiration: TransactionData['expiration'] = {
      $kind: 'ValidDuring',
      ValidDuring: {
        minEpoch: String(epoch),
        maxEpoch: String(epoch + 1n),
        minTimestamp: null,
        maxTimestamp: null,
        chain: chainId,
        nonce: Math.trunc(clock.now() % 0x1_0000_0000),
      },
    }
    const kept = data.expiration == null || data.expiration.$kind === 'None' ? expiration : data.expiration
    return { ...data, gasData: { ...filled, payment: [] }, expiration: kept }
  }
  const used = new Set(
    data.inputs.flatMap((input) =>
      input.$kind === 'Object' && input.Object.$kind === 'ImmOrOwnedObject'
        ? [normalizeSuiAddress(input.Object.ImmOrOwnedObject.objectId)]
        : [],
    ),
  )
  const coins = [...ledger.objects()].filter(
    (object) =>
      object.owner.kind === 'address' &&
      object.owner.address === owner &&
      coinOf(object.type) === SUI_TYPE &&
      !used.has(object.objectId),
  )
  const sum = coins.reduce((total, { contents }) => total + coinValue(contents), 0n)
  if (coins.length === 0 || sum < budget) {
    throw new GrpcFailure(
      'invalidArgument',
      `Unable to perform gas selection due to insufficient SUI balance (in address balances or coins) for account ${owner} to satisfy required budget ${budget}.`,
    )
  }
  const payment = coins.map(({ objectId, version, digest }) => ({
    objectId,
    version: String(version),
    digest,
  }))
  return { ...data, gasData: { ...filled, payment } }
}

function argumentsOf(command: Command): readonly Argument[] {
  switch (command.$kind) {
    case 'MoveCall':
      return command.MoveCall.arguments
    case 'TransferObjects':
      return [...command.TransferObjects.objects, command.TransferObjects.address]
    case 'SplitCoins':
      return [command.SplitCoins.coin, ...command.SplitCoins.amounts]
    case 'MergeCoins':
      return [command.MergeCoins.destination, ...command.MergeCoins.sources]
    case 'MakeMoveVec':
      return command.MakeMoveVec.elements
    default:
      return []
  }
}
