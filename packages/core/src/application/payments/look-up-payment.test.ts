import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { testRun } from '../../../test/test-run.ts'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { candidateOf } from '../../domain/payment/close-intent.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import type { Caller } from '../../domain/user.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { updateDueIntents } from './change-intent.ts'
import { lookUpCandidates } from './look-up-payment.ts'

describe('looking up named transactions', () => {
  const MINUTE_MS = 60_000
  const HOUR_MS = 60 * MINUTE_MS
  const SOMEBODY_ELSE = testWallet(9)

  let service: TestService
  let buyer: Caller
  let drop: Drop

  const buy = async () =>
    granted(
      await service.dropkit.createPaymentIntent(buyer, {
        dropId: drop.id,
        walletAddress: testWallet(1),
        paymentMethod: 'SUI',
      }),
    )

  const name = async (intent: PaymentIntent, txHash: string) =>
    granted(await service.dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash }))

  const stateOf = async (intent: PaymentIntent) => {
    const { state, ...rest } = await service.rereadIntent(intent)
    return [statusOf({ state, ...rest }), 'reason' in state ? state.reason : null]
  }

  const outage = (kind: 'down' | null) => service.ports.memoryChain.setOutage(kind)

  /** Counts how often the chain is asked about one transaction. */
  function countQuestions(txHash: string) {
    const { chain } = service.ports
    const asked = { times: 0 }
    replaceMethod(chain, 'outcome', (outcome, digest) => {
      if (digest === txHash) asked.times++
      return outcome(digest)
    })
    return asked
  }

  /** A payment that the watcher has seen, and could not tell whose it was. */
  async function payUnseen(intent: PaymentIntent, terms: Parameters<TestService['pay']>[1] = {}) {
    const txHash = service.pay(intent, { from: SOMEBODY_ELSE, ...terms })
    await service.pass(2_000)
    expect((await stateOf(intent))[0]).not.toBe('REQUIRES_REVIEW')
    return txHash
  }

  beforeEach(async () => {
    service = await createTestService()
    buyer = await service.callerOf('buyer')
    drop = await service.createDrop({ price: 2, maxAmount: '100' })
  })

  describe('a transaction that is submitted after the watcher has skipped it', () => {
    test('is found as soon as the chain can be asked', async () => {
      const intent = await buy()
      const txHash = await payUnseen(intent)
      outage('down')
      expect(statusOf(await name(intent, txHash))).toBe('PROCESSING')
      await service.pass(10_000)
      outage(null)
      await service.pass(2_000)
      expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
    })

    test('is found although its intent expires meanwhile', async () => {
      const intent = await buy()
      outage('down')
      const txHash = service.pay(intent, { amount: 7n })
      await name(intent, txHash)
      outage(null)
      const { store, clock } = service.ports
      const { usersByWallet } = store
      vi.spyOn(store, 'usersByWallet').mockImplementationOnce(async (wallets) => {
        const users = await usersByWallet(wallets)
        // Another server expires it.
        clock.set(intent.expiresAt)
        await updateDueIntents(service.ports, drop.id, testRun())
        return users
      })
      await lookUpCandidates(service.ports, DEFAULT_SETTINGS, buyer.user.id, testRun())
      expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'UNDERPAID'])
    })

    test('is not forgotten while its intent keeps changing', async () => {
      const intent = await buy()
      outage('down')
      const txHash = service.pay(intent, { amount: 7n })
      await name(intent, txHash)
      outage(null)
      vi.spyOn(service.ports.store, 'changeDrop').mockImplementation(async () => ({
        ok: true,
        value: 'changed' as never,
      }))
      const outcome = await lookUpCandidates(service.ports, DEFAULT_SETTINGS, buyer.user.id, testRun())
      expect(outcome).toMatchObject({ kind: 'again', failed: { class: 'error' } })
      vi.restoreAllMocks()
      expect(candidateOf(await service.rereadIntent(intent))).toBe(txHash)
    })

    test('is found although the outage outlasts the two minutes that it is waited for', async () => {
      const intent = await buy()
      const txHash = await payUnseen(intent)
      outage('down')
      await name(intent, txHash)
      await service.pass(3 * MINUTE_MS)
      expect(await stateOf(intent)).toEqual(['PENDING', null])
      outage(null)
      await service.pass(MINUTE_MS)
      expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
    })

    test.each(['EXPIRED', 'CANCELLED'] as const)(
      'is found for a day after its intent was %s',
      async (end) => {
        const intent = await buy()
        const txHash = await payUnseen(intent)
        if (end === 'CANCELLED') granted(await service.dropkit.cancelPaymentIntent(buyer, intent.id))
        else await service.pass(16 * MINUTE_MS)
        expect(await stateOf(intent)).toEqual([end, null])
        outage('down')
        await name(intent, txHash)
        await service.pass(23 * HOUR_MS)
        outage(null)
        await service.pass(MINUTE_MS)
        expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
      },
    )

    test('is searched for at most a day, and rarely once its intent has expired', async () => {
      const intent = await buy()
      const asked = countQuestions('never')
      await name(intent, 'never')
      await service.pass(2 * MINUTE_MS, 240)
      expect(asked.times).toBeGreaterThan(60)
      const soon = asked.times
      await service.pass(HOUR_MS, 240)
      expect(asked.times - soon).toBeGreaterThan(60)
      expect(asked.times - soon).toBeLessThan(140)
      await service.pass(24 * HOUR_MS)
      const before = asked.times
      await service.pass(HOUR_MS, 100)
      expect(asked.times).toBe(before)
    })
  })

  describe('a transaction that was named before it was final', () => {
    test('and then fails makes its intent PENDING again, and is not asked for any more', async () => {
      const intent = await buy()
      const { wallet } = service.ports.memoryChain
      outage('down')
      const { txHash } = wallet.transfer(testWallet(1), intent.recipient, intent.coinType, 5n as never, null)
      await name(intent, txHash)
      outage(null)
      await service.pass(2_000)
      expect(await stateOf(intent)).toEqual(['PENDING', null])
      const asked = countQuestions(txHash)
      await service.pass(5 * MINUTE_MS)
      expect(asked.times).toBe(0)
    })

    test('and is used up for another intent does not count again', async () => {
      const [first, second] = [await buy(), await buy()]
      outage('down')
      const txHash = service.pay(first, { memo: first.externalId })
      await name(second, txHash)
      outage(null)
      await service.pass(1_000)
      const states = [await stateOf(first), await stateOf(second)]
      expect(states.filter(([status]) => status === 'CONFIRMED')).toHaveLength(1)
      await service.pass(5_000)
      expect([await stateOf(first), await stateOf(second)]).toEqual(states)
    })

    test('is not delayed by thousands of another user that never appear', async () => {
      const busy = await service.callerOf('busy')
      const base = await service.createDrop({
        price: 1,
        maxAmount: '100000',
        supply: 10_000,
        tokenAmount: '5',
      })
      const order = { dropId: base.id, walletAddress: testWallet(100), paymentMethod: 'SUI' }
      const { id } = granted(await service.dropkit.createPaymentIntent(busy, order))
      granted(await service.dropkit.confirmPaymentIntent(busy, { id, txHash: 'never' }))
      const { paymentIntents } = service.ports.memory.state
      const one = await service.rereadIntent({ id })
      for (let n = 1; n <= 5_000; n++) {
        const part = n.toString(16).padStart(32, '0')
        paymentIntents.insert({ ...one, id: idOf('intent', part), externalId: `pi_${part}` }, [])
      }
      const intent = await buy()
      const txHash = await payUnseen(intent)
      outage('down')
      await name(intent, txHash)
      outage(null)
      await service.pass(2_000, 8)
      expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
    })

    test('is not delayed by transactions that never appear', async () => {
      const base = await service.createDrop({ price: 1, maxAmount: '1000', supply: 200, tokenAmount: '5' })
      for (let n = 0; n < 12; n++) {
        const crowd = await service.callerOf(`crowd-${n}`)
        for (let time = 0; time < 10; time++) {
          const order = { dropId: base.id, walletAddress: testWallet(100 + n), paymentMethod: 'SUI' }
          const intent = granted(await service.dropkit.createPaymentIntent(crowd, order))
          granted(
            await service.dropkit.confirmPaymentIntent(crowd, { id: intent.id, txHash: `never${n}x${time}` }),
          )
        }
      }
      const intent = await buy()
      const txHash = await payUnseen(intent)
      outage('down')
      await name(intent, txHash)
      outage(null)
      await service.pass(10_000, 20)
      expect(await stateOf(intent)).toEqual(['REQUIRES_REVIEW', 'WRONG_SENDER'])
    })
  })
})

describe('the rounds in which named transactions are looked up', () => {
  // The rounds in which the chain is asked for the transactions that payers have named.

  const SOON_MS = 1_000
  const LATER_MS = 30_000
  const INTENTS_PER_RUN = 50
  const MAX_WAIT_MS = 2 * 60_000

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
      await service.pass(MAX_WAIT_MS)
      expect(statusOf(await service.rereadIntent(given))).toBe('PENDING')
      expect(await lookUp()).toMatchObject({ dueAt: inMs(LATER_MS) })
      await name(awaited, 'notyet')
      expect(await lookUp()).toMatchObject({ dueAt: inMs(SOON_MS) })
    })

    test('fails when the chain does not answer, and says for how many', async () => {
      await nameAll(await buy(3))
      outage('down')
      const failed = { class: 'chain_unavailable', reason: '3 named transactions could not be read' }
      expect(await lookUp()).toMatchObject({ kind: 'again', memo: null, failed })
    })

    test('goes on behind one for which alone the chain does not answer', async () => {
      const [unreadable, paid] = await buy(2)
      if (!unreadable || !paid) throw new Error('two are bought')
      const { memoryChain, chain } = service.ports
      outage('down')
      await name(unreadable, 'unreadable')
      const pay = memoryChain.wallet.transfer(
        testWallet(1),
        paid.recipient,
        paid.coinType,
        2_000_000_000n as never,
        null,
      )
      await name(paid, pay.txHash)
      outage(null)
      const error = { kind: 'chain_unavailable', reason: 'this one cannot be read' } as const
      replaceMethod(chain, 'outcome', async (outcome, asked) =>
        asked === 'unreadable' ? { ok: false, error } : outcome(asked),
      )
      expect(await lookUp()).toMatchObject({ kind: 'again', failed: { class: 'chain_unavailable' } })
      expect(candidateOf(await service.rereadIntent(paid))).toBeNull()
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
      replaceMethod(chain, 'outcome', async (outcome, asked) => {
        const answer = await outcome(asked)
        if (asked === txHash) await name(intent, 'another')
        return answer
      })
      await lookUp()
      expect(candidateOf(await service.rereadIntent(intent))).toBe('another')
    })
  })
})
