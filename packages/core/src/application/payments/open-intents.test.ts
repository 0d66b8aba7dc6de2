import {
  createTestPorts,
  createTestService,
  granted,
  type TestService,
  testWallet,
  uniquePart,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { testRun } from '../../../test/test-run.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { amountDue, type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, Store } from '../../ports/index.ts'
import { createDropkit } from '../dropkit.ts'
import { changeIntent, updateDueIntents } from './change-intent.ts'

let service: TestService
let buyer: Caller

describe('letting time pass for the open intents of a drop', () => {
  const MINUTE_MS = 60_000
  const LIFETIME_MS = 15 * MINUTE_MS
  let drop: Drop

  async function buy(): Promise<PaymentIntent> {
    const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    return granted(await service.dropkit.createPaymentIntent(buyer, order))
  }

  /** Names a transaction that the chain does not show. */
  const name = async ({ id }: PaymentIntent) =>
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id, txHash: 'notyetthere' }))

  const settle = () => updateDueIntents(service.ports, drop.id, testRun())
  const advance = (ms: number) => service.ports.clock.advance(ms)
  const statusNow = async (intent: PaymentIntent) => statusOf(await service.rereadIntent(intent))

  /** What is written of drops and intents from now on, a list for each time that the drop is locked. */
  function recordWrites() {
    const { store } = service.ports
    const { changeDrop } = store
    const written: (readonly string[])[] = []
    const recording: Store['changeDrop'] = (dropId, query, decide) =>
      changeDrop(dropId, query, (dropState) => {
        const change: Change<never> = decide(dropState) as Change<never>
        const { drops = [], paymentIntents = [] } = change.update ?? {}
        written.push([...drops, ...paymentIntents].map(({ id }) => id))
        return change
      })
    vi.spyOn(store, 'changeDrop').mockImplementation(recording)
    return written
  }

  beforeEach(async () => {
    service = await createTestService()
    buyer = await service.callerOf('buyer')
    drop = await service.createDrop({ price: 2, maxAmount: '100' })
  })

  test('is over once none is open', async () => {
    const intent = await buy()
    granted(await service.dropkit.cancelPaymentIntent(buyer, intent.id))
    expect(await settle()).toEqual({ kind: 'done' })
  })

  test('goes on when the first of those that are open expires', async () => {
    const first = await buy()
    advance(MINUTE_MS)
    await buy()
    expect(await settle()).toEqual({ kind: 'again', dueAt: first.expiresAt })
  })

  test('expires intents at their time, and none earlier', async () => {
    const first = await buy()
    advance(MINUTE_MS)
    const second = await buy()
    advance(LIFETIME_MS - MINUTE_MS - 1)
    await settle()
    expect(await statusNow(first)).toBe('PENDING')
    advance(1)
    expect(await settle()).toEqual({ kind: 'again', dueAt: second.expiresAt })
    expect([await statusNow(first), await statusNow(second)]).toEqual(['EXPIRED', 'PENDING'])
  })

  test('goes on when the named transaction of an intent is waited for no longer', async () => {
    await buy()
    await name(await buy())
    expect(await settle()).toEqual({ kind: 'again', dueAt: service.ports.clock.now() + 2 * MINUTE_MS })
  })

  test('locks the drop for no intent that waits for its transaction, and is not delayed by many of them', async () => {
    const { store, clock } = service.ports
    const waiting = await buy()
    await name(waiting)
    const until = clock.now() + 100 * LIFETIME_MS
    const one = { id: waiting.id, expiresAt: until, candidateSince: until }
    const due = await buy()
    replaceMethod(store, 'openIntents', async (openIntents, ...given) =>
      [...Array.from({ length: 300 }, () => one), ...(await openIntents(...given))].slice(0, given[1]),
    )
    const written = recordWrites()
    await settle()
    expect(written).toEqual([])
    clock.set(due.expiresAt)
    await settle()
    expect(await statusNow(due)).toBe('EXPIRED')
  })

  test('gives up a named transaction after two minutes, also if very many older intents of the drop are open', async () => {
    const [one, named] = [await buy(), await buy()]
    const older = Array.from({ length: 500 }, (_, n): PaymentIntent => {
      const part = uniquePart(n + 1)
      return { ...one, id: idOf('intent', part), externalId: `pi_${part}`, createdAt: one.createdAt - 1 }
    })
    await service.ports.store.create({ insert: { paymentIntents: older } })
    await name(named)
    expect(await settle()).toEqual({ kind: 'again', dueAt: service.ports.clock.now() + 2 * MINUTE_MS })
    advance(2 * MINUTE_MS)
    await settle()
    expect(await statusNow(named)).toBe('PENDING')
  })

  test('goes on sooner than that when an intent expires sooner', async () => {
    const intent = await buy()
    advance(LIFETIME_MS - 300)
    await name(intent)
    expect(await settle()).toEqual({ kind: 'again', dueAt: intent.expiresAt })
  })

  test('keeps claims on the drop waiting for nothing while no intent is due', async () => {
    await buy()
    const written = recordWrites()
    await settle()
    expect(written).toEqual([])
  })

  test('writes only changed records', async () => {
    const [due, waiting] = [await buy(), await buy()]
    await name(waiting)
    const written = recordWrites()
    await settle()
    expect(written).toEqual([])
    advance(2 * MINUTE_MS)
    await settle()
    expect(written.at(-1)).toEqual([waiting.id])
    advance(LIFETIME_MS)
    await settle()
    expect(written.at(-1)).toEqual([drop.id, due.id, waiting.id])
  })
})

test('an intent is changed in its current state, and a missing intent is an error', async () => {
  const { ports, dropkit, owner, createDrop, rereadIntent } = await createTestService()
  const [drop, other] = [await createDrop({ price: 2 }), await createDrop({ price: 2 })]
  const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
  const intent = granted(await dropkit.createPaymentIntent(owner, order))
  const touch = (place: Pick<PaymentIntent, 'id' | 'dropId'>) =>
    changeIntent(ports, place, (current, dropState) => {
      expect([current, dropState.drop.id]).toEqual([intent, drop.id])
      return { result: 'touched', update: { paymentIntents: [{ ...current, updatedAt: 1 }] } }
    })
  const places = [
    { id: intent.id, dropId: other.id },
    { id: intent.id, dropId: 'drop_nothing' as never },
    { id: 'intent_nothing' as never, dropId: drop.id },
  ]
  for (const place of places)
    await expect(touch(place)).rejects.toThrow(`there is no ${place.id} on ${place.dropId}`)
  expect(await touch(intent)).toEqual({ ok: true, value: 'touched' })
  expect((await rereadIntent(intent)).updatedAt).toBe(1)
})

describe('preparing a payment for its wallet', () => {
  const LIFETIME_MS = 15 * 60_000
  const NOTHING = { ok: true, value: null }
  let intent: PaymentIntent

  const prepared = async () => service.dropkit.paymentTransaction(await service.rereadIntent(intent))

  beforeEach(async () => {
    service = await createTestService()
    buyer = await service.callerOf('buyer')
    const drop = await service.createDrop({ price: 2, maxAmount: '100' })
    const terms = { walletAddress: testWallet(1), paymentMethod: 'SUI', quantity: 3 }
    intent = granted(await service.dropkit.createPaymentIntent(buyer, { dropId: drop.id, ...terms }))
  })

  test('returns a transaction with exactly the amount due, and the intent is then confirmed automatically', async () => {
    const { wallet } = service.ports.memoryChain
    wallet.faucet(intent.wallet, intent.coinType, amountOf(amountDue(intent)))
    expect(wallet.execute(intent.wallet, granted(await prepared()) ?? '')).toMatchObject({
      kind: 'succeeded',
    })
    const paid = await service.ports.chain.paymentsFrom(intent.wallet, 9)
    expect(paid).toMatchObject({
      value: [{ amount: 6_000_000_000n, memo: intent.externalId, to: intent.recipient }],
    })
    await service.pass(10_000)
    expect(statusOf(await service.rereadIntent(intent))).toBe('CONFIRMED')
  })

  test('gives nothing once a transaction is named: a second one would pay twice', async () => {
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash: '1'.repeat(44) }))
    expect(await prepared()).toEqual(NOTHING)
  })

  test('gives nothing once the time to pay is over, whether or not the intent has been marked as expired', async () => {
    service.ports.clock.advance(LIFETIME_MS - 1)
    expect(await prepared()).toEqual({ ok: true, value: expect.any(String) })
    service.ports.clock.advance(1)
    expect(await prepared()).toEqual(NOTHING)
  })

  test('pays the new treasury if the treasury was changed after the intent was made', async () => {
    const treasuryAddress = testWallet(77)
    const { chain, memoryChain } = service.ports
    Object.assign(chain, { treasuryAddress })
    memoryChain.wallet.faucet(intent.wallet, intent.coinType, amountOf(amountDue(intent)))
    const { txHash } = memoryChain.wallet.execute(intent.wallet, granted(await prepared()) ?? '')
    expect(memoryChain.state.outcomes.get(txHash)).toMatchObject({
      effects: { payments: [{ to: treasuryAddress, memo: intent.externalId }] },
    })
    const confirmed = await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash })
    expect(statusOf(granted(confirmed))).toBe('CONFIRMED')
  })

  test('gives nothing of an intent that was cancelled', async () => {
    granted(await service.dropkit.cancelPaymentIntent(buyer, intent.id))
    expect(await prepared()).toEqual(NOTHING)
  })
})

test('a drop keeps the currency it was made with, also while it costs nothing', async () => {
  const ports = createTestPorts()
  const usdc = { code: 'USDC', coinType: '0x2::usdc::USDC', decimals: 6 }
  const prices = { ...ports.prices, currencies: () => [...ports.prices.currencies(), usdc] }
  const dropkit = createDropkit({ ...ports, prices })
  const made = await dropkit.createLocalUser({ username: 'owner', key: { name: 'first' } })
  if (!made.ok) throw new Error('no user')
  const caller = { user: made.value.user, credential: { kind: 'system' } } as const
  const token = await dropkit.createToken(caller, { name: 'Pepper', symbol: 'PEPPER', supply: '100' })
  if (!token.ok) throw new Error('no token')
  const terms = { title: 'Priced later', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100' } as const
  const drop = await dropkit.createDrop(caller, {
    ...terms,
    existingTokenId: token.value.id,
    currency: 'usdc',
  })
  expect(drop).toMatchObject({ ok: true, value: { currency: 'USDC', price: null } })
  if (!drop.ok) return
  const priced = await dropkit.updateDrop(caller, drop.value.id, { price: 1.5 })
  expect(priced).toMatchObject({
    value: { currency: 'USDC', price: { atomic: 1_500_000n, currency: 'USDC' } },
  })
  const free = await dropkit.updateDrop(caller, drop.value.id, { price: null })
  expect(free).toMatchObject({ value: { currency: 'USDC', price: null } })
})
