// Events for receivers that fail three times in ten, sent by servers that are killed repeatedly.
import { run as ask, createDrop, eventually } from '../../support/drops.ts'
import { allViolations } from '../../support/ledger-violations.ts'
import type { TestServer } from '../../support/server.ts'
import { failThreeInTen, register, startWebhookReceiver } from '../../support/webhook-receiver.ts'
import { type ClaimLoad, chanceOf, startClaims } from '../claim-load.ts'
import { type CrashTest, createStrikes } from '../crash-test.ts'
import { oneOnSqlite, threeOnPostgres, urlOfOne } from '../mortal-server.ts'

const LANES = 16
const RECEIVERS = 2
const SIZES = {
  short: { events: 150, kills: 2, claimsPerSecond: 200 },
  full: { events: 10_000, kills: 20, claimsPerSecond: 250 },
}
/** A server's lease of a delivery, by the service's clock. */
const LEASE_SECONDS = 31
const ARRIVAL_LIMIT_MS = 300_000

/** The ids of all `drop.claimed` events after an event, page by page. */
const claimedSince = async (server: TestServer, mark: string): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let last = mark; ; ) {
    const query = 'query($since: ID) { events(since: $since, limit: 200) { id type } }'
    const page = await ask<{ id: string; type: string }[]>(server, query, { since: last })
    ids.push(...page.filter(({ type }) => type === 'drop.claimed').map(({ id }) => id))
    const end = page.at(-1)
    if (!end) return ids
    last = end.id
  }
}

const SETTINGS = { WEBHOOK_RETRY_SECONDS: Array(12).fill('0.2').join(',') }

const deliveringBy =
  (openFleet: typeof oneOnSqlite): CrashTest['run'] =>
  async ({ size, seed, say }) => {
    const { events, kills, claimsPerSecond } = SIZES[size]
    const chance = chanceOf(seed)
    const strikes = createStrikes(chance, { answers: RECEIVERS * events, strikes: kills + 1 })
    const { servers, stop } = await openFleet(SETTINGS)
    const receivers = await Promise.all(
      Array.from({ length: RECEIVERS }, () => startWebhookReceiver(countAndAnswer)),
    )
    let load: ClaimLoad | undefined
    const delivered = () => receivers.reduce((sum, receiver) => sum + receiver.delivered.size, 0)
    function countAndAnswer(attempt: Parameters<typeof failThreeInTen>[0]) {
      strikes.onAnswer(delivered())
      return failThreeInTen(attempt)
    }
    try {
      const { first, databaseUrl } = chance.oneOf(servers)
      for (const receiver of receivers) await register(first, receiver, ['drop.claimed'])
      const dropId = await createDrop(first, { maxAmount: '1000000', tokenAmount: '1', maxPerWallet: 1 })
      const [newest] = await ask<{ id: string }[]>(first, '{ events(limit: 1) { id } }')
      if (!newest) throw new Error('a new drop is no event')
      load = startClaims({
        key: first.apiKey,
        dropId,
        url: () => urlOfOne(servers, chance),
        lanes: LANES,
        wallets: events,
        perSecond: () => claimsPerSecond,
      })
      for (let kill = 1; kill <= kills; kill++) {
        await strikes.next()
        const victim = chance.oneOf(servers)
        await victim.kill()
        const next = await victim.start()
        await next.fakeChain('advance', { seconds: LEASE_SECONDS })
        if (kill % 5 === 0) say(`${kill} kills, ${delivered()} delivered to ${RECEIVERS} receivers`)
      }
      await load.done
      await eventually(
        async () => delivered(),
        (count) => count >= RECEIVERS * events,
        ARRIVAL_LIMIT_MS,
      )
      const { violations } = await allViolations(databaseUrl, dropId, load.granted)
      const last = servers[0]?.current
      if (!last) throw new Error('the server is not there')
      const wanted = new Set(await claimedSince(last, newest.id))
      if (wanted.size !== events) violations.push(`${wanted.size} events of ${events} claims`)
      for (const receiver of receivers) {
        const missing = [...wanted].filter((id) => !receiver.delivered.has(id))
        const unknown = [...receiver.delivered.keys()].filter((id) => !wanted.has(id))
        if (missing.length > 0) violations.push(`${missing.length} events never came, such as ${missing[0]}`)
        if (unknown.length > 0) violations.push(`${unknown.length} ids are no event's, such as ${unknown[0]}`)
        violations.push(...receiver.violations.slice(0, 5))
      }
      const times = receivers.flatMap((receiver) => [...receiver.delivered.values()])
      return {
        counts: {
          events,
          receivers: RECEIVERS,
          attempts: receivers.reduce((sum, receiver) => sum + receiver.attempts, 0),
          'events delivered to each': wanted.size,
          'delivered more than once': times.filter((count) => count > 1).length,
          kills: servers.reduce((sum, server) => sum + server.kills, 0),
        },
        violations: [...violations, ...load.violations],
      }
    } finally {
      load?.abandon()
      await Promise.all(receivers.map((receiver) => receiver.close()))
      await stop()
    }
  }

const mustHold = 'each event at least once, under one id, with one body'

export const webhooks: CrashTest = {
  name: 'webhooks',
  title: 'webhooks, receivers that fail, with kills',
  mustHold,
  run: deliveringBy(oneOnSqlite),
}

export const webhooksOfServers: CrashTest = {
  name: 'webhooks-of-servers',
  title: 'webhooks of three servers on one Postgres, receivers that fail, with kills',
  mustHold,
  run: deliveringBy(threeOnPostgres),
}
