// Kills a server, one of its workers, or its database repeatedly in the middle of claims.

import { setTimeout as pause } from 'node:timers/promises'
import { createDrop } from '../../support/drops.ts'
import { workersOf, workersServe } from '../../support/fleet.ts'
import { allViolations, violationsOfCounts } from '../../support/ledger-violations.ts'
import type { Environment } from '../../support/server.ts'
import { type Chance, type ClaimLoad, chanceOf, startClaims } from '../claim-load.ts'
import { type CrashTest, createStrikes } from '../crash-test.ts'
import {
  createMortalServer,
  databasePathOf,
  integrityViolations,
  type MortalServer,
  startOwnPostgres,
} from '../mortal-server.ts'

type Victim = {
  readonly server: MortalServer
  readonly kill: () => Promise<void>
  /** Waits until it is running again. */
  readonly recover: () => Promise<unknown>
  /** The violations in its database files. */
  readonly fileViolations: () => readonly string[]
  readonly remove: () => Promise<void>
}

/** Enough for large batches on the writer thread. */
const LANES = 96
const FILES_EVERY = 20
const WORKERS = 2

const serverOnSqlite = async (): Promise<Victim> => {
  const server = await createMortalServer()
  return {
    server,
    kill: server.kill,
    recover: server.start,
    fileViolations: () => integrityViolations(databasePathOf(server)),
    remove: server.stop,
  }
}

const serverWithWorkers = (env: Environment = {}) =>
  createMortalServer({ env: { ...env, WORKERS: String(WORKERS) } })

const oneOfTwoWorkers = (
  server: MortalServer,
  chance: Chance,
): Pick<Victim, 'server' | 'kill' | 'recover'> => ({
  server,
  kill: async () => void process.kill(chance.oneOf(workersOf(server.first)), 'SIGKILL'),
  recover: () => workersServe(server.first, WORKERS),
})

const oneOfTwoWorkersOnSqlite = async (chance: Chance): Promise<Victim> => {
  const server = await serverWithWorkers()
  return {
    ...oneOfTwoWorkers(server, chance),
    fileViolations: () => integrityViolations(databasePathOf(server)),
    remove: server.stop,
  }
}

const oneOfTwoWorkersOnPostgres = async (chance: Chance): Promise<Victim> => {
  const postgres = await startOwnPostgres()
  try {
    const server = await serverWithWorkers({ DATABASE_URL: postgres.databaseUrl })
    return {
      ...oneOfTwoWorkers(server, chance),
      fileViolations: () => [],
      remove: async () => {
        await server.stop()
        await postgres.stop()
      },
    }
  } catch (cause) {
    await postgres.stop()
    throw cause
  }
}

type KillRun = Omit<CrashTest, 'run'> & {
  readonly sizes: { readonly [Size in 'short' | 'full']: { readonly kills: number; readonly grants: number } }
  readonly open: (chance: Chance) => Promise<Victim>
}

const killRun = ({ sizes, open, ...test }: KillRun): CrashTest => ({
  ...test,
  run: async ({ size, seed, say, isTimeUp }) => {
    const { kills, grants } = sizes[size]
    const chance = chanceOf(seed)
    const victim = await open(chance)
    const { server } = victim
    const violations: string[] = []
    let killed = 0
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
        await victim.kill()
        killed++
        // The files must be valid directly after the crash, before any process has repaired them.
        violations.push(
          ...(await violationsOfCounts(server.databaseUrl, dropId)).map(
            (violation) => `after kill ${kill}: ${violation}`,
          ),
        )
        if (kill % FILES_EVERY === 0) {
          violations.push(...victim.fileViolations().map((violation) => `after kill ${kill}: ${violation}`))
          say(`${kill} kills, ${load.granted.size} claims acknowledged, ${violations.length} violations`)
        }
        await victim.recover()
      }
      while (load.granted.size < grants && !isTimeUp()) await strikes.next()
      await load.finish()
      const { rows, violations: found } = await allViolations(server.databaseUrl, dropId, load.granted)
      violations.push(...load.violations, ...found)
      await server.current?.stop()
      violations.push(...victim.fileViolations())
      return {
        counts: {
          kills: killed,
          'claims acknowledged': load.granted.size,
          'claims in the store': rows.claims.length,
          'requests under way at the kills': underWayAtKills,
          'requests without an answer': load.counts.unanswered,
          'slowest start in ms': server.slowestStartMs,
        },
        violations,
      }
    } finally {
      load?.abandon()
      await victim.remove()
    }
  },
})

export const killServerOnSqlite: CrashTest = killRun({
  name: 'sqlite-kills',
  title: 'SIGKILL the server, SQLite, under load',
  mustHold: '0 lost, 0 double, counters = rows = events, integrity ok',
  sizes: { short: { kills: 2, grants: 1_000 }, full: { kills: 200, grants: 50_000 } },
  open: serverOnSqlite,
})

export const killWorkersOnSqlite: CrashTest = killRun({
  name: 'sqlite-worker-kills',
  title: 'SIGKILL one of two workers, SQLite, under load',
  mustHold: '0 lost, 0 double, counters = rows = events, integrity ok',
  sizes: { short: { kills: 2, grants: 1_000 }, full: { kills: 100, grants: 50_000 } },
  open: oneOfTwoWorkersOnSqlite,
})

export const killWorkers: CrashTest = killRun({
  name: 'worker-kills',
  title: 'SIGKILL one of two workers, Postgres, under load',
  mustHold: '0 lost, 0 double, counters = rows = events',
  sizes: { short: { kills: 2, grants: 1_000 }, full: { kills: 100, grants: 50_000 } },
  open: oneOfTwoWorkersOnPostgres,
})

// The database is killed under the server. No data may be lost, and the server must recover by itself.

const POSTGRES_LANES = 64
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
        lanes: POSTGRES_LANES,
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
          if (performance.now() > giveUpAt)
            throw new Error('no wallet can claim although Postgres runs again')
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
