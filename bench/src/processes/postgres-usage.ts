import { withClient } from '../../../test/support/postgres-client.ts'
import { cpuSecondsOf } from './cpu-time.ts'

export interface PostgresUsage {
  /** The CPU seconds of the running Postgres processes. Undefined if Postgres runs on another machine. */
  readonly cpuSeconds: number | undefined
  /** The bytes of write-ahead log since the database server was created. */
  readonly walBytes: number
}

/** The resources that a Postgres server has used so far. */
export const postgresUsage = (url: string): Promise<PostgresUsage> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number; wal: string }>(
      "select pid, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal from pg_stat_activity where pid <> pg_backend_pid()",
    )
    const seconds = rows.map(({ pid }) => secondsOf(pid))
    const isHere = seconds.some((one) => one !== undefined)
    return {
      cpuSeconds: isHere ? seconds.reduce<number>((sum, one) => sum + (one ?? 0), 0) : undefined,
      walBytes: Number(rows[0]?.wal ?? 0),
    }
  })

/** The process may have ended, or the id may belong to another machine. */
const secondsOf = (pid: number): number | undefined => {
  try {
    return cpuSecondsOf(pid)
  } catch {
    return undefined
  }
}
