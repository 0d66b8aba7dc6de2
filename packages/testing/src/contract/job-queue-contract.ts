import {
  type Job,
  type JobAdmission,
  type JobOutcome,
  type JobQueue,
  type JobRequest,
  LONGEST_DUE_FIRST,
  NEVER,
  type UserId,
} from '@dropkit/core'
import { chainFailure, idOf, waitingFor } from '@dropkit/core/internal'
import { assertEqual, present } from '../assert.ts'
import { type Open, type TestRunner, testAtOnce, testWith } from '../runner.ts'
import { SAMPLE_NOW as NOW } from './sample-records.ts'

const LEASE_MS = 30_000

const job = (subject: string, dueAt = NOW, ownerId: UserId | null = null): JobRequest => ({
  kind: 'expire_claims',
  subject,
  ownerId,
  dueAt,
})
const subjects = (jobs: readonly Job[]) => jobs.map(({ subject }) => subject)

/** The contract of every `JobQueue`. `open` returns an empty one each time. */
export function jobQueueContract(run: TestRunner, open: Open<{ readonly jobs: JobQueue }>): void {
  const test = testWith(run, open)
  const takeOne = async (jobs: JobQueue, now = NOW): Promise<Job> =>
    present((await jobs.take(now, LEASE_MS, 1))[0], 'a job')

  run.describe('as a job queue', () => {
    test('hands a job out once it is due, and not before', async ({ jobs }) => {
      await jobs.request([job('drop')])
      assertEqual(await jobs.take(NOW - 1, LEASE_MS, 10), [])
      const [taken, ...others] = await jobs.take(NOW, LEASE_MS, 10)
      const { id, ...rest } = present(taken)
      assertEqual(rest, { ...job('drop'), fence: rest.fence, attempts: 1, memo: null })
      assertEqual(others, [])
      assertEqual(await jobs.take(NOW, LEASE_MS, 10), [], 'while a worker holds it')
    })

    test('keeps one job of a kind for a subject, and asking again only brings it forward', async ({
      jobs,
    }) => {
      await jobs.request([job('drop', NOW + 100), job('drop', NOW + 50)])
      await jobs.request([job('drop', NOW + 200)])
      assertEqual(await jobs.take(NOW + 49, LEASE_MS, 10), [])
      assertEqual(subjects(await jobs.take(NOW + 50, LEASE_MS, 10)), ['drop'])
      await jobs.request([{ ...job('drop'), kind: 'deliver_claims' }, job('other')])
      assertEqual((await jobs.take(NOW, LEASE_MS, 10)).length, 2, 'another kind, another subject')
    })

    test('hands out the longest due first, no more than asked for', async ({ jobs }) => {
      await jobs.request([job('c', NOW - 1), job('a', NOW - 3), job('b', NOW - 2)])
      assertEqual(subjects(await jobs.take(NOW, LEASE_MS, 2)).sort(), ['a', 'b'])
      assertEqual(subjects(await jobs.take(NOW, LEASE_MS, 2)), ['c'])
      const [first, second] = [1, 2].map((n) => idOf('user', String(n).repeat(32)))
      await jobs.request([
        job('d', NOW - 1, first),
        job('e', NOW - 3, second),
        { ...job('f', NOW - 2), kind: 'deliver_claims' },
        { ...job('g', NOW - 4, first), kind: 'send_transfers' },
      ])
      assertEqual(subjects(await jobs.take(NOW, LEASE_MS, 2)).sort(), ['e', 'g'], 'of all owners and kinds')
      assertEqual(subjects(await jobs.take(NOW, LEASE_MS, 1)), ['f'])
    })

    test('forgets a job that is done', async ({ jobs }) => {
      await jobs.request([job('drop')])
      assertEqual(await jobs.finish(await takeOne(jobs), { kind: 'done' }), true)
      assertEqual(await jobs.take(NOW + 10 * LEASE_MS, LEASE_MS, 10), [])
      await jobs.request([job('drop')])
      assertEqual((await takeOne(jobs)).attempts, 1, 'attempts of a new job')
    })

    test('runs a job again at the request of its last run, with its memo', async ({ jobs }) => {
      await jobs.request([job('drop')])
      const again = { kind: 'again', dueAt: NOW + 500, memo: 'cursor-7 ☂' } as const
      assertEqual(await jobs.finish(await takeOne(jobs), again), true)
      assertEqual(await jobs.take(NOW + 499, LEASE_MS, 10), [])
      const second = await takeOne(jobs, NOW + 500)
      assertEqual([second.memo, second.attempts, second.dueAt], ['cursor-7 ☂', 1, NOW + 500])
      await jobs.finish(second, { kind: 'again', dueAt: NOW + 600 })
      const third = await takeOne(jobs, NOW + 600)
      assertEqual(third.memo, 'cursor-7 ☂', 'an unchanged memo')
      await jobs.finish(third, { kind: 'again', dueAt: NOW + 700, memo: null })
      assertEqual((await takeOne(jobs, NOW + 700)).memo, null, 'a memo taken away')
    })

    test('counts attempts until one succeeds', async ({ jobs }) => {
      await jobs.request([job('drop')])
      const fail = { kind: 'again', dueAt: NOW, failed: chainFailure('silent') } as const
      const attempts: number[] = []
      for (let n = 0; n < 3; n++) {
        const taken = await takeOne(jobs)
        attempts.push(taken.attempts)
        await jobs.finish(taken, fail)
      }
      assertEqual(attempts, [1, 2, 3])
      await jobs.finish(await takeOne(jobs), { kind: 'again', dueAt: NOW })
      assertEqual((await takeOne(jobs)).attempts, 1, 'after a success')
    })

    test('gives a job to another worker after its lease, and not before', async ({ jobs }) => {
      await jobs.request([job('drop')])
      const first = await takeOne(jobs)
      assertEqual(await jobs.take(NOW + LEASE_MS - 1, LEASE_MS, 10), [])
      const second = await takeOne(jobs, NOW + LEASE_MS)
      assertEqual(second.id, first.id)
      assertEqual(second.fence > first.fence, true, 'the fence has grown')
      assertEqual(second.attempts, 2)
    })

    test('gives a job to another if its lease ends later than any lease can', async ({ jobs }) => {
      await jobs.request([job('drop')])
      const wrong = await takeOne(jobs, NOW + 9 * LEASE_MS)
      const right = await takeOne(jobs)
      assertEqual(right.fence > wrong.fence, true, 'the fence has grown')
      assertEqual(await jobs.take(NOW, LEASE_MS, 10), [], 'the lease of the correct clock holds')
    })

    test('does not let a worker without the lease finish the job', async ({ jobs }) => {
      await jobs.request([job('drop')])
      const late = await takeOne(jobs)
      const current = await takeOne(jobs, NOW + LEASE_MS)
      assertEqual(await jobs.finish(late, { kind: 'done' }), false)
      assertEqual(await jobs.finish(late, { kind: 'again', dueAt: NOW, memo: 'stale' }), false)
      assertEqual(await jobs.finish(current, { kind: 'again', dueAt: NOW, memo: 'fresh' }), true)
      const next = await takeOne(jobs)
      assertEqual([next.memo, next.fence > current.fence], ['fresh', true])
      assertEqual(await jobs.finish(current, { kind: 'done' }), false, 'finished twice')
    })

    test('does not let a worker of an earlier job end a new one', async ({ jobs }) => {
      await jobs.request([job('drop')])
      const old = await takeOne(jobs)
      await jobs.finish(old, { kind: 'done' })
      assertEqual(await jobs.finish(old, { kind: 'done' }), false, 'a job that is gone')
      await jobs.request([job('drop')])
      const anew = await takeOne(jobs)
      assertEqual(await jobs.finish(old, { kind: 'done' }), false, 'a job of the same name')
      assertEqual(await jobs.finish(anew, { kind: 'done' }), true)
    })

    test('lets a late worker finish while no other has taken over', async ({ jobs }) => {
      await jobs.request([job('drop')])
      const late = await takeOne(jobs)
      assertEqual(await jobs.finish(late, { kind: 'done' }), true)
      assertEqual((await jobs.backlog(NOW + 10 * LEASE_MS)).due, 0)
    })

    test('keeps a job that was asked for again while it was running', async ({ jobs }) => {
      await jobs.request([job('drop')])
      await jobs.finish(await takeOne(jobs), { kind: 'again', dueAt: NOW, memo: 'half of it' })
      const running = await takeOne(jobs)
      await jobs.request([job('drop', NOW + 300), job('drop', NOW + 200)])
      assertEqual(await jobs.take(NOW + 250, LEASE_MS, 10), [], 'while it is running')
      assertEqual(await jobs.finish(running, { kind: 'done' }), true)
      assertEqual(await jobs.take(NOW + 199, LEASE_MS, 10), [])
      const next = await takeOne(jobs, NOW + 200)
      assertEqual([next.dueAt, next.attempts, next.memo], [NOW + 200, 1, null])
      assertEqual(await jobs.finish(next, { kind: 'done' }), true)
      assertEqual((await jobs.backlog(NOW + 10 * LEASE_MS)).due, 0, 'asked for once, run once')
    })

    test('keeps a request for later if the worker that holds the job dies', async ({ jobs }) => {
      const later = NOW + 10 * LEASE_MS
      await jobs.request([job('soon'), job('late')])
      await jobs.take(NOW, LEASE_MS, 2)
      await jobs.request([job('soon', NOW + 5), job('late', later)])
      const taken = await jobs.take(NOW + LEASE_MS, LEASE_MS, 2)
      assertEqual(subjects(taken).sort(), ['late', 'soon'], 'after the lease')
      for (const one of taken) assertEqual(await jobs.finish(one, { kind: 'done' }), true)
      assertEqual(await jobs.take(later - 1, LEASE_MS, 10), [])
      const left = await jobs.take(later, LEASE_MS, 10)
      assertEqual(subjects(left), ['late'], 'a request until the second run was part of that run')
    })

    test('starts a requested run without a memo after the job is done', async ({ jobs }) => {
      await jobs.request([job('drop')])
      await jobs.finish(await takeOne(jobs), { kind: 'again', dueAt: NOW, memo: 'cursor' })
      const last = await takeOne(jobs)
      await jobs.request([job('drop')])
      assertEqual(await jobs.finish(last, { kind: 'done' }), true)
      assertEqual((await takeOne(jobs)).memo, null)
    })

    test('runs at the earlier of the requested time and the time of the last run', async ({ jobs }) => {
      await jobs.request([job('one'), job('two')])
      const running = await jobs.take(NOW, LEASE_MS, 2)
      await jobs.request([job('one', NOW + 10), job('two', NOW + 30)])
      for (const taken of running) await jobs.finish(taken, { kind: 'again', dueAt: NOW + 20 })
      assertEqual(subjects(await jobs.take(NOW + 10, LEASE_MS, 10)), ['one'])
      assertEqual(subjects(await jobs.take(NOW + 20, LEASE_MS, 10)), ['two'])
    })

    test('shows the memo of the last run, while the job waits and while it runs', async ({ jobs }) => {
      assertEqual(await jobs.memoOf('expire_claims', 'drop'), null, 'no such job')
      await jobs.request([job('drop')])
      assertEqual(await jobs.memoOf('expire_claims', 'drop'), null, 'no run yet')
      await jobs.finish(await takeOne(jobs), { kind: 'again', dueAt: NOW, memo: 'cursor-7' })
      assertEqual(await jobs.memoOf('expire_claims', 'drop'), 'cursor-7')
      const running = await takeOne(jobs)
      assertEqual(await jobs.memoOf('expire_claims', 'drop'), 'cursor-7', 'while it runs')
      assertEqual(await jobs.memoOf('expire_claims', 'other'), null)
      await jobs.finish(running, { kind: 'done' })
      assertEqual(await jobs.memoOf('expire_claims', 'drop'), null, 'once it is done')
    })

    testAtOnce(run, open)('never gives one job to two simultaneous workers', async ({ jobs }, turn) => {
      const names = Array.from({ length: 20 }, (_, n) => `drop-${n}`)
      await jobs.request(names.map((name) => job(name)))
      const taken = await Promise.all(names.map(() => turn().jobs.take(NOW, LEASE_MS, 3)))
      const given = subjects(taken.flat()).sort()
      assertEqual(new Set(given).size, given.length, 'jobs given twice')
      const rest = await jobs.take(NOW, LEASE_MS, 50)
      assertEqual(subjects([...taken.flat(), ...rest]).sort(), names.sort())
    })

    testAtOnce(run, open)('makes one job of many simultaneous requests', async ({ jobs }, turn) => {
      await Promise.all(
        Array.from({ length: 10 }, (_, n) => turn().jobs.request([job('b', NOW + n), job('a', NOW + n)])),
      )
      assertEqual(subjects(await jobs.take(NOW, LEASE_MS, 10)).sort(), ['a', 'b'])
    })

    test('keeps why the last run of a job failed until a run succeeds', async ({ jobs }) => {
      await jobs.request([job('once'), job('often'), job('well'), job('never')])
      const failed = { class: 'chain_unavailable', reason: 'no answer ☂' } as const
      const again = { kind: 'again', dueAt: NOW, failed } as const
      const refused = { class: 'chain_refused', reason: 'no such vault' } as const
      const outcomes: Readonly<Record<string, JobOutcome>> = {
        well: { kind: 'again', dueAt: NOW + 1 },
        never: { kind: 'failed', failure: refused },
      }
      for (const taken of await jobs.take(NOW, LEASE_MS, 4))
        await jobs.finish(taken, outcomes[taken.subject] ?? again)
      for (const taken of await jobs.take(NOW, LEASE_MS, 2))
        await jobs.finish(taken, taken.subject === 'once' ? { ...again, dueAt: NOW + 1 } : again)
      for (const taken of await jobs.take(NOW, LEASE_MS, 1)) await jobs.finish(taken, again)
      const never = { ...job('never', NEVER), attempts: 0, failure: refused }
      const often = { ...job('often'), attempts: 3, failure: failed }
      const once = { ...job('once', NOW + 1), attempts: 2, failure: failed }
      assertEqual(await jobs.failing({ limit: 10 }), [never, often, once])
      assertEqual(await jobs.failing({ limit: 2 }), [never, often])
      assertEqual(await jobs.failing({ limit: 9, kind: 'expire_claims', subject: 'once' }), [once])
      const counts = await jobs.countFailing()
      assertEqual(
        counts.toSorted((one, other) => one.count - other.count),
        [
          { kind: 'expire_claims', class: 'chain_refused', count: 1 },
          { kind: 'expire_claims', class: 'chain_unavailable', count: 2 },
        ],
      )
      for (const taken of await jobs.take(NOW + 1, LEASE_MS, 3))
        await jobs.finish(taken, { kind: 'again', dueAt: NOW })
      assertEqual(await jobs.failing({ limit: 10 }), [never])
    })

    test('keeps a permanently failed job until it is requested again', async ({ jobs }) => {
      await jobs.request([job('drop')])
      const failure = { class: 'chain_refused', reason: 'no such vault' } as const
      assertEqual(await jobs.finish(await takeOne(jobs), { kind: 'failed', failure }), true)
      assertEqual(await jobs.take(NOW + 1_000 * LEASE_MS, LEASE_MS, 10), [])
      assertEqual((await jobs.backlog(NOW + 1_000 * LEASE_MS)).due, 0)
      await jobs.request([job('other')])
      const failed = waitingFor('a deposit')
      await jobs.finish(await takeOne(jobs), { kind: 'again', dueAt: NOW + 1, failed })
      const [stored, second] = await jobs.failing({ limit: 10 })
      assertEqual(second?.subject, 'other', 'after those that do not run again by themselves')
      assertEqual((await jobs.failing({ limit: 10, kind: 'expire_claims', subject: 'other' })).length, 1)
      assertEqual(await jobs.failing({ limit: 10, kind: 'sweep' }), [])
      const counts = await jobs.countFailing()
      assertEqual(
        counts.toSorted((one, other) => (one.class < other.class ? -1 : 1)),
        [
          { kind: 'expire_claims', class: 'chain_refused', count: 1 },
          { kind: 'expire_claims', class: 'waiting', count: 1 },
        ],
      )
      for (const taken of await jobs.take(NOW + 1, LEASE_MS, 9)) await jobs.finish(taken, { kind: 'done' })
      assertEqual([stored?.subject, stored?.attempts, stored?.failure], ['drop', 0, failure])
      await jobs.request([job('drop')])
      const anew = await takeOne(jobs)
      assertEqual(anew.attempts, 1)
      await jobs.request([job('drop', NOW + 5)])
      assertEqual(await jobs.finish(anew, { kind: 'failed', failure }), true)
      assertEqual((await takeOne(jobs, NOW + 5)).attempts, 1, 'requested while it was running')
    })

    test('skips excluded kinds', async ({ jobs }) => {
      await jobs.request([
        job('a', NOW - 5),
        job('b', NOW - 4),
        { kind: 'sweep', subject: 'store', ownerId: null, dueAt: NOW },
        { kind: 'watch_chain', subject: 'chain', ownerId: null, dueAt: NOW },
      ])
      assertEqual(
        subjects(
          await jobs.take(NOW, LEASE_MS, 2, {
            ...LONGEST_DUE_FIRST,
            except: ['expire_claims', 'watch_chain'],
          }),
        ),
        ['store'],
      )
      assertEqual(subjects(await jobs.take(NOW, LEASE_MS, 10)).sort(), ['a', 'b', 'chain'])
    })

    test('shows an admission the jobs of each owner, however many wait of others', async ({ jobs }) => {
      const [first, second, victim] = [1, 2, 3].map((n) => idOf('user', String(n).repeat(32)))
      const flood = (ownerId: UserId | undefined, from: number) =>
        Array.from({ length: 2_000 }, (_, n) => job(`drop-${from + n}`, NOW - 600_000 + n, ownerId))
      await jobs.request(flood(first, 0))
      await jobs.request(flood(second, 2_000))
      await jobs.request([job('late', NOW, victim), job('own')])
      let shown = 0
      const oneOf = (ownerId: UserId | null | undefined): JobAdmission => ({
        except: [],
        inTurn: (waiting) => {
          shown = Math.max(shown, waiting.length)
          return waiting.filter((one) => one.ownerId === ownerId)
        },
      })
      assertEqual(subjects(await jobs.take(NOW, LEASE_MS, 10, oneOf(victim))), ['late'])
      assertEqual(subjects(await jobs.take(NOW, LEASE_MS, 10, oneOf(null))), ['own'])
      assertEqual(await jobs.take(NOW, LEASE_MS, 10, oneOf(victim)), [], 'while it is held')
      const ofSecond = await jobs.take(NOW, LEASE_MS, 10, oneOf(second))
      assertEqual(
        subjects(ofSecond),
        Array.from({ length: 10 }, (_, n) => `drop-${2_000 + n}`),
      )
      assertEqual(shown <= 100, true, 'few of many jobs are looked at')
    })

    test('returns the number of waiting jobs and the age of the oldest', async ({ jobs }) => {
      assertEqual(await jobs.backlog(NOW), { due: 0, oldestMs: 0 })
      await jobs.request([job('a', NOW - 700), job('b', NOW), job('c', NOW + 1)])
      assertEqual(await jobs.backlog(NOW), { due: 2, oldestMs: 700 })
      await jobs.request([])
    })

    test('returns the same for each kind, and nothing for kinds without waiting jobs', async ({ jobs }) => {
      assertEqual(await jobs.backlogByKind(NOW), new Map())
      await jobs.request([
        job('a', NOW - 700),
        job('b', NOW),
        { kind: 'sweep', subject: 'store', ownerId: null, dueAt: NOW - 30 },
        { kind: 'watch_chain', subject: 'chain', ownerId: null, dueAt: NOW + 1 },
      ])
      assertEqual(
        [...(await jobs.backlogByKind(NOW))].sort(([one], [other]) => one.localeCompare(other)),
        [
          [job('a', NOW).kind, { due: 2, oldestMs: 700 }],
          ['sweep', { due: 1, oldestMs: 30 }],
        ] satisfies unknown,
      )
    })
  })
}
