// Servers whose system clock is wrong, or jumps, work as usual.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { claimDrop, createDrop, eventually, run } from './support/drops.ts'
import { type StartServerOptions, startServer, type TestServer } from './support/server.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { register, startWebhookReceiver } from './support/webhook-receiver.ts'

const HOUR_MS = 3_600_000
const JUMP_MS = 5_000
/** The tolerated difference between the answers of two servers, including the duration of the requests. */
const APART_MS = 500
const ARRIVAL_LIMIT_MS = 5_000
const PRICE = '1000000000'
const SUI = '0x2::sui::SUI'
const wallet = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`

/** A server whose system clock can be set. */
async function startWithClock(options: StartServerOptions, aheadMs: number) {
  const folder = temporaryFolder()
  const file = join(folder, 'ahead')
  const setAhead = (ms: number) => writeFileSync(file, String(ms))
  setAhead(aheadMs)
  const preload = pathToFileURL(join(import.meta.dirname, 'support', 'machine-clock.mjs')).href
  const server = await startServer({
    ...options,
    env: { ...options.env, MACHINE_CLOCK_FILE: file, NODE_OPTIONS: `--import=${preload}` },
  })
  onTestFinished(async () => void (await server.stop()))
  return { server, setAhead }
}

async function createIntent(server: TestServer, dropId: string, walletAddress: string) {
  return run<{ id: string; recipientAddress: string; expiresAt: string }>(
    server,
    'mutation($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { id recipientAddress expiresAt } }',
    { input: { dropId, walletAddress, paymentMethod: 'SUI', quantity: 1 } },
  )
}

async function payIntent(
  server: TestServer,
  { id, recipientAddress: to }: { id: string; recipientAddress: string },
  from: string,
) {
  await server.fakeChain('faucet', { address: from, coinType: SUI, amount: PRICE })
  const { body } = await server.fakeChain('transfer', { from, to, coinType: SUI, amount: PRICE })
  return run<{ status: string }>(
    server,
    'mutation($id: ID!, $txHash: String) { confirmPaymentIntent(id: $id, txHash: $txHash) { status } }',
    { id, txHash: body['txHash'] },
  )
}

const serviceTime = async (server: TestServer): Promise<number> =>
  Date.parse((await run<{ now: string }>(server, '{ service { now } }')).now)

const readyz = async ({ url }: TestServer) => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

describe.each([
  { database: 'postgres', skewMs: HOUR_MS },
  { database: 'postgres', skewMs: -HOUR_MS },
] as const)('on $database, with one clock off by $skewMs ms and another one that jumps,', (given) => {
  it('servers agree on the time, and claims, payments, jobs and webhooks go on', async () => {
    const jumping = await startWithClock({ database: given.database }, 0)
    const env = { DATABASE_URL: jumping.server.databaseUrl }
    const skewed = await startWithClock({ env }, given.skewMs)
    const servers = [jumping.server, skewed.server]
    const receiver = await startWebhookReceiver()
    onTestFinished(() => receiver.close())
    await register(jumping.server, receiver, ['drop.claimed'])
    const dropId = await createDrop(skewed.server)
    const paid = await createDrop(jumping.server, { price: 1 })
    const early = await createIntent(jumping.server, paid, wallet(1_000))
    let claims = 0

    const goesOn = async () => {
      for (const server of servers) {
        expect(Math.abs((await serviceTime(server)) - Date.now())).toBeLessThan(APART_MS)
        for (let n = 0; n < 5; n++) await claimDrop(server, dropId, wallet(++claims))
      }
      await eventually(
        async () => receiver.delivered.size,
        (size) => size === claims,
        ARRIVAL_LIMIT_MS,
      )
    }

    await goesOn()
    for (const jumpMs of [HOUR_MS, -HOUR_MS]) {
      jumping.setAhead(jumpMs)
      await sleep(100)
      await goesOn()
      await eventually(
        () => readyz(jumping.server),
        ({ body }) => String(body['clock']).includes('wrong by'),
      )
      expect((await readyz(jumping.server)).status).toBe(200)
      const payer = wallet(1_001 + claims)
      const late = await createIntent(jumping.server, paid, payer)
      expect(Date.parse(late.expiresAt) - Date.now()).toBeLessThan(HOUR_MS)
      await sleep(JUMP_MS)
      jumping.setAhead(0)
      await goesOn()
      expect(await payIntent(skewed.server, late, payer)).toMatchObject({
        status: 'CONFIRMED',
      })
    }
    expect(await payIntent(skewed.server, early, wallet(1_000))).toMatchObject({ status: 'CONFIRMED' })
    expect(receiver.violations).toEqual([])
    expect((await readyz(jumping.server)).body).not.toHaveProperty('clock')
    const metrics = await (await fetch(`${skewed.server.url}/metrics`)).text()
    const aheadSeconds = Number(/^dropkit_clock_machine_ahead_seconds (\S+)$/m.exec(metrics)?.[1])
    expect(Math.abs(aheadSeconds - given.skewMs / 1_000)).toBeLessThan(1)
  })
})
