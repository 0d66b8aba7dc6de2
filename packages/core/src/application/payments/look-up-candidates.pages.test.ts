// The rounds in which the chain is asked for the transactions that payers have named.

import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testRun } from '../../../test/test-run.ts'
import type { Drop } from '../../domain/drop.ts'
import { candidateOf } from '../../domain/payment/close-intent.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { lookUpCandidates } from './look-up-candidates.ts'

const SOON_MS = 1_000
const LATER_MS = 30_000
const INTENTS_PER_RUN = 50
const PATIENCE_MS = 2 * 60_000

let service: TestService
let drop: Drop
let users: number

/** Intents of as many users as it takes. */
async function buy(count: number): Promise<readonly PaymentIntent[]> {
  const intents: PaymentIntent[] = []
  let caller = service.owner
  for (let n = 0; n < count; n++) {
    if (n % 10 === 0) caller = await service.callerOf(`buyer-${users++}`)
    const order = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    intents.push(granted(await service.dropkit.createPaymentIntent(caller, order)))
  }
  return intents
}

const name = async ({ id }: PaymentIntent, txHash: string) =>
  granted(await service.dropkit.confirmPaymentIntent(service.owner, { id, txHash }))

/** Names a transaction for each that the chain does not show. */
async function nameAll(intents: readonly PaymentIntent[]): Promise<void> {
  for (const [n, intent] of intents.entries()) await name(intent, `never${n}`)
}

const lookUp = (memo: string | null = null) =>
  lookUpCandidates(service.ports, DEFAULT_SETTINGS, 'chain', testRun(memo))
const inMs = (ms: number) => service.ports.clock.now() + ms
const outage = (reason: string | null) => service.ports.memoryChain.setOutage(reason)
const questions = () => vi.spyOn(service.ports.chain, 'outcome').mock.calls

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop({ price: 2, maxAmount: '1000' })
  users = 0
})

describe('asking for named transactions', () => {
  test('is over while none is named', async () => {
    await buy(1)
    expect(await lookUp()).toEqual({ kind: 'done' })
  })

  test('goes from page to page, and from the last to the first', async () => {
    await nameAll(await buy(INTENTS_PER_RUN + 1))
    const asked = questions()
    const first = await lookUp()
    expect(asked).toHaveLength(INTENTS_PER_RUN)
    expect(first).toEqual({ kind: 'again', dueAt: inMs(SOON_MS), memo: expect.any(String) })
    const second = await lookUp('memo' in first ? (first.memo ?? null) : null)
    expect(second).toEqual({ kind: 'again', dueAt: inMs(SOON_MS), memo: null })
    expect(new Set(asked.map(([txHash]) => txHash)).size).toBe(INTENTS_PER_RUN + 1)
    expect(asked).toHaveLength(INTENTS_PER_RUN + 1)
  })

  test('starts from the beginning when nothing follows a full page', async () => {
    await nameAll(await buy(INTENTS_PER_RUN))
    const first = await lookUp()
    const second = await lookUp('memo' in first ? (first.memo ?? null) : null)
    expect(second).toEqual({ kind: 'again', dueAt: inMs(LATER_MS), memo: null })
  })

  test('is frequent while a buyer waits, but not for buyers who were told to pay again', async () => {
    const [given, awaited] = await buy(2)
    if (!given || !awaited) throw new Error('two are bought')
    await name(given, 'never')
    await service.pass(PATIENCE_MS)
    expect(statusOf(await service.rereadIntent(given))).toBe('PENDING')
    expect(await lookUp()).toMatchObject({ dueAt: inMs(LATER_MS) })
    await name(awaited, 'notyet')
    expect(await lookUp()).toMatchObject({ dueAt: inMs(SOON_MS) })
  })

  test('ends for this run at the first request that the chain does not answer', async () => {
    await nameAll(await buy(3))
    outage('down')
    const asked = questions()
    expect(await lookUp()).toMatchObject({
      kind: 'again',
      memo: null,
      failed: { class: 'chain_unavailable' },
    })
    expect(asked).toHaveLength(1)
  })

  test('goes on behind one that has failed, which it forgets', async () => {
    const [failed, waiting] = await buy(2)
    if (!failed || !waiting) throw new Error('two are bought')
    outage('down')
    const { wallet } = service.ports.memoryChain
    await name(
      failed,
      wallet.transfer(testWallet(1), failed.recipient, failed.coinType, 5n as never, null).txHash,
    )
    await name(waiting, 'notyet')
    outage(null)
    const asked = questions()
    expect(await lookUp()).not.toHaveProperty('failed')
    expect(asked).toHaveLength(2)
    expect(candidateOf(await service.rereadIntent(failed))).toBeNull()
  })

  test('does not forget one that was named while it asked for another', async () => {
    const [intent] = await buy(1)
    if (!intent) throw new Error('one is bought')
    outage('down')
    const { wallet } = service.ports.memoryChain
    const { txHash } = wallet.transfer(testWallet(1), intent.recipient, intent.coinType, 5n as never, null)
    await name(intent, txHash)
    outage(null)
    const { chain } = service.ports
    const { outcome } = chain
    vi.spyOn(chain, 'outcome').mockImplementation(async (asked) => {
      const answer = await outcome(asked)
      if (asked === txHash) await name(intent, 'another')
      return answer
    })
    await lookUp()
    expect(candidateOf(await service.rereadIntent(intent))).toBe('another')
  })
})
