import { GrpcTypes } from '@mysten/sui/grpc'
import type { Argument, CallArg, TransactionData } from '@mysten/sui/transactions'
import { fromBase64 } from '@mysten/sui/utils'
import { type Command, unsupported } from './read-transaction.ts'

const { Input_InputKind: InputKind, Argument_ArgumentKind: ArgumentKind } = GrpcTypes
const { FundsWithdrawal_Source: Source, TransactionExpiration_TransactionExpirationKind: Expiration } =
  GrpcTypes

/** Writes a transaction in the wire format of the node. */
export function writeTransaction(
  data: TransactionData,
  bytes: Uint8Array,
  digest: string,
): GrpcTypes.Transaction {
  const { gasData } = data
  const owner = gasData.owner ?? data.sender ?? undefined
  return GrpcTypes.Transaction.create({
    bcs: { name: 'TransactionData', value: bytes },
    digest,
    version: 1,
    ...(data.sender != null && { sender: data.sender }),
    kind: {
      kind: GrpcTypes.TransactionKind_Kind.PROGRAMMABLE_TRANSACTION,
      data: {
        oneofKind: 'programmableTransaction',
        programmableTransaction: {
          inputs: data.inputs.map(writeInput),
          commands: data.commands.map(writeCommand),
        },
      },
    },
    gasPayment: {
      objects: (gasData.payment ?? []).map(writeReference),
      ...(owner !== undefined && { owner }),
      price: BigInt(gasData.price ?? 0),
      budget: BigInt(gasData.budget ?? 0),
    },
    expiration: writeExpiration(data.expiration),
  })
}

const writeReference = (reference: {
  readonly objectId: string
  readonly version: string | number
  readonly digest: string
}) => ({ objectId: reference.objectId, version: BigInt(reference.version), digest: reference.digest })

function writeExpiration(expiration: TransactionData['expiration']): GrpcTypes.TransactionExpiration {
  switch (expiration?.$kind) {
    case undefined:
    case 'None':
      return { kind: Expiration.NONE }
    case 'Epoch':
      return { kind: Expiration.EPOCH, epoch: BigInt(expiration.Epoch) }
    case 'ValidDuring': {
      const { minEpoch, maxEpoch, chain, nonce } = expiration.ValidDuring
      return {
        kind: Expiration.VALID_DURING,
        minEpoch: BigInt(minEpoch ?? 0),
        epoch: BigInt(maxEpoch ?? 0),
        chain,
        nonce,
      }
    }
    default:
      throw unsupported(`expiration ${expiration?.$kind}`)
  }
}

function writeInput(input: CallArg): GrpcTypes.Input {
  switch (input.$kind) {
    case 'Pure':
      return { kind: InputKind.PURE, pure: fromBase64(input.Pure.bytes) }
    case 'Object':
      return writeObjectInput(input.Object)
    case 'FundsWithdrawal': {
      const { reservation, typeArg, withdrawFrom } = input.FundsWithdrawal
      return {
        kind: InputKind.FUNDS_WITHDRAWAL,
        fundsWithdrawal: {
          amount: BigInt(reservation.MaxAmountU64),
          coinType: typeArg.Balance,
          source: withdrawFrom.$kind === 'Sponsor' ? Source.SPONSOR : Source.SENDER,
        },
      }
    }
    default:
      throw unsupported(`input ${input.$kind}`)
  }
}

function writeObjectInput(input: Extract<CallArg, { $kind: 'Object' }>['Object']): GrpcTypes.Input {
  switch (input.$kind) {
    case 'ImmOrOwnedObject':
      return { kind: InputKind.IMMUTABLE_OR_OWNED, ...writeReference(input.ImmOrOwnedObject) }
    case 'Receiving':
      return { kind: InputKind.RECEIVING, ...writeReference(input.Receiving) }
    case 'SharedObject': {
      const { objectId, initialSharedVersion, mutable } = input.SharedObject
      return { kind: InputKind.SHARED, objectId, version: BigInt(initialSharedVersion), mutable }
    }
    default:
      throw unsupported('this object')
  }
}

function writeArgument(argument: Argument): GrpcTypes.Argument {
  switch (argument.$kind) {
    case 'GasCoin':
      return { kind: ArgumentKind.GAS }
    case 'Input':
      return { kind: ArgumentKind.INPUT, input: argument.Input }
    case 'Result':
      return { kind: ArgumentKind.RESULT, result: argument.Result }
    case 'NestedResult': {
      const [result, subresult] = argument.NestedResult
      return { kind: ArgumentKind.RESULT, result, subresult }
    }
    default:
      throw unsupported('this argument')
  }
}

function writeCommand(command: Command): GrpcTypes.Command {
  switch (command.$kind) {
    case 'MoveCall': {
      const { package: packageId, module, function: name, typeArguments } = command.MoveCall
      const args = command.MoveCall.arguments.map(writeArgument)
      return {
        command: {
          oneofKind: 'moveCall',
          moveCall: { package: packageId, module, function: name, typeArguments, arguments: args },
        },
      }
    }
    case 'TransferObjects': {
      const { objects, address } = command.TransferObjects
      const transferObjects = { objects: objects.map(writeArgument), address: writeArgument(address) }
      return { command: { oneofKind: 'transferObjects', transferObjects } }
    }
    case 'SplitCoins': {
      const { coin, amounts } = command.SplitCoins
      const splitCoins = { coin: writeArgument(coin), amounts: amounts.map(writeArgument) }
      return { command: { oneofKind: 'splitCoins', splitCoins } }
    }
    case 'MergeCoins': {
      const { destination, sources } = command.MergeCoins
      const mergeCoins = { coin: writeArgument(destination), coinsToMerge: sources.map(writeArgument) }
      return { command: { oneofKind: 'mergeCoins', mergeCoins } }
    }
    case 'Publish': {
      const { modules, dependencies } = command.Publish
      const publish = { modules: modules.map((text) => fromBase64(text)), dependencies }
      return { command: { oneofKind: 'publish', publish } }
    }
    case 'MakeMoveVec': {
      const { type, elements } = command.MakeMoveVec
      const makeMoveVector = {
        ...(type !== null && { elementType: type }),
        elements: elements.map(writeArgument),
      }
      return { command: { oneofKind: 'makeMoveVector', makeMoveVector } }
    }
    default:
      throw unsupported(`command ${command.$kind}`)
  }
}
