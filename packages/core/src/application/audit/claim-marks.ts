import type { Claim, ClaimStatus } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { EventType } from '../../domain/event.ts'
import type { Compare } from './difference.ts'

/** The event types of each of a drop's claims, in one byte per claim. */
export interface ClaimMarks {
  /** False if no claim of the drop can have this sequence. */
  mark(sequence: number, type: EventType, claimId: string): boolean
  /** Compares a claim's state with the log. */
  compareState(claim: Claim, claimId: string): void
}

const BITS: Readonly<Partial<Record<EventType, number>>> = {
  'drop.claimed': 1,
  'claim.confirmed': 2,
  'claim.expired': 4,
  'claim.failed': 8,
  'claim.revealed': 16,
}

/** The possible statuses after the events of a claim. The first two have not ended yet. */
const STATES: Readonly<Record<number, readonly ClaimStatus[]>> = {
  1: ['PENDING', 'SUBMITTED'],
  3: ['CONFIRMED'],
  5: ['EXPIRED'],
  9: ['FAILED'],
}

/** A larger sequence is an error itself and must not allocate memory. */
const MOST_CLAIMS = 1_000_000_000

export function createClaimMarks(drop: Pick<Drop, 'id' | 'tally'>, compare: Compare): ClaimMarks {
  let marks = new Uint8Array(1_024)

  return {
    mark(sequence, type, claimId) {
      if (!Number.isSafeInteger(sequence) || sequence < 1 || sequence > MOST_CLAIMS) {
        compare(drop.id, `sequence of a ${type}`, sequence, `at most ${drop.tally.lastSequence}`)
        return false
      }
      if (sequence >= marks.length) {
        const more = new Uint8Array(2 ** Math.ceil(Math.log2(sequence + 1)))
        more.set(marks)
        marks = more
      }
      const bit = BITS[type] ?? 0
      const before = marks[sequence] ?? 0
      if ((before & bit) !== 0) compare(claimId, type, 'more than once', 'once')
      marks[sequence] = before | bit
      return true
    },
    compareState({ sequence, state, draw }, claimId) {
      const mark = marks[sequence] ?? 0
      if ((mark & 1) === 0) compare(claimId, 'drop.claimed', 'none', 'one')
      const isRevealed = draw !== null && draw.revealedAt !== null
      if (isRevealed !== ((mark & 16) !== 0)) compare(claimId, 'claim.revealed', isRevealed, !isRevealed)
      const states = STATES[(mark & 15) | 1]
      if (states === undefined) compare(claimId, 'state', state.kind, 'one end, and the log has several')
      else if (!states.includes(state.kind)) compare(claimId, 'state', state.kind, states.join(' or '))
    },
  }
}
