import { brokenWire } from './runs/broken-wire.ts'
import { failingNeighbours } from './runs/failing-neighbours.ts'
import { fourServers } from './runs/four-servers.ts'
import { fullDisk } from './runs/full-disk.ts'
import { killPostgres } from './runs/kill-postgres.ts'
import { killServerOnSqlite } from './runs/kill-server-on-sqlite.ts'
import { oneKey } from './runs/one-key.ts'
import { soak } from './runs/soak.ts'
import { webhooks, webhooksOfServers } from './runs/webhooks.ts'
import type { TortureRun } from './torture-run.ts'

export const ALL_RUNS: readonly TortureRun[] = [
  killServerOnSqlite,
  killPostgres,
  fourServers,
  brokenWire,
  fullDisk,
  failingNeighbours,
  oneKey,
  webhooks,
  webhooksOfServers,
  soak,
]
