import {
  createTestService,
  granted,
  openTransactionsOf,
  present,
  sampleIntent,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { lookAtChanges, replaceMethod } from '../../../test/replace-method.ts'
import { testRun } from '../../../test/test-run.ts'
import { changeVaultOnChain, openVaultOf } from '../../../test/test-vault.ts'
import { amountOf } from '../../domain/amount.ts'
import { nonceOf } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { idOf } from '../../domain/ids.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/instant.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import { sendTransfers } from '../chain/send-transfers.ts'
import { expireClaims } from '../claims/expire-claims.ts'
import { giveUp } from '../claims/give-up-claims.ts'
import { issueVoucher } from '../claims/issue-voucher.ts'
import { createRunBudget } from '../run-budget.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { cleanUpDrop } from './clean-up-drop.ts'

const VOUCHER_MS = 15 * MINUTE_MS

let service: TestService
let drop: Drop

beforeEach(async () => {
  service = await createTestService({ chain: { opensVaultsAtOnce: true } })
  drop = await service.createDrop({ price: 2, supply: 10 })
})

async function order(number: number): Promise<PaymentIntent> {
  const input = { dropId: drop.id, walletAddress: testWallet(number), paymentMethod: 'SUI' }
  return granted(await service.dropkit.createPaymentIntent(service.owner, input))
}

async function buy(number: number): Promise<PaymentIntent> {
  const intent = await order(number)
  const input = { id: intent.id, txHash: service.pay(intent) }
  return granted(await service.dropkit.confirmPaymentIntent(service.owner, input))
}

const claim = async (number: number) =>
  granted(
    await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(number) }),
  )

const budget = (maxItems = 100) => createRunBudget({ clock: service.ports.clock, maxItems })
const cleanUp = (memo: string | null = null, maxItems = 100) =>
  cleanUpDrop(service.ports, drop.id, { ...testRun(memo), budget: budget(maxItems) })
/** Runs until the job is done, one intent per run. `before` is called before each run. */
async function cleanUpInSteps(before: (run: number) => Promise<unknown>): Promise<void> {
  let memo: string | null = null
  for (let run = 0; run < 20; run++) {
    await before(run)
    const outcome = await cleanUp(memo, 1)
    if (outcome.kind !== 'again') return
    memo = outcome.memo ?? null
  }
  throw new Error('the clean-up does not end')
}
const waiting = (reason: string) => ({
  kind: 'again',
  dueAt: service.ports.clock.now() + 1_000,
  memo: null,
  failed: { class: 'waiting', reason },
})
const cancel = async () =>
  granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'CANCELLED' }))
const refunds = () =>
  [...service.ports.memory.state.refunds.all()].map(({ intentId, amount, reason }) => ({
    intentId,
    amount,
    reason,
  }))

test('a drop that goes on, or was never there, is left alone', async () => {
  await buy(1)
  expect(await cleanUp()).toEqual({ kind: 'done' })
  expect(await cleanUpDrop(service.ports, idOf('drop', '0'.repeat(32)), testRun())).toEqual({
    kind: 'done',
  })
  expect(refunds()).toEqual([])
})

describe('a drop that is over', () => {
  test('cancels open purchases in bounded batches, and runs again at once for the rest', async () => {
    const { store, clock } = service.ports
    replaceMethod(store, 'openIntents', (openIntents, id) => openIntents(id, 2))
    replaceMethod(store, 'changeDrop', (changeDrop, id, query, decide) =>
      changeDrop(id, query.openIntentsAtMost ? { ...query, openIntentsAtMost: 2 } : query, decide),
    )
    const orders = [await order(1), await order(2), await order(3), await order(4), await order(5)]
    const open = async () => {
      const now = await Promise.all(orders.map((one) => service.rereadIntent(one)))
      return now.filter((intent) => statusOf(intent) === 'PENDING').length
    }
    await cancel()
    expect(await open()).toBe(3)
    const atOnce = { kind: 'again', dueAt: clock.now(), memo: null }
    expect(await cleanUp()).toEqual(atOnce)
    expect(await open()).toBe(1)
    expect(await cleanUp()).toEqual(atOnce)
    expect(await cleanUp()).toEqual({ kind: 'done' })
    expect(await open()).toBe(0)
    expect((await service.reread(drop)).tally.heldItems).toBe(0)
  })

  test('refunds money without claims, and no money of claims', async () => {
    const [first, second] = [await buy(1), await buy(2)]
    const { voucher } = await claim(1)
    expect(service.ports.memoryChain.wallet.claim(voucher).kind).toBe('succeeded')
    await service.pass(2_000)
    await cancel()
    expect(await cleanUp()).toEqual({ kind: 'done' })
    expect(refunds()).toEqual([{ intentId: second.id, amount: 2_000_000_000n, reason: 'The drop is over' }])
    expect(await cleanUp()).toEqual({ kind: 'done' })
    expect(refunds()).toHaveLength(1)
    expect(statusOf(await service.rereadIntent(first))).toBe('CONFIRMED')
  })

  test('gives nothing back a second time that another server has given back meanwhile', async () => {
    const { store } = service.ports
    await buy(1)
    await cancel()
    const listed = await store.intentsWithMoney(drop.id, { limit: 9 })
    expect(listed).toHaveLength(1)
    expect(await cleanUp()).toEqual({ kind: 'done' })
    store.intentsWithMoney = async () => listed
    expect(await cleanUp()).toEqual({ kind: 'done' })
    expect(refunds()).toHaveLength(1)
  })

  test.each([
    ['between two runs', 1],
    ['between the first and the last of several runs', 2],
  ])('refunds a late payment of an order that an earlier run has passed, %s', async (_, runsBefore) => {
    const late = await order(1)
    for (const number of [2, 3, 4]) await buy(number)
    await cancel()
    await cleanUpInSteps(async (run) => {
      if (run !== runsBefore) return
      const input = { id: late.id, txHash: service.pay(late) }
      expect(statusOf(granted(await service.dropkit.confirmPaymentIntent(service.owner, input)))).toBe(
        'REQUIRES_REVIEW',
      )
    })
    expect(refunds()).toHaveLength(4)
    expect((await service.rereadIntent(late)).refunding).toBe(2_000_000_000n)
  })

  test('refunds nothing while a claim of the drop is still open, and then everything that is due at once', async () => {
    const input = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI', quantity: 3 }
    const claimed = granted(await service.dropkit.createPaymentIntent(service.owner, input))
    const payment = { id: claimed.id, txHash: service.pay(claimed) }
    granted(await service.dropkit.confirmPaymentIntent(service.owner, payment))
    const unclaimed = await buy(2)
    await claim(1)
    await cancel()
    expect(await cleanUp()).toMatchObject({ kind: 'again', memo: null })
    expect(refunds()).toEqual([])
    await service.pass(VOUCHER_MS + 2 * MINUTE_MS, 5)
    expect(refunds().map(({ intentId, amount }) => [intentId, amount])).toEqual([
      [claimed.id, 6_000_000_000n],
      [unclaimed.id, 2_000_000_000n],
    ])
  })

  test('orders one refund for a receiver that is denied, and leaves the FAILED one for its retry', async () => {
    const [denied, other] = [await buy(1), await buy(2)]
    service.ports.memoryChain.wallet.deny(testWallet(1), denied.coinType)
    await cancel()
    await service.pass(1_000, 5)
    const states = () =>
      [...service.ports.memory.state.refunds.all()].map(({ intentId, state }) => [intentId, state.kind])
    const ended = [
      [denied.id, 'FAILED'],
      [other.id, 'SUCCEEDED'],
    ]
    expect(states()).toEqual(ended)
    expect(await cleanUp()).toEqual({ kind: 'done' })
    const first = idOf('intent', '0'.repeat(32))
    expect(await cleanUp(`${first} 4000000000 final`)).toEqual({ kind: 'done' })
    expect(await cleanUp(`${first} -1 final`)).toEqual({
      kind: 'again',
      dueAt: service.ports.clock.now() + MINUTE_MS,
      memo: null,
    })
    expect(states()).toEqual(ended)
  })

  test('refunds the rest of the money of a denied receiver after the retry of the FAILED refund', async () => {
    const [intent, wallet] = [await buy(1), testWallet(1)]
    const order = { paymentIntentId: intent.id, amountAtomic: '5' }
    service.ports.memoryChain.wallet.deny(wallet, intent.coinType)
    const failed = granted(await service.dropkit.processRefund(service.owner, order))
    await service.pass(1_000)
    await cancel()
    await service.pass(1_000, 5)
    expect(refunds()).toHaveLength(1)
    service.ports.memoryChain.wallet.deny(wallet, intent.coinType, false)
    granted(await service.dropkit.retryRefund(service.owner, failed.id))
    await service.pass(2_000, 5)
    expect(refunds().map(({ amount }) => amount)).toEqual([5n, 1_999_999_995n])
    expect(await service.rereadIntent(intent)).toMatchObject({ refunded: 2_000_000_000n })
  })

  test('refunds the rest of a payment whose FAILED refund is retried between two runs', async () => {
    const { clock, memoryChain } = service.ports
    const [denied, wallet] = [await buy(1), testWallet(1)]
    await buy(2)
    memoryChain.wallet.deny(wallet, denied.coinType)
    const order = { paymentIntentId: denied.id, amountAtomic: '5' }
    const failed = granted(await service.dropkit.processRefund(service.owner, order))
    const send = () => sendTransfers(service.ports, drop.id, { budget: createRunBudget({ clock }) })
    await send()
    await cancel()
    await cleanUpInSteps(async (run) => {
      if (run !== 1) return
      memoryChain.wallet.deny(wallet, denied.coinType, false)
      granted(await service.dropkit.retryRefund(service.owner, failed.id))
      await send()
    })
    await send()
    expect(await service.rereadIntent(denied)).toMatchObject({ refunded: 2_000_000_000n })
  })

  test('refunds what is left of a payment whose FAILED refund was of more, because it cannot be retried', async () => {
    const [intent, wallet] = [await buy(1), testWallet(1)]
    const { deny } = service.ports.memoryChain.wallet
    const refund = async () => {
      const made = granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: intent.id }))
      await service.pass(1_000)
      return made
    }
    deny(wallet, intent.coinType)
    const first = await refund()
    service.pay(intent, { memo: intent.externalId })
    await service.pass(1_000)
    const both = await refund()
    deny(wallet, intent.coinType, false)
    granted(await service.dropkit.retryRefund(service.owner, first.id))
    await service.pass(1_000, 5)
    expect(await service.dropkit.retryRefund(service.owner, both.id)).toMatchObject({
      error: { kind: 'refund_exceeds_payment', refundable: 2_000_000_000n },
    })
    await cancel()
    await service.pass(1_000, 5)
    expect(await service.rereadIntent(intent)).toMatchObject({ refunded: 4_000_000_000n })
  })

  test('leaves an older FAILED refund that cannot be retried any more, because it would take what its owner has earned', async () => {
    const [intent, wallet] = [await service.buy(drop, 1, { quantity: 2 }), testWallet(1)]
    const { deny, claim: take } = service.ports.memoryChain.wallet
    deny(wallet, intent.coinType)
    const refund = async (amountAtomic: string) => {
      const order = { paymentIntentId: intent.id, amountAtomic }
      const made = granted(await service.dropkit.processRefund(service.owner, order))
      await service.pass(1_000)
      return made
    }
    const one = await refund('2000000000')
    await refund('4000000000')
    deny(wallet, intent.coinType, false)
    take((await service.claim(drop)).voucher)
    await service.pass(1_000)
    await cancel()
    await service.pass(1_000, 5)
    expect(await service.rereadIntent(intent)).toMatchObject({
      refunded: 2_000_000_000n,
      earned: 2_000_000_000n,
    })
    expect(await service.dropkit.retryRefund(service.owner, one.id)).toMatchObject({
      error: { kind: 'refund_exceeds_payment', refundable: 0n },
    })
  })

  test.each(['waiting', 'intent', 'intent and money'])(
    'goes over all payments again if an earlier release has stored the memo: %s',
    async (memo) => {
      const [first, second] = [await buy(1), await buy(2)]
      await cancel()
      const text = memo.replace('intent', first.id).replace(' and money', ' 4000000000')
      expect(await cleanUp(text)).toEqual({ kind: 'done' })
      expect(refunds().map(({ intentId }) => intentId)).toEqual([first.id, second.id])
    },
  )

  test('cancels and refunds the others if one purchase cannot be cancelled, and tries that one again', async () => {
    const { store, clock } = service.ports
    const { changeDrop } = store
    const [bad, other, paid] = [await order(1), await order(2), await buy(3)]
    store.changeDrop = (id, query, decide) =>
      changeDrop(id, query.openIntentsAtMost ? {} : query, (dropState) => {
        const change = decide(dropState)
        if (change.update?.paymentIntents?.some(({ id }) => id === bad.id)) throw new Error('always fails')
        return change
      })
    await cancel()
    expect(await cleanUp()).toEqual({ kind: 'again', dueAt: clock.now(), memo: null })
    expect(statusOf(await service.rereadIntent(other))).toBe('CANCELLED')
    const again = { kind: 'again', dueAt: clock.now() + MINUTE_MS, failed: { class: 'error' } }
    expect(await cleanUp()).toMatchObject(again)
    expect(refunds().map(({ intentId }) => intentId)).toEqual([paid.id])
    store.changeDrop = changeDrop
    expect(await cleanUp()).toEqual({ kind: 'again', dueAt: clock.now(), memo: null })
    expect(statusOf(await service.rereadIntent(bad))).toBe('CANCELLED')
    expect(await cleanUp()).toEqual({ kind: 'done' })
  })

  test('reports a purchase that cannot be cancelled also while it waits for a voucher', async () => {
    const { store } = service.ports
    await order(1)
    await buy(2)
    await claim(2)
    replaceMethod(store, 'changeDrop', (changeDrop, id, query, decide) =>
      changeDrop(id, query.openIntentsAtMost ? {} : query, decide),
    )
    await cancel()
    lookAtChanges(store, ({ update }) => {
      if (update?.paymentIntents) throw new Error('always fails')
    })
    const dueAt = (await store.nextVoucherExpiry(drop.id)) ?? 0
    expect(await cleanUp()).toMatchObject({ dueAt: dueAt + 1_000, failed: { class: 'error' } })
  })

  test.each([
    ['cancels a purchase', order],
    ['refunds a payment', buy],
  ])('fails as a whole if the store is away while it %s', async (_, make) => {
    const { store } = service.ports
    await make(1)
    replaceMethod(store, 'changeDrop', (changeDrop, id, query, decide) =>
      changeDrop(id, query.openIntentsAtMost ? {} : query, decide),
    )
    await cancel()
    const away = Object.assign(new Error('away'), { name: 'StoreUnavailable', retryable: true })
    lookAtChanges(store, ({ update }) => {
      if (update?.paymentIntents) throw away
    })
    await expect(cleanUp()).rejects.toBe(away)
    expect(service.ports.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test.each([
    ['cancelled', cancel],
    ['deleted', async () => granted(await service.dropkit.deleteDrop(service.owner, drop.id))],
  ])('can be %s while one of its purchases cannot', async (_, end) => {
    const [bad, other] = [await order(1), await order(2)]
    const broken = { ...bad, spent: bad.quantity + 1 }
    await service.ports.store.create({ update: { paymentIntents: [broken] } })
    await end()
    expect((await service.reread(drop)).status).toBe('CANCELLED')
    await service.pass(1_000)
    expect(statusOf(await service.rereadIntent(other))).toBe('CANCELLED')
    expect(statusOf(await service.rereadIntent(bad))).toBe('PENDING')
    await service.ports.store.create({ update: { paymentIntents: [bad] } })
    await service.pass(2 * MINUTE_MS, 5)
    expect(statusOf(await service.rereadIntent(bad))).toBe('CANCELLED')
  })

  test('ends the review of another purchase whose payment it refunds', async () => {
    const other = await service.createDrop({ price: 2, supply: 10 })
    const input = { dropId: other.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    const theirs = granted(await service.dropkit.createPaymentIntent(service.owner, input))
    const mine = await order(1)
    const txHash = service.pay(mine, { from: testWallet(9) })
    for (const { id } of [mine, theirs])
      granted(await service.dropkit.confirmPaymentIntent(service.owner, { id, txHash }))
    await service.pass(5 * MINUTE_MS, 5)
    const statuses = async () => {
      const both = await Promise.all([mine, theirs].map((one) => service.rereadIntent(one)))
      return both.map(statusOf)
    }
    expect(await statuses()).toEqual(['REQUIRES_REVIEW', 'REQUIRES_REVIEW'])
    await cancel()
    await service.pass(MINUTE_MS, 20)
    expect(await statuses()).toEqual(['REFUNDED', 'EXPIRED'])
  })

  test('waits with the money for a voucher that is out, and a second longer', async () => {
    const { clock } = service.ports
    await buy(1)
    await claim(1)
    const expiresAt = clock.now() + VOUCHER_MS
    await cancel()
    expect(await cleanUp()).toEqual({ kind: 'again', dueAt: expiresAt + 1_000, memo: null })
    clock.set(expiresAt + 5_000)
    expect(await cleanUp()).toEqual(waiting('expired vouchers are not released yet'))
    expect(refunds()).toEqual([])
  })

  test('waits with the money for claims that are still to be delivered', async () => {
    const { memoryChain } = service.ports
    drop = await service.createDrop({ tokenAmount: '0', supply: 5 })
    memoryChain.setOutage('down')
    const input = { dropId: drop.id, userAddress: testWallet(1) }
    granted(await service.dropkit.claimRandomDrop(service.owner, input))
    await cancel()
    expect(await cleanUp()).toEqual(waiting('claims of the drop are not delivered yet'))
  })

  test('waits for no transaction of its vault that delivers nothing', async () => {
    const { store, memory } = service.ports
    await buy(1)
    const [opened] = memory.state.chainTransactions.all()
    const pausing = { id: idOf('chaintx', 'f'.repeat(32)), digest: 'another', state: 'sent' } as const
    const purpose = { kind: 'pause_vault' } as const
    await store.create({ insert: { chainTransactions: [{ ...present(opened), ...pausing, purpose }] } })
    await cancel()
    expect(await cleanUp()).toEqual({ kind: 'done' })
    expect(refunds()).toHaveLength(1)
  })

  test('has nothing to cancel once it is gone', async () => {
    await cancel()
    service.ports.store.changeDrop = async (_id, _question, decide) => ({
      ok: true,
      value: decide(null).result,
    })
    expect(await cleanUp()).toEqual({ kind: 'done' })
  })

  test('is cleaned up in runs of a hundred purchases, each of which goes on where the last one ended', async () => {
    await cancel()
    const { clock } = service.ports
    const intents = Array.from({ length: 250 }, (_, n) =>
      sampleIntent(drop, n, { id: idOf('intent', String(n).padStart(32, '0')), earned: 1n }),
    )
    service.ports.store.intentsWithMoney = async (_, { after, limit }) =>
      intents.filter(({ id }) => after === undefined || id > after).slice(0, limit)
    const last = (n: number) => ({ kind: 'again', dueAt: clock.now(), memo: `${intents[n]?.id} 0 final` })
    expect(await cleanUp()).toEqual(last(99))
    expect(await cleanUp(`${intents[99]?.id} 0 final`)).toEqual(last(199))
    expect(await cleanUp(`${intents[199]?.id} 0 final`)).toEqual({ kind: 'done' })
  })

  test('starts no refund after a second, and goes on in the next run', async () => {
    const intents = [await buy(1), await buy(2), await buy(3)]
    await cancel()
    const { clock, store } = service.ports
    replaceMethod(store, 'changeDrop', (changeDrop, ...query) => {
      clock.advance(query[1].intentIds ? 600 : 0)
      return changeDrop(...query)
    })
    const memo = `${intents[1]?.id} 6000000000 final`
    expect(await cleanUp()).toMatchObject({ kind: 'again', memo })
    expect(refunds()).toHaveLength(2)
    expect(await cleanUp(memo)).toEqual({ kind: 'done' })
    expect(refunds()).toHaveLength(3)
  })

  test.each([0, 1, 2])(
    'returns the payment of another wallet whole, when %i items of other buyers were claimed',
    async (claimed) => {
      const intent = await order(9)
      const txHash = service.pay(intent, { from: testWallet(8) })
      granted(await service.dropkit.confirmPaymentIntent(service.owner, { id: intent.id, txHash }))
      for (let buyer = 1; buyer <= claimed; buyer++) {
        await buy(buyer)
        service.ports.memoryChain.wallet.claim((await claim(buyer)).voucher)
      }
      await service.pass(2_000)
      await cancel()
      await service.pass(2_000)
      expect([...service.ports.memory.state.refunds.all()]).toMatchObject([
        { intentId: intent.id, to: testWallet(8), amount: 2_000_000_000n, state: { kind: 'SUCCEEDED' } },
      ])
    },
  )
})

describe('a priced random drop that is over', () => {
  beforeEach(async () => {
    drop = await service.createDrop({ price: 2, tokenAmount: '0', supply: 10 })
  })

  const end = {
    cancelled: cancel,
    deleted: async () => granted(await service.dropkit.deleteDrop(service.owner, drop.id)),
  }

  test.each(['cancelled', 'deleted'] as const)(
    'and was %s refunds nothing while a delivery is signed and has no result, so no buyer keeps items and money',
    async (how) => {
      const { chain } = service.ports
      const intent = await buy(1)
      const input = { dropId: drop.id, userAddress: testWallet(1) }
      granted(await service.dropkit.claimRandomDrop(service.owner, input))
      const { outcome } = chain
      Object.assign(chain, { outcome: async () => ({ ok: true, value: { kind: 'pending' } }) })
      await service.pass(10_000)
      const [sent] = await openTransactionsOf(service.ports.store, drop.id)
      expect(sent?.purpose.kind).toBe('deliver_claims')
      await end[how]()
      expect(await cleanUp()).toEqual(waiting('claims of the drop are not delivered yet'))
      await service.pass(10_000)
      expect(refunds()).toEqual([])
      Object.assign(chain, { outcome })
      await service.pass(120_000, 40)
      expect(await service.rereadIntent(intent)).toMatchObject({ earned: 2_000_000_000n, refunding: 0n })
      expect(refunds()).toEqual([])
      expect((await service.reread(drop)).vault.kind).toBe('closed')
    },
  )

  test('and has a delivery without a result is looked at less and less often, and closed soon after the result', async () => {
    const { chain, jobs } = service.ports
    await buy(1)
    granted(
      await service.dropkit.claimRandomDrop(service.owner, { dropId: drop.id, userAddress: testWallet(1) }),
    )
    const { outcome } = chain
    Object.assign(chain, { outcome: async () => ({ ok: true, value: { kind: 'pending' } }) })
    await service.pass(10_000)
    await cancel()
    await service.pass(600_000, 300)
    const waiting = (await jobs.failing({ limit: 9 })).filter(
      ({ kind }) => kind === 'wind_up' || kind === 'close_vault',
    )
    expect(waiting).toMatchObject([{ failure: { class: 'waiting' } }, { failure: { class: 'waiting' } }])
    for (const { attempts } of waiting) expect(attempts).toBeLessThan(12)
    Object.assign(chain, { outcome })
    await service.pass(10_000, 20)
    expect((await service.reread(drop)).vault.kind).toBe('closed')
    expect((await jobs.failing({ limit: 9 })).map(({ kind }) => kind)).toEqual([])
  })
})

describe('a drop that can be opened again', () => {
  const draw = async (number: number) => {
    const input = { dropId: drop.id, userAddress: testWallet(number) }
    granted(await service.dropkit.claimRandomDrop(service.owner, input))
  }
  const end = async () => {
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'ENDED' }))
    service.ports.clock.advance(8 * DAY_MS)
  }
  const remove = async () => granted(await service.dropkit.deleteDrop(service.owner, drop.id))

  test('begins again when it is deleted between two runs, and refunds no claim that is still to be delivered', async () => {
    const { memoryChain } = service.ports
    drop = await service.createDrop({ price: 2, tokenAmount: '0', supply: 10 })
    const [unclaimed, claimed] = [await buy(1), await buy(2)]
    memoryChain.setOutage('down')
    await draw(2)
    await end()
    const { memo } = (await cleanUp(null, 1)) as { memo: string }
    expect(memo).toMatch(unclaimed.id)
    await remove()
    expect(await cleanUp(memo)).toEqual(waiting('claims of the drop are not delivered yet'))
    memoryChain.setOutage(null)
    await service.pass(2 * MINUTE_MS, 60)
    expect(await service.rereadIntent(claimed)).toMatchObject({ earned: 2_000_000_000n, refunding: 0n })
    expect(refunds().map(({ intentId }) => intentId)).toEqual([unclaimed.id])
  })

  test('refunds nothing in a run during which it is deleted, because its claims may be open', async () => {
    const { store, memoryChain } = service.ports
    drop = await service.createDrop({ price: 2, tokenAmount: '0', supply: 10 })
    const input = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI', quantity: 2 }
    const bought = granted(await service.dropkit.createPaymentIntent(service.owner, input))
    const payment = { id: bought.id, txHash: service.pay(bought) }
    granted(await service.dropkit.confirmPaymentIntent(service.owner, payment))
    memoryChain.setOutage('down')
    await draw(1)
    await end()
    replaceMethod(store, 'newestRefunds', async (newestRefunds, ids) => {
      await remove()
      return newestRefunds(ids)
    })
    await cleanUp()
    expect(refunds()).toEqual([])
  })

  test.each([
    ['once all its items were claimed', false, 2n],
    ['once the last claim has expired', true, 1_666_666_668n],
  ])('refunds what the division of an approved price leaves over, %s', async (_, expires, due) => {
    const { memoryChain } = service.ports
    drop = await service.createDrop({ price: 2, supply: 10, maxPerWallet: 3 })
    const input = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI', quantity: 3 }
    const bought = granted(await service.dropkit.createPaymentIntent(service.owner, input))
    const txHash = service.pay(bought, { amount: 5_000_000_000n })
    granted(await service.dropkit.confirmPaymentIntent(service.owner, { id: bought.id, txHash }))
    granted(await service.dropkit.approvePaymentIntent(service.owner, bought.id))
    for (let item = 0; item < 3; item++) {
      const { voucher } = await claim(1)
      if (item < 2 || !expires) memoryChain.wallet.claim(voucher)
      if (item === 2) memoryChain.setOutage('down')
      else await service.pass(2_000)
    }
    await end()
    expect(await cleanUp()).toEqual({ kind: 'done' })
    expect(refunds(), 'a claim is open').toEqual([])
    memoryChain.setOutage(null)
    await service.pass(MINUTE_MS, 20)
    expect(refunds().map(({ amount }) => amount)).toEqual([due])
    expect((await service.reread(drop)).payments.owed).toBe(0n)
  })

  test('keeps payments in review, because its owner decides about them', async () => {
    const intent = await order(1)
    const txHash = service.pay(intent, { amount: 1n })
    granted(await service.dropkit.confirmPaymentIntent(service.owner, { id: intent.id, txHash }))
    await end()
    expect(await cleanUp()).toEqual({ kind: 'done' })
    expect([statusOf(await service.rereadIntent(intent)), refunds()]).toEqual(['REQUIRES_REVIEW', []])
  })

  test('refunds nothing in a run during which it is opened again', async () => {
    const { store, clock } = service.ports
    await buy(1)
    await end()
    replaceMethod(store, 'newestRefunds', async (newestRefunds, ids) => {
      const reopened = { status: 'ACTIVE', claimDeadline: clock.now() + DAY_MS } as const
      granted(await service.dropkit.updateDrop(service.owner, drop.id, reopened))
      return newestRefunds(ids)
    })
    await cleanUp()
    expect(refunds()).toEqual([])
  })

  test('refunds a week after its deadline, also while its end is not written', async () => {
    const { clock } = service.ports
    const claimDeadline = clock.now() + 30 * DAY_MS
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { claimDeadline }))
    await buy(1)
    clock.advance(30 * DAY_MS)
    expect(await cleanUp()).toEqual({ kind: 'again', dueAt: claimDeadline + 7 * DAY_MS, memo: null })
    clock.advance(7 * DAY_MS - 1)
    expect(await cleanUp()).toMatchObject({ kind: 'again' })
    expect(refunds()).toEqual([])
    clock.advance(1)
    expect(await cleanUp()).toEqual({ kind: 'done' })
    expect(refunds()).toHaveLength(1)
  })

  test('refunds a claim that was released between two runs', async () => {
    const { memoryChain } = service.ports
    const [claimed, other] = [await buy(1), await buy(2)]
    await claim(1)
    memoryChain.setOutage('down')
    await end()
    await cleanUpInSteps(async (run) => {
      if (run !== 1) return
      memoryChain.setOutage(null)
      await expireClaims(service.ports, DEFAULT_SETTINGS, drop.id, testRun())
    })
    expect(refunds().map(({ intentId }) => intentId)).toEqual([other.id, claimed.id])
  })

  test('refunds its buyers while wallets claim all the time, because it has become free', async () => {
    const { memoryChain, store } = service.ports
    await buy(1)
    await claim(1)
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { price: null }))
    await service.pass(20 * MINUTE_MS, 10)
    await service.pass(7 * DAY_MS - 30 * MINUTE_MS, 3)
    for (let wallet = 2; wallet < 6; wallet++) {
      await claim(wallet)
      await service.pass(10 * MINUTE_MS, 10)
    }
    expect(await store.nextVoucherExpiry(drop.id)).not.toBeNull()
    expect(refunds()).toHaveLength(1)
    let passes = 0
    replaceMethod(store, 'intentsWithMoney', (intentsWithMoney, ...query) => {
      passes++
      return intentsWithMoney(...query)
    })
    memoryChain.wallet.claim((await claim(6)).voucher)
    await service.pass(30 * MINUTE_MS, 20)
    expect(await store.nextVoucherExpiry(drop.id)).toBeNull()
    expect(passes, 'claims that no payment paid for change nothing').toBe(0)
  })
})

test('a payment that cannot be refunded does not keep the refunds of later pages', async () => {
  const [bad, good] = [await buy(1), await buy(2)]
  await cancel()
  const { store } = service.ports
  // They stay in the list, because their money is earned.
  const earned = Array.from({ length: 150 }, (_, n) =>
    sampleIntent(drop, n, { id: idOf('intent', `1${String(n).padStart(31, '0')}`), earned: 1n }),
  )
  store.intentsWithMoney = async (_, { after, limit }) => {
    const all = [bad, ...earned, good]
    const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
    return all.slice(from, from + limit)
  }
  lookAtChanges(store, (change) => {
    if (change.insert?.refunds?.some(({ intentId }) => intentId === bad.id))
      throw new Error('this one always fails')
  })
  const first = await cleanUp()
  const memo = `${earned[98]?.id} -1 final`
  expect(first).toMatchObject({ kind: 'again', memo, failed: { class: 'error' } })
  expect(await cleanUp(memo)).toEqual({
    kind: 'again',
    dueAt: service.ports.clock.now() + MINUTE_MS,
    memo: null,
  })
  expect(refunds().map(({ intentId }) => intentId)).toEqual([good.id])
})

test('a run whose time is used up by a slow read refunds one intent, and the next run continues after it', async () => {
  const [first, second] = [await buy(1), await buy(2)]
  await cancel()
  const { store, clock } = service.ports
  const slow: typeof store = {
    ...store,
    async intentsWithMoney(...page) {
      clock.advance(2_000)
      return store.intentsWithMoney(...page)
    },
  }
  const run = { ...testRun(null), budget: budget() }
  const outcome = await cleanUpDrop({ ...service.ports, store: slow }, drop.id, run)
  const memo = `${first.id} 4000000000 final`
  expect(outcome).toEqual({ kind: 'again', dueAt: clock.now(), memo })
  expect(refunds().map(({ intentId }) => intentId)).toEqual([first.id])
  expect(await cleanUp(memo)).toEqual({ kind: 'done' })
  expect(refunds().map(({ intentId }) => intentId)).toEqual([first.id, second.id])
})

describe('a drop with a claim whose delivery the chain refuses permanently', () => {
  const REFUSED = testWallet(1)
  let refused: PaymentIntent
  let other: PaymentIntent

  const deny = async (isDenied = true) => {
    const vault = await openVaultOf(service, drop)
    service.ports.memoryChain.wallet.deny(REFUSED, vault.coinType, isDenied)
  }
  const draw = async (number: number) =>
    granted(
      await service.dropkit.claimRandomDrop(service.owner, {
        dropId: drop.id,
        userAddress: testWallet(number),
      }),
    )
  const claimOf = async (sequence: number) =>
    (await service.ports.store.claimsInOrder(drop.id, 0, 9)).find((one) => one.sequence === sequence)
  const stateOf = async (sequence: number) => (await claimOf(sequence))?.state
  const failing = async (caller = service.owner) =>
    granted(await service.dropkit.listFailingJobs(caller, { dropId: drop.id }))
  const paidOnChain = () => service.ports.memoryChain.state.claims.map(({ claimer }) => claimer)

  beforeEach(async () => {
    drop = await service.createDrop({ price: 2, tokenAmount: '0', supply: 10 })
    refused = await buy(1)
    other = await buy(2)
    await deny()
    await draw(1)
    await service.pass(10_000, 20)
  })

  test('keeps it PENDING while the drop goes on, delivers others, and shows its owner why', async () => {
    await draw(2)
    await service.pass(60_000, 40)
    expect([(await stateOf(1))?.kind, (await stateOf(2))?.kind]).toEqual(['PENDING', 'CONFIRMED'])
    expect(await failing()).toMatchObject([
      { kind: 'deliver_claims', failure: { class: 'chain_refused', reason: 'coin_denied' } },
    ])
  })

  test('delivers it when its owner retries the delivery after the reason is gone', async () => {
    await deny(false)
    const input = { kind: 'deliver_claims', subject: drop.id }
    granted(await service.dropkit.retryJob(service.owner, input))
    const stranger = await service.callerOf('stranger')
    expect(await service.dropkit.retryJob(stranger, input)).toMatchObject({ error: { kind: 'forbidden' } })
    await service.pass(30_000, 30)
    expect((await stateOf(1))?.kind).toBe('CONFIRMED')
    expect(await failing()).toEqual([])
  })

  test.each(['cancelled', 'deleted'] as const)(
    'that is %s refunds all buyers and closes its vault once the last voucher has expired unused',
    async (how) => {
      if (how === 'cancelled') await cancel()
      else granted(await service.dropkit.deleteDrop(service.owner, drop.id))
      await service.pass(60_000, 60)
      expect(await stateOf(1)).toMatchObject({ kind: 'PENDING', expiresAt: expect.any(Number) })
      expect(refunds()).toEqual([])
      await service.pass(VOUCHER_MS + 2 * MINUTE_MS, 60)
      expect((await stateOf(1))?.kind).toBe('EXPIRED')
      expect(refunds().map(({ intentId, amount }) => [intentId, amount])).toEqual([
        [refused.id, 2_000_000_000n],
        [other.id, 2_000_000_000n],
      ])
      await deny(false).catch(() => undefined)
      await service.pass(MINUTE_MS, 20)
      const { vault } = (await service.ports.store.dropForSettlement(drop.id)) ?? {}
      expect([vault?.kind, paidOnChain()]).toEqual(['closed', []])
    },
  )

  test('gives no money back for it if its last voucher was used before it expired', async () => {
    await cancel()
    await service.pass(60_000, 60)
    const claim = await claimOf(1)
    if (claim?.state.kind !== 'PENDING' || claim.state.expiresAt === null) throw new Error('it is given up')
    await deny(false)
    // As an earlier, failed transaction shows it.
    const { expiresAt } = claim.state
    const voucher = await issueVoucher(service.ports, await service.reread(drop), claim, { expiresAt })
    expect(service.ports.memoryChain.wallet.claim(voucher).kind).toBe('succeeded')
    await service.pass(VOUCHER_MS + 2 * MINUTE_MS, 60)
    expect((await stateOf(1))?.kind).toBe('CONFIRMED')
    expect(refunds().map(({ intentId }) => intentId)).toEqual([other.id])
    expect((await service.reread(drop)).vault.kind).toBe('closed')
  })

  test('that ended refunds the others after a week, and keeps the price of the claim', async () => {
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'ENDED' }))
    await service.pass(8 * DAY_MS, 40)
    expect((await stateOf(1))?.kind).toBe('PENDING')
    expect(refunds().map(({ intentId }) => intentId)).toEqual([other.id])
  })

  test('that ended keeps the price of the claim when the retry of a FAILED refund refunds the rest of its payment', async () => {
    const { deny } = service.ports.memoryChain.wallet
    const bought = await service.buy(drop, 1, { quantity: 2 })
    await draw(1)
    deny(REFUSED, bought.coinType)
    const order = { paymentIntentId: bought.id, amountAtomic: '5' }
    const failed = granted(await service.dropkit.processRefund(service.owner, order))
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { status: 'ENDED' }))
    await service.pass(8 * DAY_MS, 40)
    expect((await service.rereadIntent(bought)).refunding).toBe(0n)
    deny(REFUSED, bought.coinType, false)
    granted(await service.dropkit.retryRefund(service.owner, failed.id))
    await service.pass(2_000, 5)
    expect((await stateOf(2))?.kind).toBe('PENDING')
    expect(await service.rereadIntent(bought)).toMatchObject({ refunded: 2_000_000_000n, spent: 1 })
  })

  test('waits for a claim that is given up while the clean-up looks for open ones', async () => {
    await cancel()
    const { store } = service.ports
    replaceMethod(store, 'nextVoucherExpiry', async (nextVoucherExpiry, id) => {
      const answer = await nextVoucherExpiry(id)
      await giveUp(service.ports, DEFAULT_SETTINGS, await service.reread(drop), [1])
      return answer
    })
    expect(await cleanUp()).toMatchObject({ kind: 'again' })
    expect(refunds()).toEqual([])
    expect(await stateOf(1)).toMatchObject({ kind: 'PENDING', expiresAt: expect.any(Number) })
  })

  test('leaves it PENDING while amounts of later claims are not drawn', async () => {
    const terms = { tokenAmount: '0', supply: 10, randomness: 'BEACON' } as const
    drop = await service.createDrop(terms)
    await deny()
    await draw(1)
    await service.pass(60_000, 40)
    const { store } = service.ports
    const { undrawnClaims } = store
    store.undrawnClaims = (dropId, limit) => store.undeliveredClaims(dropId, limit)
    await cancel()
    await service.pass(60_000, 40)
    expect(await stateOf(1)).toEqual({ kind: 'PENDING', expiresAt: null })
    store.undrawnClaims = undrawnClaims
    await service.pass(VOUCHER_MS + 2 * MINUTE_MS, 60)
    expect((await stateOf(1))?.kind).toBe('EXPIRED')
  })

  test('gives it up however many other claims of a beacon drop are not delivered', async () => {
    drop = await service.createDrop({ tokenAmount: '0', supply: 600, randomness: 'BEACON' })
    const busy = { ok: false, error: { kind: 'chain_unavailable', reason: 'busy' } } as const
    service.ports.chain.prepare = async () => busy
    for (let number = 1; number <= 501; number++) await draw(number)
    await service.pass(60_000, 20)
    expect(await service.ports.store.undrawnClaims(drop.id, 1)).toEqual([])
    await cancel()
    const givenUp = await giveUp(service.ports, DEFAULT_SETTINGS, await service.reread(drop), [1])
    expect(givenUp).toEqual(new Set([1]))
  })
})

describe('a cancelled drop whose vault is gone', () => {
  /** A thief of the operator's key closes the vault. */
  const closeByThief = () => changeVaultOnChain(service, drop, { balance: amountOf(0n), isClosed: true })

  const stateOf = async (sequence: number) =>
    (await service.ports.store.claimsInOrder(drop.id, sequence - 1, 1))[0]?.state.kind

  /** The watcher and the search for payments see no payment. */
  function hidePayments(): () => void {
    const { chain } = service.ports
    const { claimsAfter } = chain
    const hidden = { ok: false, error: { kind: 'chain_unavailable', reason: 'behind' } }
    Object.assign(chain, { claimsAfter: async () => hidden })
    return () => Object.assign(chain, { claimsAfter })
  }

  test('refunds items whose vouchers were not paid, and none whose voucher was paid before', async () => {
    const [paid, unpaid, unclaimed] = [await buy(1), await buy(2), await buy(3)]
    const { voucher } = await claim(1)
    await claim(2)
    const show = hidePayments()
    expect(service.ports.memoryChain.wallet.claim(voucher).kind).toBe('succeeded')
    await closeByThief()
    await cancel()
    await service.pass(60 * MINUTE_MS, 120)
    expect([await stateOf(1), await stateOf(2)], 'unknown is not unpaid').toEqual(['PENDING', 'PENDING'])
    expect(refunds()).toEqual([])
    show()
    await service.pass(30 * MINUTE_MS, 60)
    expect([await stateOf(1), await stateOf(2)]).toEqual(['CONFIRMED', 'EXPIRED'])
    expect(refunds().map(({ intentId }) => intentId)).toEqual([unpaid.id, unclaimed.id])
    expect(await service.rereadIntent(paid)).toMatchObject({ earned: 2_000_000_000n, refunding: 0n })
  })

  test('waits until every node shows the payments of its vault', async () => {
    await buy(1)
    await claim(1)
    await cancel()
    await service.pass(VOUCHER_MS - MINUTE_MS, 5)
    await closeByThief()
    await service.pass(10 * MINUTE_MS, 60)
    expect(await stateOf(1)).toBe('PENDING')
    await service.pass(3 * MINUTE_MS, 20)
    expect(await stateOf(1)).toBe('EXPIRED')
    expect(refunds()).toHaveLength(1)
  })

  test('refunds drawn items that were not delivered, and none that was', async () => {
    drop = await service.createDrop({ price: 2, tokenAmount: '0', supply: 10 })
    const [paid, unpaid] = [await buy(1), await buy(2)]
    const { chain, memoryChain, signer, clock } = service.ports
    const { prepare } = chain
    const busy = { ok: false, error: { kind: 'chain_unavailable', reason: 'busy' } }
    Object.assign(chain, { prepare: async () => busy })
    for (const number of [1, 2]) {
      const input = { dropId: drop.id, userAddress: testWallet(number) }
      granted(await service.dropkit.claimRandomDrop(service.owner, input))
    }
    // The voucher of the first one was public in a failed transaction with a later nonce.
    const show = hidePayments()
    const [first] = await service.ports.store.claimsInOrder(drop.id, 0, 1)
    if (!first) throw new Error('no claim')
    const nonce = nonceOf(first, 1)
    const voucher = await issueVoucher({ chain, signer }, await service.reread(drop), first, {
      expiresAt: clock.now() + VOUCHER_MS,
      nonce,
    })
    expect(memoryChain.wallet.claim(voucher).kind).toBe('succeeded')
    await closeByThief()
    await cancel()
    Object.assign(chain, { prepare })
    await service.pass(60 * MINUTE_MS, 120)
    expect([await stateOf(1), await stateOf(2)]).toEqual(['PENDING', 'PENDING'])
    show()
    await service.pass(60 * MINUTE_MS, 120)
    expect([await stateOf(1), await stateOf(2)]).toEqual(['CONFIRMED', 'EXPIRED'])
    expect(refunds().map(({ intentId }) => intentId)).toEqual([unpaid.id])
    expect(await service.rereadIntent(paid)).toMatchObject({ earned: 2_000_000_000n, refunding: 0n })
  })
})
