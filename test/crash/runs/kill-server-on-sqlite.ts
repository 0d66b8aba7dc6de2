// The server is killed in the middle of claims, over and over, on the database that it carries itself.
import { createDrop } from '../../support/drops.ts'
import { countFaults } from '../../support/ledger-faults.ts'
import { chanceOf } from '../chance.ts'
import { type ClaimLoad, startClaims } from '../claim-load.ts'
import type { CrashTest } from '../crash-test.ts'
import { createMortalServer } from '../mortal-server.ts'
import { allFaults } from '../settled-rows.ts'
import { integrityFaults } from '../sqlite-integrity.ts'
import { createStrikes } from '../strikes.ts'

/** Enough for batches that the writing thread takes. */
const LANES = 96
const SIZES = {
  short: { kills: 5, grants: 1_000 },
  full: { kills: 200, grants: 50_000 },
}
const INTEGRITY_EVERY = 20

export const killServerOnSqlite: CrashTest = {
  name: 'sqlite-kills',
  title: 'SIGKILL the server, SQLite, under load',
  mustHold: '0 lost, 0 double, counters = rows = events, integrity ok',
  run: async ({ size, seed, say, isTimeUp }) => {
    const { kills, grants } = SIZES[size]
    const chance = chanceOf(seed)
    const server = await createMortalServer()
    const path = server.databaseUrl.slice('sqlite:'.length)
    const faults: string[] = []
    let underWayAtKills = 0
    let load: ClaimLoad | undefined
    try {
      const { first } = server
      const dropId = await createDrop(first, { maxAmount: '10000000', tokenAmount: '10', maxPerWallet: 1 })
      const strikes = createStrikes(chance, { answers: grants, strikes: kills })
      load = startClaims({
        key: first.apiKey,
        dropId,
        url: () => server.current?.url,
        lanes: LANES,
        onAnswer: strikes.onAnswer,
      })
      for (let kill = 1; kill <= kills && !isTimeUp(); kill++) {
        await strikes.next()
        underWayAtKills += load.underWay
        await server.kill()
        // What a crash leaves must be sound as it lies there, before anybody has repaired anything.
        faults.push(
          ...(await countFaults(server.databaseUrl, dropId)).map((fault) => `after kill ${kill}: ${fault}`),
        )
        if (kill % INTEGRITY_EVERY === 0) {
          faults.push(...integrityFaults(path).map((fault) => `after kill ${kill}: ${fault}`))
          say(`${kill} kills, ${load.granted.size} claims acknowledged, ${faults.length} faults`)
        }
        await server.start()
      }
      while (load.granted.size < grants && !isTimeUp()) await strikes.next()
      await load.finish()
      const { rows, faults: found } = await allFaults(server.databaseUrl, dropId, load.granted)
      faults.push(...load.faults, ...found)
      await server.current?.stop()
      faults.push(...integrityFaults(path))
      return {
        counts: {
          kills: server.kills,
          'claims acknowledged': load.granted.size,
          'claims in the store': rows.claims.length,
          'requests under way at the kills': underWayAtKills,
          'requests without an answer': load.counts.unanswered,
          'slowest start in ms': server.slowestStartMs,
        },
        faults,
      }
    } finally {
      load?.abandon()
      await server.stop()
    }
  },
}
