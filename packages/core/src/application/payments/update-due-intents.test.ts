import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, Store } from '../../ports/index.ts'
import { updateDueIntents } from './update-due-intents.ts'

const MINUTE_MS = 60_000
const LIFETIME_MS = 15 * MINUTE_MS

let service: TestService
let buyer: Caller
let drop: Drop

async function buy(): Promise<PaymentIntent> {
  const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
  return granted(await service.dropkit.createPaymentIntent(buyer, order))
}

/** Names a transaction that the chain does not show. */
const name = async ({ id }: PaymentIntent) =>
  granted(await service.dropkit.confirmPaymentIntent(buyer, { id, txHash: 'notyetthere' }))

const settle = () => updateDueIntents(service.ports, drop.id)
const advance = (ms: number) => service.ports.clock.advance(ms)
const statusNow = async (intent: PaymentIntent) => statusOf(await service.rereadIntent(intent))

/** What is written of drops and intents from now on, a list for each time that the drop is locked. */
function recordWrites() {
  const { store } = service.ports
  const { changeDrop } = store
  const written: (readonly string[])[] = []
  const recording: Store['changeDrop'] = (dropId, question, decide) =>
    changeDrop(dropId, question, (dropState) => {
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

describe('letting time pass for the open intents of a drop', () => {
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
    const one: PaymentIntent = {
      ...(await service.rereadIntent(waiting)),
      state: { kind: 'PROCESSING', candidate: 'notyetthere', since: until },
      expiresAt: until,
    }
    const due = await buy()
    const { openIntents } = store
    Object.assign(store, {
      openIntents: async (...given: Parameters<typeof openIntents>) =>
        [...Array.from({ length: 300 }, () => one), ...(await openIntents(...given))].slice(0, given[1]),
    })
    const written = recordWrites()
    await settle()
    expect(written).toEqual([])
    clock.set(due.expiresAt)
    await settle()
    expect(await statusNow(due)).toBe('EXPIRED')
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
