import type { Store } from '@dropkit/core'
import { put, sampleAddress, sampleClaim, sampleDrop, sampleToken, sampleUser } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { onDatabase, pathOf, preparedPostgresDatabase, sqliteDatabase } from '../../test/databases.ts'
import { expectFewRows, noting, openPlanned, sqlitePlans } from '../../test/query-plans.ts'
import { createSqlStorage } from '../open-sql-storage.ts'
import { openSqlite } from '../sqlite/sqlite-database.ts'

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
    await store.claimsOfUsers([OWNER, CALLER], from)
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
    onDatabase(sqliteDatabase, async ({ url }) => {
      const database = noting(await openSqlite({ path: pathOf(url), pollEveryMs: 60_000 }))
      const { store, close } = createSqlStorage(database)
      await setUp(store)
      await askEverything(store)
      await close()
      const plans = sqlitePlans(pathOf(url), database.asked)
      const steps = [...plans.values()].flat()
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
    }))

  // With the statistics of a new store, and after ANALYZE.
  test.each(['never analyzed', 'analyzed'])('takes few rows on Postgres, %s', (state) =>
    onDatabase(preparedPostgresDatabase, async ({ url }) => {
      const { database, client } = await openPlanned(url)
      const { store, close } = createSqlStorage(database)
      await setUp(store)
      await client.query(addRows('n', (n) => n, `generate_series(1, ${CLAIMS}) as n`))
      if (state === 'analyzed') await client.query('analyze')
      await askEverything(store)
      await expectFewRows(client, database.asked, FEW)
      await client.end()
      await close()
    }),
  )
})
