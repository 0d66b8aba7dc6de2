import { confirmed, failed, OWNER, sampleClaim, sampleDrop, sampleToken, sampleUser } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import { idOfClaim } from './claim.ts'
import { claimEvent, claimedEvent, coversEvent, dropEvent, EVENT_TYPES, unknownEvents } from './event.ts'
import { idOf } from './ids.ts'
import { DAY_MS } from './instant.ts'
import {
  ATTEMPTS_KEPT,
  decideAttempt,
  parsePatterns,
  RETRY_SECONDS,
  type Webhook,
  type WebhookDelivery,
  wants,
} from './webhook.ts'

const drop = sampleDrop(sampleToken(OWNER, 1), 1, { pool: amountOf(100n) })
const callerId = sampleUser(2).id
const claim = sampleClaim(drop, 3, { callerId, streak: 2 })
const about = { ownerId: OWNER.id, dropId: drop.id, tokenId: drop.tokenId, intentId: null }

test('a pattern covers one event, an area or all of them', () => {
  const covers = (pattern: string) => coversEvent(pattern, 'drop.claimed')
  expect(['*', 'drop.*', 'drop.claimed'].map(covers)).toEqual([true, true, true])
  expect(['dro.*', 'claim.*', 'drop', 'drop.', 'drop.claim', 'drop.claimed.*'].map(covers)).toEqual(
    Array(6).fill(false),
  )
})

test('a refusal of unknown events names a hundred of them at most, and long names in part', () => {
  const unknown = Array.from({ length: 10_000 }, (_, n) => `${n}`.repeat(1_000))
  const refusal = unknownEvents('types', unknown)
  expect(refusal).toMatchObject({ details: { unknown: { length: 100 } } })
  expect(JSON.stringify(refusal).length).toBeLessThan(50_000)
})

test('the event of a drop says which drop it is', () => {
  expect(dropEvent('drop.paused', drop, 5, null)).toEqual({
    type: 'drop.paused',
    at: 5,
    actorId: null,
    ...about,
    data: { dropId: drop.id },
  })
})

test('the event of a reservation contains the remaining amount', () => {
  const tally = { ...drop.tally, reservedAmount: amountOf(30n), reservedCount: 3 }
  const data = {
    dropId: drop.id,
    claimId: idOfClaim(claim),
    userAddress: claim.claimer,
    sequence: 3,
    streak: 2,
    claimedAmount: '30',
    remainingBalance: '70',
    claimCount: 3,
  }
  for (const amount of [10n, 11n, 11n, 10n]) {
    expect(claimedEvent({ ...claim, amount: amountOf(amount) }, drop, tally)).toEqual({
      type: 'drop.claimed',
      at: claim.createdAt,
      actorId: callerId,
      ...about,
      data: { ...data, amount: String(amount) },
    })
  }
})

test('the event of a claim’s end contains its state and its proof', () => {
  const data = {
    dropId: drop.id,
    claimId: idOfClaim(claim),
    userAddress: claim.claimer,
    amount: '10',
    sequence: 3,
  }
  expect(claimEvent('claim.confirmed', { ...claim, state: confirmed() }, drop.tokenId, 5)).toEqual({
    type: 'claim.confirmed',
    at: 5,
    actorId: callerId,
    ...about,
    data: { ...data, status: 'CONFIRMED', txHash: 'tx' },
  })
  expect(claimEvent('claim.failed', { ...claim, state: failed() }, null, 5)).toMatchObject({
    actorId: callerId,
    tokenId: null,
    data: { ...data, status: 'FAILED', reason: 'aborted' },
  })
})

const webhook: Webhook = {
  id: idOf('webhook', '1'.repeat(32)),
  ownerId: idOf('user', '2'.repeat(32)),
  url: 'https://example.org/hook',
  events: ['*'],
  secret: 'sealed' as Webhook['secret'],
  previousSecret: null,
  earlierSecrets: null,
  isActive: true,
  failingSince: null,
  lastFailedAt: null,
  createdAt: 0,
  updatedAt: 0,
}
const delivery: WebhookDelivery = {
  id: idOf('delivery', '3'.repeat(32)),
  webhookId: webhook.id,
  position: 1,
  eventType: 'drop.created',
  attempts: 0,
  state: { kind: 'waiting', nextAttemptAt: 0 },
  statusCode: null,
  error: null,
  attemptLog: [],
}

describe('a delivery that failed', () => {
  const waitAfter = (attempts: number, jitter: number, retryAfterMs: number | null = null) => {
    const terms = { url: webhook.url, retrySeconds: RETRY_SECONDS, jitter, now: 1_000_000 }
    const answer = { statusCode: 500, error: 'no', retryAfterMs, durationMs: 7 }
    const { state } = decideAttempt({ ...delivery, attempts }, webhook, answer, terms).delivery
    return state.kind === 'waiting' ? state.nextAttemptAt - terms.now : state.kind
  }

  test.each([...[5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].entries()])(
    'waits after attempt %i for %i seconds, and up to a tenth longer',
    (attempts, seconds) => {
      expect(waitAfter(attempts, 0)).toBe(seconds * 1_000)
      expect(waitAfter(attempts, 0.5)).toBe(seconds * 1_050)
      expect(waitAfter(attempts, 1)).toBe(seconds * 1_100)
    },
  )

  test('is given up after the last of them', () => {
    expect(waitAfter(RETRY_SECONDS.length, 0)).toBe('given_up')
  })

  test('waits for the requested time if that is longer', () => {
    expect(waitAfter(0, 0, 60_000)).toBe(60_000)
    expect(waitAfter(1, 0, 60_000)).toBe(300_000)
  })
})

test.each([200, 201, 204, 299])('%i says that it was delivered', (statusCode) => {
  const terms = { url: webhook.url, retrySeconds: RETRY_SECONDS, jitter: 0, now: 5 }
  const { delivery: after } = decideAttempt(
    delivery,
    webhook,
    { statusCode, error: null, retryAfterMs: 9, durationMs: 7 },
    terms,
  )
  expect(after.state).toEqual({ kind: 'delivered', at: 5 })
})

test.each([199, 300, 302, 400, 404, 500, null])('%s says that it was not', (statusCode) => {
  const terms = { url: webhook.url, retrySeconds: RETRY_SECONDS, jitter: 0, now: 5 }
  const { delivery: after, webhook: failing } = decideAttempt(
    delivery,
    webhook,
    { statusCode, error: 'no', retryAfterMs: null, durationMs: 7 },
    terms,
  )
  expect(after).toMatchObject({ state: { kind: 'waiting' }, attempts: 1, statusCode, error: 'no' })
  expect(failing).toMatchObject({ failingSince: 5, isActive: true })
})

describe('the attempt log', () => {
  const terms = { url: webhook.url, retrySeconds: [5], jitter: 0, now: 9_000 }
  const failed = { statusCode: 503, error: 'no', retryAfterMs: null, durationMs: 7 }

  test('tells the time, the answer, the duration and the next attempt of each attempt', () => {
    const once = decideAttempt(delivery, webhook, failed, terms).delivery
    const resent = { ...once, attempts: 0 }
    const answer = { statusCode: 204, error: null, retryAfterMs: null, durationMs: 3 }
    const twice = decideAttempt(resent, webhook, answer, { ...terms, now: 20_000 }).delivery
    expect(twice.attemptLog).toEqual([
      { number: 1, at: 9_000, statusCode: 503, error: 'no', durationMs: 7, nextAttemptAt: 14_000 },
      { number: 2, at: 20_000, statusCode: 204, error: null, durationMs: 3, nextAttemptAt: null },
    ])
  })

  test('has no next attempt after the last one', () => {
    const last = decideAttempt({ ...delivery, attempts: 1 }, webhook, failed, terms).delivery
    expect(last.attemptLog).toMatchObject([{ number: 2, nextAttemptAt: null }])
  })

  test('keeps the last 50 attempts of a delivery that is resent again and again', () => {
    let current = delivery
    for (let turn = 0; turn < 60; turn++)
      current = decideAttempt({ ...current, attempts: 0 }, webhook, failed, terms).delivery
    const numbers = current.attemptLog.map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: ATTEMPTS_KEPT }, (_, place) => place + 11))
  })
})

test('an unknown event is refused in a message that can be read whole, with all that there are beside it', () => {
  const refused = parsePatterns(['drop.created', 'drop.nonsense'])
  expect(refused).toMatchObject({
    error: { field: 'events', details: { unknown: ['drop.nonsense'], known: EVENT_TYPES } },
  })
  expect(!refused.ok && 'message' in refused.error && refused.error.message).toBe(
    'Unknown event drop.nonsense. Known events are drop.created, drop.updated, drop.activated, drop.paused, drop.resumed and more; details.known lists all',
  )
})

test('a registration names one to fifty events, each once', () => {
  expect(parsePatterns([])).toMatchObject({ error: { field: 'events' } })
  expect(parsePatterns(Array(51).fill('*'))).toMatchObject({ error: { field: 'events' } })
  expect(parsePatterns(Array(50).fill('*'))).toEqual({ ok: true, value: ['*'] })
})

test('a webhook subscribes to its events while it is active, and never to tests', () => {
  const claims = { ...webhook, events: ['drop.*', 'claim.expired'] }
  const wanted = EVENT_TYPES.filter((type) => wants(claims, type))
  expect(wanted).toEqual([...EVENT_TYPES.filter((type) => type.startsWith('drop.')), 'claim.expired'])
  expect(EVENT_TYPES.filter((type) => wants({ ...claims, isActive: false }, type))).toEqual([])
  expect(wants(webhook, 'webhook.test')).toBe(false)
})

describe('a webhook', () => {
  const now = 5 * DAY_MS + 7
  const attempt = (statusCode: number | null, from: Partial<Webhook> = {}, attempts = 0) =>
    decideAttempt(
      { ...delivery, attempts },
      { ...webhook, ...from },
      { statusCode, error: null, retryAfterMs: null, durationMs: 7 },
      { url: webhook.url, retrySeconds: [5], jitter: 0, now },
    )

  test('that answers again is well, and one that was well is not touched', () => {
    const failing = attempt(200, { failingSince: 3, lastFailedAt: 4 })
    expect(failing.webhook).toEqual({ ...webhook, updatedAt: now })
    expect(attempt(200).webhook.updatedAt).toBe(0)
    expect(failing.wasDisabled).toBe(false)
  })

  test('that has failed for five days is disabled, and the delivery keeps its retries', () => {
    expect(attempt(500, { failingSince: 8, lastFailedAt: now - 1 })).toMatchObject({
      delivery: { state: { kind: 'waiting' } },
      webhook: { isActive: true, failingSince: 8, lastFailedAt: now - 1, updatedAt: 0 },
      wasDisabled: false,
    })
    expect(attempt(500, { failingSince: 7, lastFailedAt: now - 1 })).toMatchObject({
      delivery: { attempts: 1, statusCode: 500, state: { kind: 'waiting', nextAttemptAt: now + 5_000 } },
      webhook: { ...webhook, failingSince: 7, lastFailedAt: now, isActive: false, updatedAt: now },
      wasDisabled: true,
    })
  })

  test.each([[[5]], [[5, 2 * 86_400]]])(
    'starts to fail anew if none of its attempts failed for twice the longest wait of %j or a day',
    (retrySeconds) => {
      const quietMs = 2 * Math.max(DAY_MS, ...retrySeconds.map((seconds) => 1_000 * seconds))
      const failed = (lastFailedAt: number | null) => {
        const failing = { ...webhook, failingSince: 7, lastFailedAt }
        const answer = { statusCode: 500, error: null, retryAfterMs: null, durationMs: 7 }
        return decideAttempt(delivery, failing, answer, { url: webhook.url, retrySeconds, jitter: 0, now })
      }
      expect(failed(now - quietMs + 1)).toMatchObject({ webhook: { failingSince: 7, isActive: false } })
      // An earlier release did not note when an attempt failed.
      for (const lastFailedAt of [now - quietMs, null])
        expect(failed(lastFailedAt)).toMatchObject({
          delivery: { state: { kind: 'waiting' } },
          webhook: { failingSince: now, lastFailedAt: now, isActive: true },
        })
    },
  )

  test('that says it is gone is switched off at once, and only once, and the delivery is given up', () => {
    expect(attempt(410)).toMatchObject({
      delivery: { state: { kind: 'given_up', at: now } },
      webhook: { isActive: false, failingSince: now },
      wasDisabled: true,
    })
    expect(attempt(410, { isActive: false, failingSince: 3, lastFailedAt: now })).toMatchObject({
      webhook: { updatedAt: 0 },
      wasDisabled: false,
    })
  })

  test('that is not active loses no delivery while retries are left', () => {
    const inactive = { isActive: false, failingSince: 3 }
    for (const statusCode of [410, 500, null])
      expect(attempt(statusCode, inactive).delivery).toMatchObject({
        attempts: 1,
        state: { kind: 'waiting', nextAttemptAt: now + 5_000 },
      })
    expect(attempt(500, inactive, 1).delivery.state).toEqual({ kind: 'given_up', at: now })
  })
})
