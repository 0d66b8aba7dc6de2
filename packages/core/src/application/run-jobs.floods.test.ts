// Every kind of job with many items. A kind that is missing in a table here does not compile.
import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { portsSeen, runnerOfKind } from '../../test/one-kind.ts'
import { changeVaultOnChain } from '../../test/test-vault.ts'
import { amountOf } from '../domain/amount.ts'
import { type Claim, idOfClaim, isUndrawn } from '../domain/claim.ts'
import type { Drop } from '../domain/drop.ts'
import { idOf, readId } from '../domain/ids.ts'
import { DAY_MS, MINUTE_MS } from '../domain/instant.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import { type Change, JOB_KINDS, type JobKind, RETENTION_KINDS } from '../ports/index.ts'
import { KEYS_PER_RANGE } from './lottery/run-lottery.ts'
import { MOST_ITEMS_PER_RUN, MOST_RUN_MS } from './run-budget.ts'
import type { JobPorts } from './run-jobs.ts'
import { DEFAULT_SETTINGS } from './settings.ts'

const VOUCHER_MS = DEFAULT_SETTINGS.voucherLifetimeMs
/** Of a vault that lacks something, so many open claims are read of each sort (see audit-vaults.ts). */
const MOST_OPEN_CLAIMS = 1_000

let service: TestService

beforeEach(async () => {
  service = await createTestService()
})

type Loaded = (value: unknown) => void

interface Flood {
  readonly subject: string
  /** In place of the ports in memory. They count what they give out with `loaded`. */
  readonly ports?: Partial<JobPorts>
  left(): number
}

interface FloodOf {
  readonly items: number
  /** Why there are not 100,000. */
  readonly because?: string
  /** The most records that one read may give, if not `MOST_ITEMS_PER_RUN`. */
  readonly mostPerRead?: number
  plant(items: number, loaded: Loaded): Promise<Flood>
}

/** More than the watcher reads at once. */
const DROPS = 110

const SCANS = 'every read of the memory store goes through all rows'
const MADE = 'each is made by the product itself, and is a transaction on the memory chain'

const hex = (n: number) => n.toString(16).padStart(32, '0')
const cancel = async ({ id }: Drop) =>
  granted(await service.dropkit.updateDrop(service.owner, id, { status: 'CANCELLED' }))
const passes = (ms: number) => service.ports.clock.advance(ms)
const state = () => service.ports.memory.state
const countOf = <T>(all: Iterable<T>, isIn: (one: T) => boolean) => [...all].filter(isIn).length

/** Copies of a drop's only claim, up to so many; their vouchers are out as its is. */
async function copyClaims(before: Drop, items: number): Promise<void> {
  const [one] = (await service.ports.store.claimsInOrder(before.id, 0, 1)) as [Claim]
  const { claims, claimIdsByDrop, drops } = state()
  const ids = claimIdsByDrop.get(one.dropId) ?? []
  for (let sequence = 2; sequence <= items; sequence++) {
    claims.insert({ ...one, sequence, claimer: testWallet(sequence) }, [])
    ids.push(`claim_${one.dropId.slice('drop_'.length)}_${sequence}`)
  }
  const drop = await service.reread(before)
  const reservedAmount = amountOf(one.amount * BigInt(items))
  drops.update(
    { ...drop, tally: { ...drop.tally, reservedAmount, reservedCount: items, lastSequence: items } },
    [],
  )
}

/** Copies of an open intent of a drop that has no other. */
async function copyIntents(drop: Drop, one: PaymentIntent, items: number): Promise<void> {
  const { paymentIntents, drops } = state()
  for (let n = 2; n <= items; n++)
    paymentIntents.insert({ ...one, id: idOf('intent', hex(n)), externalId: `pi_${hex(n)}` }, [])
  const { tally, ...now } = await service.reread(drop)
  const heldAmount = amountOf(tally.heldAmount * BigInt(items))
  drops.update({ ...now, tally: { ...tally, heldAmount, heldItems: tally.heldItems * items } }, [])
}

/** Copies of a drop with a vault and with claims, and what the chain shows of the claims, in turns. */
function copyDrops(one: Drop, drops: number): void {
  const { claims: onChain } = service.ports.memoryChain.state
  const claims = [...state().claims.all()].filter(({ dropId }) => dropId === one.id)
  const paid = onChain.splice(0)
  for (let n = 1; n <= drops; n++) {
    const objectId = testWallet(1_000_000 + n)
    const id = idOf('drop', hex(n))
    if (one.vault.kind !== 'open') throw new Error('the vault is open')
    state().drops.insert({ ...one, id, shortcode: `copy-${n}`, vault: { ...one.vault, objectId } }, [])
    for (const copied of claims) state().claims.insert({ ...copied, dropId: id }, [])
    const ids = claims.map(({ sequence }) => idOfClaim({ dropId: id, sequence }))
    state().claimIdsByDrop.set(id, ids)
  }
  for (const event of paid) {
    onChain.push(event)
    for (let n = 1; n <= drops; n++)
      onChain.push({ ...event, dropObjectId: testWallet(1_000_000 + n), txHash: `${event.txHash} of ${n}` })
  }
}

/** More than a run may load. On a chain that finalizes nothing, a cancelled drop has one for each buyer. */
const OPEN_REFUNDS = 3_000
const openRefundIds = Array.from({ length: OPEN_REFUNDS }, (_, n) => idOf('refund', `f${hex(n).slice(1)}`))

function plantOpenRefunds(dropId: Drop['id']): void {
  const sent = { dropId, bytes: 'bytes', expiresAt: 0, state: 'sent', createdAt: 0 } as const
  for (const refundId of openRefundIds) {
    const [id, purpose] = [idOf('chaintx', refundId.slice(-32)), { kind: 'refund', refundId } as const]
    state().chainTransactions.insert({ ...sent, id, purpose, digest: `digest of ${refundId}` }, [])
  }
}

const bigDrop = (items: number) => service.createDrop({ maxAmount: String(items * 10) })

/** A job of one drop, on a drop with many claims whose vouchers are out. It ends, or waits, without reading them all. */
const onLargeDrop = (begin: (drop: Drop) => Promise<unknown>, mostPerRead?: number): FloodOf => ({
  items: 100_000,
  ...(mostPerRead === undefined ? {} : { mostPerRead }),
  async plant(items) {
    const drop = await bigDrop(items)
    await service.pass(1_000)
    await service.claim(drop)
    await copyClaims(drop, items)
    await begin(drop)
    let runs = 3
    return { subject: drop.id, left: () => runs-- }
  },
})

const FLOODS: { readonly [Kind in JobKind]: FloodOf } = {
  settle_schedule: onLargeDrop(async (drop) => {
    const claimDeadline = service.ports.clock.now() + MINUTE_MS
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { claimDeadline }))
    passes(2 * MINUTE_MS)
  }),
  expire_claims: {
    items: 100_000,
    plant: (items, loaded) => floodOfVouchers('expire_claims', items, loaded),
  },
  deliver_claims: {
    items: 1_200,
    because: MADE,
    async plant(items) {
      const terms = { tokenAmount: '0', maxAmount: String(items * 10), supply: items }
      const { id: dropId } = await service.createDrop(terms)
      for (let n = 1; n <= items; n++) {
        const input = { dropId, userAddress: testWallet(n) }
        granted(await service.dropkit.claimRandomDrop(service.owner, input))
      }
      passes(10_000)
      const left = () => countOf(state().claims.all(), (one) => one.state.kind !== 'CONFIRMED')
      return { subject: dropId, left }
    },
  },
  reveal_claims: {
    items: 1_200,
    because: MADE,
    async plant(items) {
      const terms = {
        tokenAmount: '0',
        maxAmount: String(items * 10),
        supply: items,
        randomness: 'BEACON',
      } as const
      const { id: dropId } = await service.createDrop(terms)
      for (let n = 1; n <= items; n++) {
        const input = { dropId, userAddress: testWallet(n) }
        granted(await service.dropkit.claimRandomDrop(service.owner, input))
      }
      passes(10_000)
      return { subject: dropId, left: () => countOf(state().claims.all(), isUndrawn) }
    },
  },
  run_lottery: {
    items: 5_000,
    because: SCANS,
    mostPerRead: KEYS_PER_RANGE,
    async plant(items) {
      const entriesCloseAt = service.ports.clock.now() + MINUTE_MS
      const terms = { tokenAmount: '1', supply: 2, admission: 'LOTTERY', entriesCloseAt } as const
      const drop = await service.createDrop(terms)
      const { lotteryEntries, drops } = state()
      const shared = {
        dropId: drop.id,
        enteredAt: drop.createdAt,
        chunkRoot: null,
        orderKey: null,
        rank: null,
      }
      for (let n = 1; n <= items; n++) lotteryEntries.insert({ ...shared, wallet: testWallet(n) }, [])
      const { lottery, ...held } = await service.reread(drop)
      if (lottery === null) throw new Error('the drop has a lottery')
      drops.update({ ...held, lottery: { ...lottery, entries: items } }, [])
      passes(2 * MINUTE_MS)
      const ranked = () => [...state().rankPages.all()].reduce((sum, { keys }) => sum + keys.length, 0)
      return { subject: drop.id, left: () => items - ranked() }
    },
  },
  open_vault: onLargeDrop(async () => undefined),
  watch_deposit: onLargeDrop(async () => undefined),
  close_vault: onLargeDrop(cancel),
  guard_vault: onLargeDrop(async (drop) => {
    // Everything has left the vault without a claim.
    await changeVaultOnChain(service, drop, { balance: 0n })
  }, MOST_OPEN_CLAIMS),
  audit_vaults: {
    items: 5_000,
    because: SCANS,
    async plant(items) {
      const drop = await service.createDrop()
      await service.pass(1_000)
      const one = await service.reread(drop)
      if (one.vault.kind !== 'open') throw new Error('the vault is open')
      for (let n = 2; n <= items; n++) {
        const vault = { ...one.vault, objectId: testWallet(n) }
        state().drops.insert({ ...one, id: idOf('drop', hex(n)), shortcode: `copy-${n}`, vault }, [])
      }
      // Each is one whose vault is gone, so the audit asks for a closer look at each.
      const left = () => items - 1 - countOf(state().jobs.values(), ({ kind }) => kind === 'guard_vault')
      return { subject: 'chain', left }
    },
  },
  settle_intents: {
    items: 5_000,
    because: SCANS,
    // Several times what one transaction changes (see `updateDueIntents`).
    mostPerRead: 1_000,
    async plant(items) {
      const drop = await service.createDrop({ price: 1, supply: items, maxAmount: String(items * 10) })
      await copyIntents(drop, await service.order(drop), items)
      passes(DAY_MS)
      const left = () => countOf(state().paymentIntents.all(), (one) => one.state.kind !== 'EXPIRED')
      return { subject: drop.id, left }
    },
  },
  send_transfers: {
    items: 600,
    because: MADE,
    async plant(items) {
      const drop = await service.createDrop({ price: 1, supply: items, maxAmount: String(items * 10) })
      for (let n = 1; n <= items; n++) {
        const { id: paymentIntentId } = await service.buy(drop, n)
        granted(await service.dropkit.processRefund(service.owner, { paymentIntentId }))
      }
      const [one] = state().refunds.all()
      if (!one) throw new Error('a refund waits')
      const nextAttemptAt = service.ports.clock.now() + DAY_MS
      for (const id of openRefundIds) state().refunds.insert({ ...one, id, attempts: 1, nextAttemptAt }, [])
      const pending = () => countOf(state().refunds.all(), ({ state: it }) => it.kind === 'PENDING')
      return { subject: drop.id, left: () => pending() - OPEN_REFUNDS }
    },
  },
  wind_up: {
    items: 1_200,
    because: MADE,
    async plant(items) {
      const drop = await service.createDrop({ price: 1, supply: items, maxAmount: String(items * 10) })
      const intents = []
      for (let n = 1; n <= items; n++) intents.push(await service.buy(drop, n))
      const [refunded] = intents
      const order = { paymentIntentId: refunded?.id ?? '', amountAtomic: '1' }
      const { id: _, ...part } = granted(await service.dropkit.processRefund(service.owner, order))
      const earlier = MOST_ITEMS_PER_RUN + 1
      for (let n = 1; n < earlier; n++) state().refunds.insert({ ...part, id: idOf('refund', hex(n)) }, [])
      await cancel(drop)
      return { subject: drop.id, left: () => items + earlier - state().refunds.size }
    },
  },
  rotate_key: onLargeDrop(async (drop) => {
    service.ports.memoryChain.setOutage('down')
    await service.dropkit.rotateDropKey(service.owner, drop.id, { reason: 'It leaked' })
    service.ports.memoryChain.setOutage(null)
  }),
  renew_vouchers: {
    items: 100_000,
    plant: (items, loaded) => floodOfVouchers('renew_vouchers', items, loaded),
  },
  watch_payments: {
    items: 5_000,
    because: SCANS,
    async plant(items) {
      const drop = await service.createDrop({ price: 1, supply: 10 })
      service.pay(await service.order(drop), { from: testWallet(99), amount: 5n })
      const { payments } = service.ports.memoryChain.state
      const [one] = payments
      if (!one) throw new Error('there is a payment')
      for (let n = 2; n <= items; n++) payments.push({ ...one, txHash: `payment${n}` })
      return { subject: 'chain', left: () => items - state().unmatchedPayments.size }
    },
  },
  return_payment: {
    items: 600,
    because: SCANS,
    async plant(items) {
      const drop = await service.createDrop({ price: 1, supply: 10 })
      const ordered = await service.order(drop)
      service.pay(ordered, { from: testWallet(99), amount: 5n })
      await service.pass(1_000)
      const [one] = [...state().unmatchedPayments.all()]
      if (!one) throw new Error('the payment is listed')
      const operator = { user: service.owner.user, credential: { kind: 'system' } } as const
      granted(await service.dropkit.returnUnmatchedPayment(operator, one.id))
      for (let n = 2; n <= items; n++)
        state().unmatchedPayments.insert({ ...one, id: idOf('unmatched', hex(n)), txHash: `payment${n}` }, [])
      const { txHash, index, from, coinType, amount } = one
      const receipt = { txHash, index, from, coinType, amount, at: one.createdAt, isCounted: false }
      const inReview = { kind: 'IN_REVIEW', receipt, reason: 'WRONG_SENDER' } as const
      await copyIntents(drop, { ...ordered, held: 0, state: inReview }, items)
      const left = () =>
        (state().unmatchedPayments.get(one.id)?.state.kind === 'RETURNED' ? 0 : 1) +
        countOf(state().paymentIntents.all(), (intent) => intent.state.kind === 'IN_REVIEW')
      return { subject: one.id, left }
    },
  },
  look_up_candidates: {
    items: 5_000,
    because: SCANS,
    async plant(items, loaded) {
      const drop = await service.createDrop({ price: 1, supply: items, maxAmount: String(items * 10) })
      const { id } = await service.order(drop)
      await service.dropkit.confirmPaymentIntent(service.owner, { id, txHash: 'notyetthere' })
      await copyIntents(drop, await service.rereadIntent({ id }), items)
      const { store } = service.ports
      const seen = new Set<string>()
      const intentsWithCandidate: typeof store.intentsWithCandidate = async (since, page) => {
        const found = await store.intentsWithCandidate(since, page)
        for (const intent of found) seen.add(intent.id)
        loaded(found)
        return found
      }
      return {
        subject: service.owner.user.id,
        ports: { store: { ...store, intentsWithCandidate } },
        left: () => items - seen.size,
      }
    },
  },
  watch_chain: {
    items: 5_000,
    because: SCANS,
    async plant(items) {
      const each = Math.ceil(items / DROPS)
      const drop = await bigDrop(each)
      await service.pass(1_000)
      const { voucher } = await service.claim(drop)
      await copyClaims(drop, each)
      service.ports.memoryChain.wallet.claim(voucher)
      const { claims } = service.ports.memoryChain.state
      const [one] = claims
      if (!one) throw new Error('the claim is on the chain')
      for (let nonce = 2; nonce <= each; nonce++)
        claims.push({ ...one, nonce, claimer: testWallet(nonce), txHash: `claim${nonce}` })
      copyDrops(await service.reread(drop), DROPS)
      const left = () => countOf(state().claims.all(), (it) => it.state.kind !== 'CONFIRMED')
      return { subject: 'chain', left }
    },
  },
  look_up_transaction: {
    items: 1,
    async plant() {
      let runs = 1
      return { subject: 'notthere', left: () => runs-- }
    },
  },
  remove_content: {
    items: 100_000,
    async plant(items) {
      const { files } = service.ports
      for (let n = 1; n <= items; n++) await files.put(`unused-${n}`, new Uint8Array(1))
      let runs = 1
      return { subject: 'unused-1', left: () => runs-- }
    },
  },
  sweep: {
    items: 100_000,
    async plant(items, loaded) {
      let left = items
      const retention: JobPorts['retention'] = {
        async deleteExpired(kind, _by, limit) {
          const swept = kind === 'receipts' ? Math.min(left, limit) : 0
          left -= swept
          loaded(Array.from({ length: swept }))
          return swept
        },
      }
      return { subject: 'store', ports: { retention }, left: () => left }
    },
  },
}

/** One drop with many claims whose vouchers are out. */
async function floodOfVouchers(kind: JobKind, many: number, loaded: Loaded): Promise<Flood> {
  const { store, clock } = service.ports
  const drop = await service.createDrop({ maxAmount: String(many * 10) })
  await service.claim(drop)
  const [one] = (await store.claimsInOrder(drop.id, 0, 1)) as [Claim]
  const expiresAt = clock.now() + VOUCHER_MS
  const claims = new Map<number, Claim>()
  for (let sequence = 1; sequence <= many; sequence++)
    claims.set(sequence, { ...one, sequence, state: { kind: 'PENDING', expiresAt } })
  const tally = { ...drop.tally, reservedCount: many, reservedAmount: amountOf(one.amount * BigInt(many)) }
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
      loaded(out)
      return out
    },
    nextVoucherExpiry: async () => (claims.size > 0 ? expiresAt : null),
    async changeDrop(_dropId, query, decide) {
      const dropState = await store.dropState(drop.id, {})
      if (dropState === null) throw new Error('the drop is there')
      const asked = (query.sequences ?? []).flatMap((it): [number, Claim][] => {
        const found = claims.get(it)
        return found ? [[it, found]] : []
      })
      const change = decide({ ...dropState, drop: current, claims: new Map(asked) })
      for (const it of change.update?.claims ?? []) claims.delete(it.sequence)
      current = change.update?.drops?.[0] ?? current
      return { ok: true, value: change.result }
    },
  }
  return { subject: drop.id, ports: { store: flood }, left: () => claims.size }
}

/** How many records a value holds: the longest of its lists. */
function recordsIn(value: unknown): number {
  if (Array.isArray(value)) return value.length
  if (value instanceof Set) return value.size
  if (value instanceof Map) {
    let most = value.size
    for (const inner of value.values()) if (Array.isArray(inner)) most = Math.max(most, inner.length)
    return most
  }
  if (typeof value !== 'object' || value === null) return 0
  return Math.max(
    0,
    ...Object.values(value).map((inner) => (typeof inner === 'object' ? recordsIn(inner) : 0)),
  )
}

/** The CPU time of this thread, because a run also takes longer while other processes use the cores. */
function usedCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

describe.each(JOB_KINDS)('%s', (kind) => {
  const { items, because, mostPerRead = MOST_ITEMS_PER_RUN, plant } = FLOODS[kind]

  test(`ends with ${items} items${because ? ` (not more: ${because})` : ''}, a bounded number in each read`, async () => {
    const most = { records: 0, cpuMs: 0 }
    const loaded: Loaded = (value) => {
      most.records = Math.max(most.records, recordsIn(value))
    }
    const flood = await plant(items, loaded)
    const dropId = readId('drop', flood.subject)
    if (dropId) plantOpenRefunds(dropId)
    await service.ports.jobs.request([
      { kind, subject: flood.subject, ownerId: null, dueAt: service.ports.clock.now() },
    ])
    const runner = runnerOfKind(service, kind, flood.ports ?? portsSeen(service, { loaded }))
    let runs = 0
    while (flood.left() > 0 && runs < items) {
      const before = usedCpuMs()
      if ((await runner.runDueJobs()) === 0) passes(1_000)
      most.cpuMs = Math.max(most.cpuMs, usedCpuMs() - before)
      runs++
    }
    expect(runner.ended.length).toBeGreaterThan(0)
    expect(flood.left()).toBeLessThanOrEqual(0)
    expect(most.records).toBeLessThanOrEqual(mostPerRead)
    expect(most.cpuMs).toBeLessThan(5 * MOST_RUN_MS)
  })
})

const SLOW_MS = 400
/** A run starts nothing after a second. What it has started then may need some more calls. */
const MOST_SLOW_MS = 10_000
const SLOW_ITEMS = 300

/** The runs of a kind on a store and a chain of which each call takes a while. Calls at the same time take as long as one. */
function createSlowRunner(kind: JobKind, given: Partial<JobPorts> = {}) {
  const { clock } = service.ports
  const calls: { readonly endsAt: number; readonly end: () => void }[] = []
  const before = () =>
    new Promise<void>((end) => {
      calls.push({ endsAt: clock.now() + SLOW_MS, end })
    })
  const runner = runnerOfKind(service, kind, portsSeen(service, { before }, given))
  return {
    ...runner,
    /** How long the runs took. Null if none was due. */
    async runDueJobs(): Promise<number | null> {
      const startedAt = clock.now()
      let runs: number | undefined
      const running = runner.runDueJobs().then((count) => {
        runs = count
      })
      while (runs === undefined) {
        await new Promise((resolve) => setImmediate(resolve))
        const call = calls.shift()
        if (call === undefined) continue
        clock.set(Math.max(call.endsAt, clock.now()))
        call.end()
      }
      await running
      return runs === 0 ? null : clock.now() - startedAt
    },
  }
}

test.each(JOB_KINDS)('%s: no run takes long on a slow store and a slow chain', async (kind) => {
  const { items, plant } = FLOODS[kind]
  const flood = await plant(Math.min(items, SLOW_ITEMS), () => undefined)
  await service.ports.jobs.request([
    { kind, subject: flood.subject, ownerId: null, dueAt: service.ports.clock.now() },
  ])
  const runner = createSlowRunner(kind, flood.ports)
  let mostMs = 0
  for (let run = 0; flood.left() > 0 && run < 5 * SLOW_ITEMS; run++) {
    const tookMs = await runner.runDueJobs()
    if (tookMs === null) passes(1_000)
    else mostMs = Math.max(mostMs, tookMs)
  }
  expect(flood.left()).toBeLessThanOrEqual(0)
  expect(runner.ended.length).toBeGreaterThan(0)
  expect(mostMs).toBeLessThan(MOST_SLOW_MS)
})

interface Poisoned {
  readonly subject: string
  readonly ports: Partial<JobPorts>
  /** How many of the others are still to be handled. */
  others(): number
}

type StoreChange = Pick<Change<unknown>, 'insert' | 'update'>

/** A store that rejects every change that touches one item. */
const rejecting = (touches: (change: StoreChange) => boolean): Partial<JobPorts> => {
  const { store } = service.ports
  return {
    store: {
      ...store,
      changeDrop: (id, query, decide) =>
        store.changeDrop(id, query, (dropState) => {
          const change = decide(dropState)
          if (touches(change)) throw new Error('this one always fails')
          return change
        }),
    },
  }
}

const BAD = 2
/** If a run changed so many one by one, it would be too long. */
const SOME = 60

const withClaims = async () => {
  const drop = await bigDrop(SOME)
  await service.pass(1_000)
  await service.claim(drop)
  await copyClaims(drop, SOME)
  return drop
}
const touchesClaim = (change: StoreChange) =>
  change.update?.claims?.some(({ sequence }) => sequence === BAD) === true

/**
 * For a kind whose runs handle several items: one item that always fails, first or in the midst of others. For a kind
 * with one item a run, run-jobs.kinds.test.ts shows that the other subjects go on.
 */
const POISONS: { readonly [Kind in JobKind]: 'one item a run' | (() => Promise<Poisoned>) } = {
  settle_schedule: 'one item a run',
  // Claims of a drop are drawn in their order: none can be skipped.
  reveal_claims: 'one item a run',
  // What ranks one entry follows from all others.
  run_lottery: 'one item a run',
  open_vault: 'one item a run',
  watch_deposit: 'one item a run',
  close_vault: 'one item a run',
  guard_vault: 'one item a run',
  rotate_key: 'one item a run',
  return_payment: 'one item a run',
  remove_content: 'one item a run',
  look_up_transaction: 'one item a run',
  async expire_claims() {
    const drop = await withClaims()
    passes(VOUCHER_MS + MINUTE_MS)
    const others = () =>
      countOf(state().claims.all(), (one) => one.sequence !== BAD && one.state.kind !== 'EXPIRED')
    return { subject: drop.id, ports: rejecting(touchesClaim), others }
  },
  async renew_vouchers() {
    const drop = await withClaims()
    passes(MINUTE_MS)
    const before = service.ports.clock.now() + VOUCHER_MS
    const isOld = ({ state: it }: Claim) => it.kind === 'PENDING' && (it.expiresAt ?? 0) < before
    const others = () => countOf(state().claims.all(), (one) => one.sequence !== BAD && isOld(one))
    return { subject: drop.id, ports: rejecting(touchesClaim), others }
  },
  async settle_intents() {
    const drop = await service.createDrop({ price: 1, supply: SOME, maxAmount: String(SOME * 10) })
    const { id } = await service.order(drop)
    await copyIntents(drop, await service.rereadIntent({ id }), SOME)
    passes(DAY_MS)
    const ports = rejecting((change) => change.update?.paymentIntents?.some((one) => one.id === id) === true)
    const others = () =>
      countOf(state().paymentIntents.all(), (one) => one.id !== id && one.state.kind !== 'EXPIRED')
    return { subject: drop.id, ports, others }
  },
  async send_transfers() {
    const drop = await service.createDrop({ price: 1, supply: 10 })
    const bought: PaymentIntent[] = []
    for (let n = 1; n <= 10; n++) bought.push(await service.buy(drop, n))
    for (const { id: paymentIntentId } of bought)
      granted(await service.dropkit.processRefund(service.owner, { paymentIntentId }))
    const [bad] = state().refunds.all()
    const ports = rejecting((change) => change.update?.refunds?.some(({ id }) => id === bad?.id) === true)
    const others = () =>
      countOf(state().refunds.all(), (one) => one.id !== bad?.id && one.state.kind === 'PENDING')
    return { subject: drop.id, ports, others }
  },
  async wind_up() {
    const drop = await service.createDrop({ price: 1, supply: 5 })
    const bought: PaymentIntent[] = []
    for (let n = 1; n <= 5; n++) bought.push(await service.buy(drop, n))
    const bad = bought[0]?.id
    await cancel(drop)
    const ports = rejecting(
      (change) => change.insert?.refunds?.some(({ intentId }) => intentId === bad) === true,
    )
    return { subject: drop.id, ports, others: () => bought.length - 1 - state().refunds.size }
  },
  async audit_vaults() {
    const [bad, good] = [await service.createDrop(), await service.createDrop()]
    await service.pass(1_000)
    for (const { vault } of [await service.reread(bad), await service.reread(good)]) {
      const { ledger } = service.ports.memoryChain.state
      const remaining = vault.kind === 'open' ? ledger.vaults.get(vault.objectId) : undefined
      if (remaining) ledger.vaults.set(remaining.objectId, { ...remaining, balance: 0n })
    }
    const { store } = service.ports
    const expiredVouchers: typeof store.expiredVouchers = async (dropId, ...rest) => {
      if (dropId === bad.id) throw new Error('this one always fails')
      return store.expiredVouchers(dropId, ...rest)
    }
    const isGuarded = () =>
      [...state().jobs.values()].some(({ kind, subject }) => kind === 'guard_vault' && subject === good.id)
    return {
      subject: 'chain',
      ports: { store: { ...store, expiredVouchers } },
      others: () => (isGuarded() ? 0 : 1),
    }
  },
  async look_up_candidates() {
    const drop = await service.createDrop({ price: 1, supply: 60, maxAmount: '600' })
    const { id } = await service.order(drop)
    await service.dropkit.confirmPaymentIntent(service.owner, { id, txHash: 'notyetthere' })
    await copyIntents(drop, await service.rereadIntent({ id }), 60)
    const { chain } = service.ports
    let asked = 0
    const outcome: typeof chain.outcome = async (txHash) => {
      if (++asked % 60 === 1) throw new Error('this one always fails')
      return chain.outcome(txHash)
    }
    return {
      subject: service.owner.user.id,
      ports: { chain: { ...chain, outcome } },
      others: () => 60 - asked,
    }
  },
  async watch_payments() {
    const drop = await service.createDrop({ price: 1, supply: 10 })
    const intents = [await service.order(drop, 1), await service.order(drop, 2), await service.order(drop, 3)]
    for (const intent of intents) service.pay(intent)
    const bad = intents[0]?.id
    const ports = rejecting((change) => change.update?.paymentIntents?.some(({ id }) => id === bad) === true)
    const others = () =>
      countOf(state().paymentIntents.all(), (one) => one.id !== bad && one.state.kind !== 'PAID')
    return { subject: 'chain', ports, others }
  },
  async watch_chain() {
    const drops = [await service.createDrop(), await service.createDrop()]
    await service.pass(1_000)
    for (const drop of drops) service.ports.memoryChain.wallet.claim((await service.claim(drop)).voucher)
    const bad = drops[0]?.id
    const ports = rejecting((change) => change.update?.claims?.some(({ dropId }) => dropId === bad) === true)
    const others = () =>
      countOf(state().claims.all(), (one) => one.dropId !== bad && one.state.kind !== 'CONFIRMED')
    return { subject: 'chain', ports, others }
  },
  async deliver_claims() {
    const terms = { tokenAmount: '0', maxAmount: '50', supply: 5 }
    const { id: dropId } = await service.createDrop(terms)
    for (let n = 1; n <= 5; n++)
      granted(await service.dropkit.claimRandomDrop(service.owner, { dropId, userAddress: testWallet(n) }))
    passes(10_000)
    const { chain } = service.ports
    const prepare: typeof chain.prepare = async (action) =>
      action.kind === 'deliver_claims' && action.vouchers.some(({ nonce }) => nonce === BAD)
        ? { ok: false, error: { kind: 'not_possible', reason: 'this one always fails' } }
        : chain.prepare(action)
    const others = () =>
      countOf(state().claims.all(), (one) => one.sequence !== BAD && one.state.kind !== 'CONFIRMED')
    return { subject: dropId, ports: { chain: { ...chain, prepare } }, others }
  },
  async sweep() {
    const swept = new Set<string>()
    // Events are kept for ever unless the operator says otherwise.
    const removed = RETENTION_KINDS.filter((kind) => kind !== 'events')
    const retention: JobPorts['retention'] = {
      async deleteExpired(kind) {
        if (kind === removed[0]) throw new Error('this one always fails')
        swept.add(kind)
        return 0
      },
    }
    return { subject: 'store', ports: { retention }, others: () => removed.length - 1 - swept.size }
  },
}

const poisons = Object.entries(POISONS).flatMap(([kind, poison]) =>
  typeof poison === 'function' ? [[kind as JobKind, poison] as const] : [],
)

test.each(poisons)(
  '%s: an item that always fails does not keep the others, nor makes a run long',
  async (kind, poison) => {
    const { subject, ports, others } = await poison()
    expect(others()).toBeGreaterThan(0)
    await service.ports.jobs.request([{ kind, subject, ownerId: null, dueAt: service.ports.clock.now() }])
    const runner = createSlowRunner(kind, ports)
    let mostMs = 0
    for (let round = 0; round < 300 && others() > 0; round++) {
      const tookMs = await runner.runDueJobs()
      if (tookMs === null) passes(1_000)
      else mostMs = Math.max(mostMs, tookMs)
    }
    expect(others()).toBe(0)
    expect(mostMs).toBeLessThan(MOST_SLOW_MS)
  },
)
