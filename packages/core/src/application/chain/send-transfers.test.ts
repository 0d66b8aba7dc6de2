import { createTestService, granted, present, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lookAtChanges, replaceMethod } from '../../../test/replace-method.ts'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { MINUTE_MS } from '../../domain/instant.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'
import { transferRetryDelayMs } from '../../domain/payment/transfer.ts'
import { err } from '../../domain/result.ts'
import type { TransactionOutcome } from '../../ports/index.ts'
import { createRunBudget } from '../run-budget.ts'
import { sendTransfers } from './send-transfers.ts'

const SILENT = { ok: false, error: { kind: 'chain_unavailable', reason: 'silent' } } as const
const PRICE = 2_000_000_000n
const BUYER = testWallet(5)
const TILL = testWallet(0xe)

let service: TestService
let drop: Drop
let intent: PaymentIntent

const now = () => service.ports.clock.now()
const send = () =>
  sendTransfers(service.ports, drop.id, { budget: createRunBudget({ clock: service.ports.clock }) })
const open = () =>
  [...service.ports.memory.state.chainTransactions.all()].filter(({ state }) => state === 'sent').length
const refunds = () => [...service.ports.memory.state.refunds.all()]
const payouts = () => [...service.ports.memory.state.payouts.all()]

async function balanceOf(wallet: typeof BUYER): Promise<bigint> {
  const balances = await service.ports.chain.balances(intent.coinType, [wallet])
  return (balances.ok && balances.value.get(wallet)) || 0n
}

/** Three items are paid for, of which one was taken. */
beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop({ price: 2, maxAmount: '100' })
  const buyer = await service.callerOf('buyer')
  const order = { dropId: drop.id, walletAddress: BUYER, paymentMethod: 'SUI', quantity: 3 }
  intent = granted(await service.dropkit.createPaymentIntent(buyer, order))
  granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash: service.pay(intent) }))
  const input = { dropId: drop.id, userAddress: BUYER }
  const { voucher } = granted(await service.dropkit.claimDrop(buyer, input))
  service.ports.memoryChain.wallet.claim(voucher)
  await service.pass(1_000)
})

const refund = async () =>
  granted(
    await service.dropkit.processRefund(service.owner, {
      paymentIntentId: intent.id,
      amountAtomic: String(PRICE),
    }),
  )

const withdraw = () => service.dropkit.withdrawProceeds(service.owner, { dropId: drop.id, toAddress: TILL })

const answer = (value: TransactionOutcome) =>
  Object.assign(service.ports.chain, { outcome: async () => ({ ok: true, value }) })

function whilePreparing(doIt: () => Promise<unknown>): void {
  replaceMethod(service.ports.chain, 'prepare', async (prepare, action) => {
    await doIt()
    return prepare(action)
  })
}

test('nothing is sent or loaded where nothing waits', async () => {
  service.ports.memoryChain.setOutage('down')
  const load = vi.spyOn(service.ports.store, 'dropState')
  expect(await send()).toEqual({ kind: 'done' })
  expect(load).not.toHaveBeenCalled()
})

test('all due transfers are sent, each in its own transaction', async () => {
  await refund()
  granted(await withdraw())
  let drops = 0
  lookAtChanges(service.ports.store, ({ update }) => {
    drops += update?.drops?.length ?? 0
  })
  expect(await send()).toEqual({ kind: 'done' })
  // The totals of the drop changed with the orders.
  expect([drops, service.ports.log.lines]).toEqual([0, []])
  expect(refunds()).toMatchObject([{ state: { kind: 'SUCCEEDED' }, attempts: 1 }])
  expect(payouts()).toMatchObject([{ state: { kind: 'SUCCEEDED' }, attempts: 1 }])
  expect([await balanceOf(BUYER), await balanceOf(TILL)]).toEqual([PRICE, PRICE])
})

test('a refund that can never be sent does not delay the refunds and payouts after it', async () => {
  const { deny } = service.ports.memoryChain.wallet
  deny(BUYER, intent.coinType)
  await refund()
  granted(await withdraw())
  await service.pass(2_000)
  expect(refunds()).toMatchObject([{ state: { kind: 'FAILED', reason: 'coin_denied' } }])
  expect(payouts()).toMatchObject([{ state: { kind: 'SUCCEEDED' } }])
})

test('a refund that waits for a reason that may pass does not delay the payouts after it', async () => {
  await refund()
  service.ports.clock.advance(1)
  granted(await withdraw())
  replaceMethod(service.ports.chain, 'prepare', async (prepare, action) =>
    action.kind === 'pay' && action.to === BUYER
      ? { ok: false, error: { kind: 'not_possible', reason: 'no gas' } }
      : prepare(action),
  )
  expect(await send()).toEqual({ kind: 'again', dueAt: now() + 500 })
  expect(refunds()).toMatchObject([{ state: { kind: 'PENDING' }, attempts: 1, lastError: 'no gas' }])
  expect(payouts()).toMatchObject([{ state: { kind: 'SUCCEEDED' } }])
})

describe('a transfer whose attempt throws', () => {
  beforeEach(async () => {
    await refund()
    service.ports.clock.advance(1)
    granted(await withdraw())
    replaceMethod(service.ports.chain, 'prepare', async (prepare, action) => {
      if (action.kind === 'pay' && action.to === BUYER) throw new Error('a bug')
      return prepare(action)
    })
  })

  test('is tried again on its schedule, and delays no other', async () => {
    expect(await send()).toEqual({ kind: 'again', dueAt: now() + 500 })
    const lastError = 'an internal error'
    expect(refunds()).toMatchObject([{ state: { kind: 'PENDING' }, attempts: 1, lastError }])
    expect(payouts()).toMatchObject([{ state: { kind: 'SUCCEEDED' } }])
    expect(service.ports.log.lines[0]).toMatchObject({ level: 'error', fields: { dropId: drop.id } })
    service.ports.clock.advance(500)
    expect(await send()).toEqual({ kind: 'again', dueAt: now() + 1_000 })
  })

  test('fails the job if the store is away by then', async () => {
    const away = Object.assign(new Error('away'), { name: 'StoreUnavailable', retryable: true })
    lookAtChanges(service.ports.store, ({ update }) => {
      if (update?.refunds) throw away
    })
    await expect(send()).rejects.toBe(away)
  })

  test('and cannot be scheduled fails the job only when no other is left', async () => {
    const { store } = service.ports
    lookAtChanges(store, (change) => {
      if (change.update?.refunds) throw new Error('a bug')
    })
    expect(await send()).toEqual({ kind: 'again', dueAt: now() })
    expect(payouts()).toMatchObject([{ state: { kind: 'SUCCEEDED' } }])
    expect(await send()).toMatchObject({ kind: 'again', failed: { class: 'error' } })
  })
})

test('waits twice as long after each attempt, up to five minutes', () => {
  expect([1, 2, 3, 4, 10, 11, 12, 1_000].map(transferRetryDelayMs)).toEqual([
    500, 1_000, 2_000, 4_000, 256_000, 300_000, 300_000, 300_000,
  ])
})

test('a run sends twenty transfers, and starts none after a second', async () => {
  const { chain, clock, store } = service.ports
  const order = { paymentIntentId: intent.id, amountAtomic: '1' }
  for (let n = 0; n < 30; n++) granted(await service.dropkit.processRefund(service.owner, order))
  expect(await send()).toEqual({ kind: 'again', dueAt: now() })
  expect(await store.dueTransfers(drop.id, now(), 99)).toHaveLength(10)
  replaceMethod(chain, 'prepare', (prepare, action) => {
    clock.advance(300)
    return prepare(action)
  })
  expect(await send()).toEqual({ kind: 'again', dueAt: now() })
  expect(await store.dueTransfers(drop.id, now(), 99)).toHaveLength(6)
})

describe('a transfer', () => {
  test.each<[string, object]>([
    ['silent', SILENT],
    ['insufficient_funds', { ok: false, error: { kind: 'not_possible', reason: 'insufficient_funds' } }],
  ])('that the chain does not take now (%s) is tried again on its schedule', async (reason, refused) => {
    const { prepare } = service.ports.chain
    await refund()
    Object.assign(service.ports.chain, { prepare: async () => refused })
    expect(await send()).toEqual({ kind: 'again', dueAt: now() + 500 })
    expect(refunds()).toMatchObject([
      { state: { kind: 'PENDING' }, attempts: 1, nextAttemptAt: now() + 500, lastError: reason },
    ])
    expect(service.ports.log.lines).toMatchObject([
      { level: 'warn', message: 'a transfer is tried again later', fields: { dropId: drop.id, reason } },
    ])
    expect(await send()).toEqual({ kind: 'again', dueAt: now() + 500 })
    service.ports.clock.advance(500)
    expect(await send()).toEqual({ kind: 'again', dueAt: now() + 1_000 })
    Object.assign(service.ports.chain, { prepare })
    service.ports.clock.advance(1_000)
    expect(await send()).toEqual({ kind: 'done' })
    expect(refunds()).toMatchObject([{ state: { kind: 'SUCCEEDED' }, attempts: 3, lastError: null }])
  })

  test('that was sent is followed, and no second transaction is signed for it', async () => {
    const { outcome } = service.ports.chain
    await refund()
    const asked = vi.fn(async (..._: Parameters<typeof outcome>) => SILENT)
    Object.assign(service.ports.chain, { outcome: asked })
    expect(await send()).toEqual({ kind: 'again', dueAt: now() + 500 })
    // The chain may limit requests for other transactions.
    expect(asked.mock.calls).toEqual([[expect.any(String), { isOurs: true }]])
    expect(refunds()).toMatchObject([{ lastError: 'silent' }])
    service.ports.clock.advance(500)
    expect(await send()).toEqual({ kind: 'again', dueAt: now() + 1_000 })
    expect(open()).toBe(1)
    Object.assign(service.ports.chain, { outcome })
    service.ports.clock.advance(1_000)
    expect(await send()).toEqual({ kind: 'done' })
    expect([open(), await balanceOf(BUYER)]).toEqual([0, PRICE])
  })

  test.each(['refunds', 'payouts'] as const)(
    'of the %s that another server has paid by the time that it is signed is not sent once more',
    async (kind) => {
      const asked = kind === 'refunds' ? await refund() : granted(await withdraw())
      const paid = { ...asked, state: { kind: 'SUCCEEDED', txHash: 'theirs' }, nextAttemptAt: null } as const
      whilePreparing(() =>
        service.ports.store.changeDrop(drop.id, {}, () => ({
          result: undefined,
          update: { [kind]: [paid] },
        })),
      )
      expect(await send()).toEqual({ kind: 'done' })
      expect([open(), await balanceOf(BUYER), await balanceOf(TILL)]).toEqual([0, 0n, 0n])
      expect(service.ports.log.lines.filter(({ level }) => level === 'error')).toEqual([])
    },
  )

  test('is not FAILED by one server while another has a transaction for it', async () => {
    await refund()
    const { outcome } = service.ports.chain
    replaceMethod(service.ports.chain, 'prepare', async (prepare) => {
      Object.assign(service.ports.chain, { prepare, outcome: async () => SILENT })
      await send()
      Object.assign(service.ports.chain, { outcome })
      return { ok: false, error: { kind: 'not_possible', reason: 'denied', isFinal: true } }
    })
    await send()
    expect(refunds()).toMatchObject([{ state: { kind: 'PENDING' } }])
    await service.pass(5_000)
    expect(refunds()).toMatchObject([{ state: { kind: 'SUCCEEDED' } }])
    expect(await balanceOf(BUYER)).toBe(PRICE)
  })

  test('that the chain refuses for good is FAILED also while a transaction of the vault is open', async () => {
    const { store, memory, chain } = service.ports
    const [opened] = memory.state.chainTransactions.all()
    const closing = { id: idOf('chaintx', 'f'.repeat(32)), digest: 'another', state: 'sent' } as const
    const purpose = { kind: 'close_vault' } as const
    await store.create({ insert: { chainTransactions: [{ ...present(opened), ...closing, purpose }] } })
    Object.assign(chain, {
      prepare: async () => ({ ok: false, error: { kind: 'not_possible', reason: 'denied', isFinal: true } }),
    })
    await refund()
    await send()
    expect([open(), refunds()]).toMatchObject([1, [{ state: { kind: 'FAILED' } }]])
  })

  test('is not FAILED by one server while another sends a transaction for it', async () => {
    await refund()
    const { submit } = service.ports.chain
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    let others: Promise<unknown> = Promise.resolve()
    replaceMethod(service.ports.chain, 'prepare', async (prepare) => {
      const isStored = new Promise<void>((resolve) => {
        Object.assign(service.ports.chain, {
          prepare,
          async submit(...sent: Parameters<typeof submit>) {
            resolve()
            await arrived
            return submit(...sent)
          },
        })
      })
      others = send()
      await isStored
      return { ok: false, error: { kind: 'not_possible', reason: 'denied', isFinal: true } }
    })
    await send()
    expect(refunds()).toMatchObject([{ state: { kind: 'PENDING' }, attempts: 1, lastError: 'denied' }])
    arrive()
    await others
    expect(refunds()).toMatchObject([{ state: { kind: 'SUCCEEDED' } }])
    expect(await balanceOf(BUYER)).toBe(PRICE)
  })

  test('that two servers try at the same moment has one attempt', async () => {
    await refund()
    Object.assign(service.ports.chain, {
      async prepare() {
        Object.assign(service.ports.chain, { prepare: async () => SILENT })
        await send()
        return SILENT
      },
    })
    await send()
    expect(refunds()).toMatchObject([{ attempts: 1, nextAttemptAt: now() + 500 }])
  })

  test('that was lost is made again', async () => {
    const { outcome } = service.ports.chain
    await refund()
    const { submit } = service.ports.chain
    Object.assign(service.ports.chain, { submit: async () => ({ ok: true, value: 'impossible' }) })
    answer({ kind: 'absent', chainTime: now() })
    expect(await send()).toEqual({ kind: 'again', dueAt: now() + 500 })
    expect(refunds()).toMatchObject([{ state: { kind: 'PENDING' }, lastError: 'its transaction was lost' }])
    Object.assign(service.ports.chain, { outcome, submit })
    service.ports.clock.advance(500)
    await send()
    expect(refunds()).toMatchObject([{ state: { kind: 'SUCCEEDED' } }])
  })

  test.each([
    ['refund', refund, refunds],
    ['payout', withdraw, payouts],
  ] as const)(
    '(a %s) whose transaction aborts for a temporary reason is retried with a new one',
    async (_, ask, made) => {
      const { outcome } = service.ports.chain
      await ask()
      answer({ kind: 'failed', reason: 'insufficient gas', at: 0 })
      expect(await send()).toEqual({ kind: 'again', dueAt: now() + 500 })
      expect([open(), made()]).toMatchObject([0, [{ attempts: 1, lastError: 'insufficient gas' }]])
      Object.assign(service.ports.chain, { outcome })
      service.ports.clock.advance(500)
      expect(await send()).toEqual({ kind: 'done' })
      expect(made()).toMatchObject([{ state: { kind: 'SUCCEEDED' }, attempts: 2 }])
    },
  )

  test('is reported with its result and the class of the reason, and logged unless it succeeds', async () => {
    const transferTried = vi.fn()
    const { clock, log } = service.ports
    const instrumentation = { here: () => undefined, around: vi.fn(), jobEnded: () => {}, transferTried }
    const ports = { ...service.ports, instrumentation }
    const run = () => sendTransfers(ports, drop.id, { budget: createRunBudget({ clock }) })
    await refund()
    granted(await withdraw())
    let fails = () => err({ kind: 'not_possible' as const, reason: 'denied', isFinal: false })
    replaceMethod(service.ports.chain, 'prepare', async (prepare, action) =>
      action.kind === 'pay' && action.to === BUYER ? fails() : prepare(action),
    )
    await run()
    fails = () => {
      throw new Error('a bug')
    }
    clock.advance(500)
    await run()
    fails = () => err({ kind: 'not_possible', reason: 'denied', isFinal: true })
    clock.advance(1_000)
    await run()
    expect(transferTried.mock.calls.toSorted()).toEqual([
      ['payout', 'succeeded'],
      ['refund', 'failed', 'chain_refused'],
      ['refund', 'retried', 'chain_refused'],
      ['refund', 'retried', 'error'],
    ])
    expect(log.lines.map(({ message }) => message)).toEqual([
      'a transfer is tried again later',
      'an attempt of a transfer failed',
      'a transfer is tried again later',
      'a transfer failed',
    ])
  })

  test('is reported only if the instrumentation takes reports of transfers', async () => {
    const { clock, log } = service.ports
    const instrumentation = { here: () => undefined, around: vi.fn(), jobEnded: () => {} }
    await refund()
    granted(await withdraw())
    service.ports.memoryChain.wallet.deny(BUYER, intent.coinType)
    await sendTransfers({ ...service.ports, instrumentation }, drop.id, {
      budget: createRunBudget({ clock }),
    })
    expect(log.lines.map(({ message }) => message)).toEqual(['a transfer failed'])
  })

  test('is left as it is while the store is away', async () => {
    await refund()
    const { store } = service.ports
    const { changeDrop } = store
    const away = Object.assign(new Error('away'), { name: 'StoreUnavailable', retryable: true })
    store.changeDrop = () => Promise.reject(away)
    await expect(send()).rejects.toBe(away)
    store.changeDrop = changeDrop
    expect(service.ports.log.lines).toEqual([])
    expect(await send()).toEqual({ kind: 'done' })
  })
})

describe('a transfer that the chain refuses permanently', () => {
  beforeEach(() => answer({ kind: 'failed', reason: 'frozen', isFinal: true, at: 0 }))

  test('has failed: a payout can be asked for again, for it has taken nothing', async () => {
    granted(await withdraw())
    expect((await service.reread(drop)).payments.paidOut).toBe(PRICE)
    expect(await withdraw()).toMatchObject({ ok: false })
    await send()
    expect(payouts()).toMatchObject([{ state: { kind: 'FAILED', reason: 'frozen' }, nextAttemptAt: null }])
    expect((await service.reread(drop)).payments.paidOut).toBe(0n)
    const [failed] = payouts()
    expect(granted(await withdraw()).amount).toBe(PRICE)
    expect(await service.dropkit.retryPayout(service.owner, failed?.id ?? '')).toMatchObject({
      ok: false,
      error: { kind: 'conflict' },
    })
  })

  test('has failed: a payout can be retried', async () => {
    const { id } = granted(await withdraw())
    await send()
    expect(granted(await service.dropkit.retryPayout(service.owner, id)).state.kind).toBe('PENDING')
    expect((await service.reread(drop)).payments.paidOut).toBe(PRICE)
  })

  test('has failed: a refund can be asked for again', async () => {
    await refund()
    expect((await service.rereadIntent(intent)).refunding).toBe(PRICE)
    await send()
    expect(refunds()).toMatchObject([{ state: { kind: 'FAILED', reason: 'frozen' } }])
    expect((await service.rereadIntent(intent)).refunding).toBe(0n)
    expect((await refund()).amount).toBe(PRICE)
  })
})

test('when a FAILED refund of a cancelled drop is retried, the rest of its payment is refunded too, with its own events', async () => {
  const { deny } = service.ports.memoryChain.wallet
  deny(BUYER, intent.coinType)
  const { id } = await refund()
  await service.pass(2_000)
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
  await service.pass(60_000)
  expect(refunds()).toMatchObject([{ id, state: { kind: 'FAILED' } }])
  deny(BUYER, intent.coinType, false)
  granted(await service.dropkit.retryRefund(service.owner, id))
  await service.pass(2_000)
  expect(refunds()).toMatchObject([{ id, state: { kind: 'SUCCEEDED' } }, { state: { kind: 'SUCCEEDED' } }])
  // One of the three items was claimed.
  expect(await balanceOf(BUYER)).toBe(2n * PRICE)
  const events = await service.ports.store.events({ intentId: intent.id, limit: 50 })
  const ofRest = events.filter(({ data }) => data['refundId'] === refunds()[1]?.id)
  expect(ofRest.map(({ type }) => type).toSorted()).toEqual(['refund.created', 'refund.succeeded'])
})

test('when a FAILED refund is retried, the clean-up also refunds what the division of an approved price leaves over', async () => {
  const { dropkit, owner, ports } = service
  const { deny, claim } = ports.memoryChain.wallet
  const order = { dropId: drop.id, walletAddress: testWallet(6), paymentMethod: 'SUI', quantity: 5 }
  const approved = granted(await dropkit.createPaymentIntent(owner, order))
  const txHash = service.pay(approved, { amount: 7n })
  granted(await dropkit.confirmPaymentIntent(owner, { id: approved.id, txHash }))
  granted(await dropkit.approvePaymentIntent(owner, approved.id))
  // Of the seven units, the items cost 1, 1, 2, 1 and 2. The third one is not taken.
  for (const isTaken of [true, true, false, true]) {
    const { voucher } = granted(
      await dropkit.claimDrop(owner, { dropId: drop.id, userAddress: testWallet(6) }),
    )
    if (isTaken) claim(voucher)
    await service.pass(1_000)
  }
  await service.pass(20 * MINUTE_MS, 4)
  deny(testWallet(6), approved.coinType)
  const input = { paymentIntentId: approved.id, amountAtomic: '1' }
  const { id } = granted(await dropkit.processRefund(owner, input))
  await service.pass(2_000)
  granted(await dropkit.updateDrop(owner, drop.id, { status: 'CANCELLED' }))
  await service.pass(60 * MINUTE_MS, 20)
  deny(testWallet(6), approved.coinType, false)
  granted(await dropkit.retryRefund(owner, id))
  await service.pass(60_000, 4)
  expect(await balanceOf(testWallet(6))).toBe(4n)
})
