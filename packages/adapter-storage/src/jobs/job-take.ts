import { randomUUID } from 'node:crypto'
import {
  JOB_KINDS,
  type Job,
  type JobKind,
  type JobQueue,
  type JobRequest,
  LONGEST_DUE_FIRST,
  LONGEST_LEASES,
} from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import {
  type ChangeHints,
  type Database,
  type Decided,
  type Dialect,
  type EachQuery,
  type Loaded,
  rowsAs,
  type Write,
} from '../database.ts'

/** Job ids are only compared for equality, so any 32 digits will do. */
const newJobId = () => idOf('job', randomUUID().replaceAll('-', ''))

/** The owner of the service's own jobs. Not null, because nulls have no order and owners are found by an ordered index. */
const NO_OWNER = ''

/** Requests jobs: creates new ones and moves the due time of existing ones forward. */
export function createJobRequests(dialect: Dialect): (jobs: readonly JobRequest[]) => Write {
  const { least } = dialect
  const statement = dialect.insert(
    'request_jobs',
    'jobs',
    { id: 'text', kind: 'text', subject: 'text', owner_id: 'text', due_at: 'integer' },
    `on conflict (kind, subject) do update set
       due_at = ${least}(jobs.due_at, excluded.due_at),
       asked_again_for = case when jobs.leased_until is not null
         then ${least}(coalesce(jobs.asked_again_for, excluded.due_at), excluded.due_at) end
     where excluded.due_at < jobs.due_at or jobs.leased_until is not null`,
  )
  return (jobs) => {
    const earliest = new Map<string, JobRequest>()
    for (const job of jobs) {
      const key = `${job.kind} ${job.subject}`
      const other = earliest.get(key)
      if (!other || job.dueAt < other.dueAt) earliest.set(key, job)
    }
    // All requests use the same order, so that they cannot deadlock.
    const inOrder = [...earliest].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, job]) => job)
    const rows = inOrder.map(({ kind, subject, ownerId, dueAt }) => [
      newJobId(),
      kind,
      subject,
      ownerId ?? NO_OWNER,
      dueAt,
    ])
    return { statement, shared: [], rows, mustMatch: false }
  }
}

/** Running a job again is harmless, so a power failure may undo a lease or a result. */
export const AGAIN_IS_HARMLESS: ChangeHints = { mayBeLost: true }

/** If more jobs are due, their turns are found kind by kind. */
const FEW_JOBS = 20

/** How many turns are read from each end of a kind's backlog. */
const MOST_TURNS = 100

export interface JobRow {
  id: Job['id']
  kind: Job['kind']
  subject: string
  owner_id: string
  due_at: number
  fence: number
  attempts: number
  memo: string | null
  asked_again_for: number | null
}

/** The jobs of one owner and kind that became due in the same minute. */
interface Turn {
  readonly kind: Job['kind']
  readonly ownerId: Job['ownerId']
  readonly minute: number
  /** When the first unleased job of the turn became due. */
  readonly dueAt: number
}

interface TurnRow {
  kind: Job['kind']
  minute: number
  owner_id: string
  due_at: number
}

interface FewDueRow extends TurnRow {
  is_takeable: number
}

export const ownerOf = ({ owner_id }: Pick<JobRow, 'owner_id'>): Job['ownerId'] =>
  owner_id === NO_OWNER ? null : (owner_id as NonNullable<Job['ownerId']>)

const turnOf = (row: TurnRow): Turn => ({
  kind: row.kind,
  minute: row.minute,
  ownerId: ownerOf(row),
  dueAt: row.due_at,
})

/** The turns of these kinds among all due jobs, which are ordered by time. */
function turnsAmong(due: readonly FewDueRow[], kinds: ReadonlySet<JobKind>): Turn[] {
  const turns = new Map<string, Turn>()
  for (const row of due) {
    const key = `${row.kind} ${row.minute} ${row.owner_id}`
    if (row.is_takeable === 1 && kinds.has(row.kind) && !turns.has(key)) turns.set(key, turnOf(row))
  }
  return [...turns.values()]
}

/**
 * Takes due jobs, owner by owner. First finds the owners with due jobs of each kind, in a long backlog by skipping through an
 * index. Then takes the first few jobs of the owners whose turn it is. Never scans the backlog of one owner.
 */
export function createJobTake(database: Database): JobQueue['take'] {
  const { dialect } = database

  // A lease that ends later than any valid lease was written by a server with a wrong clock, so it is ignored.
  const isTakeable = (now: string, longest: string) =>
    `due_at <= ${now} and (leased_until is null or leased_until <= ${now} or leased_until > ${longest})`

  const minuteOf = (time: string) => `cast(${time} as bigint) / 60000`
  // Most of the time few jobs are due, and these show all turns.
  const fewDue = dialect.statement(
    'few_due_jobs',
    `select kind, due_at / 60000 as minute, owner_id, due_at,
        case when ${isTakeable('?1', '?2')} then 1 else 0 end as is_takeable
      from jobs where due_at <= ?1 order by due_at limit ${FEW_JOBS + 1}`,
  )
  // Finding the turns of a kind costs far more than this look-up. It also finds kinds whose first job is due later in this
  // minute, because Postgres uses the right index only for a condition on the minute.
  const dueKinds = dialect.each(
    'due_job_kinds',
    { kind: 'text' },
    '',
    (parent, shared) => `select kind from jobs
      where kind = ${parent('kind')} and due_at / 60000 <= ${minuteOf(shared(1))} order by due_at / 60000 limit 1`,
  )
  const turnsOf = dialect.each('turns_of_job_kinds', { kind: 'text' }, '', (parent, shared) => {
    const kind = `kind = ${parent('kind')}`
    const isDue = `${kind} and due_at / 60000 <= ${minuteOf(shared(1))}`
    /** Finds turns in one direction, each by an index look-up from the previous one. */
    const from = (name: string, order: 'asc' | 'desc') => {
      const beyond = order === 'asc' ? '>' : '<'
      // Everything before a due minute is due. SQLite would otherwise search by that bound instead of the nearer one.
      const rest = order === 'asc' ? isDue : kind
      const inOrder = `order by due_at / 60000 ${order}, owner_id ${order}, due_at ${order} limit 1`
      return `${name}(minute, owner_id, place) as (
        select * from (
          select due_at / 60000, owner_id, 1 from jobs where ${isDue} ${inOrder}
        ) as first_of_${name}
        union all
        select next.due_at / 60000, next.owner_id, ${name}.place + 1
        from ${name} join jobs as next on next.id = coalesce(
          (select id from jobs where ${kind} and due_at / 60000 = ${name}.minute
             and owner_id ${beyond} ${name}.owner_id order by owner_id ${order}, due_at ${order} limit 1),
          (select id from jobs where ${rest} and due_at / 60000 ${beyond} ${name}.minute ${inOrder})
        )
        where ${name}.place < ${MOST_TURNS}
      )`
    }
    return `with recursive ${from('oldest', 'asc')}, ${from('newest', 'desc')}
      select * from (
        select ${parent('kind')} as kind, minute, owner_id,
          (select due_at from jobs where ${kind} and due_at / 60000 = turns.minute and owner_id = turns.owner_id
             and ${isTakeable(shared(1), shared(2))} order by due_at limit 1) as due_at
        from (select minute, owner_id from oldest union select minute, owner_id from newest) as turns
      ) as due_turns
      where due_at is not null`
  })
  const jobsOf = dialect.each(
    'jobs_of_turns',
    { kind: 'text', minute: 'integer', owner_id: 'text' },
    'due_at',
    (parent, shared) => `select id, kind, subject, owner_id, due_at, fence, attempts, memo, asked_again_for
      from jobs
      where kind = ${parent('kind')} and due_at / 60000 = ${parent('minute')} and owner_id = ${parent('owner_id')}
        and ${isTakeable(shared(1), shared(2))}
      order by due_at limit ${shared(3)} ${dialect.skipLocked}`,
  )
  const lease = dialect.update(
    'lease_jobs',
    'jobs',
    { shared: {}, own: { id: 'text' } },
    { fence: 'integer', attempts: 'integer', leased_until: 'integer', asked_again_for: 'integer' },
  )

  /** The turns of kinds with due jobs, at most `MOST_TURNS` from each end of the backlog of a kind. */
  async function turnsOfBacklog(now: number, longest: number, kinds: readonly JobKind[]): Promise<Turn[]> {
    const all = kinds.map((kind) => [kind])
    const due = await database.readEach({ statement: dueKinds, parents: all, shared: [now] })
    const parents = all.filter((_kind, place) => due[place]?.length !== 0)
    const found = await database.readEach({ statement: turnsOf, parents, shared: [now, longest] })
    return rowsAs<TurnRow>(found.flat()).map(turnOf)
  }

  return async (now, leaseMs, limit, { except, inTurn } = LONGEST_DUE_FIRST) => {
    const longest = now + LONGEST_LEASES * leaseMs
    const kinds = JOB_KINDS.filter((kind) => !except.includes(kind))
    const few = rowsAs<FewDueRow>(await database.read({ statement: fewDue, values: [now, longest] }))
    const waiting =
      few.length > FEW_JOBS ? await turnsOfBacklog(now, longest, kinds) : turnsAmong(few, new Set(kinds))
    const turns = inTurn(waiting).slice(0, limit)
    if (turns.length === 0) return []
    const load: EachQuery = {
      statement: jobsOf,
      parents: turns.map(({ kind, minute, ownerId }) => [kind, minute, ownerId ?? NO_OWNER]),
      shared: [now, longest, limit],
    }
    const takeOf = ([rows]: Loaded): Decided<readonly Job[]> => {
      const due = rowsAs<JobRow>(rows).map((row) => ({ ...jobOf(row), askedAgainFor: row.asked_again_for }))
      const taken = inTurn(due).slice(0, limit)
      // This run handles all requests until now; later requests start another run.
      const leases = taken.map(({ id, fence, attempts, askedAgainFor }) => [
        id,
        fence,
        attempts,
        now + leaseMs,
        askedAgainFor !== null && askedAgainFor > now ? askedAgainFor : null,
      ])
      return {
        writes: leases.length === 0 ? [] : [{ statement: lease, shared: [], rows: leases, mustMatch: false }],
        hasEvents: false,
        result: taken.map(({ askedAgainFor, ...job }) => job),
      }
    }
    return database.change([load], takeOf, AGAIN_IS_HARMLESS)
  }
}

/** The job as it is after it was taken. */
const jobOf = (row: JobRow): Job => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  ownerId: ownerOf(row),
  dueAt: row.due_at,
  fence: row.fence + 1,
  attempts: row.attempts + 1,
  memo: row.memo,
})
