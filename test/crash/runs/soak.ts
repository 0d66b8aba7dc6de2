// Two servers at half of their capacity for a long time, while one of them is killed every 20 s. The memory of the other
// one is measured.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createDrop } from '../../support/drops.ts'
import { allViolations } from '../../support/ledger-violations.ts'
import { type ClaimLoad, startClaims } from '../claim-load.ts'
import { type CrashTest, growthOf, type MemorySample } from '../crash-test.ts'
import { createMortalServer, type MortalServer, startOwnPostgres } from '../mortal-server.ts'

const LANES = 32
const SIZES = { short: { minutes: 1.5 }, full: { minutes: 30 } }
const KILL_EVERY_MS = 20_000
const SAMPLE_EVERY_MS = 5_000
const CAPACITY_SECONDS = 10
/** The load of each period is on a new drop, which is checked at the end. */
const SHIFT_MS = 60_000
const MOST_MB_A_MINUTE = 1
/** The first part fills caches and the young generation of the heap, so it is not counted. */
const WARM_UP_SHARE = 1 / 3

/** The anonymous memory of a process. Pages of files are excluded, because the system can reclaim them. */
const ownMemoryMb = (processId: number): number => {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8')
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1_024
}

export const soak: CrashTest = {
  name: 'soak',
  title: 'soak: half load, a kill every 20 s',
  mustHold: `memory grows under ${MOST_MB_A_MINUTE} MB/min, invariants hold`,
  run: async ({ size, minutes: wanted, say }) => {
    const minutes = wanted ?? SIZES[size].minutes
    const postgres = await startOwnPostgres()
    const servers: MortalServer[] = []
    let load: ClaimLoad | undefined
    try {
      const env = { DATABASE_URL: postgres.databaseUrl }
      const steady = await createMortalServer({ env })
      servers.push(steady)
      const dying = await createMortalServer({ env })
      servers.push(dying)
      const watched = steady.first
      let turn = 0
      const url = () => (turn++ % 2 === 0 ? steady : dying.current ? dying : steady).url
      let nextWallet = 1
      const claimOn = async (perSecond?: number): Promise<{ dropId: string; claims: ClaimLoad }> => {
        const dropId = await createDrop(watched, {
          maxAmount: '100000000',
          tokenAmount: '1',
          maxPerWallet: 1,
        })
        const claims = startClaims({
          key: watched.apiKey,
          dropId,
          url,
          lanes: LANES,
          firstWallet: nextWallet,
          ...(perSecond === undefined ? {} : { perSecond: () => perSecond }),
        })
        load = claims
        return { dropId, claims }
      }
      const violations: string[] = []
      const check = async ({ dropId, claims }: { dropId: string; claims: ClaimLoad }) => {
        await claims.finish()
        const { violations: found } = await allViolations(postgres.databaseUrl, dropId, claims.granted)
        violations.push(...claims.violations, ...found)
        nextWallet += claims.granted.size + LANES
        return claims.granted.size
      }

      const trial = await claimOn()
      await pause(CAPACITY_SECONDS * 1_000)
      const capacity = Math.round(trial.claims.granted.size / CAPACITY_SECONDS)
      let granted = await check(trial)
      const rate = Math.max(1, Math.round(capacity / 2))
      say(`${capacity} claims a second at most, ${rate} from here on`)

      const startedAt = performance.now()
      const endAt = startedAt + minutes * 60_000
      const samples: MemorySample[] = []
      const sampling = setInterval(() => {
        const at = (performance.now() - startedAt) / 60_000
        samples.push({ minutes: at, megabytes: ownMemoryMb(watched.processId) })
      }, SAMPLE_EVERY_MS)
      const killing = (async () => {
        // If a start takes longer than the interval, there are fewer kills.
        for (
          let at = startedAt + KILL_EVERY_MS;
          at < endAt;
          at = Math.max(at + KILL_EVERY_MS, performance.now())
        ) {
          await pause(Math.max(0, at - performance.now()))
          await dying.kill()
          await dying.start()
        }
      })()
      try {
        while (performance.now() < endAt) {
          const shift = await claimOn(rate)
          await pause(Math.min(SHIFT_MS, Math.max(0, endAt - performance.now())))
          granted += await check(shift)
          const now = samples.at(-1)
          say(
            `minute ${now?.minutes.toFixed(1)}: ${granted} claims, ${dying.kills} kills, ${now?.megabytes.toFixed(0)} MB`,
          )
        }
        await killing
      } finally {
        clearInterval(sampling)
      }
      const judged = samples.filter(({ minutes: at }) => at >= minutes * WARM_UP_SHARE)
      const growth = growthOf(judged)
      // Within a minute or two the heap has not reached its size yet. Then the growth is only reported.
      if (size === 'full' && !(growth < MOST_MB_A_MINUTE))
        violations.push(`memory grew ${growth.toFixed(2)} MB a minute`)
      return {
        counts: {
          minutes,
          'claims a second': rate,
          'claims acknowledged': granted,
          kills: dying.kills,
          'memory in MB, first and last judged': `${judged[0]?.megabytes.toFixed(0)}, ${judged.at(-1)?.megabytes.toFixed(0)}`,
          'growth in MB a minute': growth.toFixed(3),
        },
        violations,
      }
    } finally {
      load?.abandon()
      for (const server of servers) await server.stop().catch(() => {})
      await postgres.stop()
    }
  },
}
