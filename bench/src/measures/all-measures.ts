import { claimsOnPostgres, claimsOverDrops } from './claims-on-postgres.ts'
import { claimsOnSqlite } from './claims-on-sqlite.ts'
import { fullDropOnPostgres, fullDropOnSqlite, memoryOnPostgres, memoryOnSqlite } from './full-drop.ts'
import { latencyOnPostgres, latencyOnSqlite } from './latency.ts'
import { loadCeiling } from './load-ceiling.ts'
import { loneClaimOnPostgres, loneClaimOnSqlite } from './lone-claim.ts'
import type { Measure } from './measure.ts'
import { overloadOnSqlite } from './overload.ts'
import { pureDecisions } from './pure-decisions.ts'
import { readsOnPostgres, readsOnSqlite } from './reads.ts'
import { subscribers } from './subscribers.ts'

/** The rows of the table, in its order. */
export const allMeasures: readonly Measure[] = [
  claimsOnSqlite,
  claimsOnPostgres,
  claimsOverDrops,
  latencyOnSqlite,
  latencyOnPostgres,
  loneClaimOnSqlite,
  loneClaimOnPostgres,
  readsOnSqlite,
  readsOnPostgres,
  fullDropOnSqlite,
  fullDropOnPostgres,
  memoryOnSqlite,
  memoryOnPostgres,
  pureDecisions,
  subscribers,
  overloadOnSqlite,
  loadCeiling,
]
