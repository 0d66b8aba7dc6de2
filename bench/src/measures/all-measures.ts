import {
  claimsOnPostgres,
  claimsOnSqlite,
  claimsOverDrops,
  claimsOverDropsOnSqlite,
  cpuOnPostgres,
  cpuOnSqlite,
  cpuOverDrops,
} from './claims.ts'
import { costOnPostgres, costOnSqlite, garbageOnPostgres, garbageOnSqlite } from './cost.ts'
import { fullDropOnPostgres, fullDropOnSqlite, memoryOnPostgres, memoryOnSqlite } from './full-drop.ts'
import { latencyOnPostgres, latencyOnSqlite } from './latency.ts'
import { loadCeiling } from './load-ceiling.ts'
import { loneClaimOnPostgres, loneClaimOnSqlite } from './lone-claim.ts'
import type { Measure } from './measure.ts'
import { overloadOnSqlite } from './overload.ts'
import { pureDecisions } from './pure-decisions.ts'
import { readsOnPostgres, readsOnSqlite, sharedReadsOnPostgres, sharedReadsOnSqlite } from './reads.ts'
import { subscribers } from './subscribers.ts'
import { workersOnPostgres } from './workers.ts'

/** The rows of the table, in order. */
export const allMeasures: readonly Measure[] = [
  claimsOnSqlite,
  claimsOnPostgres,
  claimsOverDrops,
  claimsOverDropsOnSqlite,
  readsOnSqlite,
  readsOnPostgres,
  sharedReadsOnSqlite,
  sharedReadsOnPostgres,
  latencyOnSqlite,
  latencyOnPostgres,
  loneClaimOnSqlite,
  loneClaimOnPostgres,
  fullDropOnSqlite,
  fullDropOnPostgres,
  memoryOnSqlite,
  memoryOnPostgres,
  cpuOnSqlite,
  cpuOnPostgres,
  cpuOverDrops,
  garbageOnSqlite,
  garbageOnPostgres,
  costOnSqlite,
  costOnPostgres,
  workersOnPostgres,
  pureDecisions,
  subscribers,
  overloadOnSqlite,
  loadCeiling,
]
