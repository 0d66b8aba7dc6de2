import type { CrashTest } from './crash-test.ts'
import { brokenWire } from './runs/broken-wire.ts'
import { failingNeighbours } from './runs/failing-neighbours.ts'
import { fourServers } from './runs/four-servers.ts'
import { fullDisk } from './runs/full-disk.ts'
import { killPostgres, killServerOnSqlite, killWorkers, killWorkersOnSqlite } from './runs/kills.ts'
import { mixedLoad } from './runs/mixed-load.ts'
import { oneKey, oneKeyOfServers } from './runs/one-key.ts'
import { soak } from './runs/soak.ts'
import { webhooks, webhooksOfServers } from './runs/webhooks.ts'

export const ALL_RUNS: readonly CrashTest[] = [
  killServerOnSqlite,
  killWorkers,
  killWorkersOnSqlite,
  killPostgres,
  fourServers,
  brokenWire,
  fullDisk,
  failingNeighbours,
  oneKey,
  oneKeyOfServers,
  webhooks,
  webhooksOfServers,
  soak,
  mixedLoad,
]
