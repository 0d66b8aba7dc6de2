import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { testRun } from '../../../test/test-run.ts'
import type { Drop } from '../../domain/drop.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import { err, ok } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import { createRunBudget } from '../run-budget.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { watchPayments } from './watch-payments.ts'

let service: TestService
let buyer: Caller
let drop: Drop

describe('watching payments', () => {
  const STRANGER = testWallet(9)
  const PAYMENTS_PER_RUN = 200

  async function buy(): Promise<PaymentIntent> {
    const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    return granted(await service.dropkit.createPaymentIntent(buyer, order))
  }

  const confirm = ({ id }: PaymentIntent, txHash: string) =>
    service.dropkit.confirmPaymentIntent(buyer, { id, txHash })

  const watch = (cursor: string | null = null) =>
    watchPayments(service.ports, DEFAULT_SETTINGS, testRun(cursor, PAYMENTS_PER_RUN))
  const outage = (reason: string | null) => service.ports.memoryChain.setOutage(reason)
  const statusNow = async (intent: PaymentIntent) => statusOf(await service.rereadIntent(intent))
  const complaints = () =>
    service.ports.log.lines.filter(({ level }) => level === 'warn' || level === 'error')

  beforeEach(async () => {
    service = await createTestService()
    buyer = await service.callerOf('buyer')
    drop = await service.createDrop({ price: 2, maxAmount: '100' })
  })

  test('goes on at once while there may be more, and soon when all are read', async () => {
    const now = service.ports.clock.now()
    const intent = await buy()
    for (let n = 0; n < PAYMENTS_PER_RUN; n++) service.pay(intent, { from: STRANGER, amount: 1n })
    service.pay(intent)
    expect(await watch()).toEqual({ kind: 'again', dueAt: now, memo: String(PAYMENTS_PER_RUN) })
    expect(await statusNow(intent)).toBe('PENDING')
    const end = String(PAYMENTS_PER_RUN + 1)
    expect(await watch(String(PAYMENTS_PER_RUN))).toEqual({ kind: 'again', dueAt: now + 400, memo: end })
    expect(await statusNow(intent)).toBe('CONFIRMED')
    expect(await watch(end)).toEqual({ kind: 'again', dueAt: now + 400, memo: end })
  })

  test('takes no transfer of the operator’s account for a payment, not even one that a user names', async () => {
    const intent = await buy()
    const txHash = service.pay(intent, { from: service.ports.chain.operatorAddress })
    await watch()
    expect(await service.ports.store.listUnmatchedPayments(null, { limit: 9 })).toEqual([])
    expect(await confirm(intent, txHash)).toMatchObject({ error: { reason: 'OTHER_TRANSACTION' } })
    expect(await statusNow(intent)).toBe('PENDING')
  })

  test('goes on after a transaction that cannot be read with others, and counts it once it can be read alone', async () => {
    const { chain, jobs } = service.ports
    const [first, unread, last] = [await buy(), await buy(), await buy()]
    const hashes = [first, unread, last].map((intent) => service.pay(intent, { memo: intent.externalId }))
    const stranger = service.pay(unread, { from: STRANGER, amount: 1n, memo: null })
    const hidden = [hashes[1] ?? '', stranger]
    const { paymentsAfter, outcome } = chain
    let isReadable = false
    Object.assign(chain, {
      paymentsAfter: async (...asked: Parameters<typeof paymentsAfter>) => {
        const { payments, cursor } = granted(await paymentsAfter(...asked))
        const shown = payments.filter(({ txHash }) => !hidden.includes(txHash))
        return ok({ payments: shown, cursor, unread: shown.length < payments.length ? hidden : [] })
      },
      outcome: async (...asked: Parameters<typeof outcome>) =>
        isReadable ? outcome(...asked) : err({ kind: 'chain_unavailable', reason: 'too large' }),
    })
    await service.pass(10_000, 40)
    const statuses = async () => Promise.all([first, unread, last].map(statusNow))
    expect(await statuses()).toEqual(['CONFIRMED', 'PENDING', 'CONFIRMED'])
    const failing = await jobs.failing({ limit: 9 })
    expect(failing.map(({ subject }) => subject).toSorted()).toEqual(hidden.toSorted())
    expect(failing.map(({ kind }) => kind)).toEqual(['look_up_transaction', 'look_up_transaction'])
    expect(failing.every(({ attempts }) => attempts < 9)).toBe(true)
    isReadable = true
    await service.pass(60_000, 40)
    expect(await statuses()).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
    expect(await service.ports.store.listUnmatchedPayments(null, { limit: 9 })).toMatchObject([
      { txHash: stranger, state: { kind: 'OPEN' } },
    ])
    expect(await jobs.failing({ limit: 9 })).toEqual([])
  })

  test('counts a transaction that an earlier release could not read, which its job of the kind look_up_candidates names', async () => {
    const { chain, jobs, clock } = service.ports
    const intent = await buy()
    const subject = service.pay(intent, { memo: intent.externalId })
    Object.assign(chain, { paymentsAfter: async () => ok({ payments: [], cursor: '1' }) })
    const job = { kind: 'look_up_candidates', subject, ownerId: null, dueAt: clock.now() } as const
    await jobs.request([job])
    await service.pass(1_000)
    expect(await statusNow(intent)).toBe('CONFIRMED')
  })

  test('fails while the chain is away, and goes on from where it was', async () => {
    outage('down')
    const dueAt = service.ports.clock.now() + 1_000
    expect(await watch('7')).toEqual({
      kind: 'again',
      dueAt,
      memo: '7',
      failed: expect.objectContaining({ class: 'chain_unavailable' }),
    })
  })

  test('warns of a payment for no intent, but not of one whose memo names an intent of another service', async () => {
    const intent = await buy()
    const unknown = intent.externalId.replaceAll(/[1-9a-f]/g, '0')
    service.pay(intent, { from: STRANGER, memo: unknown })
    service.pay(intent, { from: STRANGER, memo: `intent_${unknown.slice(3)}` })
    await watch()
    expect(complaints()).toEqual([])
    service.pay(intent, { from: STRANGER, amount: 1n })
    await watch('2')
    expect(complaints()).toMatchObject([{ level: 'warn', fields: { count: 1 } }])
  })

  test('reads nothing from the store while there are no payments', async () => {
    const asked = vi.spyOn(service.ports.store, 'usesOf')
    await watch()
    expect(asked.mock.calls).toEqual([])
  })

  test('leaves a stranger’s payment to the intent that it was named for while the chain was away', async () => {
    const [before, intent] = [await buy(), await buy()]
    outage('down')
    const txHash = service.pay(intent, { from: STRANGER })
    granted(await confirm(before, 'another'))
    granted(await confirm(intent, txHash))
    outage(null)
    await service.pass(3_000)
    expect(await statusNow(intent)).toBe('REQUIRES_REVIEW')
    expect(await statusNow(before)).toBe('PROCESSING')
  })

  test('stores an unmatched payment once for any number of reads', async () => {
    const intent = await buy()
    const txHash = service.pay(intent, { from: STRANGER })
    for (let run = 0; run < 3; run++) await watch()
    const stored = [...service.ports.memory.state.unmatchedPayments.all()]
    expect(stored).toMatchObject([{ txHash, from: STRANGER, reason: 'NO_INTENT', state: { kind: 'OPEN' } }])
  })

  test('stops after a second and stores its cursor', async () => {
    const intent = await buy()
    for (let n = 0; n < PAYMENTS_PER_RUN; n++) service.pay(intent, { from: STRANGER, amount: 1n })
    const { store, clock } = service.ports
    replaceMethod(store, 'create', (create, change) => {
      clock.advance(600)
      return create(change)
    })
    const run = { memo: null, attempts: 1, budget: createRunBudget({ clock }) }
    const outcome = await watchPayments(service.ports, DEFAULT_SETTINGS, run)
    expect(outcome).toEqual({ kind: 'again', dueAt: clock.now(), memo: '50' })
  })

  test('goes on after the last page that it could settle', async () => {
    const intent = await buy()
    for (let n = 0; n < 60; n++) service.pay(intent, { from: STRANGER, amount: 1n })
    const { store } = service.ports
    let calls = 0
    replaceMethod(store, 'create', (create, change) => {
      if (++calls === 2) throw new Error('the disk is full')
      return create(change)
    })
    expect(await watch()).toMatchObject({ kind: 'again', memo: 'failed:1:25', failed: { class: 'error' } })
    expect(await watch('failed:1:25')).toMatchObject({ kind: 'again', memo: '60' })
  })

  test('leaves a payment that cannot be settled to the operator after some tries, and counts the others at once', async () => {
    const [broken, intent] = [await buy(), await buy()]
    const { store } = service.ports
    const { changeDrop } = store
    Object.assign(store, {
      changeDrop: (...given: Parameters<typeof changeDrop>) =>
        given[1].intentIds?.includes(broken.id)
          ? Promise.reject(new Error('invariant broken'))
          : changeDrop(...given),
    })
    const lost = service.pay(broken, { memo: broken.externalId })
    service.pay(intent, { memo: intent.externalId })
    await service.pass(2_000, 2)
    expect(await statusNow(intent)).toBe('CONFIRMED')
    const unmatched = () => [...service.ports.memory.state.unmatchedPayments.all()]
    expect(unmatched()).toEqual([])
    await service.pass(30_000, 30)
    expect(unmatched()).toMatchObject([{ txHash: lost, reason: 'NOT_TAKEN', state: { kind: 'OPEN' } }])
    const later = await buy()
    service.pay(later, { memo: later.externalId })
    await service.pass(2_000, 2)
    expect(await statusNow(later)).toBe('CONFIRMED')
    Object.assign(store, { changeDrop })
    const operator = await service.callerOf('admin')
    const assigned = { id: unmatched()[0]?.id ?? '', paymentIntentId: broken.id }
    granted(await service.dropkit.assignUnmatchedPayment(operator, assigned))
    expect(await statusNow(broken)).toBe('CONFIRMED')
  })

  test('counts a payment whose first change fails, also right after an outage', async () => {
    await service.pass(1_000)
    outage('down')
    await service.pass(30_000, 60)
    const intent = await buy()
    service.pay(intent, { memo: intent.externalId })
    const { store } = service.ports
    let isFirst = true
    replaceMethod(store, 'changeDrop', (changeDrop, ...given) => {
      if (!isFirst || given[1].intentIds?.includes(intent.id) !== true) return changeDrop(...given)
      isFirst = false
      return Promise.reject(new Error('connection reset'))
    })
    outage(null)
    await service.pass(30_000, 60)
    expect(isFirst).toBe(false)
    expect(await statusNow(intent)).toBe('CONFIRMED')
    expect([...service.ports.memory.state.unmatchedPayments.all()]).toEqual([])
  })

  test('ignores payments that were counted before', async () => {
    for (const intent of [await buy(), await buy()]) granted(await confirm(intent, service.pay(intent)))
    await watch()
    expect(complaints()).toEqual([])
  })

  test('says nothing of a stranger’s payment that waits for the drop’s owner already', async () => {
    const intent = await buy()
    granted(await confirm(intent, service.pay(intent, { from: STRANGER, memo: intent.externalId })))
    await watch()
    expect(complaints()).toEqual([])
  })
})

// One transaction with several transfers: each counts by itself.

describe('several transfers in one transaction', () => {
  const OTHER_COIN = `0x${'c'.padStart(64, '0')}::usdc::USDC`

  async function buy(quantity = 1, by = buyer): Promise<PaymentIntent> {
    const input = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI', quantity }
    return granted(await service.dropkit.createPaymentIntent(by, input))
  }

  const confirm = ({ id }: PaymentIntent, txHash: string, by = buyer) =>
    service.dropkit.confirmPaymentIntent(by, { id, txHash })

  const statusesOf = async (...intents: PaymentIntent[]) =>
    Promise.all(intents.map(async (intent) => statusOf(await service.rereadIntent(intent))))

  const unmatched = () => [...service.ports.memory.state.unmatchedPayments.all()]

  beforeEach(async () => {
    service = await createTestService()
    buyer = await service.callerOf('buyer')
    drop = await service.createDrop({ price: 2, maxAmount: '100' })
  })

  describe('a transaction that pays two intents', () => {
    test.each([
      ['the watcher sees it', null],
      ['the first is confirmed by its hash', 0],
      ['the second is confirmed by its hash', 1],
    ])('in one coin, with their references, pays both when %s', async (_, named) => {
      const intents = [await buy(), await buy(2)]
      const txHash = service.payTogether(
        intents.map((intent) => ({ intent, terms: { memo: intent.externalId } })),
      )
      const first = named === null ? undefined : intents[named]
      if (first) granted(await confirm(first, txHash))
      else await service.pass(1_000)
      expect(await statusesOf(...intents)).toEqual(['CONFIRMED', 'CONFIRMED'])
      for (const intent of intents) expect(statusOf(granted(await confirm(intent, txHash)))).toBe('CONFIRMED')
      expect((await service.reread(drop)).payments.received).toBe(6_000_000_000n)
      expect(unmatched()).toEqual([])
    })

    test('in two coins credits each transfer to the intent that its reference names', async () => {
      const [one, other] = [await buy(), await buy()]
      service.payTogether([
        { intent: one, terms: { memo: one.externalId } },
        { intent: other, terms: { memo: other.externalId, coinType: OTHER_COIN, amount: 7n } },
      ])
      await service.pass(1_000)
      expect(await statusesOf(one, other)).toEqual(['CONFIRMED', 'REQUIRES_REVIEW'])
      const { state } = await service.rereadIntent(other)
      expect(state).toMatchObject({ reason: 'WRONG_COIN', receipt: { index: 1, amount: 7n } })
    })

    test('of different users credits no transfer to the other user’s intent', async () => {
      const other = await service.callerOf('other')
      const [mine, theirs] = [await buy(), await buy(1, other)]
      const txHash = service.payTogether(
        [mine, theirs].map((intent) => ({ intent, terms: { memo: intent.id } })),
      )
      granted(await confirm(mine, txHash))
      expect(await statusesOf(mine, theirs)).toEqual(['CONFIRMED', 'CONFIRMED'])
      const rival = await buy(1, other)
      expect(refusalOf(await confirm(rival, txHash, other))).toBe('tx_already_used')
    })
  })

  test('a transfer without a reference in it is a separate unmatched payment', async () => {
    const intent = await buy()
    const txHash = service.payTogether([
      { intent, terms: { memo: intent.externalId } },
      { intent, terms: { amount: 5n } },
    ])
    await service.pass(1_000)
    expect(await statusesOf(intent)).toEqual(['CONFIRMED'])
    expect(unmatched()).toMatchObject([{ txHash, index: 1, amount: 5n, reason: 'NO_INTENT' }])
  })

  test('an approved transfer of another wallet leaves the others of its transaction alone', async () => {
    const [mine, other] = [await buy(), await buy(2)]
    const from = testWallet(2)
    const txHash = service.payTogether([
      { intent: other, terms: { from, memo: other.externalId } },
      { intent: mine, terms: { from, memo: mine.externalId } },
    ])
    await service.pass(1_000)
    expect(await statusesOf(mine, other)).toEqual(['REQUIRES_REVIEW', 'REQUIRES_REVIEW'])
    granted(await service.dropkit.approvePaymentIntent(service.owner, mine.id))
    granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: other.id }))
    const uses = await service.ports.store.usesOf([0, 1].map((index) => ({ txHash, index })))
    expect([...uses.values()]).toEqual([other.id, mine.id])
  })
})
