import type { EventQuery, EventType, Store } from '@dropkit/core'
import { put, sampleAddress, sampleClaim, sampleDrop, sampleToken, sampleUser } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { expectFewRows, type Planned, plansOf } from '../../test/query-plans.ts'

const OWNER = sampleUser(1, { walletAddress: sampleAddress(0x5000) })
const TOKEN = sampleToken(OWNER, 1)
const DROPS = [1, 2].map((n) => sampleDrop(TOKEN, n))
const [HOT, OTHER] = DROPS as [(typeof DROPS)[number], (typeof DROPS)[number]]
const CALLER = sampleUser(2, { walletAddress: sampleAddress(0x5001) })
const CLAIMS = 5_000

/** The maximum number of claim rows for any read below: a page of each of several lists. */
const FEW = 400

const addRows = (number: string, padded: (n: string) => string, from: string) => `
  insert into claims (drop_id, sequence, user_address, caller_id, creator_id, amount, items, slot, cost, status, expires_at, created_at)
  select '${HOT.id}', ${number}, 'wallet ' || ${number}, case when ${number} % 2 = 0 then '${OWNER.id}' else 'somebody' end,
    '${OWNER.id}', ${padded('1')}, 1, 1, ${padded('0')}, 'PENDING', 1000000 + ${number}, ${number}
  from ${from}`

/** Runs all common reads of claims. */
async function askEverything(store: Store): Promise<void> {
  const wallets = Array.from({ length: 20 }, (_, n) => sampleAddress(0x9000 + n))
  await store.changeDrop(HOT.id, { wallets, sequences: [1, 2_000] }, () => ({ result: 0 }))
  await store.dropState(HOT.id, { wallets, pendingClaimsAtMost: 0 })
  const page = { limit: 20 }
  const after = { dropId: HOT.id, sequence: 2_500 }
  await store.claims([after, { dropId: OTHER.id, sequence: 1 }])
  for (const from of [page, { ...page, after }]) {
    await store.claimsOfDrops([HOT.id, OTHER.id], from)
    for (const reader of [OWNER, CALLER]) await store.claimsOfUsers([OWNER, CALLER], reader, from)
    await store.listClaims({ dropId: HOT.id }, from)
    await store.listClaims({ claimer: sampleAddress(0x9001) }, from)
    await store.listClaims({ concerning: { userId: OWNER.id, wallet: sampleAddress(0x9001) } }, from)
    await store.listClaims({ concerning: { userId: CALLER.id, wallet: null } }, from)
  }
  await store.expiredVouchers(HOT.id, 1_000_100, 20)
  await store.nextVoucherExpiry(HOT.id)
  await store.undeliveredClaims(HOT.id, 20)
  await store.undrawnClaims(HOT.id, 20)
}

const setUp = async (store: Store) => {
  await put(store, { users: [OWNER, CALLER], tokens: [TOKEN], drops: DROPS })
  await put(store, { claims: [sampleClaim(OTHER, 1, { callerId: CALLER.id })] })
}

describe('what is asked of claims', () => {
  test('uses an index on SQLite, by wallet if wallets are given', () =>
    plansOf(
      { fill: ({ store }) => setUp(store), ask: ({ store }) => askEverything(store) },
      ({ plans, steps }) => {
        expect(steps.filter((step) => /^SCAN claims/.test(step))).toEqual([])
        const [loads] = [...plans].filter(([text]) => text.includes('group_concat'))
        expect(loads?.[1].filter((step) => step.includes('claims'))).toEqual([
          expect.stringContaining('claims_wallet_slot (user_address=? AND drop_id=?)'),
          expect.stringContaining('claims_wallet_slot (user_address=? AND drop_id=?)'),
          expect.stringContaining('claims_wallet_slot (user_address=? AND drop_id=?)'),
        ])
        for (const index of [
          'claims_caller',
          'claims_creator',
          'claims_vouchers_out',
          'claims_undelivered',
          'claims_undrawn',
        ]) {
          expect(steps.join('\n')).toContain(index)
        }
      },
    ))

  // With the statistics of a new store, and after ANALYZE.
  test.each(['never analyzed', 'analyzed'])('takes few rows on Postgres, %s', (state) =>
    expectFewRows(
      {
        async fill({ store }, { run }) {
          await setUp(store)
          await run([addRows('n', (n) => n, `generate_series(1, ${CLAIMS}) as n`)])
          if (state === 'analyzed') await run(['analyze'])
        },
        ask: ({ store }) => askEverything(store),
      },
      FEW,
    ),
  )
})

describe('report plans', () => {
  const OWNER = sampleUser(1)
  const STRANGER = sampleUser(2)
  const TOKEN = sampleToken(OWNER, 1)
  const HOT = sampleDrop(TOKEN, 1)
  const NOW = 1_800_000_000_000
  const HOUR_MS = 3_600_000
  /** A row of `claim_callers` counts many claims, so few rows are read. */
  const CALLED = 4 * 7

  /** First a few events of rare types, then very many claims that one caller makes for many wallets. */
  const RARE: readonly EventType[] = ['drop.paused', 'drop.resumed', 'token.created', 'gating.updated']
  const MANY = 6_000

  /** The maximum number of rows for any read below: a few pages. */
  const FEW = 200

  const eventRows = (firstPosition: number, from: string, type: string, n: string) => `
  insert into events (position, type, at, owner_id, actor_id, drop_id, data)
  select ${firstPosition} + ${n}, ${type}, ${NOW}, '${OWNER.id}', '${STRANGER.id}', '${HOT.id}', '{}' from ${from}`
  const hourRows = (from: string, n: string) => `
  insert into claim_hours (drop_id, hour, count)
  select '${HOT.id}', ${NOW / HOUR_MS} - ${n}, 10 from ${from}`

  const claimRows = (from: string, padded: (n: string) => string) => `
  insert into claims (drop_id, sequence, user_address, caller_id, creator_id, amount, items, slot, cost, status, expires_at, created_at)
  select '${HOT.id}', n, 'wallet ' || n, '${STRANGER.id}', '${OWNER.id}', ${padded('1')}, 1, 1, ${padded('0')}, 'PENDING',
    ${NOW}, ${NOW} from ${from}`
  const callerRows = (from: string) => `
  insert into claim_callers (caller_id, drop_id, count)
  select '${STRANGER.id}', 'drop ' || n, 7 from ${from}`

  const numbersUpTo = (count: number) =>
    `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select n from numbers) as numbers`

  const fill: readonly string[] = [
    ...RARE.map((type, place) => eventRows(place, numbersUpTo(1), `'${type}'`, 'n')),
    eventRows(
      100,
      numbersUpTo(MANY),
      `case when n % 3 = 0 then 'claim.confirmed' else 'drop.claimed' end`,
      'n',
    ),
    hourRows(numbersUpTo(2_000), 'n'),
    callerRows(numbersUpTo(4)),
  ]

  const REPORTS: readonly [name: string, query: EventQuery, found: number][] = [
    ['the last on a drop', { dropId: HOT.id, limit: 10 }, 10],
    ['rare ones of an owner', { visibleTo: OWNER.id, types: RARE, limit: 20 }, 4],
    ['rare ones by somebody', { visibleTo: STRANGER.id, types: RARE, limit: 20 }, 4],
    ['rare ones on a drop', { visibleTo: OWNER.id, dropId: HOT.id, types: ['drop.paused'], limit: 20 }, 1],
    ['rare ones on a drop for all', { dropId: HOT.id, types: ['drop.paused'], limit: 20 }, 1],
    ['some that are not there', { visibleTo: OWNER.id, types: ['webhook.test'], limit: 20 }, 0],
    ['rare ones, forward', { visibleTo: OWNER.id, types: RARE, since: 1, limit: 20 }, 3],
    ['a frequent type', { visibleTo: OWNER.id, types: ['claim.confirmed'], limit: 20 }, 20],
    ['the most frequent type', { visibleTo: OWNER.id, types: ['drop.claimed'], limit: 20 }, 20],
    ['several types', { visibleTo: OWNER.id, types: ['drop.claimed', ...RARE], limit: 20 }, 20],
    [
      'some from a place on',
      { visibleTo: OWNER.id, types: ['claim.confirmed'], after: 3_000, limit: 20 },
      20,
    ],
  ]

  const askAll = async (store: Store) => {
    for (const [name, query, found] of REPORTS) {
      const events = await store.events(query)
      expect(events.length, name).toBe(found)
      const places = events.map(({ position }) => position)
      const isForward = query.since !== undefined
      expect(places, name).toEqual([...places].sort((one, other) => (isForward ? one - other : other - one)))
    }
    const counts = await store.countsOfUsers([STRANGER], OWNER.id)
    expect(counts.get(STRANGER.id)).toEqual({ drops: 0, claims: CALLED })
    const block = (first: number) => ({ after: first, upTo: first + 20, before: NOW + 1 })
    const [sum] = await store.claimSums(HOT.id, [block(0), block(5_000)])
    expect(sum).toEqual({ claims: 20, amount: 20n, isSettled: false, firstAt: NOW })
    expect(await store.claimsSince(HOT.id, NOW - 24 * HOUR_MS)).toBe(240)
  }

  const reports = (padded: (n: string) => string, statistics: readonly string[] = []): Planned<void> => ({
    async fill({ store }, { run }) {
      await put(store, { users: [OWNER, STRANGER], tokens: [TOKEN], drops: [HOT] })
      await run([...fill, claimRows(numbersUpTo(MANY), padded), ...statistics])
    },
    ask: ({ store }) => askAll(store),
  })

  describe('reports on a drop with very many claims', () => {
    test('are read from an index on SQLite', () =>
      plansOf(
        reports((n) => `printf('%020d', ${n})`),
        ({ steps }) => {
          expect(steps.filter((step) => /SCAN (events|claim_hours)/.test(step))).toEqual([])
          const used = steps.filter((step) => / events /.test(step)).join('\n')
          for (const index of [
            'events_owner_type (owner_id=? AND type=?',
            'events_actor_type (actor_id=? AND type=?',
            'events_drop_type (drop_id=? AND type=?',
            'events_drop (drop_id=?)',
            'events_owner (owner_id=?)',
          ])
            expect(used).toContain(index)
          expect(steps.filter((step) => / claims /.test(step)).join('\n')).not.toContain('caller_id')
        },
      ))

    test.each(['never analyzed', 'analyzed'])('take few rows on Postgres, %s', (state) =>
      expectFewRows(
        reports((n) => n, state === 'analyzed' ? ['analyze'] : []),
        FEW,
      ),
    )
  })
})
