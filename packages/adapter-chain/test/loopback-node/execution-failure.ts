import { GrpcTypes } from '@mysten/sui/grpc'
import type { CleverError } from './clever-abort.ts'

const { ExecutionError_ExecutionErrorKind: Kind } = GrpcTypes

/** Thrown while a transaction is executed. The transaction is on the chain as failed, and its changes are undone. */
export class ExecutionFailure extends Error {
  readonly detail: GrpcTypes.ExecutionError

  constructor(kind: keyof typeof Kind, detail: Partial<GrpcTypes.ExecutionError> = {}) {
    super(detail.description ?? kind)
    this.detail = GrpcTypes.ExecutionError.create({ description: kind, ...detail, kind: Kind[kind] })
  }
}

export interface AbortLocation {
  readonly packageId: string
  readonly module: string
  readonly functionName?: string
}

export function moveAbort(
  code: bigint,
  location: AbortLocation,
  command: number,
  cleverError?: CleverError,
): ExecutionFailure {
  const { packageId, module, functionName } = location
  return new ExecutionFailure('MOVE_ABORT', {
    description: `MoveAbort in ${packageId}::${module}, abort code ${code}, in command ${command}`,
    command: BigInt(command),
    errorDetails: {
      oneofKind: 'abort',
      abort: {
        abortCode: code,
        location: { package: packageId, module, ...(functionName !== undefined && { functionName }) },
        ...(cleverError && { cleverError: cleverMessage(cleverError) }),
      },
    },
  })
}

const cleverMessage = ({ rendered, ...error }: CleverError): GrpcTypes.CleverError => ({
  ...error,
  constantType: 'vector<u8>',
  value: { oneofKind: 'rendered', rendered },
})
