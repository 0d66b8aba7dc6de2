import {
  type AuditRows,
  type AuditSource,
  idOfClaim,
  LOG_REMOVED_KEY,
  type Pages,
  readRemovedLog,
  removedDeliveriesKey,
  type StoredEvent,
  transferKey,
} from '@dropkit/core'
import { HOUR_MS } from '@dropkit/core/internal'
import type { MemoryState } from './memory-state.ts'

/** A webhook that was registered less than this after an event may not have existed yet when the event was dispatched. */
const WELL_BEFORE_MS = 60_000

/** The reads of an audit, from a state in memory. */
export const createMemoryAudit = (state: MemoryState): AuditSource => ({
  atOneMoment: (_onUnreadable, read) => read(rowsOf(state)),
})

/** Small, so that tests read several pages. */
const ROWS_PER_PAGE = 3

async function* pagesOf<T>(rows: Iterable<T>, keyOf: (row: T) => string): Pages<T> {
  const keyed = [...rows].map((row): readonly [string, T] => [keyOf(row), row])
  const sorted = keyed
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([, row]) => row)
  for (let from = 0; from < sorted.length; from += ROWS_PER_PAGE)
    yield sorted.slice(from, from + ROWS_PER_PAGE)
}

const keyOf = (...parts: readonly (string | number | null)[]): string =>
  parts.map((part) => (typeof part === 'number' ? String(part).padStart(16, '0') : (part ?? ''))).join(' ')

function rowsOf(state: MemoryState): AuditRows {
  const claims = () => [...state.claims.all()]
  const transactions = () => [...state.chainTransactions.all()]
  const events = <Event extends StoredEvent>(
    isWanted: (event: StoredEvent) => boolean,
    key: (event: Event) => string,
  ) =>
    pagesOf(state.events.filter(isWanted) as readonly StoredEvent[] as readonly Event[], (event) =>
      keyOf(key(event), event.position),
    )

  return {
    drops: () => pagesOf(state.drops.all(), ({ id }) => id),
    claims: () => pagesOf(claims(), ({ dropId, sequence }) => keyOf(dropId, sequence)),
    paidClaims: () =>
      pagesOf(
        claims().flatMap((claim) =>
          claim.intentId === null ? [] : [{ ...claim, intentId: claim.intentId }],
        ),
        ({ dropId, intentId, sequence }) => keyOf(dropId, intentId, sequence),
      ),
    claimsAt: async (places) => {
      const wanted = new Set(places.map(({ dropId, sequence }) => `${dropId} ${sequence}`))
      const found = claims().filter(({ dropId, sequence }) => wanted.has(`${dropId} ${sequence}`))
      return new Map(found.map((claim) => [idOfClaim(claim), claim]))
    },
    // The memory store counts claims only when they are read.
    claimHours: () => {
      const hours = Map.groupBy(claims(), ({ dropId, createdAt }) =>
        keyOf(dropId, Math.floor(createdAt / HOUR_MS)),
      )
      const counts = [...hours.values()].flatMap((counted) =>
        counted.slice(0, 1).map(({ dropId, createdAt }) => ({
          dropId,
          hour: Math.floor(createdAt / HOUR_MS),
          count: counted.length,
        })),
      )
      return pagesOf(counts, ({ dropId, hour }) => keyOf(dropId, hour))
    },
    wrongCallerCounts: () => pagesOf([], () => ''),
    exemptions: () => pagesOf(state.exemptions.all(), ({ dropId, id }) => keyOf(dropId, id)),
    intents: () => pagesOf(state.paymentIntents.all(), ({ dropId, id }) => keyOf(dropId, id)),
    refunds: () => pagesOf(state.refunds.all(), ({ dropId, intentId, id }) => keyOf(dropId, intentId, id)),
    payouts: () => pagesOf(state.payouts.all(), ({ dropId, intentId, id }) => keyOf(dropId, intentId, id)),
    transfers: () =>
      pagesOf([...state.refunds.all(), ...state.payouts.all()], ({ dropId, id }) => keyOf(dropId, id)),
    transferTransactions: () =>
      pagesOf(
        transactions().flatMap(({ purpose, ...sent }) =>
          purpose.kind === 'refund'
            ? [{ ...sent, transferId: purpose.refundId as string }]
            : purpose.kind === 'payout'
              ? [{ ...sent, transferId: purpose.payoutId as string }]
              : [],
        ),
        ({ dropId, transferId, id }) => keyOf(dropId, transferId, id),
      ),
    usedPayments: () =>
      pagesOf(
        [...state.usedPayments].flatMap(([transfer, intentId]) =>
          intentId === null
            ? []
            : [{ transfer, intentId, dropId: state.paymentIntents.get(intentId)?.dropId ?? null }],
        ),
        ({ dropId, intentId, transfer }) => keyOf(dropId, intentId, transfer),
      ),
    unmatchedPayments: () =>
      pagesOf(
        [...state.unmatchedPayments.all()].map((payment) => ({
          payment,
          use: state.usedPayments.get(transferKey(payment)),
        })),
        ({ payment }) => payment.id,
      ),
    openTransactions: () =>
      pagesOf(
        transactions().filter((sent) => sent.state === 'sent'),
        ({ dropId, id }) => keyOf(dropId, id),
      ),
    jobs: () => pagesOf(state.jobs.values(), ({ subject, kind }) => keyOf(subject, kind)),
    events: () =>
      events(
        ({ dropId }) => dropId !== null,
        ({ dropId }) => dropId,
      ),
    paymentEvents: () =>
      events(
        ({ intentId, type }) => intentId !== null && /^(payment|refund)\./.test(type),
        ({ dropId, intentId }) => keyOf(dropId, intentId),
      ),
    tokens: () => pagesOf(state.tokens.all(), ({ id }) => id),
    tokenEvents: () =>
      events(
        ({ type }) => type.startsWith('token.'),
        ({ tokenId }) => tokenId,
      ),
    log: async () => {
      // `filter` skips the empty positions of the array.
      const places = state.events.filter(() => true).map(({ position }) => position)
      return {
        placed: places.length,
        first: places[0] ?? 0,
        removed: readRemovedLog(state.texts.get(LOG_REMOVED_KEY)),
        last: places.at(-1) ?? 0,
        missing: [],
        head: null,
        dispatched: state.dispatchedUpTo,
      }
    },
    strangeDeliveries: () =>
      pagesOf(
        [...state.deliveries.values()]
          .map(({ delivery }) => delivery)
          .filter(({ position, eventType }) => state.events[position - 1]?.type !== eventType),
        ({ id }) => id,
      ),
    eventsWithoutDelivery: (since) => {
      const delivered = new Set(
        [...state.deliveries.values()].map(({ delivery }) => keyOf(delivery.webhookId, delivery.position)),
      )
      const unchanged = [...state.webhooks.all()].filter(
        ({ isActive, createdAt, updatedAt }) => isActive && createdAt === updatedAt,
      )
      const missing = unchanged.flatMap(({ id, ownerId, events: patterns, createdAt }) =>
        state.events
          .slice(0, state.dispatchedUpTo)
          .filter((event) => event.ownerId === ownerId || event.actorId === ownerId)
          .filter(({ at }) => at >= since && at >= createdAt + WELL_BEFORE_MS)
          .filter(({ position }) => position > Number(state.texts.get(removedDeliveriesKey(id)) ?? 0))
          .filter(({ position }) => !delivered.has(keyOf(id, position)))
          .map(({ position, type }) => ({ webhookId: id as string, patterns, position, type })),
      )
      return pagesOf(missing, ({ webhookId, position }) => keyOf(webhookId, position))
    },
    databaseErrors: async () => [],
  }
}
