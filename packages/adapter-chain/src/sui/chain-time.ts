import type { Instant } from '@dropkit/core'

/**
 * A node runs transactions side by side: its Clock may stand later than the last transaction that it has run. Only the
 * time of its last whole checkpoint is past all that is older, and a node says it with each answer. Where something on
 * the way drops that header, this much is taken off what is known otherwise.
 */
const SETTLING_MS = 60_000

export type AnswerHeaders = Readonly<Record<string, unknown>>

/**
 * A time that is not later than the state which an answer shows: nothing older is still to come there. The headers are
 * written after the state was read, so the request's own duration is taken off.
 */
export function settledTime(headers: AnswerHeaders, otherwise: Instant, durationMs: number): Instant {
  const settled = numberIn(headers, 'x-sui-timestamp-ms') ?? otherwise - SETTLING_MS
  return Math.min(settled, otherwise) - Math.max(0, durationMs)
}

/** The epoch that the node was in when it answered; null when it does not say. */
export function epochOf(headers: AnswerHeaders): bigint | null {
  const number = numberIn(headers, 'x-sui-epoch')
  return number === null ? null : BigInt(number)
}

/** The oldest checkpoint whose transactions the node still has; null when it does not say. */
export function lowestCheckpointOf(headers: AnswerHeaders): bigint | null {
  const number = numberIn(headers, 'x-sui-lowest-available-checkpoint')
  return number === null ? null : BigInt(number)
}

/** The last checkpoint that the node had when it answered; null when it does not say. */
export const checkpointHeightOf = (headers: AnswerHeaders): number | null =>
  numberIn(headers, 'x-sui-checkpoint-height')

function numberIn(headers: AnswerHeaders, name: string): number | null {
  const value = headers[name]
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
}
