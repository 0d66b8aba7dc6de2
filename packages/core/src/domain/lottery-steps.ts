import { type Amount, amountOf } from './amount.ts'
import { type BeaconRound, roundAtOrAfter } from './beacon.ts'
import { BEACON_MARGIN_MS } from './claim-order.ts'
import { type Drop, type DropStatus, freeItems, itemAmount } from './drop.ts'
import { type DropChange, isActiveAt, statusAt } from './drop-status.ts'
import { dropEvent } from './event.ts'
import { type Instant, toIso } from './instant.ts'
import { invariant } from './invariant.ts'
import { admittedRank, claimByOf, type Lottery, type LotteryDraw, type LotteryWave } from './lottery.ts'
import { vaultRefusal } from './vault.ts'

/** The number of waves whose times are kept. */
const MOST_WAVES = 20

const withDraw = (drop: Drop, lottery: Lottery, draw: LotteryDraw, now: Instant): Drop => ({
  ...drop,
  lottery: { ...lottery, draw },
  updatedAt: now,
})

/** Statuses in which the drop's lottery does not continue. */
const STOPPED: readonly DropStatus[] = ['DRAFT', 'ENDED', 'CANCELLED']

/** Whether the lottery cannot continue unless the drop's owner changes the drop. */
export const isLotteryStopped = (drop: Drop, now: Instant): boolean =>
  drop.deletedAt !== null || STOPPED.includes(statusAt(drop, now))

/**
 * Closes the entries: from now on no server adds an entry, whatever its clock says. Returns the same drop if the entries
 * are already closed or not due to close.
 */
export function closeEntries(drop: Drop, now: Instant): Drop {
  const { lottery } = drop
  if (lottery?.draw.kind !== 'OPEN' || now < lottery.entriesCloseAt || isLotteryStopped(drop, now))
    return drop
  return withDraw(drop, lottery, { kind: 'FREEZING' }, now)
}

/**
 * Publishes the root of the entries and chooses the round that orders them. The round is published after the root is
 * stored, so no party can choose the entries by the round.
 */
export function freezeEntries(drop: Drop, root: string, now: Instant): DropChange {
  const { lottery } = drop
  if (lottery?.draw.kind !== 'FREEZING') return { drop, events: [] }
  const round = roundAtOrAfter(lottery.beacon, now + BEACON_MARGIN_MS)
  const frozen = withDraw(drop, lottery, { kind: 'FROZEN', root, round, frozenAt: now }, now)
  const data = { entries: lottery.entries, root, round }
  return { drop: frozen, events: [dropEvent('lottery.closed', frozen, now, null, data)] }
}

/** Stores the published round, so that all ranks follow from the same round. */
export function orderEntries(drop: Drop, { round, signature }: BeaconRound, now: Instant): Drop {
  const { lottery } = drop
  if (lottery?.draw.kind !== 'FROZEN') return drop
  invariant(lottery.draw.round === round, 'a lottery is ordered by its own round')
  return withDraw(drop, lottery, { ...lottery.draw, kind: 'RANKING', signature, hasKeys: false }, now)
}

/** Notes that all order keys are written. */
export function finishKeys(drop: Drop, now: Instant): Drop {
  const { lottery } = drop
  if (lottery?.draw.kind !== 'RANKING' || lottery.draw.hasKeys) return drop
  return withDraw(drop, lottery, { ...lottery.draw, hasKeys: true }, now)
}

/** Notes that all ranks are written. */
export function finishDraw(drop: Drop, now: Instant): DropChange {
  const { lottery } = drop
  if (lottery?.draw.kind !== 'RANKING') return { drop, events: [] }
  const { root, round, frozenAt, signature } = lottery.draw
  const draw: LotteryDraw = { kind: 'DRAWN', root, round, frozenAt, signature, drawnAt: now, waves: [] }
  const drawn = withDraw(drop, lottery, draw, now)
  const data = { entries: lottery.entries, root, round, beaconSignature: signature }
  return { drop: drawn, events: [dropEvent('lottery.drawn', drawn, now, null, data)] }
}

/** Whether a background job must continue the lottery. */
export const isLotteryUnderWay = (drop: Drop): boolean =>
  drop.lottery !== null &&
  drop.lottery.draw.kind !== 'DRAWN' &&
  drop.deletedAt === null &&
  !STOPPED.includes(drop.status)

/** What happens next in a drawn lottery. */
export type NextWave =
  /** Nothing happens before this time. */
  | { readonly kind: 'at'; readonly at: Instant }
  /** The drop's vault does not hold enough for every wallet of the wave. They are promised a whole window, so it waits. */
  | { readonly kind: 'no_vault' }
  /** Nothing more happens, unless the drop is resumed or a claim is released. Both check again. */
  | { readonly kind: 'over' }
  | ({ readonly kind: 'admitted' } & DropChange)

/** The most that the wallets of a wave can get together. */
const mostOf = (drop: Drop, { firstRank, lastRank }: LotteryWave): Amount =>
  amountOf(
    drop.award.kind === 'random'
      ? drop.pool - drop.tally.reservedAmount
      : itemAmount(drop) * BigInt(lastRank - firstRank + 1),
  )

/** Admits the next ranks of the waiting list after the previous wave has ended: as many as there are unclaimed items. */
export function admitNextWave(drop: Drop, now: Instant): NextWave {
  const { lottery } = drop
  if (lottery?.draw.kind !== 'DRAWN' || !isActiveAt(drop, now)) return { kind: 'over' }
  const { draw, entries, claimWindowMs } = lottery
  const current = draw.waves.at(-1)
  if (current !== undefined && now < current.claimBy) return { kind: 'at', at: current.claimBy }
  const admitted = admittedRank(lottery)
  const free = freeItems(drop.supply, drop.tally)
  if (admitted >= entries || free < 1) return { kind: 'over' }
  const wave: LotteryWave = {
    firstRank: admitted + 1,
    lastRank: Math.min(entries, admitted + free),
    claimBy: now + claimWindowMs,
  }
  if (vaultRefusal(drop, drop.tally, mostOf(drop, wave))) return { kind: 'no_vault' }
  const waves = [...draw.waves, wave].slice(-MOST_WAVES)
  const moved = withDraw(drop, lottery, { ...draw, waves }, now)
  return {
    kind: 'admitted',
    drop: moved,
    events: [
      dropEvent('lottery.admitted', moved, now, null, {
        firstRank: wave.firstRank,
        lastRank: wave.lastRank,
        claimBy: toIso(claimByOf(wave, moved)),
      }),
    ],
  }
}

/**
 * Gives admitted wallets a new whole window because the drop did not accept claims for a while. Otherwise an owner could
 * choose winners with pauses.
 */
export function renewWindow(lottery: Lottery | null, now: Instant): Lottery | null {
  if (lottery?.draw.kind !== 'DRAWN') return lottery
  const { draw } = lottery
  const current = draw.waves.at(-1)
  if (current === undefined) return lottery
  const renewed = { ...current, claimBy: now + lottery.claimWindowMs }
  return { ...lottery, draw: { ...draw, waves: [...draw.waves.slice(0, -1), renewed] } }
}
