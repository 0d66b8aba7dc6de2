import { canMove } from '@dropkit/core/internal'
import type { DropStatus, UpdateDropInput } from '../../../api/generated/operations.ts'
import { isRandom } from '../../../words/drop-amount.ts'
import type { ShownDrop } from '../shown-drop.ts'

/** Something that an owner does with a drop as a whole. */
export type MoveName = 'open' | 'schedule' | 'pause' | 'resume' | 'end' | 'reopen' | 'cancel'

export interface Move {
  readonly name: MoveName
  readonly label: string
  /** The status that it leads to. */
  readonly to: DropStatus
  /** What follows from it, a sentence each; empty where it is undone with a click. */
  readonly consequences: readonly string[]
  readonly isForGood: boolean
}

type Movable = Pick<ShownDrop, 'status' | 'startsAt' | 'tokenAmount' | 'price' | 'isSoldOut'>

/** What can be done with a drop in the state in which it is, what one is most likely to want first. */
export function movesOf(drop: Movable, nowMs: number): readonly Move[] {
  if (isRandom(drop) && (drop.status === 'SOLD_OUT' || drop.status === 'ENDED')) return []
  return ORDER.filter((name) => isFitting(name, drop, nowMs)).map((name) => moveOf(name, drop))
}

const ORDER: readonly MoveName[] = ['schedule', 'open', 'resume', 'pause', 'reopen', 'end', 'cancel']

function isFitting(name: MoveName, drop: Movable, nowMs: number): boolean {
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

const VOUCHERS = 'Issued vouchers still work until they expire.'

function moveOf(name: MoveName, drop: Movable): Move {
  switch (name) {
    case 'open':
      return { name, label: 'Open now', to: 'ACTIVE', consequences: opening(drop), isForGood: false }
    case 'schedule':
      return { name, label: 'Schedule', to: 'SCHEDULED', consequences: [], isForGood: false }
    case 'resume':
      return { name, label: 'Resume', to: 'ACTIVE', consequences: [], isForGood: false }
    case 'pause':
      return { name, label: 'Pause', to: 'PAUSED', consequences: [], isForGood: false }
    case 'reopen':
      return { name, label: 'Open again', to: 'ACTIVE', consequences: [], isForGood: false }
    case 'end':
      return { name, label: 'End', to: 'ENDED', consequences: ending(drop), isForGood: isRandom(drop) }
    case 'cancel':
      return {
        name,
        label: 'Cancel the drop',
        to: 'CANCELLED',
        consequences: cancelling(drop),
        isForGood: true,
      }
  }
}

const opening = ({ status, startsAt }: Movable): readonly string[] =>
  status === 'SCHEDULED' || startsAt !== null
    ? ['People can claim at once.', 'The scheduled start is removed.']
    : ['People can see the drop and claim at once.']

const ending = (drop: Movable): readonly string[] => [
  'No more claims are possible.',
  VOUCHERS,
  isRandom(drop)
    ? 'It cannot be reopened, because its seed is published so that anyone can verify the draws.'
    : 'You can open it again later, with a new deadline.',
]

const cancelling = (drop: Movable): readonly string[] => [
  'No more claims are possible, and the drop cannot be reopened.',
  ...(drop.price === null
    ? []
    : ['Open payments are cancelled, and payments for items that are not claimed are refunded.']),
  VOUCHERS,
  'Then the rest of the vault is returned to where it came from.',
]

/** What the service is asked for. A deadline is needed to open again what has ended, in ISO 8601. */
export function updateFor({ name, to }: Pick<Move, 'name' | 'to'>, deadline: string | null): UpdateDropInput {
  switch (name) {
    // A start that still lies ahead would keep everybody out.
    case 'open':
      return { status: to, startsAt: null }
    case 'reopen':
      return { status: to, claimDeadline: deadline }
    default:
      return { status: to }
  }
}
