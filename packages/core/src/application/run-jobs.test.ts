import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { amountOf } from '../domain/amount.ts'
import { idOf, type UserId } from '../domain/ids.ts'
import { MINUTE_MS } from '../domain/instant.ts'
import type { Instrumentation, Job, JobKind, JobOutcome, JobQueue } from '../ports/index.ts'
import { createJobTurns } from './job-turns.ts'
import { createJobRunner, type JobPorts } from './run-jobs.ts'
import { DEFAULT_SETTINGS } from './settings.ts'

describe('running jobs', () => {
  const runDueJobs = (ports: JobPorts) => createJobRunner(ports, DEFAULT_SETTINGS).runDueJobs()

  let service: TestService
  let job: Job

  beforeEach(async () => {
    service = await createTestService({ chain: { opensVaultsAtOnce: false } })
    const { id } = await service.createDrop()
    job = {
      id: `job_${'0'.repeat(32)}` as Job['id'],
      kind: 'settle_schedule',
      subject: id,
      ownerId: service.owner.user.id,
      dueAt: service.ports.clock.now(),
      fence: 1,
      attempts: 1,
      memo: null,
    }
  })

  /** Runs one job and gives back how that ended. */
  async function outcomeOf(more: Partial<Job>, ports: Partial<JobPorts> = {}): Promise<JobOutcome> {
    const outcomes: JobOutcome[] = []
    const jobs: JobQueue = {
      ...service.ports.jobs,
      take: async () => [{ ...job, ...more }],
      finish: async (_, outcome) => outcomes.push(outcome) > 0,
    }
    expect(await runDueJobs({ ...service.ports, ...ports, jobs })).toBe(1)
    const [outcome] = outcomes
    if (!outcome) throw new Error('the job did not end')
    return outcome
  }

  test('the standing jobs are requested once for any number of starts, and due at once', async () => {
    const { dropkit, ports } = service
    await service.pass(MINUTE_MS)
    const standingJobs = () =>
      [...ports.memory.state.jobs.values()].filter(({ subject }) => ['chain', 'store'].includes(subject))
    await dropkit.requestStandingJobs()
    await dropkit.requestStandingJobs()
    const now = ports.clock.now()
    expect(
      standingJobs()
        .map(({ kind, subject }) => `${kind} of the ${subject}`)
        .toSorted(),
    ).toEqual([
      'audit_vaults of the chain',
      'sweep of the store',
      'watch_chain of the chain',
      'watch_payments of the chain',
    ])
    for (const { dueAt } of standingJobs()) expect(dueAt).toBeLessThanOrEqual(now)
  })

  test('at most ten due jobs are taken at a time, each for half a minute, and watched', async () => {
    const asked: unknown[] = []
    const seen: unknown[] = []
    const jobs: JobQueue = {
      ...service.ports.jobs,
      take: async (...given) => {
        asked.push(given)
        return [job]
      },
      finish: async () => false,
    }
    const instrumentation: Instrumentation = {
      here: () => undefined,
      around: (what, work) => {
        seen.push(what)
        return work()
      },
      jobEnded: (...ended) => seen.push(ended),
    }
    await runDueJobs({ ...service.ports, jobs, instrumentation })
    expect(asked).toEqual([[service.ports.clock.now(), 30_000, 10, expect.objectContaining({ except: [] })]])
    expect(seen).toEqual([
      { kind: 'job', job },
      [job, { kind: 'done' }, { wasHeld: false, wasCut: false, hasOutlivedLease: false }],
    ])
  })

  describe('the end of a job', () => {
    const finishing = (failures: number) => {
      let tries = 0
      const jobs: JobQueue = {
        ...service.ports.jobs,
        take: async () => [job],
        finish: async () => {
          if (++tries <= failures) throw new Error('the connection was lost')
          return true
        },
      }
      return { run: () => runDueJobs({ ...service.ports, jobs }), tries: () => tries }
    }

    test('is noted again when that fails, three times in all', async () => {
      const often = finishing(2)
      expect(await often.run()).toBe(1)
      expect(often.tries()).toBe(3)
      const always = finishing(99)
      await expect(always.run()).rejects.toThrow('the connection was lost')
      expect(always.tries()).toBe(3)
    })
  })

  describe('a job that throws', () => {
    test.each([
      [1, 1_000],
      [2, 2_000],
      [6, 32_000],
      [7, 60_000],
      [5_000, 60_000],
    ])('after %i attempts runs again in %i ms, with its memo', async (attempts, delayMs) => {
      const { ports } = service
      const error = new Error('the disk is full')
      const store = { ...ports.store, changeDrop: () => Promise.reject(error) }
      expect(await outcomeOf({ attempts, memo: 'half done' }, { store })).toEqual({
        kind: 'again',
        dueAt: ports.clock.now() + delayMs,
        memo: 'half done',
        failed: { class: 'error', reason: 'Error' },
      })
      expect(ports.log.lines).toEqual([
        {
          level: 'error',
          message: 'a background job failed',
          fields: { job: 'settle_schedule', subject: job.subject, attempts },
          cause: error,
        },
      ])
    })
  })

  describe('a vault', () => {
    const WALLET = testWallet(0xb0)
    const COIN = `${testWallet(7)}::club::CLUB`

    /** A drop on a coin that its owner alone has. */
    async function unfunded(): Promise<string> {
      service.ports.memoryChain.wallet.faucet(WALLET, COIN, amountOf(1_000n))
      const adopted = { name: 'Club', symbol: 'CLUB', supply: '1000', coinType: COIN }
      const token = granted(await service.dropkit.createToken(service.owner, adopted))
      const { id } = await service.createDrop({ existingTokenId: token.id })
      await service.pass(10_000)
      return id
    }

    async function fund(dropId: string): Promise<void> {
      const input = { dropId, senderAddress: WALLET }
      const deposit = granted(await service.dropkit.prepareDropFunding(service.owner, input))
      expect(service.ports.memoryChain.wallet.execute(WALLET, deposit).kind).toBe('succeeded')
    }

    test('that is not full is looked after again, less and less often', async () => {
      const subject = await unfunded()
      const { clock } = service.ports
      for (const [attempts, delayMs] of [
        [1, 2_000],
        [2, 2_000],
        [3, 4_000],
        [17, 65_536_000],
      ] as const)
        expect(await outcomeOf({ kind: 'open_vault', subject, attempts })).toEqual({
          kind: 'again',
          dueAt: clock.now() + delayMs,
          failed: { class: 'waiting', reason: 'its owner has to fund it' },
        })
      expect(await outcomeOf({ kind: 'open_vault', subject, attempts: 18 })).toEqual({ kind: 'done' })
      await fund(subject)
      expect(await outcomeOf({ kind: 'open_vault', subject })).toEqual({ kind: 'done' })
    })

    test('is watched for a deposit each second, for a quarter of an hour from when the watch began', async () => {
      const subject = await unfunded()
      const { clock } = service.ports
      const since = clock.now()
      const watch = (memo: string | null) => outcomeOf({ kind: 'watch_deposit', subject, memo })
      const again = () => ({ kind: 'again', dueAt: clock.now() + 1_000, memo: String(since) })
      expect(await watch(null)).toEqual(again())
      clock.advance(15 * MINUTE_MS - 1)
      expect(await watch(String(since))).toEqual(again())
      clock.advance(1)
      expect(await watch(String(since))).toEqual({ kind: 'done' })
    })

    test('is not watched any more once the deposit is there', async () => {
      const subject = await unfunded()
      await fund(subject)
      expect(await outcomeOf({ kind: 'watch_deposit', subject })).toEqual({ kind: 'done' })
    })
  })
})

describe('the turns of owners', () => {
  const owner = (n: number): UserId => idOf('user', n.toString(16).padStart(32, '0'))

  let made = 0
  const job = (ownerId: UserId | null, dueAt = 0, kind: JobKind = 'expire_claims'): Job => {
    const id = idOf('job', (++made).toString(16).padStart(32, '0'))
    return { id, kind, subject: id, ownerId, dueAt, fence: 1, attempts: 1, memo: null }
  }
  const many = (ownerId: UserId) => Array.from({ length: 50 }, () => job(ownerId))
  const countsOf = (jobs: readonly Job[]) =>
    Object.fromEntries([...Map.groupBy(jobs, ({ ownerId }) => ownerId)].map(([id, own]) => [id, own.length]))
  const [A, B, C] = [owner(1), owner(2), owner(3)]

  test('give one job of each owner at a time, the longest due first', () => {
    const [late, early] = [job(A, 2), job(A, 1)]
    const other = job(B, 3)
    expect(createJobTurns().admission([]).inTurn([late, early, other])).toEqual([early, other, late])
  })

  test('begin with the owner that has the fewest jobs under way, then with the one that waited longest', () => {
    const turns = createJobTurns()
    turns.taken([job(A), job(B)])
    const waiting = [job(A), job(B), job(C)]
    const order = (underWay: readonly Job[]) =>
      turns
        .admission(underWay)
        .inTurn(waiting)
        .map(({ ownerId }) => ownerId)
    expect(order([])).toEqual([C, A, B])
    expect(order([job(C), job(A)])).toEqual([B, C, A])
  })

  test('leave a slot of a kind for a third owner while two have many jobs', () => {
    const turns = createJobTurns()
    const ofOne = turns.admission([]).inTurn(many(A))
    expect(countsOf(ofOne)).toEqual({ [A]: 7 })
    const ofTwo = turns.admission(ofOne).inTurn([...many(A), ...many(B)])
    expect(countsOf(ofTwo)).toEqual({ [B]: 2 })
    const underWay = [...ofOne, ...ofTwo]
    expect(turns.admission(underWay).except).toEqual([])
    expect(countsOf(turns.admission(underWay).inTurn([...many(A), ...many(B), job(C)]))).toEqual({ [C]: 1 })
  })

  test('run the work of the service before that of users, whatever work users have open', () => {
    const own = job(null, 9)
    const underWay = createJobTurns().admission([]).inTurn(many(A))
    expect(
      createJobTurns()
        .admission(underWay)
        .inTurn([job(B), own])[0],
    ).toBe(own)
  })

  test('leave out a kind with ten jobs under way', () => {
    const underWay = Array.from({ length: 10 }, (_, n) => job(owner(n)))
    expect(createJobTurns().admission(underWay).except).toEqual(['expire_claims'])
  })
})
