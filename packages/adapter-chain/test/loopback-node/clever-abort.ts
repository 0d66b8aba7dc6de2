import { deserialize } from '@mysten/move-bytecode-template'
import { bcs } from '@mysten/sui/bcs'
import { GrpcTypes } from '@mysten/sui/grpc'

/** The message of an abort, as a node reads it from the module. */
interface CleverError {
  readonly errorCode: bigint
  readonly lineNumber: bigint
  readonly constantName: string
  readonly rendered: string
}

/** A constant with `#[error]` with which a module aborted. */
export interface ErrorConstant {
  readonly name: string
  /** The line where the aborting statement starts. */
  readonly line: number
}

interface ModuleParts {
  readonly constant_pool: readonly { readonly data: readonly number[] }[]
  readonly function_defs: readonly {
    readonly code: { readonly code: readonly (string | { readonly LdU64?: bigint })[] } | null
  }[]
}

const CLEVER_VERSION = 0xcn

/**
 * The failure of a transaction that aborts with this constant. The abort code is the one in the published module: it
 * contains the error code, the line, and the positions of the constant's name and value.
 */
export function cleverAbort(
  module: Uint8Array,
  { name, line }: ErrorConstant,
  location: AbortLocation,
  command: number,
): ExecutionFailure {
  const { constant_pool, function_defs }: ModuleParts = deserialize(module)
  const textAt = (index: bigint): string =>
    Buffer.from(bcs.byteVector().parse(Uint8Array.from(constant_pool[Number(index)]?.data ?? [0]))).toString()
  const codes = function_defs.flatMap(({ code }) =>
    (code?.code ?? []).flatMap((step) =>
      typeof step === 'object' && step.LdU64 !== undefined && step.LdU64 >> 60n === CLEVER_VERSION
        ? [step.LdU64]
        : [],
    ),
  )
  const part = (code: bigint, shift: bigint) => (code >> shift) & 0xffffn
  // If a statement has several lines, its abort code may contain a later one.
  const [found] = codes
    .filter((code) => textAt(part(code, 16n)) === name && part(code, 32n) >= BigInt(line))
    .toSorted((one, other) => Number(one - other))
  if (found === undefined)
    throw new Error(`the published module has no abort with ${name} after line ${line}`)
  return moveAbort(found, location, command, {
    errorCode: (found >> 48n) & 0xffn,
    lineNumber: part(found, 32n),
    constantName: name,
    rendered: textAt(part(found, 0n)),
  })
}

const { ExecutionError_ExecutionErrorKind: Kind } = GrpcTypes

/** Thrown while a transaction is executed. The transaction is on the chain as failed, and its changes are undone. */
export class ExecutionFailure extends Error {
  readonly detail: GrpcTypes.ExecutionError

  constructor(kind: keyof typeof Kind, detail: Partial<GrpcTypes.ExecutionError> = {}) {
    super(detail.description ?? kind)
    this.detail = GrpcTypes.ExecutionError.create({ description: kind, ...detail, kind: Kind[kind] })
  }
}

interface AbortLocation {
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
