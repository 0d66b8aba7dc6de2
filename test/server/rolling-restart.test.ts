// Servers behind a load balancer are restarted one after the other while clients claim. No request is lost.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SETTINGS } from '../../apps/server/src/config/settings.ts'
import {
  type Balancer,
  programNamed,
  proxyFile,
  REAL_BALANCERS,
  startOwnBalancer,
  startRealBalancer,
} from '../support/balancer.ts'
import { createDrop } from '../support/drops.ts'
import { freePort } from '../support/http.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { postgresTemplate } from '../support/prepared-databases.ts'
import { startServer, type TestServer } from '../support/server.ts'

const CLIENTS = 12
const PAUSE_MS = 60
const CLAIM = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) { claim { id } }
}`
const installed = REAL_BALANCERS.flatMap((name) => {
  const program = programNamed(name)
  return program === undefined ? [] : [{ name, start: startRealBalancer.bind(null, name, program) }]
})

describe('a rolling restart', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  it.each([{ name: 'a balancer that does as haproxy.cfg says', start: startOwnBalancer }, ...installed])(
    'loses no request behind $name',
    async ({ start }) => {
      const database = await postgres.createDatabase({ template: await postgresTemplate() })
      const ports = [await freePort(), await freePort()]
      const open = (port: number | undefined) =>
        startServer({
          env: {
            DATABASE_URL: database.url,
            PORT: String(port),
            DRAIN_SECONDS: SETTINGS.drainSeconds.default,
            TRUSTED_PROXIES: 'loopback',
          },
        })
      const servers: TestServer[] = [await open(ports[0]), await open(ports[1])]
      const [one, two] = servers
      if (!one || !two) throw new Error('two servers were started')
      const balancer: Balancer = await start([new URL(one.url).host, new URL(two.url).host])
      const dropId = await createDrop(one)
      let answered = 0
      const lost: string[] = []
      let isOver = false
      const claimers = Array.from({ length: CLIENTS }, async (_, claimer) => {
        for (let turn = 1; !isOver; turn++) {
          const userAddress = `0x${(claimer * 1_000_000 + turn).toString(16)}`
          const what = await fetch(`${balancer.url}/graphql`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${one.apiKey}` },
            body: JSON.stringify({ query: CLAIM, variables: { dropId, userAddress } }),
          }).then(
            async (answer) => `${answer.status} ${await answer.text()}`,
            (error: unknown) => String(error),
          )
          if (/^200 .*"id":/.test(what)) answered++
          else lost.push(what)
          await sleep(PAUSE_MS)
        }
      })
      await sleep(500)
      for (const [place, port] of ports.entries()) {
        expect(await servers[place]?.stop()).toEqual({ code: 0, signal: null })
        const restarted = await open(port)
        servers[place] = restarted
        // The load balancer needs one or two health checks before it sends requests again, and some to the other server.
        const metrics = async () => (await fetch(`${restarted.url}/metrics`)).text()
        await expect.poll(metrics, { interval: 100 }).toMatch(/^dropkit_claims_total\S* [1-9]/m)
        await sleep(1_500)
      }
      isOver = true
      await Promise.all(claimers)
      const count = await servers[0]?.graphql('query($id: ID!) { drop(id: $id) { claimCount } }', {
        id: dropId,
      })
      await balancer.stop()
      await Promise.all(servers.map((server) => server.stop()))
      await database.drop()
      expect(lost).toEqual([])
      expect(answered).toBeGreaterThan(CLIENTS)
      expect(count?.data).toEqual({ drop: { claimCount: answered } })
    },
  )
})

describe('a server that drains', () => {
  it('reports it at /readyz, serves every request, closes each connection after its answer, and exits with code 0', async () => {
    const server = await startServer({ env: { DRAIN_SECONDS: '2' } })
    const ready = await fetch(`${server.url}/readyz`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([200, 'keep-alive'])
    const startedAt = performance.now()
    const ended = server.stop()
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503)
    const draining = await fetch(`${server.url}/readyz`)
    expect(await draining.json()).toEqual({ status: 'draining' })
    expect(draining.headers.get('connection')).toBe('close')
    const { data, headers } = await server.graphql('{ me { username } }')
    expect([data, headers.get('connection')]).toEqual([{ me: { username: 'admin' } }, 'close'])
    expect(await ended).toEqual({ code: 0, signal: null })
    const tookMs = performance.now() - startedAt
    expect(tookMs).toBeGreaterThan(1_900)
    expect(tookMs).toBeLessThan(10_000)
  })

  it('does not drain when a person ends it at a terminal', async () => {
    const server = await startServer({ env: { DRAIN_SECONDS: '5' } })
    const startedAt = performance.now()
    expect(await server.stop('SIGINT')).toEqual({ code: 0, signal: null })
    expect(performance.now() - startedAt).toBeLessThan(4_000)
  })
})

describe('the documented proxy files', () => {
  const files = ['nginx.conf', 'haproxy.cfg', 'Caddyfile'] as const
  const drainMs = Number(SETTINGS.drainSeconds.default) * 1_000

  it.each(files)('%s keeps internal routes internal, and accepts bodies of 14 MiB', (name) => {
    const text = proxyFile(name)
    for (const path of ['/metrics', '/readyz', '/fake-chain/']) expect(text).toContain(path)
    expect(text).toMatch(/14m;|14MiB|14680064/)
    expect(text).toMatch(/Strict-Transport-Security/)
  })

  it('the checks find a draining server before it closes', () => {
    const [, inter, fall] = /check inter (\d+)ms fall (\d+)/.exec(proxyFile('haproxy.cfg')) ?? []
    expect(Number(inter) * Number(fall)).toBeLessThan(drainMs)
    const [, interval] = /health_interval (\d+)ms/.exec(proxyFile('Caddyfile')) ?? []
    expect(2 * Number(interval)).toBeLessThan(drainMs)
  })

  it('the checks do not ask for the chain, because claims work without it', () => {
    expect(proxyFile('haproxy.cfg')).toMatch(/httpchk GET \/readyz\?ignore=chain\n/)
    expect(proxyFile('Caddyfile')).toMatch(/health_uri \/readyz\?ignore=chain\n/)
  })

  it('no proxy sends again a POST that was sent', () => {
    expect(proxyFile('nginx.conf')).toMatch(/proxy_next_upstream error;/)
    expect(proxyFile('haproxy.cfg')).toMatch(/retry-on conn-failure\n/)
    expect(proxyFile('Caddyfile')).not.toContain('lb_retry_match')
  })
})
