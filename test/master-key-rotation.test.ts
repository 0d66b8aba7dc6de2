// One master key replaces another while servers run, and while the rotation is killed.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSqlStorage } from '@dropkit/adapter-storage'
import type { Sealed, WebhookId } from '@dropkit/core'
import { SEALED_FOR } from '@dropkit/core/internal'
import { describe, expect, it, type TestContext } from 'vitest'
import { createSealedSecrets } from '../apps/server/src/ports/secrets.ts'
import { startFaultProxy } from './crash/fault-proxy.ts'
import { claimDrop, createDrop, eventually, run } from './support/drops.ts'
import { createPostgresDatabase } from './support/prepared-databases.ts'
import { type Environment, runToItsEnd, startServer, type TestServer } from './support/server.ts'

const OLD = randomBytes(32).toString('hex')
const NEW = randomBytes(32).toString('hex')
const BOTH = { MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD }
const wallet = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const root = fileURLToPath(new URL('..', import.meta.url))

/** Registers what to do at the end of a test, the last one first. */
type AtEnd = (cleanUp: () => unknown) => void

const atEndOf =
  ({ onTestFinished }: TestContext): AtEnd =>
  (cleanUp) =>
    onTestFinished(async () => {
      await cleanUp()
    })

/** A store that persists while servers on it are started and stopped. */
async function makePlace(database: 'sqlite' | 'postgres', atEnd: AtEnd) {
  const dataDir = mkdtempSync(join(tmpdir(), 'dropkit-rotation-'))
  atEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  if (database === 'sqlite') return { dataDir, databaseUrl: `sqlite:${join(dataDir, 'dropkit.db')}`, atEnd }
  const own = await createPostgresDatabase()
  atEnd(() => own.drop())
  return { dataDir, databaseUrl: own.url, atEnd }
}
type Place = Awaited<ReturnType<typeof makePlace>>

async function start({ dataDir, databaseUrl, atEnd }: Place, keys: Environment): Promise<TestServer> {
  const env = { DATABASE_URL: databaseUrl, ...keys }
  const server = await startServer({ dataDir, env })
  atEnd(() => server.kill())
  return server
}

async function command({ dataDir, databaseUrl }: Place, words: readonly string[], keys: Environment) {
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...keys }
  const { code, output, errors } = await runToItsEnd(words, env)
  return { code, said: `${output}${errors}` }
}

/** Runs a rotation in a process that kills itself with SIGKILL after this many committed transactions. */
async function rotateUntilKilled(
  { databaseUrl }: Place,
  transactions: number,
): Promise<NodeJS.Signals | null> {
  const script = `
    import { openSqlStorage } from '@dropkit/adapter-storage'
    import { createSealedSecrets } from ${JSON.stringify(new URL('../apps/server/src/ports/secrets.ts', import.meta.url).href)}
    import { rotateMasterKey } from ${JSON.stringify(new URL('../apps/server/src/master-key-of-store.ts', import.meta.url).href)}
    const [url, current, previous, transactions] = process.argv.slice(1)
    const bytes = (hex) => Buffer.from(hex, 'hex')
    let left = Number(transactions)
    await rotateMasterKey({
      storage: await openSqlStorage({ url }),
      ring: createSealedSecrets({ current: bytes(current), earlier: [bytes(previous)] }),
      now: Date.now,
      batchSize: 4,
      onProgress: () => --left === 0 && process.kill(process.pid, 'SIGKILL'),
    })`
  const child = spawn(
    join(root, 'node_modules', '.bin', 'node'),
    [
      '--conditions=@dropkit/source',
      '--input-type=module',
      '-e',
      script,
      databaseUrl,
      NEW,
      OLD,
      `${transactions}`,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const [, signal] = await once(child, 'exit')
  return signal
}

// The tests mostly wait for processes, so they run at once.
describe.concurrent.each(['sqlite', 'postgres'] as const)('a new master key on %s', (database) => {
  it('takes over while servers run, after any number of interruptions, and the old key opens nothing afterwards', async (context) => {
    const place = await makePlace(database, atEndOf(context))
    const first = await start(place, { MASTER_KEY: OLD })
    const drops: string[] = []
    for (let n = 0; n < 6; n++) drops.push(await createDrop(first))
    const luck = await createDrop(first, { tokenAmount: '0', supply: 2, maxAmount: '100' })
    const webhook = await run<{ id: string; secret: string }>(
      first,
      'mutation { registerWebhook(input: { url: "http://127.0.0.1:9/hook", events: ["drop.paused"] }) { id secret } }',
    )
    const secrets = [webhook.secret]
    for (let n = 0; n < 3; n++) {
      const rotated = await run<{ secret: string }>(
        first,
        'mutation($id: ID!) { rotateWebhookSecret(id: $id) { secret } }',
        { id: webhook.id },
      )
      secrets.unshift(rotated.secret)
    }
    const makeKey = () =>
      first.graphql(
        'mutation { createApiKey(input: { name: "k" }) { secret } }',
        {},
        {
          headers: { 'idempotency-key': 'make-a-key' },
        },
      )
    const secret = (await makeKey()).data?.['createApiKey']
    expect(secret).toMatchObject({ secret: expect.stringMatching(/^dk_/) })

    const early = await command(place, ['master-key', 'rotate'], BOTH)
    expect(early).toMatchObject({
      code: 1,
      said: expect.stringContaining('1 of 1 running servers do not have both keys'),
    })
    await first.stop()
    const second = await start(place, BOTH)
    const third = await start(place, BOTH)

    expect(await rotateUntilKilled(place, 2)).toBe('SIGKILL')
    const half = await command(place, ['master-key', 'check'], BOTH)
    expect(half).toMatchObject({ code: 1, said: expect.stringMatching(/[1-9]\d* with the key/) })
    const onlyNew = await command(place, [], { MASTER_KEY: NEW, PORT: '0' })
    expect(onlyNew).toMatchObject({ code: 1, said: expect.stringContaining('its rotation has not ended') })

    // Values that are already sealed again, and values that are not, work on both servers during the rotation.
    const rotating = command(place, ['master-key', 'rotate'], BOTH)
    const meanwhile = await Promise.all(
      drops.map((id, n) => claimDrop(n % 2 === 0 ? second : third, id, wallet(n + 1))),
    )
    const madeMeanwhile = await createDrop(third)
    expect(await rotating).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^\d+ secrets were re-encrypted/),
    })
    // This also shows that nothing was left.
    writeFileSync(join(place.dataDir, 'master.key'), OLD)
    expect(await command(place, ['master-key', 'rotate'], BOTH)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^0 secrets.*master\.key still contains another key/s),
    })
    await Promise.all([second.stop(), third.stop()])

    const server = await start(place, { MASTER_KEY: NEW })
    for (const [n, { claimParams, dropInfo }] of meanwhile.entries()) {
      const paid = await server.fakeChain('claim', { ...dropInfo, claimer: wallet(n + 1), ...claimParams })
      expect(paid.status, JSON.stringify(paid.body)).toBe(200)
    }
    for (const id of [...drops, madeMeanwhile]) await claimDrop(server, id, wallet(100))
    for (const n of [1, 2])
      await run(
        server,
        'mutation($id: ID!, $w: String!) { claimRandomDrop(input: { dropId: $id, userAddress: $w }) { success claimedAmount } }',
        { id: luck, w: wallet(n) },
      )
    const drawn = await run<{ randomnessSeed: string; randomnessCommitment: string }>(
      server,
      'query($id: ID!) { drop(id: $id) { randomnessSeed randomnessCommitment } }',
      { id: luck },
    )
    expect(createHash('sha256').update(Buffer.from(drawn.randomnessSeed, 'hex')).digest('hex')).toBe(
      drawn.randomnessCommitment,
    )
    const replayed = await server.graphql(
      'mutation { createApiKey(input: { name: "k" }) { secret } }',
      {},
      {
        headers: { 'idempotency-key': 'make-a-key' },
      },
    )
    expect(replayed.headers.get('idempotency-replayed'), JSON.stringify(replayed.errors)).toBe('true')
    expect(replayed.data?.['createApiKey']).toEqual(secret)
    expect(await secretsIn(place, webhook.id)).toEqual(secrets)
    await server.stop()

    const onlyOld = await command(place, [], { MASTER_KEY: OLD, PORT: '0' })
    expect(onlyOld).toMatchObject({ code: 1, said: expect.stringContaining('another master key') })
  })
})

it.concurrent('a server whose connection is cut during a rotation seals nothing under the old key afterwards', async (context) => {
  const place = await makePlace('postgres', atEndOf(context))
  const proxy = await startFaultProxy(place.databaseUrl)
  place.atEnd(() => proxy.close())
  await (await start(place, { MASTER_KEY: OLD })).stop()
  const cutOff = await start({ ...place, databaseUrl: proxy.url }, BOTH)
  proxy.setFault({ kind: 'refusing' })
  proxy.cutAll()
  // A killed server counts as running for half a minute after its last report. The command waits for that.
  expect(await command(place, ['master-key', 'rotate'], BOTH)).toMatchObject({ code: 0 })

  proxy.setFault({ kind: 'none' })
  const register = () =>
    cutOff.graphql(
      'mutation { registerWebhook(input: { url: "http://127.0.0.1:9/hook", events: ["drop.paused"] }) { id secret } }',
    )
  const { data, errors } = await eventually(
    register,
    (answer) => answer.data?.['registerWebhook'] != null || !isRetryable(answer),
    60_000,
  )
  expect(errors).toBeUndefined()
  const webhook = data?.['registerWebhook'] as { id: string; secret: string }
  expect(await command(place, ['master-key', 'check'], BOTH)).toMatchObject({ code: 0 })
  expect(await secretsIn(place, webhook.id)).toEqual([webhook.secret])
})

const isRetryable = ({ errors }: Awaited<ReturnType<TestServer['graphql']>>): boolean =>
  errors?.every(({ extensions }) => extensions?.['retryable'] === true) === true

/** A webhook's secrets, the newest first, opened with the new key alone. */
async function secretsIn({ databaseUrl }: Place, id: string): Promise<readonly string[]> {
  const storage = await openSqlStorage({ url: databaseUrl })
  try {
    const webhook = (await storage.store.webhooks([id as WebhookId])).get(id as WebhookId)
    const secrets = createSealedSecrets({ current: Buffer.from(NEW, 'hex') })
    const open = (sealed: Sealed, purpose: string) => Buffer.from(secrets.open(sealed, purpose)).toString()
    const { secret, previousSecret, earlierSecrets } = webhook ?? {}
    const earlier = earlierSecrets ? JSON.parse(open(earlierSecrets, SEALED_FOR.earlierSecrets(id))) : []
    return [
      ...[secret, previousSecret?.secret].flatMap((one) => (one ? open(one, SEALED_FOR.secret(id)) : [])),
      ...earlier.map((one: { secret: string }) => one.secret),
    ]
  } finally {
    await storage.close()
  }
}
