import type { Argument, CallArg, TransactionData } from '@mysten/sui/transactions'
import { normalizeSuiAddress } from '@mysten/sui/utils'
import { GrpcFailure } from './grpc-answers.ts'
import type { NodeState } from './node-state.ts'
import { CLOCK_ID, coinOf, coinValue, SUI_TYPE } from './objects.ts'
import type { Command } from './read-transaction.ts'
import { gasOwnerOf } from './transaction-checks.ts'

type ResolveState = Pick<
  NodeState,
  'ledger' | 'readObject' | 'clock' | 'chainId' | 'gasCost' | 'storageCost' | 'gasPrice'
>

/** Adds the current version to objects that are named by their id alone, as a node does. */
export function resolveInputs(data: TransactionData, { readObject }: ResolveState): TransactionData {
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
export function selectGas(data: TransactionData, state: ResolveState): TransactionData {
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
