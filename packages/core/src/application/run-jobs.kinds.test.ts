import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { portsSeen, runnerOfKind } from '../../test/one-kind.ts'
import type { Drop } from '../domain/drop.ts'
import { idOf, type UserId } from '../domain/ids.ts'
import { DAY_MS, MINUTE_MS } from '../domain/instant.ts'
import type { Caller } from '../domain/user.ts'
import { JOB_KINDS, type JobKind } from '../ports/index.ts'
import type { JobPorts } from './run-jobs.ts'
import { DEFAULT_SETTINGS } from './settings.ts'

const LEASE_MS = 30_000
const VOUCHER_MS = DEFAULT_SETTINGS.voucherLifetimeMs

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

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
    await service.claim(drop)
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
  reveal_claims: async () => {
    const terms = { tokenAmount: '0', maxAmount: '50', supply: 2, randomness: 'BEACON' } as const
    const { id } = await service.createDrop(terms)
    const input = { dropId: id, userAddress: testWallet(1) }
    granted(await service.dropkit.claimRandomDrop(service.owner, input))
    passes(10_000)
    return id
  },
  run_lottery: async () => {
    const entriesCloseAt = service.ports.clock.now() + MINUTE_MS
    const terms = { tokenAmount: '1', supply: 2, admission: 'LOTTERY', entriesCloseAt } as const
    const { id } = await service.createDrop(terms)
    granted(await service.dropkit.enterDrop(service.owner, { dropId: id, userAddress: testWallet(1) }))
    passes(2 * MINUTE_MS)
    // The entries are frozen, and the round that orders them is published.
    await request('run_lottery', id)
    for (let round = 0; round < 3; round++) await only('run_lottery').runDueJobs()
    passes(10_000)
    return id
  },
  return_payment: async () => {
    const drop = await priced()
    const operator: Caller = { user: service.owner.user, credential: { kind: 'system' } }
    const txHash = service.pay(await service.order(drop), { from: testWallet(99), amount: 5n })
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
    await service.order(drop)
    passes(DAY_MS)
    return drop.id
  },
  send_transfers: async () => {
    const drop = await priced()
    const intent = await service.order(drop)
    const txHash = service.pay(intent)
    granted(await service.dropkit.confirmPaymentIntent(service.owner, { id: intent.id, txHash }))
    granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id }))
    return drop.id
  },
  wind_up: async () => {
    const drop = await priced()
    const intent = await service.order(drop)
    const txHash = service.pay(intent)
    granted(await service.dropkit.confirmPaymentIntent(service.owner, { id: intent.id, txHash }))
    await cancel(drop)
    return drop.id
  },
  rotate_key: async () => {
    const drop = await service.createDrop()
    await service.claim(drop)
    service.ports.memoryChain.setOutage('down')
    await service.dropkit.rotateDropKey(service.owner, drop.id, { reason: 'It leaked' })
    service.ports.memoryChain.setOutage(null)
    return drop.id
  },
  renew_vouchers: async () => {
    const drop = await service.createDrop()
    await service.claim(drop)
    passes(MINUTE_MS)
    return drop.id
  },
  watch_payments: async () => {
    service.pay(await service.order(await priced()))
    return 'chain'
  },
  look_up_candidates: async () => {
    const { id } = await service.order(await priced())
    await service.dropkit.confirmPaymentIntent(service.owner, { id, txHash: 'notyetthere' })
    return service.owner.user.id
  },
  look_up_transaction: async () => service.pay(await service.order(await priced())),
  watch_chain: async () => {
    const grant = await service.claim(await service.createDrop())
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

const only = (kind: JobKind, ports: Partial<JobPorts> = {}) => runnerOfKind(service, kind, ports)
const seen = (before: (given: readonly unknown[]) => Promise<void> | undefined) =>
  portsSeen(service, { before })

const request = (kind: JobKind, subject: string) =>
  service.ports.jobs.request([{ kind, subject, ownerId: null, dueAt: service.ports.clock.now() }])

/** Whose work each kind is. A kind that is missing here does not compile. */
const OWNERS: { readonly [Kind in JobKind]: 'a user' | 'the service' } = {
  settle_schedule: 'a user',
  expire_claims: 'a user',
  deliver_claims: 'a user',
  reveal_claims: 'a user',
  run_lottery: 'a user',
  // Only the operator asks for it.
  return_payment: 'the service',
  open_vault: 'a user',
  watch_deposit: 'a user',
  close_vault: 'a user',
  guard_vault: 'a user',
  audit_vaults: 'the service',
  settle_intents: 'a user',
  send_transfers: 'a user',
  wind_up: 'a user',
  rotate_key: 'a user',
  renew_vouchers: 'a user',
  watch_payments: 'the service',
  look_up_candidates: 'a user',
  // It is not known yet whose payment it is.
  look_up_transaction: 'the service',
  watch_chain: 'the service',
  remove_content: 'a user',
  sweep: 'the service',
}

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
  test('a job belongs to the owner of its drop, or to the service', async () => {
    const { jobs } = service.ports.memory.state
    const asked: { readonly kind: JobKind; readonly ownerId: UserId | null }[] = []
    const set = jobs.set.bind(jobs)
    jobs.set = (key, job) => {
      asked.push(job)
      return set(key, job)
    }
    await PLANTS[kind]()
    const owner = service.owner.user.id
    expect(asked).toEqual(
      asked.map((job) => ({ ...job, ownerId: OWNERS[job.kind] === 'a user' ? owner : null })),
    )
  })

  test("a user's job starts within a few turns while two other users have thousands", async () => {
    const [first, second, victim] = [1, 2, 3].map((n) => idOf('user', String(n).repeat(32)))
    const now = service.ports.clock.now()
    const nowhere = (n: number) => idOf('drop', n.toString(16).padStart(32, '0'))
    const flood = (ownerId: UserId | undefined, from: number) =>
      Array.from({ length: 2_000 }, (_, n) => ({
        kind,
        subject: nowhere(from + n),
        ownerId: ownerId ?? null,
        dueAt: now - MINUTE_MS,
      }))
    await service.ports.jobs.request([...flood(first, 0), ...flood(second, 2_000)])
    await service.ports.jobs.request([{ kind, subject: nowhere(5_000), ownerId: victim ?? null, dueAt: now }])
    const runner = only(kind)
    for (let turn = 0; turn < 1; turn++) await runner.runDueJobs()
    expect(runner.ended.map(({ job }) => job.ownerId)).toContain(victim)
  })

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

  test('what the chain refuses permanently has a visible reason, and is not tried all the time', async () => {
    const reason = 'refused permanently'
    await request(kind, await PLANTS[kind]())
    let tries = 0
    const prepare: JobPorts['chain']['prepare'] = async () => {
      tries++
      return { ok: false, error: { kind: 'not_possible', reason, isFinal: true } }
    }
    const runner = only(kind, { chain: { ...service.ports.chain, prepare } })
    for (let second = 0; second < 60; second++) {
      for (let round = 0; round < 10 && (await runner.runDueJobs()) > 0; round++);
      passes(1_000)
    }
    expect(tries).toBeLessThan(15)
    if (tries === 0) return
    const { refunds, unmatchedPayments } = service.ports.memory.state
    const failing = await service.ports.jobs.failing({ limit: 100, kind })
    expect(textOf([failing, [...refunds.all()], [...unmatchedPayments.all()]])).toContain(reason)
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
    const reasons = await service.ports.jobs.failing({ limit: 100 })
    const subjects = reasons.filter(({ failure }) => failure.class === 'error').map(({ subject }) => subject)
    expect(subjects).toEqual(bad === good ? [] : [failing])
  })
})
