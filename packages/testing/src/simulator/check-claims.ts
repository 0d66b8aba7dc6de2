import { type Claim, type Drop, isReserved, verifyDraws } from '@dropkit/core'
import { hexOfBytes, itemAmount, openSeed, walletLimit } from '@dropkit/core/internal'
import { show } from '../assert.ts'
import { pureHashes } from '../doubles/pure-hashes.ts'
import { transparentSecrets } from '../doubles/transparent-secrets.ts'
import { type DropRecords, sum } from './drop-records.ts'
import { demand, demandEqual } from './violation.ts'

/** Checks a drop's claims, counters and limits. */
export function checkClaims({ drop, claims, intents }: DropRecords): void {
  const sequences = claims.map(({ sequence }) => sequence)
  demandEqual(
    sequences,
    sequences.map((_, place) => place + 1),
    'claims are counted without gaps',
    drop.id,
  )
  const reserved = claims.filter(({ state }) => isReserved(state))
  const heldItems = intents.reduce((items, { held }) => items + held, 0)
  demandEqual(
    drop.tally,
    {
      reservedAmount: sum(reserved, ({ amount }) => amount),
      reservedCount: reserved.length,
      heldItems,
      heldAmount: BigInt(heldItems) * itemAmount(drop),
      lastSequence: claims.length,
      order: drop.tally.order,
    },
    'counters are what the rows add up to',
    drop.id,
  )
  checkBounds(drop, reserved)
  if (drop.award.kind === 'random') checkDraws(drop, claims)
}

function checkBounds(drop: Drop, reserved: readonly Claim[]): void {
  const { tally, pool, supply } = drop
  demand(
    tally.reservedAmount + tally.heldAmount <= pool,
    'a pool is never exceeded',
    () => `${drop.id}: ${tally.reservedAmount} and ${tally.heldAmount} of ${pool}`,
  )
  demand(
    supply === null || tally.reservedCount + tally.heldItems <= supply,
    'a supply is never exceeded',
    () => `${drop.id}: ${tally.reservedCount} and ${tally.heldItems} of ${supply}`,
  )
  for (const [wallet, theirs] of Map.groupBy(reserved, ({ claimer }) => claimer)) {
    const slots = theirs.map(({ slot }) => slot)
    demandEqual(
      new Set(slots).size,
      slots.length,
      'no two claims of a wallet fill one place',
      `${drop.id} ${wallet}`,
    )
    const limit = drop.claimType === 'STREAK' ? Number.POSITIVE_INFINITY : walletLimit(drop)
    demand(
      theirs.length <= limit,
      'no wallet gets beyond its limit',
      () => `${drop.id}: ${wallet} has ${theirs.length} of ${limit}`,
    )
  }
}

/** Checks that every amount follows from the committed seed. */
function checkDraws(drop: Drop, claims: readonly Claim[]): void {
  if (drop.award.kind !== 'random' || claims.length === 0) return
  const seed = hexOfBytes(openSeed(transparentSecrets, drop.id, drop.award.seed))
  const { id: dropId, pool, supply } = drop
  const record = { dropId, pool, supply, commitment: drop.award.commitment, seed, draws: claims }
  const checked = verifyDraws(record, pureHashes)
  demand(
    checked.kind === 'verified',
    'every draw can be worked out again',
    () => `${drop.id}: ${show(checked)}`,
  )
}
