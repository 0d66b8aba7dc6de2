// A server, or one of its workers, is killed repeatedly in the middle of claims.
import { createDrop } from '../../support/drops.ts'
import { countViolations } from '../../support/ledger-violations.ts'
import type { Environment } from '../../support/server.ts'
import { workersOf, workersServe } from '../../support/workers.ts'
import { type Chance, type ClaimLoad, chanceOf, startClaims } from '../claim-load.ts'
import type { CrashTest } from '../crash-test.ts'
import { integrityViolations } from '../fill-disk.ts'
import { createMortalServer, databasePathOf, type MortalServer } from '../mortal-server.ts'
import { startOwnPostgres } from '../own-postgres.ts'
import { allViolations } from '../settled-rows.ts'
import { createStrikes } from '../strikes.ts'

type Victim = {
  readonly server: MortalServer
  readonly kill: () => Promise<void>
  /** Waits until it is running again. */
  readonly recover: () => Promise<unknown>
  /** The errors in its database files. */
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
          ...(await countViolations(server.databaseUrl, dropId)).map((violation) => `after kill ${kill}: ${violation}`),
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
  sizes: { short: { kills: 5, grants: 1_000 }, full: { kills: 200, grants: 50_000 } },
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
