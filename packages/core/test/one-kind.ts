import type { TestService } from '@dropkit/testing'
import { createJobRunner, type JobPorts, type JobRunner } from '../src/application/run-jobs.ts'
import { DEFAULT_SETTINGS } from '../src/application/settings.ts'
import {
  type EndedRun,
  JOB_KINDS,
  type Job,
  type JobKind,
  type JobQueue,
  LONGEST_DUE_FIRST,
} from '../src/ports/index.ts'

/** Takes jobs of one kind only, and keeps a note of each run that has ended. */
export function runnerOfKind(
  service: TestService,
  kind: JobKind,
  ports: Partial<JobPorts> = {},
): JobRunner & { readonly ended: readonly (EndedRun & { readonly job: Job })[] } {
  const ended: (EndedRun & { readonly job: Job })[] = []
  const { jobs } = service.ports
  const others = JOB_KINDS.filter((other) => other !== kind)
  const queue: JobQueue = {
    ...jobs,
    take: (now, leaseMs, limit, admission = LONGEST_DUE_FIRST) =>
      jobs.take(now, leaseMs, limit, { ...admission, except: [...others, ...admission.except] }),
  }
  const runner = createJobRunner(
    {
      ...service.ports,
      ...ports,
      jobs: queue,
      instrumentation: {
        here: () => undefined,
        around: (_, work) => work(),
        jobEnded: (job, _, run) => ended.push({ ...run, job }),
      },
    },
    DEFAULT_SETTINGS,
  )
  return { ...runner, ended }
}

type Call = (...given: readonly unknown[]) => unknown

interface Seen {
  /** Called before each call; what it throws is thrown to the job. */
  readonly before?: (given: readonly unknown[]) => Promise<void> | undefined
  /** Called with what each read gave, and with what each change was given to decide on. */
  readonly loaded?: (value: unknown) => void
}

/** The store, the chain, the files and the retention, with every call of a job seen. `given` replaces some of them. */
export function portsSeen(
  service: TestService,
  { before, loaded = () => undefined }: Seen,
  given: Partial<JobPorts> = {},
): Partial<JobPorts> {
  const noting = <T>(value: T): T => {
    loaded(value)
    return value
  }
  const givenTo = (argument: unknown): unknown =>
    typeof argument === 'function'
      ? (first: unknown, ...rest: readonly unknown[]) => (argument as Call)(noting(first), ...rest)
      : argument
  const wrapped = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        // This one is no call: it returns no promise.
        if (typeof value !== 'function' || name === 'voucherBytes') return value
        return (...args: readonly unknown[]) => {
          const waits = before?.(args)
          const call = () => {
            const answer = (value as Call).apply(target, args.map(givenTo))
            return answer instanceof Promise ? answer.then(noting) : answer
          }
          return waits === undefined ? call() : waits.then(call)
        }
      },
    })
  const { store, chain, files, retention } = { ...service.ports, ...given }
  return {
    store: wrapped(store),
    chain: wrapped(chain),
    files: wrapped(files),
    retention: wrapped(retention),
  }
}
