// A payment without a memo from a wallet for which several users have made intents: any user may make one for any wallet.
import {
  createMemoryAudit,
  createTestService,
  differencesIn,
  granted,
  refusalOf,
  type TestService,
  testWallet,
  testWalletSignature,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import { messageOf } from '../../domain/refusal.ts'
import type { Caller } from '../../domain/user.ts'

const LIFETIME_MS = 15 * 60_000
const wallet = testWallet(1)

let service: TestService
let buyer: Caller
let thief: Caller
/** The buyer wants something of this one; the other is the thief's own, at the same price. */
let drop: Drop
let trap: Drop

async function order(by: Caller, quantity = 1, on = by === buyer ? drop : trap, walletAddress = wallet) {
  const input = { dropId: on.id, walletAddress, paymentMethod: 'SUI', quantity }
  return granted(await service.dropkit.createPaymentIntent(by, input))
}

const confirm = (by: Caller, { id }: PaymentIntent, txHash?: string) =>
  service.dropkit.confirmPaymentIntent(by, { id, txHash })

const statusesOf = async (...intents: PaymentIntent[]) =>
  Promise.all(intents.map(async (intent) => statusOf(await service.rereadIntent(intent))))

async function signIn(by: Caller): Promise<void> {
  const message = granted(await service.dropkit.startSignIn({ address: wallet }))
  const signature = testWalletSignature(wallet, message)
  granted(await service.dropkit.finishSignIn({ address: wallet, signature }, by))
}

const unmatched = () => [...service.ports.memory.state.unmatchedPayments.all()]

const tick = () => service.ports.clock.advance(10)

beforeEach(async () => {
  service = await createTestService()
  buyer = await service.callerOf('buyer')
  thief = await service.callerOf('thief')
  drop = await service.createDrop({ price: 3, maxAmount: '100' })
  trap = await service.createDrop({ price: 3, maxAmount: '100' })
})

describe('a payment without a memo that may be for intents of several users', () => {
  test('belongs to none of them, whichever user submits it first, and the refusal says what to do', async () => {
    const [theirs, mine] = [await order(thief), await order(buyer)]
    const txHash = service.pay(mine)
    for (const answer of [await confirm(thief, theirs, txHash), await confirm(buyer, mine, txHash)]) {
      expect(refusalOf(answer)).toBe('conflict')
      const said = answer.ok ? '' : messageOf(answer.error)
      expect(said).toContain('by signing in with it')
      expect(said).toContain('as memo')
    }
    expect(granted(await confirm(thief, theirs))).toEqual(theirs)
    expect(await service.rereadIntent(mine)).toEqual(mine)
    expect(unmatched()).toEqual([])
  })

  test('is kept by the watcher as an unmatched payment', async () => {
    const [theirs, mine] = [await order(thief), await order(buyer)]
    const txHash = service.pay(mine)
    await service.pass(2_000)
    expect(await statusesOf(theirs, mine)).toEqual(['PENDING', 'PENDING'])
    expect(unmatched()).toMatchObject([{ txHash, reason: 'SEVERAL_INTENTS', possibleUser: 'several' }])
  })

  test('belongs to no user who submitted it while the chain was unavailable', async () => {
    const [theirs, mine] = [await order(thief), await order(buyer)]
    service.ports.memoryChain.setOutage('down')
    const txHash = service.pay(mine)
    expect(statusOf(granted(await confirm(thief, theirs, txHash)))).toBe('PROCESSING')
    service.ports.memoryChain.setOutage(null)
    await service.pass(5_000)
    expect(await statusesOf(theirs, mine)).toEqual(['PENDING', 'PENDING'])
    expect(unmatched()).toMatchObject([{ txHash, state: { kind: 'OPEN' } }])
  })

  test('is not named for an intent of another wallet, which its owner could approve', async () => {
    const [, mine] = [await order(thief), await order(buyer)]
    const bait = await order(thief, 1, trap, testWallet(2))
    const txHash = service.pay(mine)
    expect(refusalOf(await confirm(thief, bait, txHash))).toBe('conflict')
    const approval = await service.dropkit.approvePaymentIntent(service.owner, bait.id)
    expect(refusalOf(approval)).toBe('invalid_transition')
  })

  test('belongs to the user who has proved the wallet and submits its hash', async () => {
    const [theirs, mine] = [await order(thief), await order(buyer)]
    await signIn(buyer)
    const txHash = service.pay(mine)
    expect(refusalOf(await confirm(thief, theirs, txHash))).toBe('conflict')
    granted(await confirm(buyer, mine, txHash))
    expect(refusalOf(await confirm(thief, theirs, txHash))).toBe('tx_already_used')
    expect(await statusesOf(theirs, mine)).toEqual(['PENDING', 'CONFIRMED'])
  })

  test('is found by its hash once its sender has proved to hold the wallet', async () => {
    const [theirs, mine] = [await order(thief), await order(buyer)]
    const txHash = service.pay(mine)
    await service.pass(2_000)
    await signIn(buyer)
    expect(statusOf(granted(await confirm(buyer, mine)))).toBe('PENDING')
    granted(await confirm(buyer, mine, txHash))
    expect(await statusesOf(theirs, mine)).toEqual(['PENDING', 'CONFIRMED'])
    expect(unmatched()).toMatchObject([{ txHash, state: { kind: 'ASSIGNED', intentId: mine.id } }])
  })
})

describe('no user gets such a payment by', () => {
  test.each(['EXPIRED', 'CANCELLED', 'CONFIRMED'])('waiting until the other intent is %s', async (end) => {
    const mine = await order(buyer)
    await service.pass(60_000)
    const theirs = await order(thief)
    const txHash = service.pay(mine)
    tick()
    if (end === 'EXPIRED') await service.pass(LIFETIME_MS - 30_000)
    if (end === 'CANCELLED') granted(await service.dropkit.cancelPaymentIntent(buyer, mine.id))
    if (end === 'CONFIRMED') granted(await confirm(buyer, mine, service.pay(mine, { memo: mine.externalId })))
    expect(await statusesOf(mine, theirs)).toEqual([end, 'PENDING'])
    expect(refusalOf(await confirm(thief, theirs, txHash))).toBe('conflict')
  })

  test('waiting until the other intent is no longer watched', async () => {
    const mine = await order(buyer)
    await service.pass(60_000)
    const theirs = await order(thief)
    const txHash = service.pay(mine)
    await service.pass(25 * 60 * 60_000)
    expect(refusalOf(await confirm(thief, theirs, txHash))).toBe('conflict')
  })

  test('waiting for a buyer who pays late', async () => {
    const mine = await order(buyer)
    await service.pass(LIFETIME_MS + 1_000)
    const theirs = await order(thief)
    tick()
    const txHash = service.pay(mine)
    await service.pass(2_000)
    expect(refusalOf(await confirm(thief, theirs, txHash))).toBe('conflict')
    await signIn(buyer)
    granted(await confirm(buyer, mine, txHash))
    expect(await statusesOf(mine, theirs)).toEqual(['CONFIRMED', 'PENDING'])
  })

  test('waiting for the remainder of another partly paid intent', async () => {
    const mine = await order(buyer, 2)
    const half = service.pay(mine, { amount: 3_000_000_000n })
    granted(await confirm(buyer, mine, half))
    const theirs = await order(thief)
    const txHash = service.pay(mine, { amount: 3_000_000_000n })
    expect(refusalOf(await confirm(thief, theirs, txHash))).toBe('conflict')
  })

  test('asking for less, or for more, than was sent', async () => {
    const [less, more, mine] = [await order(thief, 1, drop), await order(thief, 5), await order(buyer, 3)]
    const txHash = service.pay(mine)
    expect(refusalOf(await confirm(thief, less, txHash))).toBe('tx_already_used')
    expect(await statusesOf(less, more, mine)).toEqual(['PENDING', 'PENDING', 'CONFIRMED'])
  })

  test('claiming an amount that no intent has', async () => {
    const [theirs, mine] = [await order(thief), await order(buyer, 2)]
    const txHash = service.pay(mine, { amount: 7n })
    expect(refusalOf(await confirm(thief, theirs, txHash))).toBe('conflict')
    await signIn(buyer)
    expect(statusOf(granted(await confirm(buyer, mine, txHash)))).toBe('REQUIRES_REVIEW')
  })
})

describe('others’ intents for a wallet do not keep a payment of it from being taken', () => {
  test.each(['seen by the watcher', 'submitted by another user'])(
    'when its memo names one, %s',
    async (by) => {
      const [theirs, mine] = [await order(thief), await order(buyer)]
      const txHash = service.pay(mine, { memo: mine.externalId })
      if (by === 'seen by the watcher') await service.pass(2_000)
      else expect(refusalOf(await confirm(thief, theirs, txHash))).toBe('tx_already_used')
      expect(await statusesOf(theirs, mine)).toEqual(['PENDING', 'CONFIRMED'])
    },
  )

  test('when they ask for another amount', async () => {
    const [theirs, mine] = [await order(thief), await order(buyer, 2)]
    service.pay(mine)
    await service.pass(2_000)
    expect(await statusesOf(theirs, mine)).toEqual(['PENDING', 'CONFIRMED'])
  })

  test('when they were made after it', async () => {
    const mine = await order(buyer)
    const txHash = service.pay(mine)
    tick()
    const theirs = await order(thief)
    expect(refusalOf(await confirm(thief, theirs, txHash))).toBe('tx_already_used')
    expect(await statusesOf(theirs, mine)).toEqual(['PENDING', 'CONFIRMED'])
  })

  test('when they were cancelled before it', async () => {
    const theirs = await order(thief)
    granted(await service.dropkit.cancelPaymentIntent(thief, theirs.id))
    tick()
    const mine = await order(buyer)
    service.pay(mine)
    await service.pass(2_000)
    expect(await statusesOf(theirs, mine)).toEqual(['CANCELLED', 'CONFIRMED'])
  })

  test('submitting it for an intent that was paid before', async () => {
    const theirs = await order(thief)
    granted(await confirm(thief, theirs, service.pay(theirs)))
    tick()
    const mine = await order(buyer)
    granted(await confirm(buyer, mine, service.pay(mine)))
    expect(await statusesOf(theirs, mine)).toEqual(['CONFIRMED', 'CONFIRMED'])
  })

  test('submitting it for an expired intent', async () => {
    const theirs = await order(thief)
    await service.pass(25 * 60 * 60_000)
    const mine = await order(buyer)
    service.pay(mine)
    await service.pass(2_000)
    expect(await statusesOf(theirs, mine)).toEqual(['EXPIRED', 'CONFIRMED'])
  })
})

// A buyer pays an intent again after it was refunded, while its item may have been sold to another buyer.

describe('an intent that is paid again', () => {
  beforeEach(async () => {
    service = await createTestService()
    drop = await service.createDrop({ price: 2, supply: 1, maxAmount: '20', tokenAmount: '10' })
  })

  async function buy(wallet: number): Promise<PaymentIntent> {
    const { dropkit, owner } = service
    const input = { dropId: drop.id, walletAddress: testWallet(wallet), paymentMethod: 'SUI' }
    const intent = granted(await dropkit.createPaymentIntent(owner, input))
    return granted(await dropkit.confirmPaymentIntent(owner, { id: intent.id, txHash: service.pay(intent) }))
  }

  const refund = async ({ id }: PaymentIntent) => {
    const refunded = await service.dropkit.processRefund(service.owner, { paymentIntentId: id })
    await service.pass(5_000)
    return granted(refunded)
  }

  const payAgain = async (intent: PaymentIntent) => {
    service.pay(intent, { memo: intent.externalId })
    await service.pass(2_000)
  }

  const stateOf = async (intent: PaymentIntent) => {
    const current = await service.rereadIntent(intent)
    return [statusOf(current), 'reason' in current.state ? current.state.reason : null, current.held]
  }

  const claim = (wallet: number) =>
    service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(wallet) })

  const approve = ({ id }: PaymentIntent) => service.dropkit.approvePaymentIntent(service.owner, id)

  /** Pays the intent of the first wallet, refunds it, sells its item to the second wallet, and pays it again. */
  async function payForSoldItem() {
    const first = await buy(1)
    await refund(first)
    const second = await buy(2)
    await payAgain(first)
    expect(await stateOf(first)).toEqual(['REQUIRES_REVIEW', 'SOLD_OUT', 0])
    expect(refusalOf(await approve(first))).toBe('drop_sold_out')
    expect(refusalOf(await claim(1))).toBe('payment_required')
    return { first, second }
  }

  test('is told to the owner, who approves it when the supply is raised', async () => {
    const { first } = await payForSoldItem()
    granted(await service.dropkit.updateDrop(service.owner, drop.id, { supply: 2 }))
    granted(await approve(first))
    expect(await stateOf(first)).toEqual(['PARTIALLY_REFUNDED', null, 1])
    granted(await claim(1))
    granted(await claim(2))
  })

  test('is told to the owner, who approves it when the other buyer is refunded', async () => {
    const { first, second } = await payForSoldItem()
    await refund(second)
    granted(await approve(first))
    granted(await claim(1))
    expect(refusalOf(await claim(2))).toBe('drop_sold_out')
  })

  test('is told to the owner, who refunds it', async () => {
    const { first } = await payForSoldItem()
    expect((await refund(first)).amount).toBe(2_000_000_000n)
    expect(await stateOf(first)).toEqual(['REFUNDED', 'SOLD_OUT', 0])
  })

  test('buys the item again if it is free', async () => {
    const first = await buy(1)
    await refund(first)
    await payAgain(first)
    expect(await stateOf(first)).toEqual(['PARTIALLY_REFUNDED', null, 1])
    granted(await claim(1))
  })

  test('after a released claim can be approved, and the audit finds nothing', async () => {
    const first = await buy(1)
    granted(await claim(1))
    await service.pass(16 * 60_000)
    await refund(first)
    await buy(2)
    await payAgain(first)
    expect(await stateOf(first)).toEqual(['REQUIRES_REVIEW', 'PAID_LATE', 0])
    expect(await differencesIn(createMemoryAudit(service.ports.memory.state), service.ports)).toEqual([])
  })

  test('an intent that holds fewer items than its money buys holds them after a confirmation, when they fit', async () => {
    const { dropkit, owner } = service
    granted(await dropkit.updateDrop(owner, drop.id, { supply: 2 }))
    const input = { dropId: drop.id, walletAddress: testWallet(1), paymentMethod: 'SUI', quantity: 2 }
    const two = granted(await dropkit.createPaymentIntent(owner, input))
    const txHash = service.pay(two)
    granted(await dropkit.confirmPaymentIntent(owner, { id: two.id, txHash }))
    granted(await dropkit.processRefund(owner, { paymentIntentId: two.id, amountAtomic: '1' }))
    const other = await buy(2)
    service.pay(two, { amount: 1n, memo: two.externalId })
    await service.pass(2_000)
    expect((await service.rereadIntent(two)).held).toBe(1)
    granted(await dropkit.confirmPaymentIntent(owner, { id: two.id }))
    expect((await service.rereadIntent(two)).held).toBe(1)
    await refund(other)
    for (const asked of [{ txHash }, {}]) {
      granted(await dropkit.confirmPaymentIntent(owner, { id: two.id, ...asked }))
      expect(await stateOf(two)).toEqual(['PARTIALLY_REFUNDED', null, 2])
    }
  })
})
