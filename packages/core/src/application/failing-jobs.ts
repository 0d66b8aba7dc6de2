import { isOperator } from '../domain/operator.ts'
import { badInput, FORBIDDEN, notFound, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Caller } from '../domain/user.ts'
import { type FailingJob, JOB_KINDS, type JobKind, type Ports } from '../ports/index.ts'
import { parseLimit } from './parse-page.ts'

/** Jobs whose last run failed: first those that do not run again by themselves. For the operator alone. */
export async function listFailingJobs(
  { jobs }: Pick<Ports, 'jobs'>,
  caller: Caller,
  input: { readonly limit?: number | null | undefined; readonly kind?: string | null | undefined },
): Promise<Result<readonly FailingJob[], Refusal>> {
  if (!isOperator(caller)) return err(FORBIDDEN)
  const limit = parseLimit(input.limit)
  if (!limit.ok) return limit
  if (input.kind == null) return ok(await jobs.failing({ limit: limit.value }))
  const kind = parseKind(input.kind)
  return kind.ok ? ok(await jobs.failing({ limit: limit.value, kind: kind.value })) : kind
}

/** The operator has a failing job run again at once. Running a job twice changes nothing. */
export async function retryJob(
  { jobs, clock }: Pick<Ports, 'jobs' | 'clock'>,
  caller: Caller,
  input: { readonly kind: string; readonly subject: string },
): Promise<Result<FailingJob, Refusal>> {
  if (!isOperator(caller)) return err(FORBIDDEN)
  const kind = parseKind(input.kind)
  if (!kind.ok) return kind
  const { subject } = input
  // Postgres takes such a text for no text at all.
  const found = subject.includes('\u0000') ? [] : await jobs.failing({ limit: 1, kind: kind.value, subject })
  const [failing] = found
  if (!failing) return err(notFound('Failing job'))
  const dueAt = clock.now()
  await jobs.request([{ kind: kind.value, subject, dueAt }])
  return ok({ ...failing, dueAt })
}

function parseKind(text: string): Result<JobKind, Refusal> {
  const kind = JOB_KINDS.find((known) => known === text)
  return kind === undefined ? err(badInput('kind', `kind must be one of ${JOB_KINDS.join(', ')}`)) : ok(kind)
}
