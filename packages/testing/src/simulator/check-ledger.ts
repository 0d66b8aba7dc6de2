import {
  type Claim,
  type Drop,
  type EventType,
  isReserved,
  type LoggedEvent,
  readClaimId,
  verifyDraws,
} from '@dropkit/core'
import { hexOfBytes, openSeed, soldItemAmount, walletLimit } from '@dropkit/core/internal'
import { show } from '../assert.ts'
import { pureHashes, transparentSecrets } from '../doubles/test-cryptography.ts'
import { walletKey } from '../memory/memory-table.ts'
import { checkLottery, checkMoney, checkTreasury, checkVault } from './check-money.ts'
import { type DropRecords, recordsOfDrops, sum } from './records.ts'
import { demand, demandEqual } from './trace.ts'
import type { World } from './world.ts'

/** Checks what must hold at every moment. Throws the first broken rule. */
export function checkLedger(world: World): void {
  checkAcknowledged(world)
  checkLog(world)
  for (const records of recordsOfDrops(world)) {
    checkClaims(records)
    checkRequests(records, world)
    checkEvents(records)
    checkLottery(records, world)
    checkVault(records, world)
    checkMoney(records, world)
  }
  checkTreasury(world)
}

/** Checks that everything that clients were told is true. */
function checkAcknowledged({ storage, acknowledged }: World): void {
  const { state } = storage
  for (const [id, { claimer, amount }] of acknowledged.claims) {
    demand(readClaimId(id) !== undefined, 'a claim has an id of its kind', () => id)
    const stored = state.claims.get(id)
    demand(stored !== undefined, 'no acknowledged claim is lost', () => id)
    const about = 'an acknowledged claim stays what it is'
    demandEqual({ claimer: stored.claimer, amount: stored.amount }, { claimer, amount }, about, id)
  }
  const lost = (what: string) => `no acknowledged ${what} is lost`
  for (const id of acknowledged.drops.keys())
    demand(state.drops.get(id) !== undefined, lost('drop'), () => id)
  for (const [key, { enteredAt }] of acknowledged.entries) {
    const stored = state.lotteryEntries.get(key)
    demand(stored !== undefined, lost('entry'), () => key)
    demandEqual(stored.enteredAt, enteredAt, 'an acknowledged entry stays what it is', key)
  }
  for (const id of acknowledged.deleted) {
    demand((state.drops.get(id)?.deletedAt ?? null) !== null, 'a deleted drop stays deleted', () => id)
  }
  for (const [id, intent] of acknowledged.intents) {
    const stored = state.paymentIntents.get(id)
    demand(stored !== undefined, lost('intent'), () => id)
    demandEqual(stored.quantity, intent.quantity, 'an acknowledged intent stays what it is', id)
  }
  for (const [id, { amount }] of acknowledged.refunds) {
    const stored = state.refunds.get(id)
    demand(stored !== undefined, lost('refund'), () => id)
    demandEqual(stored.amount, amount, 'an acknowledged refund stays what it is', id)
  }
  for (const id of acknowledged.payouts.keys())
    demand(state.payouts.get(id) !== undefined, lost('payout'), () => id)

  const made = {
    drop: state.drops.size,
    intent: state.paymentIntents.size,
    // The service itself refunds what is left when a drop is over.
    refund: [...state.refunds.all()].filter(({ reason }) => reason === null).length,
    payout: state.payouts.size,
  }
  for (const [kind, count] of Object.entries(made)) {
    const asked = acknowledged.askedFor(kind)
    demand(
      count <= asked,
      'one Idempotency-Key has one effect',
      () => `${count} of ${kind} for ${asked} keys`,
    )
  }
}

/** Checks a drop's claims, counters and limits. */
function checkClaims({ drop, claims, intents }: DropRecords): void {
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
      heldAmount: BigInt(heldItems) * soldItemAmount(drop),
      lastSequence: claims.length,
      order: drop.tally.order,
    },
    'counters are what the rows add up to',
    drop.id,
  )
  checkBounds(drop, reserved)
  if (drop.award.kind === 'random') checkDraws(drop, claims)
}

/** Checks that no request has two claims. A request may have none: a pending claim answers it, or it is refused. */
function checkRequests({ drop, claims }: DropRecords, { acknowledged }: World): void {
  for (const [wallet, theirs] of Map.groupBy(claims, ({ claimer }) => claimer)) {
    const asked = acknowledged.askedFor(walletKey(drop.id, wallet))
    demand(
      theirs.length <= asked,
      'one request has one claim',
      () => `${drop.id}: ${wallet} has ${theirs.length} claims for ${asked} requests`,
    )
  }
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

/** Checks that positions in the log count from 1 without gaps. */
function checkLog({ storage }: World): void {
  storage.state.events.forEach(({ position }, place) => {
    demand(
      position === place + 1,
      'the log has no gaps',
      () => `event ${position} stands at place ${place + 1}`,
    )
  })
}

/** Checks that the log of a drop agrees with its rows: each effect has one event. */
function checkEvents(records: DropRecords): void {
  replayClaims(records)
  const { drop, claims, intents, refunds, events } = records
  const once = 'each effect is one event'
  const of = (type: EventType, field: string) =>
    events
      .filter((event) => event.type === type)
      .map(({ data }) => String(data[field]))
      .sort()
  const expected: readonly (readonly [EventType, string, readonly string[]])[] = [
    ['drop.created', 'dropId', [drop.id]],
    ['drop.deleted', 'dropId', drop.deletedAt === null ? [] : [drop.id]],
    ['claim.confirmed', 'sequence', numbers(claims.filter(({ state }) => state.kind === 'CONFIRMED'))],
    ['claim.expired', 'sequence', numbers(claims.filter(({ state }) => state.kind === 'EXPIRED'))],
    ['claim.failed', 'sequence', numbers(claims.filter(({ state }) => state.kind === 'FAILED'))],
    ['payment.created', 'paymentIntentId', ids(intents)],
    ['refund.succeeded', 'refundId', ids(refunds.filter(({ state }) => state.kind === 'SUCCEEDED'))],
  ]
  for (const [type, field, wanted] of expected) {
    demandEqual(of(type, field), [...wanted].sort(), once, `${type} of ${drop.id}`)
  }
  const [started, failed] = [of('refund.created', 'refundId'), of('refund.failed', 'refundId')]
  demandEqual([...new Set(started)], ids(refunds).toSorted(), once, `refund.created of ${drop.id}`)
  for (const { id, state } of refunds) {
    const isNow = { PENDING: 1, SUCCEEDED: 1, FAILED: 0 }[state.kind]
    // The owner may retry a refund that has failed.
    const starts = started.filter((each) => each === id).length
    demandEqual(starts - failed.filter((each) => each === id).length, isNow, once, `the starts of ${id}`)
  }
  demandEqual(expiriesIn(events), expiredOnce(records), once, `payment.expired of ${drop.id}`)
  demand(of('drop.completed', 'dropId').length <= 1, once, () => `${drop.id} is completed twice`)
}

/** Replays reservations event by event. The totals in each event include it. */
function replayClaims({ drop, claims, events }: DropRecords): void {
  const rule = 'the log replays to the rows'
  const reservedAmounts = new Map<number, bigint>()
  let count = 0
  for (const event of events) {
    const sequence = Number(event.data['sequence'])
    const about = `${event.type} ${sequence} of ${drop.id}`
    if (event.type === 'drop.claimed') {
      demandEqual(sequence, ++count, rule, about)
      const row = claims[sequence - 1]
      reservedAmounts.set(sequence, BigInt(String(event.data['amount'])))
      const { claimedAmount, claimCount, amount, userAddress } = event.data
      demandEqual(
        { claimedAmount, claimCount, amount, userAddress },
        {
          claimedAmount: String(sum(reservedAmounts.values(), (each) => each)),
          claimCount: reservedAmounts.size,
          amount: String(row?.amount),
          userAddress: row?.claimer,
        },
        rule,
        about,
      )
    } else if (event.type === 'claim.expired' || event.type === 'claim.failed') {
      demand(reservedAmounts.delete(sequence), rule, () => `${about} was not reserved`)
    }
  }
  const reserved = claims.filter(({ state }) => isReserved(state)).map(({ sequence }) => sequence)
  demandEqual([...reservedAmounts.keys()].sort(ascending), reserved, rule, `reserved claims of ${drop.id}`)
}

/** An intent expires at most once, and every expired intent has an event, even if it was paid afterwards. */
function expiredOnce({ intents, events }: DropRecords): readonly string[] {
  const said = new Set(events.filter(isExpiry).map(({ data }) => String(data['paymentIntentId'])))
  return ids(intents.filter(({ id, state }) => state.kind === 'EXPIRED' || said.has(id))).toSorted()
}

/** The intents that expired, sorted. An intent that expires again at the end of a review counts once. */
function expiriesIn(events: DropRecords['events']): readonly string[] {
  const expired: string[] = []
  const reviewed = new Set<string>()
  for (const event of events) {
    const id = String(event.data['paymentIntentId'])
    if (event.type === 'payment.requires_review') reviewed.add(id)
    if (isExpiry(event) && !(reviewed.delete(id) && expired.includes(id))) expired.push(id)
  }
  return expired.sort()
}

const isExpiry = ({ type }: LoggedEvent): boolean => type === 'payment.expired'

const ascending = (one: number, other: number): number => one - other

const numbers = (claims: readonly { readonly sequence: number }[]) =>
  claims.map(({ sequence }) => String(sequence))

const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id)
