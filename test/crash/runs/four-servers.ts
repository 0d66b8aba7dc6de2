// Four servers share one Postgres and are killed and restarted in turns, while there are more claimers than items.
import { setTimeout as pause } from 'node:timers/promises'
import { createDrop } from '../../support/drops.ts'
import { allViolations } from '../../support/ledger-violations.ts'
import { type ClaimLoad, chanceOf, startClaims } from '../claim-load.ts'
import type { CrashTest } from '../crash-test.ts'
import { createMortalServer, type MortalServer, startOwnPostgres } from '../mortal-server.ts'

const SERVERS = 4
const LANES = 64
const SIZES = {
  short: { attempts: 1_000, items: 200, perSecondWhileItems: 100 },
  full: { attempts: 20_000, items: 1_000, perSecondWhileItems: 60 },
}
/** The time between two kills. */
const [SHORTEST_PEACE_MS, LONGEST_PEACE_MS] = [100, 700]

export const fourServers: CrashTest = {
  name: 'four-servers',
  title: 'four servers, one Postgres, more attempts than items',
  mustHold: 'exactly as many claims as items',
  run: async ({ size, seed, say, isTimeUp }) => {
    const { attempts, items, perSecondWhileItems } = SIZES[size]
    const chance = chanceOf(seed)
    const postgres = await startOwnPostgres()
    const servers: MortalServer[] = []
    let load: ClaimLoad | undefined
    try {
      const env = { DATABASE_URL: postgres.databaseUrl }
      servers.push(...(await Promise.all(Array.from({ length: SERVERS }, () => createMortalServer({ env })))))
      const first = servers[0]?.current
      if (!first) throw new Error('no server is there')
      const dropId = await createDrop(first, {
        maxAmount: String(items * 7),
        tokenAmount: '7',
        supply: items,
        maxPerWallet: 1,
      })
      const alive = () => servers.filter(({ current }) => current !== undefined)
      const claims = startClaims({
        key: first.apiKey,
        dropId,
        url: () => (alive().length === 0 ? undefined : chance.oneOf(alive()).url),
        lanes: LANES,
        wallets: attempts,
        // Limits the rate, so that there are kills while there are items. Otherwise all items would be claimed within a
        // second.
        perSecond: () => (claims.granted.size < items ? perSecondWhileItems : Number.POSITIVE_INFINITY),
      })
      load = claims
      let isOver = false
      const over = claims.done.then(() => {
        isOver = true
      })
      const starting = new Set<Promise<unknown>>()
      let killsWhileItems = 0
      while (!isOver) {
        if (isTimeUp()) void claims.finish()
        await Promise.race([over, pause(chance.between(SHORTEST_PEACE_MS, LONGEST_PEACE_MS))])
        // At least one server must be running, so that claims are possible.
        if (isOver || alive().length < 2) continue
        if (claims.granted.size < items) killsWhileItems++
        const victim = chance.oneOf(alive())
        await victim.kill()
        const started = victim.start().finally(() => starting.delete(started))
        starting.add(started)
        if (claims.refused.size % 1_000 < LANES)
          say(`${claims.granted.size} granted, ${claims.refused.size} refused`)
      }
      await Promise.all(starting)
      const { rows, violations } = await allViolations(postgres.databaseUrl, dropId, claims.granted)
      if (rows.claims.length !== items) violations.push(`${rows.claims.length} claims on ${items} items`)
      if (claims.granted.size !== items)
        violations.push(`${claims.granted.size} wallets were told of a claim`)
      for (const type of ['drop.sold_out', 'drop.completed']) {
        const count = rows.events.filter((event) => event.type === type).length
        if (count !== 1) violations.push(`${count} events ${type}`)
      }
      return {
        counts: {
          wallets: claims.granted.size + claims.refused.size,
          'requests sent': claims.counts.sent,
          'requests without an answer': claims.counts.unanswered,
          items,
          'claims in the store': rows.claims.length,
          kills: servers.reduce((sum, { kills }) => sum + kills, 0),
          'kills while there were items': killsWhileItems,
        },
        violations: [...violations, ...claims.violations],
      }
    } finally {
      load?.abandon()
      for (const server of servers) await server.stop().catch(() => {})
      await postgres.stop()
    }
  },
}
