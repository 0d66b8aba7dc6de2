import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { claimDrop } from './support/drops.ts'
import { addClaims, makeStore, nthWallet } from './support/full-store.ts'
import { readLedgerRows } from './support/ledger-rows.ts'
import { startPostgres } from './support/postgres.ts'
import { type Environment, runServer, runToItsEnd, startServer } from './support/server.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const CLAIMS = 20_000
const MASTER_KEY = '5e'.repeat(32)

/** Runs a move, kills it after longer and longer times, and repeats it until it succeeds. */
const movedDespiteKills = async (env: Environment, ...words: readonly string[]) => {
  for (let killAfterMs = 350, kills = 0; ; killAfterMs *= 1.4) {
    const move = await runServer(['move', ...words], env)
    const isKilled = await Promise.race([move.ended.then(() => false), pause(killAfterMs, true)])
    if (!isKilled) {
      const { code } = await move.ended
      return { code, kills, output: move.output(), errors: move.errorOutput() }
    }
    kills++
    move.child.kill('SIGKILL')
    await move.ended
  }
}

const audit = async (env: Environment, database: string): Promise<unknown> =>
  JSON.parse((await runToItsEnd(['audit', '--json', '--database', database], env)).output)

it('moves with all its claims although the command is killed, is refused by servers meanwhile, and goes on there', async () => {
  const dataDir = temporaryFolder()
  const dropId = await makeStore({ dataDir })
  addClaims(dataDir, dropId, CLAIMS)
  const first = `sqlite:${join(dataDir, 'dropkit.db')}`
  const database = await (await startPostgres()).createDatabase()
  onTestFinished(database.drop)
  const before = await readLedgerRows(first, dropId)

  const env = { DATA_DIR: dataDir, MASTER_KEY }
  const audited = await audit(env, first)
  // Copied claims are confirmed without an event, so the audit finds the same differences in both.
  const order = [database.url, '--accept-differences']
  const there = await movedDespiteKills(env, ...order)
  expect(there).toMatchObject({ code: 0, errors: '' })
  expect(there.kills).toBeGreaterThan(0)
  expect(there.output).toContain('both were compared row by row')
  expect(await audit(env, database.url)).toEqual(audited)
  expect(await readLedgerRows(database.url, dropId)).toEqual(before)

  const refused = await runToItsEnd([], env)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.errors).toContain('it was moved to postgres://')

  const server = await startServer({ dataDir, env: { DATABASE_URL: database.url } })
  const next = await claimDrop(server, dropId, nthWallet(CLAIMS + 1))
  expect(next.claim.id).toMatch(new RegExp(`_${CLAIMS + 1}$`))
  const third = join(temporaryFolder(), 'back.db')
  const inUse = await runToItsEnd(['move', third], { ...env, DATABASE_URL: database.url })
  expect(inUse).toMatchObject({
    code: 2,
    errors: expect.stringContaining('a server is running on this store'),
  })
  await server.stop()

  const back = await runToItsEnd(['move', third, '--accept-differences'], {
    ...env,
    DATABASE_URL: database.url,
  })
  expect(back).toMatchObject({ code: 0, errors: '' })
  const again = await startServer({ dataDir, env: { DATABASE_URL: `sqlite:${third}` } })
  onTestFinished(async () => void (await again.stop()))
  const last = await claimDrop(again, dropId, nthWallet(CLAIMS + 2))
  expect(last.claim.id).toMatch(new RegExp(`_${CLAIMS + 2}$`))
})
