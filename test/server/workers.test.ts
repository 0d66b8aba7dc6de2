// One command with several processes: a server with WORKERS behaves like a single process.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrop, eventually } from '../support/drops.ts'
import { readMetric, rush, workersOf, workersServe } from '../support/fleet.ts'
import { readLedgerRows } from '../support/ledger-rows.ts'
import { ledgerViolations } from '../support/ledger-violations.ts'
import { runServer, runToItsEnd, startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const WORKERS = 2
const DATABASES = ['sqlite', 'postgres'] as const
const CLAIM = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) { claim { id } }
}`

const claimsOf = (server: TestServer, dropId: string, wallets: readonly number[]) =>
  rush(
    wallets.map((wallet) => ({
      key: server.apiKey,
      body: { query: CLAIM, variables: { dropId, userAddress: `0x${wallet.toString(16)}` } },
    })),
    { urls: [`${server.url}/graphql`], connections: 16, limitMs: 60_000 },
  )

const codeOf = ({ body }: { readonly body: Record<string, unknown> }): string => {
  const [error] = (body['errors'] ?? []) as { readonly extensions?: { readonly code?: string } }[]
  return error === undefined ? 'granted' : String(error.extensions?.code)
}

const count = (words: readonly string[]) =>
  Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((one) => one === word).length]))

describe.each(DATABASES)('a server with two workers on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ database, env: { WORKERS: String(WORKERS), DRAIN_SECONDS: '2' } })
  })
  afterAll(() => server.stop())

  it('listens when all of them do, and reports it once', () => {
    expect(server.output().match(/listens on/g)).toHaveLength(1)
    expect(workersOf(server)).toHaveLength(WORKERS)
  })

  it('grants each item once if more wallets claim than there are items, on any worker', async () => {
    const dropId = await createDrop(server, { maxAmount: '300', tokenAmount: '1', maxPerWallet: 1 })
    const wallets = Array.from({ length: 400 }, (_, n) => n + 1)
    // Each wallet claims twice.
    const answers = await claimsOf(server, dropId, [...wallets, ...wallets])
    const rows = await eventually(
      () => readLedgerRows(server.databaseUrl, dropId),
      ({ events }) => events.every(({ position }) => position !== null),
    )
    expect(ledgerViolations(rows)).toEqual([])
    expect(rows.claims).toHaveLength(300)
    const { granted, ...refused } = count(answers.map(codeOf))
    expect(granted).toBeGreaterThanOrEqual(300)
    expect(Object.keys(refused)).toEqual(['DROP_SOLD_OUT'])
  })

  it('batches the claims of one drop in one worker', async () => {
    const batches = () => readMetric(server, 'dropkit_claim_batch_size_count')
    const before = await batches()
    const dropId = await createDrop(server, { maxAmount: '1000', tokenAmount: '1', maxPerWallet: 1 })
    await claimsOf(
      server,
      dropId,
      Array.from({ length: 200 }, (_, n) => n + 1),
    )
    expect((await batches()) - before).toBeLessThan(20)
  })

  it('shows the sum of its workers’ metrics, on any of them', async () => {
    const series = 'dropkit_claims_total{operation="claimDrop",outcome="granted"}'
    const counted = await Promise.all([1, 2, 3, 4].map(() => readMetric(server, series)))
    expect(new Set(counted).size).toBe(1)
    expect(counted[0]).toBeGreaterThanOrEqual(500)
  })

  it('has one clock: a change is visible to every worker at once', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const { body: moved } = await server.fakeChain('advance', { seconds: 1_000 })
      const seen = await Promise.all(
        [1, 2, 3, 4].map(async () => (await server.fakeChain('advance', { seconds: 0 })).body['now']),
      )
      for (const now of seen) expect(Number(now)).toBeGreaterThanOrEqual(Number(moved['now']))
    }
  })

  it('has one chain: an outage of the fake chain is seen by every worker at once', async () => {
    const faucet = { address: '0x1', coinType: '0x2::sui::SUI', amount: '1' }
    const statuses = () =>
      Promise.all([1, 2, 3, 4].map(async () => (await server.fakeChain('faucet', faucet)).status))
    await server.fakeChain('outage', { seconds: 600 })
    expect(await statuses()).toEqual([503, 503, 503, 503])
    await server.fakeChain('outage', { seconds: 0 })
    expect(await statuses()).toEqual([200, 200, 200, 200])
  })

  it('starts a worker again that was killed, and shows no counter that went back', async () => {
    const series = 'dropkit_claims_total{operation="claimDrop",outcome="granted"}'
    const before = await readMetric(server, series)
    const [victim = 0] = workersOf(server)
    process.kill(victim, 'SIGKILL')
    await expect.poll(() => workersOf(server).includes(victim)).toBe(false)
    await workersServe(server, WORKERS)
    expect(await readMetric(server, 'dropkit_worker_restarts_total')).toBe(1)
    expect(await readMetric(server, series)).toBe(before)
  })

  it.runIf(database === 'sqlite')('starts a worker again that does not answer any more', async () => {
    const [frozen = 0] = workersOf(server)
    process.kill(frozen, 'SIGSTOP')
    await expect.poll(() => workersOf(server).includes(frozen)).toBe(false)
    await workersServe(server, WORKERS)
  })

  it('closes the connections that a killed worker had not taken yet, so that their clients do not wait', async () => {
    const [frozen = 0] = workersOf(server)
    process.kill(frozen, 'SIGSTOP')
    const asked = Array.from({ length: 8 }, () =>
      fetch(`${server.url}/healthz`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(20_000),
      })
        .then(({ status }) => String(status))
        .catch((error: Error) => (error.name === 'TimeoutError' ? 'no answer' : 'closed')),
    )
    // The other worker serves the rest. One connection waits for the frozen worker.
    expect(await Promise.race(asked)).toBe('200')
    process.kill(frozen, 'SIGKILL')
    const outcomes = count(await Promise.all(asked))
    expect(Object.keys(outcomes).sort()).toEqual(['200', 'closed'])
    await expect.poll(() => workersOf(server).includes(frozen)).toBe(false)
    await workersServe(server, WORKERS)
  })

  // The restart of a single worker is tested on both databases.
  it.runIf(database === 'postgres')(
    'answers every request while its workers are restarted one by one',
    async () => {
      const dropId = await createDrop(server)
      const lost: string[] = []
      let isOver = false
      const claimers = Array.from({ length: 8 }, async (_, claimer) => {
        for (let turn = 1; !isOver; turn++) {
          const userAddress = `0x${(claimer * 1_000_000 + turn).toString(16)}`
          const { data, errors } = await server.graphql(CLAIM, { dropId, userAddress })
          if (data?.['claimDrop'] == null) lost.push(JSON.stringify(errors))
          await sleep(50)
        }
      })
      for (const worker of workersOf(server)) {
        process.kill(worker, 'SIGTERM')
        await expect.poll(() => workersOf(server).includes(worker), { timeout: 20_000 }).toBe(false)
        await workersServe(server, WORKERS)
      }
      isOver = true
      await Promise.all(claimers)
      expect(lost).toEqual([])
    },
  )
})

it.each(DATABASES)('two workers on %s together keep the limit of a credential exactly', async (database) => {
  const env = { WORKERS: String(WORKERS), RATE_LIMIT_PER_MINUTE: '30' }
  const server = await startServer({ database, env })
  const startedAt = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => (await server.graphql('{ me { id } }')).status),
  )
  const refilled = Math.ceil(((performance.now() - startedAt) / 60_000) * 30)
  await server.stop()
  const { 200: served = 0, 429: refused } = count(answers.map(String))
  expect(served).toBeGreaterThanOrEqual(30)
  expect(served).toBeLessThanOrEqual(30 + refilled)
  expect(refused).toBe(100 - served)
})

it.each([
  ['the first worker loads', 1],
  ['the second worker loads', 2],
])('a server that is told to end while %s exits with code 0', async (_, loading) => {
  const env = { WORKERS: '2', LOG_LEVEL: 'warn', DATA_DIR: temporaryFolder(), MASTER_KEY: '5e'.repeat(32) }
  const { child, ended, errorOutput } = await runServer([], env)
  await expect.poll(() => workersOf({ processId: child.pid ?? 0 }), { interval: 5 }).toHaveLength(loading)
  child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 0, signal: null })
  expect(errorOutput()).toBe('')
})

it('a later worker that ends before it listens is started again, and does not end the server', async () => {
  const file = join(temporaryFolder(), 'end-second-worker.mjs')
  writeFileSync(file, "import cluster from 'node:cluster'\nif (cluster.worker?.id === 2) process.exit(1)\n")
  const env = { WORKERS: String(WORKERS), NODE_OPTIONS: `--import=${pathToFileURL(file).href}` }
  const server = await startServer({ env })
  await workersServe(server, WORKERS)
  expect(await readMetric(server, 'dropkit_worker_restarts_total')).toBe(1)
  await server.stop()
})

it('a server whose workers cannot start exits with the error of the first one, and starts no other', async () => {
  const { code, errors } = await runToItsEnd([], {
    WORKERS: '2',
    DATABASE_URL: 'postgres://127.0.0.1:1/nowhere',
    MASTER_KEY: '5e'.repeat(32),
  })
  expect(code).toBe(1)
  expect(errors.match(/cannot be opened/g)).toHaveLength(1)
  expect(errors).toContain('so the server stops')
  expect(errors).not.toContain('started again')
})
