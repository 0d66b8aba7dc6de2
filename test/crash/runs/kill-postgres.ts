// The database is killed under the server. No data may be lost, and the server must recover by itself.
import { setTimeout as pause } from 'node:timers/promises'
import { createDrop } from '../../support/drops.ts'
import { type ClaimLoad, chanceOf, startClaims } from '../claim-load.ts'
import type { CrashTest } from '../crash-test.ts'
import { createMortalServer, type MortalServer } from '../mortal-server.ts'
import { startOwnPostgres } from '../own-postgres.ts'
import { allViolations } from '../settled-rows.ts'
import { createStrikes } from '../strikes.ts'

const LANES = 64
const SIZES = {
  short: { kills: 2, grants: 600 },
  full: { kills: 50, grants: 20_000 },
}
const HEALTHY_WITHIN_MS = 2_000
const HEALTHY_LIMIT_MS = 30_000

/** The time when the server reports that it is ready. */
const untilReady = async (url: string): Promise<number> => {
  for (const giveUpAt = performance.now() + HEALTHY_LIMIT_MS; performance.now() < giveUpAt; await pause(10)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return performance.now()
  }
  throw new Error(`not ready ${HEALTHY_LIMIT_MS} ms after Postgres was there again`)
}

export const killPostgres: CrashTest = {
  name: 'postgres-kills',
  title: 'SIGKILL Postgres under load',
  mustHold: '0 lost, healthy again under 2 s',
  run: async ({ size, seed, say, isTimeUp }) => {
    const { kills, grants } = SIZES[size]
    const postgres = await startOwnPostgres()
    let server: MortalServer | undefined
    let load: ClaimLoad | undefined
    try {
      const own = await createMortalServer({ env: { DATABASE_URL: postgres.databaseUrl } })
      server = own
      const { first } = own
      const dropId = await createDrop(first, { maxAmount: '10000000', tokenAmount: '10', maxPerWallet: 1 })
      const strikes = createStrikes(chanceOf(seed), { answers: grants, strikes: kills })
      let answeredAt = 0
      const claims = startClaims({
        key: first.apiKey,
        dropId,
        url: () => own.url,
        lanes: LANES,
        onAnswer: (answered) => {
          answeredAt = performance.now()
          strikes.onAnswer(answered)
        },
      })
      load = claims
      const violations: string[] = []
      const healthyMs: number[] = []
      for (let kill = 1; kill <= kills && !isTimeUp(); kill++) {
        await strikes.next()
        postgres.kill()
        const acceptsAt = await postgres.restart()
        const readyAt = await untilReady(own.url)
        for (const giveUpAt = performance.now() + HEALTHY_LIMIT_MS; answeredAt < acceptsAt; await pause(5)) {
          if (performance.now() > giveUpAt) throw new Error('no wallet can claim although Postgres runs again')
        }
        const tookMs = Math.round(Math.max(readyAt, answeredAt) - acceptsAt)
        healthyMs.push(tookMs)
        if (tookMs >= HEALTHY_WITHIN_MS) violations.push(`healthy ${tookMs} ms after kill ${kill} only`)
        if (kill % 10 === 0) say(`${kill} kills, ${claims.granted.size} claims acknowledged`)
      }
      while (claims.granted.size < grants && !isTimeUp()) await strikes.next()
      await claims.finish()
      const { rows, violations: found } = await allViolations(postgres.databaseUrl, dropId, claims.granted)
      const sorted = healthyMs.toSorted((one, other) => one - other)
      return {
        counts: {
          kills: healthyMs.length,
          'claims acknowledged': claims.granted.size,
          'claims in the store': rows.claims.length,
          'told to retry': claims.counts.turnedAway,
          'requests without an answer': claims.counts.unanswered,
          'healthy after ms (median)': sorted[Math.floor(sorted.length / 2)] ?? 0,
          'healthy after ms (longest)': sorted.at(-1) ?? 0,
        },
        violations: [...violations, ...claims.violations, ...found],
      }
    } finally {
      load?.abandon()
      await server?.stop().catch(() => {})
      await postgres.stop()
    }
  },
}
