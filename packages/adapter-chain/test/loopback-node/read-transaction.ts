import { GrpcTypes } from '@mysten/sui/grpc'
import type { Argument, CallArg, TransactionData } from '@mysten/sui/transactions'
import { toBase64 } from '@mysten/sui/utils'
import { GrpcFailure } from './grpc-answers.ts'

const { Input_InputKind: InputKind, Argument_ArgumentKind: ArgumentKind } = GrpcTypes
const { FundsWithdrawal_Source: Source, TransactionExpiration_TransactionExpirationKind: Expiration } =
  GrpcTypes

// Shared by the modules that convert between the wire format of a transaction and the client's own format.

export type Command = TransactionData['commands'][number]

export const unsupported = (what: string) =>
  new GrpcFailure('invalidArgument', `this node does not take ${what}`)

/** Reads an incomplete transaction from a client. Objects may be named by their id alone, and gas may be missing. */
export function readTransaction(message: GrpcTypes.Transaction): TransactionData {
  const data = message.kind?.data
  if (data?.oneofKind !== 'programmableTransaction') throw unsupported('this kind of transaction')
  const { inputs, commands } = data.programmableTransaction
  const gas = message.gasPayment
  return {
    version: 2,
    sender: message.sender ?? null,
    expiration: readExpiration(message.expiration),
    gasData: {
      budget: gas?.budget?.toString() ?? null,
      owner: gas?.owner ?? null,
      payment: gas?.objects.map(readReference) ?? null,
      price: gas?.price?.toString() ?? null,
    },
    inputs: inputs.map(readInput),
    commands: commands.map(readCommand),
  }
}

const readReference = (reference: {
  objectId?: string | undefined
  version?: bigint | undefined
  digest?: string | undefined
}) => ({
  objectId: reference.objectId ?? '',
  version: String(reference.version ?? 0n),
  digest: reference.digest ?? '',
})

function readExpiration(
  expiration: GrpcTypes.TransactionExpiration | undefined,
): TransactionData['expiration'] {
  switch (expiration?.kind) {
    case undefined:
      return null
    case Expiration.NONE:
      return { $kind: 'None', None: true }
    case Expiration.EPOCH:
      return { $kind: 'Epoch', Epoch: String(expiration.epoch) }
    case Expiration.VALID_DURING:
      return {
        $kind: 'ValidDuring',
        ValidDuring: {
          minEpoch: expiration.minEpoch?.toString() ?? null,
          maxEpoch: expiration.epoch?.toString() ?? null,
          minTimestamp:
            expiration.minTimestamp === undefined ? null : String(expiration.minTimestamp.seconds),
          maxTimestamp:
            expiration.maxTimestamp === undefined ? null : String(expiration.maxTimestamp.seconds),
          chain: expiration.chain ?? '',
          nonce: expiration.nonce ?? 0,
        },
      }
    default:
      throw unsupported(`expiration of kind ${expiration?.kind}`)
  }
}

function readInput(input: GrpcTypes.Input): CallArg {
  switch (input.kind) {
    case InputKind.PURE:
      return { $kind: 'Pure', Pure: { bytes: toBase64(input.pure ?? new Uint8Array()) } }
    case InputKind.IMMUTABLE_OR_OWNED:
      return {
        $kind: 'Object',
        Object: { $kind: 'ImmOrOwnedObject', ImmOrOwnedObject: readReference(input) },
      }
    case InputKind.RECEIVING:
      return { $kind: 'Object', Object: { $kind: 'Receiving', Receiving: readReference(input) } }
    case InputKind.SHARED:
      return {
        $kind: 'Object',
        Object: {
          $kind: 'SharedObject',
          SharedObject: {
            objectId: input.objectId ?? '',
            initialSharedVersion: String(input.version ?? 0n),
            mutable: input.mutable ?? false,
          },
        },
      }
    case InputKind.FUNDS_WITHDRAWAL: {
      const { amount, coinType, source } = input.fundsWithdrawal ?? {}
      if (source === Source.SENDER_ALLOWANCE) throw unsupported('allowances')
      return {
        $kind: 'FundsWithdrawal',
        FundsWithdrawal: {
          reservation: { $kind: 'MaxAmountU64', MaxAmountU64: String(amount ?? 0n) },
          typeArg: { $kind: 'Balance', Balance: coinType ?? '0x2::sui::SUI' },
          withdrawFrom:
            source === Source.SPONSOR
              ? { $kind: 'Sponsor', Sponsor: true }
              : { $kind: 'Sender', Sender: true },
        },
      }
    }
    case undefined:
    case InputKind.INPUT_KIND_UNKNOWN:
      return {
        $kind: 'UnresolvedObject',
        UnresolvedObject: { objectId: input.objectId ?? '', mutable: input.mutable ?? null },
      }
    default:
      throw unsupported(`input of kind ${input.kind}`)
  }
}

function readArgument(argument: GrpcTypes.Argument | undefined): Argument {
  switch (argument?.kind) {
    case ArgumentKind.GAS:
      return { $kind: 'GasCoin', GasCoin: true }
    case ArgumentKind.INPUT:
      return { $kind: 'Input', Input: argument.input ?? 0 }
    case ArgumentKind.RESULT:
      return argument.subresult === undefined
        ? { $kind: 'Result', Result: argument.result ?? 0 }
        : { $kind: 'NestedResult', NestedResult: [argument.result ?? 0, argument.subresult] }
    default:
      throw unsupported(`argument of kind ${argument?.kind}`)
  }
}

function readCommand({ command }: GrpcTypes.Command): Command {
  switch (command.oneofKind) {
    case 'moveCall': {
      const { package: packageId = '', module = '', function: name = '', typeArguments } = command.moveCall
      const args = command.moveCall.arguments.map(readArgument)
      return {
        $kind: 'MoveCall',
        MoveCall: { package: packageId, module, function: name, typeArguments, arguments: args },
      }
    }
    case 'transferObjects': {
      const { objects, address } = command.transferObjects
      return {
        $kind: 'TransferObjects',
        TransferObjects: { objects: objects.map(readArgument), address: readArgument(address) },
      }
    }
    case 'splitCoins': {
      const { coin, amounts } = command.splitCoins
      return {
        $kind: 'SplitCoins',
        SplitCoins: { coin: readArgument(coin), amounts: amounts.map(readArgument) },
      }
    }
    case 'mergeCoins': {
      const { coin, coinsToMerge } = command.mergeCoins
      return {
        $kind: 'MergeCoins',
        MergeCoins: { destination: readArgument(coin), sources: coinsToMerge.map(readArgument) },
      }
    }
    case 'publish': {
      const { modules, dependencies } = command.publish
      return { $kind: 'Publish', Publish: { modules: modules.map((bytes) => toBase64(bytes)), dependencies } }
    }
    case 'makeMoveVector': {
      const { elementType, elements } = command.makeMoveVector
      return {
        $kind: 'MakeMoveVec',
        MakeMoveVec: { type: elementType ?? null, elements: elements.map(readArgument) },
      }
    }
    default:
      throw unsupported(`command ${command.oneofKind}`)
  }
}
