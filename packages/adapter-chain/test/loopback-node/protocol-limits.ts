import type { TransactionData } from '@mysten/sui/transactions'
import { fromBase64 } from '@mysten/sui/utils'
import { ExecutionFailure } from './clever-abort.ts'
import { GrpcFailure } from './grpc-answers.ts'
import type { ObjectChange } from './run-transaction.ts'

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
