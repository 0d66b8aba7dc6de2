import type { ClaimFilter, DropFilter, EventQuery, Store } from '@dropkit/core'
import { BudgetExceeded, type WorkBudget } from '@dropkit/core/internal'
import { put, sampleAddress, sampleClaim, sampleDrop, sampleToken, sampleUser } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { withClient } from '../../../../test/support/postgres-client.ts'
import { databases, pathOf, withStorage } from '../../test/databases.ts'
import { expectFewRows, type Planned, plansOf, runOnSqlite } from '../../test/query-plans.ts'
import type { Query } from '../database.ts'

const OWNER = sampleUser(1, { walletAddress: sampleAddress(0x5000) })
const STRANGER = sampleUser(2, { walletAddress: sampleAddress(0x5001) })
const TOKEN = sampleToken(OWNER, 1)
const HOT = sampleDrop(TOKEN, 1)
/** In each table, one row matches the filter and many others do not. */
const RARE = sampleDrop(sampleToken(STRANGER, 2), 2)
const NOW = 1_800_000_000_000
const MANY = 3_000
const LIMIT = 20

/** The maximum number of rows that a list may scan: a page of each list that it combines. */
const FEW = 400

/** Filter values for each field: one that most rows have, and one that none has. */
type Values<Filter> = { readonly [Field in keyof Required<Filter>]: readonly Required<Filter>[Field][] }

/** The type makes a filter field without values here a compile error. */
const DROP_VALUES: Values<DropFilter> = {
  status: (['SCHEDULED', 'ACTIVE', 'PAUSED', 'SOLD_OUT', 'ENDED', 'CANCELLED', 'DRAFT'] as const).map(
    (is) => ({
      is,
      at: NOW,
    }),
  ),
  type: ['NFT'],
  claimType: ['ELITE'],
  creatorId: [OWNER.id],
  tokenId: [TOKEN.id],
  communityId: ['busy'],
  isPublic: [true],
}
const CLAIM_VALUES: Values<ClaimFilter> = {
  dropId: [HOT.id],
  status: ['PENDING', 'CONFIRMED', 'FAILED'],
  claimer: [sampleAddress(0x9001)],
  concerning: [OWNER, STRANGER].map(({ id, walletAddress }) => ({ userId: id, wallet: walletAddress })),
}
const EVENT_VALUES: Values<Pick<EventQuery, 'visibleTo' | 'dropId' | 'types'>> = {
  visibleTo: [OWNER.id, STRANGER.id, RARE.creatorId],
  dropId: [HOT.id, RARE.id],
  // The most frequent type is not in the indexes by type, because a scan in log order finds it soon.
  types: [['drop.paused'], ['drop.resumed', 'gating.updated']],
}

/** Every combination of values, also without each field. */
function combinations<Filter>(values: Values<Filter>): Filter[] {
  let made: Partial<Filter>[] = [{}]
  for (const [field, choices] of Object.entries(values) as [keyof Filter, Filter[keyof Filter][]][]) {
    made = made.flatMap((one) => [one, ...choices.map((choice) => ({ ...one, [field]: choice }))])
  }
  return made as Filter[]
}

async function listEverything(store: Store): Promise<void> {
  for (const filter of combinations(DROP_VALUES)) {
    await store.listDrops(filter, STRANGER.id, { limit: LIMIT })
  }
  for (const filter of combinations(CLAIM_VALUES)) {
    // No caller lists the claims of all drops. On a deleted drop, only the time limit bounds its owner's list.
    if (!filter.dropId && !filter.claimer && !filter.concerning) continue
    if (filter.dropId && filter.concerning?.userId === OWNER.id) continue
    await store.listClaims(filter, { limit: LIMIT })
  }
  for (const filter of combinations(EVENT_VALUES)) {
    // Only the operator lists events of all users, and only by position.
    if (filter.visibleTo || filter.dropId) await store.events({ ...filter, limit: LIMIT })
  }
  for (const user of [OWNER, STRANGER]) {
    await store.listPaymentIntents(user.id, { limit: LIMIT })
    await store.listPaymentIntents(user.id, { limit: LIMIT }, { dropId: HOT.id })
    for (const status of ['REQUIRES_REVIEW', 'PARTIALLY_REFUNDED', 'PENDING'] as const)
      for (const dropId of [undefined, HOT.id])
        await store.listPaymentIntents(user.id, { limit: LIMIT }, { dropId, status })
    await store.listWebhooks(user.id, { limit: LIMIT })
  }
  await store.listTokens({ limit: LIMIT })
  await store.listUsers({ limit: LIMIT })
}

const numbersUpTo = (count: number) =>
  `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
  select n from numbers) as numbers`
const numbers = numbersUpTo(MANY)

function fillOf(columnsOfDrops: readonly string[], padded: (n: string) => string): readonly string[] {
  const changed: Readonly<Record<string, string>> = {
    id: `'drop_' || n`,
    shortcode: `'code' || n`,
    community_id: `'busy'`,
  }
  const values = columnsOfDrops.map((name) => changed[name] ?? `one.${name}`)
  return [
    `insert into drops (${columnsOfDrops.join(', ')}) select ${values.join(', ')}
     from ${numbers}, drops as one where one.id = '${HOT.id}'`,
    `insert into claims (drop_id, sequence, user_address, caller_id, creator_id, amount, items, slot, cost, status, expires_at, created_at)
     select '${HOT.id}', n, 'wallet ' || n, case when n % 2 = 0 then '${OWNER.id}' else 'somebody' end,
       '${OWNER.id}', ${padded('1')}, 1, 1, ${padded('0')}, 'PENDING', ${NOW} + n, n from ${numbers}`,
    `insert into events (position, type, at, owner_id, actor_id, drop_id, data)
     select 100 + n, 'claim.confirmed', ${NOW}, '${OWNER.id}', 'somebody', '${HOT.id}', '{}' from ${numbers}`,
  ]
}

const setUp = async (store: Store) => {
  await put(store, {
    users: [OWNER, STRANGER],
    tokens: [TOKEN, sampleToken(STRANGER, 2)],
    drops: [HOT, RARE],
  })
  await put(store, { claims: [sampleClaim(RARE, 1, { callerId: STRANGER.id })] })
}

const filteredLists = (padded: (n: string) => string, statistics: readonly string[] = []): Planned<void> => ({
  async fill({ store }, { run, columnsOf }) {
    await setUp(store)
    await run([...fillOf(await columnsOf('drops'), padded), ...statistics])
  },
  ask: ({ store }) => listEverything(store),
})

describe('a list with any filters', () => {
  test('is read from an index on SQLite, with few rows', () =>
    plansOf(
      filteredLists((n) => `printf('%020d', ${n})`),
      ({ plans, asked, rowsRead }) => {
        for (const [text, steps] of plans) {
          for (const step of steps.filter((one) => /^SCAN (claims|events|payment_intents)/.test(one)))
            expect(step, text).toMatch(/^SCAN events$/)
        }
        for (const load of asked.filter((one): one is Query => 'values' in one && one.isLong === true)) {
          const about = `${load.statement.text.slice(-400)} ${JSON.stringify(load.values)}`
          expect(rowsRead(load), about).toBeLessThan(FEW * 2)
        }
      },
    ))

  test('reads few rows on Postgres', () =>
    expectFewRows(
      filteredLists((n) => n, ['analyze']),
      FEW * 2,
    ))
})

describe('claims of a user that the reader may not see', () => {
  const HIDDEN = 20_000
  const hide = [
    `update drops set deleted_at = ${NOW} where id = '${HOT.id}'`,
    `insert into claims (drop_id, sequence, user_address, caller_id, creator_id, amount, items, slot, cost, status, expires_at, created_at)
     select '${HOT.id}', n, 'wallet ' || n, '${STRANGER.id}', '${OWNER.id}', '${'1'.padStart(20, '0')}', 1, 1, '${'0'.repeat(20)}', 'PENDING',
       ${NOW} + n, ${NOW} + n
     from ${numbersUpTo(HIDDEN)}`,
  ]

  test.each(databases)('are passed over on %s, no longer than the request may read', async (_name, make) => {
    const outOfTime = new BudgetExceeded('out of time', { limit: 'readMs', value: 1, asked: 2 })
    let current: WorkBudget | undefined
    await withStorage(
      make,
      async ({ store }, { url }) => {
        await setUp(store)
        if (url.startsWith('sqlite')) runOnSqlite(pathOf(url), hide)
        else await withClient(url, (client) => client.query(hide.join(';')))
        const read = async () =>
          (await store.claimsOfUsers([STRANGER], sampleUser(3), { limit: 3 })).get(STRANGER.id)
        expect(await read()).toEqual([sampleClaim(RARE, 1, { callerId: STRANGER.id })])
        current = { remainingReadMs: () => 0.01, countRead() {}, outOfTime: () => outOfTime }
        await expect(read()).rejects.toBe(outOfTime)
      },
      { budget: () => current },
    )
  })
})
