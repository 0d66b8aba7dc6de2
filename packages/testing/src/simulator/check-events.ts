import { type EventType, isReserved, type LoggedEvent } from '@dropkit/core'
import { type DropRecords, sum } from './drop-records.ts'
import { demand, demandEqual } from './violation.ts'
import type { World } from './world.ts'

/** Checks that positions in the log count from 1 without gaps. */
export function checkLog({ storage }: World): void {
  storage.state.events.forEach(({ position }, place) => {
    demand(
      position === place + 1,
      'the log has no gaps',
      () => `event ${position} stands at place ${place + 1}`,
    )
  })
}

/** Checks that the log of a drop agrees with its rows: each effect has one event. */
export function checkEvents(records: DropRecords): void {
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
    ['payment.expired', 'paymentIntentId', expiredOnce(records)],
    ['refund.created', 'refundId', ids(refunds)],
    ['refund.succeeded', 'refundId', ids(refunds.filter(({ state }) => state.kind === 'SUCCEEDED'))],
    ['refund.failed', 'refundId', ids(refunds.filter(({ state }) => state.kind === 'FAILED'))],
  ]
  for (const [type, field, wanted] of expected) {
    demandEqual(of(type, field), [...wanted].sort(), once, `${type} of ${drop.id}`)
  }
  demand(of('drop.completed', 'dropId').length <= 1, once, () => `${drop.id} is completed twice`)
}

/** Replays reservations event by event. The totals in each event include it. */
function replayClaims({ drop, claims, events }: DropRecords): void {
  const rule = 'the log replays to the rows'
  const standing = new Map<number, bigint>()
  let count = 0
  for (const event of events) {
    const sequence = Number(event.data['sequence'])
    const about = `${event.type} ${sequence} of ${drop.id}`
    if (event.type === 'drop.claimed') {
      demandEqual(sequence, ++count, rule, about)
      const row = claims[sequence - 1]
      standing.set(sequence, BigInt(String(event.data['amount'])))
      const { claimedAmount, claimCount, amount, userAddress } = event.data
      demandEqual(
        { claimedAmount, claimCount, amount, userAddress },
        {
          claimedAmount: String(sum(standing.values(), (each) => each)),
          claimCount: standing.size,
          amount: String(row?.amount),
          userAddress: row?.claimer,
        },
        rule,
        about,
      )
    } else if (event.type === 'claim.expired' || event.type === 'claim.failed') {
      demand(standing.delete(sequence), rule, () => `${about} was not reserved`)
    }
  }
  const reserved = claims.filter(({ state }) => isReserved(state)).map(({ sequence }) => sequence)
  demandEqual([...standing.keys()].sort(ascending), reserved, rule, `what stands of ${drop.id}`)
}

/** An intent expires at most once, and every expired intent has an event, even if it was paid afterwards. */
function expiredOnce({ intents, events }: DropRecords): readonly string[] {
  const said = new Set(events.filter(isExpiry).map(({ data }) => String(data['paymentIntentId'])))
  return intents.filter(({ id, state }) => state.kind === 'EXPIRED' || said.has(id)).map(({ id }) => id)
}

const isExpiry = ({ type }: LoggedEvent): boolean => type === 'payment.expired'

const ascending = (one: number, other: number): number => one - other

const numbers = (claims: readonly { readonly sequence: number }[]) =>
  claims.map(({ sequence }) => String(sequence))

const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id)
