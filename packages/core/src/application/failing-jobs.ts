import { readId } from '../domain/ids.ts'
import { badInput, FORBIDDEN, notFound, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import { type Caller, isOperator } from '../domain/user.ts'
import { type FailingJob, JOB_KINDS, type JobKind, type Ports } from '../ports/index.ts'
import { parseLimit } from './parse-input.ts'
import { findOwnDrop } from './read-records.ts'

/** Filters failing jobs. The operator may see all of them, an owner those of one drop. */
export interface FailingJobsInput {
  readonly limit?: number | null | undefined
  readonly kind?: string | null | undefined
  readonly dropId?: string | null | undefined
}

/** Jobs whose last run failed, first those that are not retried by themselves. */
export async function listFailingJobs(
  { jobs, store }: Pick<Ports, 'jobs' | 'store'>,
  caller: Caller,
  input: FailingJobsInput,
): Promise<Result<readonly FailingJob[], Refusal>> {
  if (input.dropId == null && !isOperator(caller)) return err(FORBIDDEN)
  const limit = parseLimit(input.limit)
  if (!limit.ok) return limit
  const kind = input.kind == null ? ok(undefined) : parseKind(input.kind)
  if (!kind.ok) return kind
  const query = { limit: limit.value, kind: kind.value }
  if (input.dropId == null) return ok(await jobs.failing(query))
  if (!isOperator(caller)) {
    const own = await findOwnDrop({ store }, caller, input.dropId)
    if (!own.ok) return own
  }
  const dropId = readId('drop', input.dropId)
  const drop = dropId && (await store.briefDrops([dropId])).get(dropId)
  return drop ? ok(await jobs.failing({ ...query, subject: drop.id })) : err(notFound('Drop'))
}

/**
 * Runs a failing job immediately. For the operator, and for the owner of the drop that the job serves. Running a job twice
 * changes nothing.
 */
export async function retryJob(
  { jobs, clock, store }: Pick<Ports, 'jobs' | 'clock' | 'store'>,
  caller: Caller,
  input: { readonly kind: string; readonly subject: string },
): Promise<Result<FailingJob, Refusal>> {
  if (!isOperator(caller) && !(await findOwnDrop({ store }, caller, input.subject)).ok) return err(FORBIDDEN)
  const kind = parseKind(input.kind)
  if (!kind.ok) return kind
  const { subject } = input
  // Postgres does not accept NUL in a text.
  const found = subject.includes('\u0000') ? [] : await jobs.failing({ limit: 1, kind: kind.value, subject })
  const [failing] = found
  if (!failing) return err(notFound('Failing job'))
  const dueAt = clock.now()
  await jobs.request([{ kind: kind.value, subject, ownerId: failing.ownerId, dueAt }])
  return ok({ ...failing, dueAt })
}

function parseKind(text: string): Result<JobKind, Refusal> {
  const kind = JOB_KINDS.find((known) => known === text)
  return kind === undefined
    ? err(badInput('kind', 'UNKNOWN_VALUE', `kind must be one of ${JOB_KINDS.join(', ')}`))
    : ok(kind)
}
