import type { Instant } from '@dropkit/core'

/**
 * A node executes transactions in parallel, so its Clock may be later than the last transaction that it has executed. Only
 * the time of its last complete checkpoint is reliable: everything older has been executed. The node sends that time with
 * each answer. If a proxy drops the header, this much is subtracted from the time that is known otherwise.
 */
const SETTLING_MS = 60_000

export type AnswerHeaders = Readonly<Record<string, unknown>>

/**
 * A time up to which the state in an answer is complete: no transaction before it is still missing. The node writes the
 * headers after it has read the state, so the duration of the request is subtracted.
 */
export function settledTime(headers: AnswerHeaders, otherwise: Instant, durationMs: number): Instant {
  const settled = numberIn(headers, 'x-sui-timestamp-ms') ?? otherwise - SETTLING_MS
  return Math.min(settled, otherwise) - Math.max(0, durationMs)
}

/** The epoch of the node at the time of its answer. Null if the header is missing. */
export function epochOf(headers: AnswerHeaders): bigint | null {
  const number = numberIn(headers, 'x-sui-epoch')
  return number === null ? null : BigInt(number)
}

/** The oldest checkpoint whose transactions the node still has. Null if the header is missing. */
export function lowestCheckpointOf(headers: AnswerHeaders): bigint | null {
  const number = numberIn(headers, 'x-sui-lowest-available-checkpoint')
  return number === null ? null : BigInt(number)
}

/** The last checkpoint of the node at the time of its answer. Null if the header is missing. */
export const checkpointHeightOf = (headers: AnswerHeaders): number | null =>
  numberIn(headers, 'x-sui-checkpoint-height')

function numberIn(headers: AnswerHeaders, name: string): number | null {
  const value = headers[name]
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
}
