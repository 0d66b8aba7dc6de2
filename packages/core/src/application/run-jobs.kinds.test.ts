import { beforeEach, describe, expect, test } from 'vitest'
import { amountOf } from '../domain/amount.ts'
import type { Claim } from '../domain/claim.ts'
import type { Drop } from '../domain/drop.ts'
import { DAY_MS, MINUTE_MS } from '../domain/instant.ts'
import type { Caller } from '../domain/user.ts'
import { type EndedRun, JOB_KINDS, type Job, type JobKind, type JobQueue } from '../ports/index.ts'
import { createTestService, granted, type TestService, testWallet } from '../testing/index.ts'
import { MOST_ITEMS_PER_RUN, MOST_RUN_MS } from './run-budget.ts'
import { createJobRunner, type JobPorts } from './run-jobs.ts'
import { DEFAULT_SETTINGS } from './settings.ts'

const LEASE_MS = 30_000
const MANY = 100_000
const VOUCHER_MS = DEFAULT_SETTINGS.voucherLifetimeMs

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

const claim = async ({ id }: Drop, n = 1) =>
  granted(await service.dropkit.claimDrop(service.owner, { dropId: id, userAddress: testWallet(n) }))
const order = async ({ id }: Drop, n = 1) =>
  granted(
    await service.dropkit.createPaymentIntent(service.owner, {
      dropId: id,
      walletAddress: testWallet(n),
      paymentMethod: 'SUI',
    }),
  )
const priced = () => service.createDrop({ price: 1, supply: 10 })
const cancel = async ({ id }: Drop) =>
  granted(await service.dropkit.updateDrop(service.owner, id, { status: 'CANCELLED' }))
const passes = (ms: number) => service.ports.clock.advance(ms)

/** Makes work for a kind of job and gives back its subject. A kind that is missing here does not compile. */
const PLANTS: { readonly [Kind in JobKind]: () => Promise<string> } = {
  settle_schedule: async () => {
    const drop = await service.createDrop()
    const claimDeadline = service.ports.clock.now() + MINUTE_MS
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { claimDeadline }))
    passes(2 * MINUTE_MS)
    return drop.id
  },
  expire_claims: async () => {
    const drop = await service.createDrop()
    await claim(drop)
    passes(VOUCHER_MS + MINUTE_MS)
    return drop.id
  },
  deliver_claims: async () => {
    const { id } = await service.createDrop({ tokenAmount: '0', maxAmount: '50', supply: 2 })
    const input = { dropId: id, userAddress: testWallet(1) }
    granted(await service.dropkit.claimRandomDrop(service.owner, input))
    passes(10_000)
    return id
  },
  return_payment: async () => {
    const drop = await priced()
    const operator: Caller = { user: service.owner.user, credential: { kind: 'system' } }
    const txHash = service.pay(await order(drop), { from: testWallet(99), amount: 5n })
    await service.pass(1_000)
    const open = granted(await service.dropkit.listUnmatchedPayments(operator, { state: 'OPEN' }))
    const payment = open.find((one) => one.txHash === txHash)
    if (!payment) throw new Error('the payment is not listed')
    granted(await service.dropkit.returnUnmatchedPayment(operator, payment.id))
    return payment.id
  },
  open_vault: async () => (await service.createDrop()).id,
  watch_deposit: async () => (await service.createDrop()).id,
  close_vault: async () => {
    const drop = await service.createDrop()
    await cancel(drop)
    return drop.id
  },
  guard_vault: async () => (await service.createDrop()).id,
  audit_vaults: async () => {
    await service.createDrop()
    return 'chain'
  },
  settle_intents: async () => {
    const drop = await priced()
    await order(drop)
    passes(DAY_MS)
    return drop.id
  },
  send_transfers: async () => {
    const drop = await priced()
    const intent = await order(drop)
    const txHash = service.pay(intent)
    granted(await service.dropkit.confirmPaymentIntent(service.owner, { id: intent.id, txHash }))
    granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id }))
    return drop.id
  },
  wind_up: async () => {
    const drop = await priced()
    const intent = await order(drop)
    const txHash = service.pay(intent)
    granted(await service.dropkit.confirmPaymentIntent(service.owner, { id: intent.id, txHash }))
    await cancel(drop)
    return drop.id
  },
  rotate_key: async () => {
    const drop = await service.createDrop()
    await claim(drop)
    service.ports.memoryChain.setOutage('down')
    await service.dropkit.rotateDropKey(service.owner, drop.id, { reason: 'It leaked' })
    service.ports.memoryChain.setOutage(null)
    return drop.id
  },
  renew_vouchers: async () => {
    const drop = await service.createDrop()
    await claim(drop)
    passes(MINUTE_MS)
    return drop.id
  },
  watch_payments: async () => {
    service.pay(await order(await priced()))
    return 'chain'
  },
  look_up_candidates: async () => {
    const { id } = await order(await priced())
    await service.dropkit.confirmPaymentIntent(service.owner, { id, txHash: 'notyetthere' })
    return 'chain'
  },
  watch_chain: async () => {
    const grant = await claim(await service.createDrop())
    service.ports.memoryChain.wallet.claim(grant.voucher)
    return 'chain'
  },
  remove_content: async () => {
    await service.ports.files.put('unused', new Uint8Array(3))
    return 'unused'
  },
  sweep: async () => {
    passes(DAY_MS)
    return 'store'
  },
}

/** Of all kinds, only jobs of this one are taken, and each is noted with how it ended. */
function only(kind: JobKind, ports: Partial<JobPorts> = {}) {
  const ended: (EndedRun & { readonly job: Job })[] = []
  const { jobs } = service.ports
  const others = JOB_KINDS.filter((other) => other !== kind)
  const queue: JobQueue = {
    ...jobs,
    take: (now, leaseMs, limit, full = []) => jobs.take(now, leaseMs, limit, [...others, ...full]),
  }
  const runner = createJobRunner(
    {
      ...service.ports,
      ...ports,
      jobs: queue,
      watch: {
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

/** The ports of a job with `before` called first on every call to the store, the chain, the files and the sweeper. */
function seen(before: (given: readonly unknown[]) => Promise<void> | undefined): Partial<JobPorts> {
  const wrapped = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: readonly unknown[]) => {
          const waits = before(given)
          const call = () => (value as Call).apply(target, [...given])
          return waits === undefined ? call() : waits.then(call)
        }
      },
    })
  const { store, chain, files, sweeper } = service.ports
  return { store: wrapped(store), chain: wrapped(chain), files: wrapped(files), sweeper: wrapped(sweeper) }
}

const request = (kind: JobKind, subject: string) =>
  service.ports.jobs.request([{ kind, subject, dueAt: service.ports.clock.now() }])

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? ''

/** Everything that a run can have an effect on. */
function effects(): string {
  const { state } = service.ports.memory
  const { claims, paymentIntents, refunds, payouts, drops, chainTransactions, events } = state
  const chain = service.ports.memoryChain.state
  const all = [claims, paymentIntents, refunds, payouts, drops, chainTransactions].map((it) => [...it.all()])
  return textOf([all, events, chain.claims, chain.payments, [...chain.outcomes.keys()]])
}

const turns = async () => {
  for (let turn = 0; turn < 200; turn++) await Promise.resolve()
}

describe.each(JOB_KINDS)('%s', (kind) => {
  test('a run that outlives its lease is replaced, and changes nothing when it goes on', async () => {
    const subject = await PLANTS[kind]()
    await request(kind, subject)
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = only(
      kind,
      seen(() => gate),
    )
    const runs = await slow.startDueJobs()
    expect(runs.length).toBeGreaterThan(0)
    await turns()
    expect(slow.ended).toEqual([])

    passes(LEASE_MS)
    const other = only(kind)
    for (let round = 0; round < 25; round++) {
      if ((await other.runDueJobs()) === 0) passes(250)
    }
    expect(other.ended.map(({ job }) => job.subject)).toContain(subject)
    const before = effects()
    release()
    await Promise.all(runs)
    expect(effects()).toBe(before)
    expect(slow.ended.map(({ wasHeld, hasOutlivedLease }) => ({ wasHeld, hasOutlivedLease }))).toEqual(
      runs.map(() => ({ wasHeld: false, hasOutlivedLease: true })),
    )
  })

  test('a run that hangs is reported once its lease is over, and no longer holds a slot', async () => {
    await request(kind, await PLANTS[kind]())
    const runner = only(
      kind,
      seen(() => new Promise(() => {})),
    )
    await runner.startDueJobs()
    passes(LEASE_MS)
    await runner.startDueJobs()
    const lines = service.ports.log.lines.filter(
      ({ message }) => message === 'a background job runs for longer than its lease',
    )
    expect(lines.map(({ fields }) => fields?.['job'])).toContain(kind)
  })

  test('a job that always fails does not keep the others of its kind, and its reason is kept', async () => {
    const [bad, good] = [await PLANTS[kind](), await PLANTS[kind]()]
    const failing = bad === good ? `${bad}-of-another-store` : bad
    await request(kind, failing)
    await request(kind, good)
    const isAbout = (given: readonly unknown[]) =>
      given.some((it) => it === failing || (typeof it === 'object' && textOf(it).includes(failing)))
    const runner = only(
      kind,
      seen((given) => {
        if (bad !== good && isAbout(given)) throw new Error('this one always fails')
      }),
    )
    for (let round = 0; round < 25; round++) if ((await runner.runDueJobs()) === 0) passes(250)
    expect(runner.ended.map(({ job }) => job.subject)).toContain(good)
    const reasons = await service.ports.jobs.failing(100)
    const subjects = reasons.filter(({ failure }) => failure.class === 'error').map(({ subject }) => subject)
    expect(subjects).toEqual(bad === good ? [] : [failing])
  })
})

/** The ports of a job for which the store or the chain shows many items, and how many of those are left. */
interface Flood {
  readonly subject: string
  readonly ports: Partial<JobPorts>
  left(): number
}

/** Kinds whose runs read lists, with 100,000 items. The runs of the other kinds deal with one thing of one drop. */
const FLOODS: Partial<Record<JobKind, (count: (items: number) => void) => Promise<Flood>>> = {
  async sweep(count) {
    let left = MANY
    const sweeper: JobPorts['sweeper'] = {
      async sweep(kind, _by, limit) {
        const swept = kind === 'receipts' ? Math.min(left, limit) : 0
        left -= swept
        count(swept)
        return swept
      },
    }
    return { subject: 'store', ports: { sweeper }, left: () => left }
  },
  renew_vouchers: (count) => floodOfVouchers('renew_vouchers', count),
  expire_claims: (count) => floodOfVouchers('expire_claims', count),
}

/** One drop with 100,000 claims whose vouchers are out. */
async function floodOfVouchers(kind: JobKind, count: (items: number) => void): Promise<Flood> {
  const { store, clock } = service.ports
  const drop = await service.createDrop({ maxAmount: String(MANY * 10) })
  await claim(drop)
  const [one] = (await store.claimsInOrder(drop.id, 0, 1)) as [Claim]
  const expiresAt = clock.now() + VOUCHER_MS
  const claims = new Map<number, Claim>()
  for (let sequence = 1; sequence <= MANY; sequence++)
    claims.set(sequence, { ...one, sequence, state: { kind: 'PENDING', expiresAt } })
  const tally = { ...drop.tally, reservedCount: MANY, reservedAmount: amountOf(one.amount * BigInt(MANY)) }
  let current: Drop = { ...(await service.reread(drop)), tally }
  passes(kind === 'expire_claims' ? VOUCHER_MS + MINUTE_MS : MINUTE_MS)
  const flood: JobPorts['store'] = {
    ...store,
    dropForSettlement: async () => current,
    async expiredVouchers(_dropId, before, limit) {
      const out: Claim[] = []
      for (const it of claims.values()) {
        if (out.length === limit) break
        if (it.state.kind === 'PENDING' && (it.state.expiresAt ?? before) < before) out.push(it)
      }
      count(out.length)
      return out
    },
    nextVoucherExpiry: async () => (claims.size > 0 ? expiresAt : null),
    async changeDrop(_dropId, question, decide) {
      const pool = await store.pool(drop.id, {})
      if (pool === null) throw new Error('the drop is there')
      const asked = (question.sequences ?? []).flatMap((it): [number, Claim][] => {
        const found = claims.get(it)
        return found ? [[it, found]] : []
      })
      const change = decide({ ...pool, drop: current, claims: new Map(asked) })
      for (const it of change.update?.claims ?? []) claims.delete(it.sequence)
      current = change.update?.drops?.[0] ?? current
      return { ok: true, value: change.result }
    },
  }
  return { subject: drop.id, ports: { store: flood }, left: () => claims.size }
}

test.each(Object.keys(FLOODS) as JobKind[])(
  '%s ends with 100,000 items, a bounded number in each run',
  async (kind) => {
    let items = 0
    const most = { items: 0, ms: 0 }
    const flood = await FLOODS[kind]?.((more) => {
      items += more
    })
    if (flood === undefined) throw new Error('there is a flood')
    await request(kind, flood.subject)
    const runner = only(kind, flood.ports)
    let runs = 0
    while (flood.left() > 0 && runs < MANY) {
      items = 0
      const startedAt = performance.now()
      if ((await runner.runDueJobs()) === 0) passes(1_000)
      most.items = Math.max(most.items, items)
      most.ms = Math.max(most.ms, performance.now() - startedAt)
      runs++
    }
    expect(flood.left()).toBe(0)
    expect(most.items).toBeLessThanOrEqual(MOST_ITEMS_PER_RUN)
    expect(most.ms).toBeLessThan(5 * MOST_RUN_MS)
  },
)
