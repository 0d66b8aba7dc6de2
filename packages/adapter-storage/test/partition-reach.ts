import type { Client } from 'pg'
import { type Database, type Decide, type Load, missOf, type Row, type Write } from '../src/database.ts'
import { DISTRIBUTED, KEPT_TOGETHER } from '../src/migrations/distributed-tables.ts'
import { valuesOf } from '../src/postgres/postgres-pool.ts'
import { bindable, columnArrays } from '../src/postgres/postgres-values.ts'

/** What one statement of a change came near to. Partitions are by number: the same number holds the same drops. */
interface Reach {
  readonly name: string
  /** Partitions that its plan reads when it is made without knowing the parameters. */
  readonly read: readonly number[]
  /** Partitions that were locked to run it, rows that it adds included, when it is planned for its parameters. */
  readonly locked: readonly number[]
  /** Tables that are not distributed by drop and that it writes, or of which it locks rows. */
  readonly elsewhere: readonly string[]
}

export interface ReachedChange {
  /** The number of the partitions with the drop that the change locks. */
  readonly home: number
  readonly statements: readonly Reach[]
}

interface PlanNode {
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

const PARTITIONS_LOCKED = `
  select distinct substring(child.relname from '\\d+$')::int as number
  from pg_locks join pg_class child on child.oid = pg_locks.relation
  join pg_inherits on inhrelid = child.oid join pg_class parent on parent.oid = inhparent
  where pid = pg_backend_pid() and parent.relname in (${quoted(DISTRIBUTED.map(({ name }) => name))})
  order by 1`

const ELSEWHERE_LOCKED = `
  select distinct relname::text as name from pg_locks join pg_class on pg_class.oid = relation
  where pid = pg_backend_pid() and mode in ('RowShareLock', 'RowExclusiveLock')
    and relname in (${quoted(KEPT_TOGETHER)})
  order by 1`

/**
 * Runs the changes of a database on a connection where Postgres tells, for each statement with its real parameters,
 * what it comes near to: each is run and taken back twice, planned with and without knowing them, and then for good.
 */
export function reaching(
  database: Database,
  client: Client,
): Database & { readonly changes: ReachedChange[]; onlyAlone<T>(work: () => Promise<T>): Promise<T> } {
  const changes: ReachedChange[] = []
  let count = 0
  let line: Promise<unknown> = Promise.resolve()
  const onlyAlone = <T>(work: () => Promise<T>): Promise<T> => {
    const done = line.then(work)
    line = done.catch(() => undefined)
    return done
  }

  async function reachOf(name: string, text: string, values: readonly unknown[]): Promise<Reach> {
    const given = values.map((value) => (value === null ? 'null' : client.escapeLiteral(String(value))))
    const asked = `asked_${++count}`
    const run = `${asked}${given.length === 0 ? '' : `(${given.join(', ')})`}`
    await client.query(`prepare ${asked} as ${text}`)
    await client.query('savepoint tried; set local plan_cache_mode = force_generic_plan')
    const { rows } = await client.query(`explain (analyze, timing off, format json) execute ${run}`)
    await client.query('rollback to tried; set local plan_cache_mode = force_custom_plan')
    await client.query(`execute ${run}`)
    const locked = await client.query(PARTITIONS_LOCKED)
    const elsewhere = await client.query(ELSEWHERE_LOCKED)
    await client.query(`rollback to tried; deallocate ${asked}`)
    return {
      name,
      read: [...new Set(scannedBy(JSON.parse(rows[0]['QUERY PLAN'])[0].Plan))].sort(),
      locked: locked.rows.map(({ number }) => number),
      elsewhere: elsewhere.rows.map(({ name: table }) => table),
    }
  }

  async function changeAlone<T>(loads: readonly Load[], decide: Decide<T>): Promise<T> {
    const statements: Reach[] = []
    // As changes run here one after another, plans for parameters keep nobody's locks but the change's own.
    const run = async ({ statement }: Load | Write, values: readonly unknown[]) => {
      statements.push(await reachOf(statement.name ?? 'unnamed', statement.text, values))
      return client.query(statement.text, [...values])
    }
    await client.query('begin; set local plan_cache_mode = force_custom_plan')
    try {
      const loaded: Row[][] = []
      for (const load of loads) loaded.push((await run(load, valuesOf(load).map(bindable))).rows)
      const decided = decide(loaded)
      for (const write of decided.writes) {
        const values = [...write.shared.map(bindable), ...columnArrays(write.rows)]
        const { rowCount } = await run(write, values)
        if (write.mustMatch && rowCount !== write.rows.length) throw missOf(write)
      }
      await client.query('commit')
      const [lock] = loads
      if (lock?.statement.name === 'lock_drop') {
        changes.push({ home: await homeOf(String(valuesOf(lock)[0])), statements })
      }
      return decided.result
    } catch (cause) {
      await client.query('rollback')
      throw cause
    }
  }

  async function homeOf(dropId: string): Promise<number> {
    const { rows } = await client.query(
      `select substring(tableoid::regclass::text from '\\d+$')::int as number from drops where id = $1`,
      [dropId],
    )
    return rows[0].number
  }

  return {
    ...database,
    changes,
    onlyAlone,
    change: (loads, decide) => onlyAlone(() => changeAlone(loads, decide)),
  }
}

/** The numbers of the partitions that a plan reads; those that were left out while it ran are not in it. */
function scannedBy(node: PlanNode): number[] {
  const number = /_(\d+)$/.exec(node['Relation Name'] ?? '')?.[1]
  return [...(number === undefined ? [] : [Number(number)]), ...(node.Plans ?? []).flatMap(scannedBy)]
}

/** The statements that came near to another partition than their drop's, or whose own partition nobody saw. */
export function strayed(changes: readonly ReachedChange[]): string[] {
  return changes.flatMap(({ home, statements }) =>
    statements
      .filter(({ read, locked }) => [...read, ...locked].some((number) => number !== home))
      .map(({ name, read, locked }) => `${name} at ${home}: reads ${read}, locks ${locked}`),
  )
}
