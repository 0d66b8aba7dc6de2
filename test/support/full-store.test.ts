import { expect, it, onTestFinished } from 'vitest'
import { claimDrop, createDrop } from './drops.ts'
import { addClaims, addPostgresClaims, type ClaimRow, headOfRow, nthWallet } from './full-store.ts'
import { readSnapshot } from './ledger-rows.ts'
import { createPostgresDatabase } from './prepared-databases.ts'
import { startServer } from './server.ts'
import { temporaryFolder } from './temporary-folder.ts'

const CLAIMS = 5

/** The order heads of these claims. They differ between any two drops, because they depend on the drop and the time. */
function headsOf(claims: readonly ClaimRow[]): string[] {
  const heads: string[] = []
  for (const claim of claims) heads.push(headOfRow(heads.at(-1) ?? null, claim))
  return heads
}

/** All rows that claims leave, without the values that differ between any two drops or times. */
const rowsOf = (databaseUrl: string, dropId: string) =>
  readSnapshot(databaseUrl, async (query) => {
    const tables = {
      claims: await query('select * from claims where drop_id = $1 order by sequence', dropId),
      events: await query(
        `select * from events where drop_id = $1 and type = 'drop.claimed' order by position`,
        dropId,
      ),
      hours: await query('select * from claim_hours where drop_id = $1', dropId),
      callers: await query('select * from claim_callers where drop_id = $1', dropId),
      drops: await query(
        `select reserved_amount, reserved_count, last_sequence, held_amount,
           order_head, order_since, order_last, order_round from drops where id = $1`,
        dropId,
      ),
    }
    const places = tables.events.map(({ position }) => Number(position))
    const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0))
    const heads = headsOf(tables.claims)
    const inOrder = heads.reduce(
      (text, head, index) => text.replaceAll(head, `head ${index + 1}`),
      JSON.stringify(tables),
    )
    const plain = JSON.parse(
      inOrder.replaceAll(dropId, 'drop').replaceAll(dropId.slice('drop_'.length), 'n'),
      (key, value) => {
        if (['position', 'id', 'at', 'created_at', 'expires_at', 'hour', 'token_id'].includes(key)) return key
        return key === 'data' && typeof value === 'string' ? JSON.parse(value) : value
      },
    )
    return { plain, gaps }
  })

it.each(['sqlite', 'postgres'] as const)('copied claims on %s equal separate claims', async (kind) => {
  const dataDir = temporaryFolder()
  let env = {}
  if (kind === 'postgres') {
    const database = await createPostgresDatabase()
    onTestFinished(database.drop)
    env = { DATABASE_URL: database.url }
  }
  const server = await startServer({ dataDir, env })
  onTestFinished(async () => void (await server.stop().catch(() => {})))
  const claimed = await createDrop(server, { maxAmount: '900', tokenAmount: '3' })
  for (let n = 1; n <= CLAIMS; n++) await claimDrop(server, claimed, nthWallet(n))
  const copied = await createDrop(server, { maxAmount: '900', tokenAmount: '3' })
  await claimDrop(server, copied, nthWallet(1))
  await server.stop()

  if (kind === 'sqlite') addClaims(dataDir, copied, CLAIMS)
  else await addPostgresClaims(server.databaseUrl, copied, CLAIMS)

  const expected = await rowsOf(server.databaseUrl, claimed)
  expect(expected.plain.claims).toHaveLength(CLAIMS)
  expect(expected.plain.claims.at(-1)).toMatchObject({ order_head: `head ${CLAIMS}` })
  expect(expected.plain.drops).toMatchObject([{ order_head: `head ${CLAIMS}` }])
  expect(await rowsOf(server.databaseUrl, copied)).toEqual(expected)

  const restarted = await startServer({ dataDir, env })
  onTestFinished(async () => void (await restarted.stop()))
  const next = await claimDrop(restarted, copied, nthWallet(CLAIMS + 1))
  expect(next.claim.id).toMatch(new RegExp(`_${CLAIMS + 1}$`))
  await expect(claimDrop(restarted, copied, nthWallet(CLAIMS))).resolves.toMatchObject({
    claim: { id: `claim_${copied.slice('drop_'.length)}_${CLAIMS}` },
  })
  const events = await restarted.graphql('{ events(limit: 1) { event data } }')
  expect(events.data).toMatchObject({
    events: [{ event: 'drop.claimed', data: { sequence: CLAIMS + 1, claimCount: CLAIMS + 1 } }],
  })
})
