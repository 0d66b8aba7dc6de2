import { canMove } from '@dropkit/core/internal'
import type { DropStatus, UpdateDropInput } from '../../../api/generated/operations.ts'
import { isRandom } from '../../../words/amount.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import type { ShownDrop } from '../use-drop.ts'

/** A status change that the owner makes. */
export type StatusChangeName = 'open' | 'schedule' | 'pause' | 'resume' | 'end' | 'reopen' | 'cancel'

export interface StatusChange {
  readonly name: StatusChangeName
  readonly label: string
  /** The new status. */
  readonly to: DropStatus
  /** The consequences, one sentence each. Empty if one click undoes the change. */
  readonly consequences: readonly string[]
  readonly isForGood: boolean
}

type ChangeableDrop = Pick<ShownDrop, 'status' | 'startsAt' | 'tokenAmount' | 'price' | 'isSoldOut'>

/** The status changes that are possible in the drop's current state, the most likely first. */
export function statusChangesOf(drop: ChangeableDrop, nowMs: number): readonly StatusChange[] {
  if (isRandom(drop) && (drop.status === 'SOLD_OUT' || drop.status === 'ENDED')) return []
  return ORDER.filter((name) => isFitting(name, drop, nowMs)).map((name) => statusChangeOf(name, drop))
}

const ORDER: readonly StatusChangeName[] = ['schedule', 'open', 'resume', 'pause', 'reopen', 'end', 'cancel']

function isFitting(name: StatusChangeName, drop: ChangeableDrop, nowMs: number): boolean {
  const { status } = drop
  const begins = drop.startsAt !== null && Date.parse(drop.startsAt) > nowMs
  switch (name) {
    case 'open':
      return status === 'DRAFT' || status === 'SCHEDULED'
    case 'schedule':
      return status === 'DRAFT' && begins
    case 'resume':
      return status === 'PAUSED'
    case 'pause':
      return status === 'ACTIVE'
    case 'reopen':
      return status === 'ENDED'
    case 'end':
      return canMove(status, 'ENDED')
    case 'cancel':
      return canMove(status, 'CANCELLED')
  }
}

const VOUCHERS = inDrop('issuedVouchersStillWork')

function statusChangeOf(name: StatusChangeName, drop: ChangeableDrop): StatusChange {
  switch (name) {
    case 'open':
      return { name, label: inDrop('openNow'), to: 'ACTIVE', consequences: opening(drop), isForGood: false }
    case 'schedule':
      return { name, label: inDrop('schedule'), to: 'SCHEDULED', consequences: [], isForGood: false }
    case 'resume':
      return { name, label: inDrop('resume'), to: 'ACTIVE', consequences: [], isForGood: false }
    case 'pause':
      return { name, label: inDrop('pause'), to: 'PAUSED', consequences: [], isForGood: false }
    case 'reopen':
      return { name, label: inDrop('openAgain'), to: 'ACTIVE', consequences: [], isForGood: false }
    case 'end':
      return {
        name,
        label: inDrop('end'),
        to: 'ENDED',
        consequences: ending(drop),
        isForGood: isRandom(drop),
      }
    case 'cancel':
      return {
        name,
        label: inDrop('cancelDrop'),
        to: 'CANCELLED',
        consequences: cancelling(drop),
        isForGood: true,
      }
  }
}

const opening = ({ status, startsAt }: ChangeableDrop): readonly string[] =>
  status === 'SCHEDULED' || startsAt !== null
    ? [inDrop('peopleCanClaimAt'), inDrop('scheduledStartIsRemoved')]
    : [inDrop('peopleCanSeeDrop')]

const ending = (drop: ChangeableDrop): readonly string[] => [
  inDrop('noMoreClaimsAre'),
  VOUCHERS,
  isRandom(drop) ? inDrop('itCannotBeReopened') : inDrop('youCanOpenIt'),
]

const cancelling = (drop: ChangeableDrop): readonly string[] => [
  inDrop('noMoreClaimsArePossible'),
  ...(drop.price === null ? [] : [inDrop('openPaymentsAreCancelled')]),
  VOUCHERS,
  inDrop('thenRestOfVault'),
]

/** The update to send. `deadline` (ISO 8601) is required to reopen a drop that has ended. */
export function updateFor(
  { name, to }: Pick<StatusChange, 'name' | 'to'>,
  deadline: string | null,
): UpdateDropInput {
  switch (name) {
    // A start in the future would block all claims.
    case 'open':
      return { status: to, startsAt: null }
    case 'reopen':
      return { status: to, claimDeadline: deadline }
    default:
      return { status: to }
  }
}
