import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ClaimType, DropStatus } from '../../domain/drop.ts'
import { statusAt } from '../../domain/drop-status.ts'
import { itemsLeft, type PaymentIntent, unearnedMoney } from '../../domain/payment/payment-intent.ts'

const PRICE = 2_000_000_000n
const MINUTE = 60_000
const OTHER_WALLET = testWallet(77)

// Records, so that a new value of an enum does not compile until it takes part.
const STATUSES: Record<DropStatus, true> = {
  DRAFT: true,
  SCHEDULED: true,
  ACTIVE: true,
  PAUSED: true,
  SOLD_OUT: true,
  ENDED: true,
  CANCELLED: true,
}
const CLAIM_TYPES: Record<ClaimType, true> = { REGULAR: true, STREAK: true, ELITE: true }
const namesOf = <Name extends string>(record: Record<Name, true>) => Object.keys(record) as Name[]

const wallet = fc.integer({ min: 1, max: 3 })
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('buy'), wallet, quantity: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('pay'),
      which: fc.nat(20),
      percent: fc.constantFrom(100, 100, 100, 150, 50),
      isNamed: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('claim'), wallet, isTaken: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('move'), to: fc.constantFrom(...namesOf(STATUSES)) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('deadline'), minutes: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('price'), price: fc.constantFrom(null, 1, 2, 3) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('limit'), limit: fc.constantFrom(null, 1, 2) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('type'), to: fc.constantFrom(...namesOf(CLAIM_TYPES)) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('gate') }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('approve'), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('refund'), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('resell'), which: fc.nat(20), wallet }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('pass'), minutes: fc.constantFrom(1, 10, 16, 40) }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer Of> ? Of : never

const anyHistory = fc.record({
  limit: fc.constantFrom(null, 1, 2, 4),
  supply: fc.constantFrom(4, 40),
  steps: fc.array(anyStep, { minLength: 3, maxLength: 14 }),
})

test('money for an item that can no longer be claimed is refunded or waits for the owner, whatever happens to the drop', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async ({ limit, supply, steps }) => {
      const service = await createTestService()
      const drop = await service.createDrop({
        price: 2,
        maxAmount: String(supply * 10),
        supply,
        tokenAmount: '10',
        maxPerWallet: limit,
      })
      const intents: PaymentIntent[] = []
      for (const step of steps) await take(service, drop.id, intents, step)
      await service.pass(MINUTE, 4)
      await check(service, drop.id)
    }),
    { numRuns: 200 },
  )
})

async function take(
  { dropkit, owner, ports, ...service }: TestService,
  dropId: PaymentIntent['dropId'],
  intents: PaymentIntent[],
  step: Step,
): Promise<void> {
  const update = (input: Parameters<typeof dropkit.updateDrop>[2]) => dropkit.updateDrop(owner, dropId, input)
  const nth = (which: number) => intents[which % Math.max(1, intents.length)]
  switch (step.what) {
    case 'buy': {
      const order = {
        dropId,
        walletAddress: testWallet(step.wallet),
        paymentMethod: 'SUI',
        quantity: step.quantity,
      }
      const bought = await dropkit.createPaymentIntent(owner, order)
      if (bought.ok) intents.push(bought.value)
      return
    }
    case 'pay': {
      const intent = nth(step.which)
      if (intent === undefined) return
      const due = intent.unitPrice * BigInt(intent.quantity)
      const amount = (due * BigInt(step.percent)) / 100n
      const txHash = service.pay(intent, { amount, memo: intent.externalId })
      if (step.isNamed) await dropkit.confirmPaymentIntent(owner, { id: intent.id, txHash })
      return service.pass(3_000)
    }
    case 'claim': {
      const claimed = await dropkit.claimDrop(owner, { dropId, userAddress: testWallet(step.wallet) })
      if (claimed.ok && step.isTaken) ports.memoryChain.wallet.claim(claimed.value.voucher)
      return service.pass(3_000)
    }
    case 'move': {
      const claimDeadline = ports.clock.now() + 60 * MINUTE
      await update(step.to === 'ACTIVE' ? { status: step.to, claimDeadline } : { status: step.to })
      return service.pass(3_000)
    }
    case 'deadline':
      return void (await update({ claimDeadline: ports.clock.now() + step.minutes * MINUTE }))
    case 'price':
      return void (await update({ price: step.price }))
    case 'limit':
      return void (await update({ maxPerWallet: step.limit }))
    case 'type':
      return void (await update({ claimType: step.to }))
    case 'gate': {
      const rules = [{ key: 'wallet_allowlist', operator: 'in', value: OTHER_WALLET }]
      return void (await dropkit.updateGatingConfig(owner, dropId, { isActive: true, rules }))
    }
    case 'approve': {
      const intent = nth(step.which)
      if (intent) await dropkit.approvePaymentIntent(owner, intent.id)
      return
    }
    case 'refund': {
      const paymentIntentId = nth(step.which)?.id
      if (paymentIntentId)
        await dropkit.processRefund(owner, { paymentIntentId, amountAtomic: String(PRICE) })
      return service.pass(3_000)
    }
    case 'resell': {
      const paymentIntentId = nth(step.which)?.id
      if (paymentIntentId === undefined) return
      await dropkit.processRefund(owner, { paymentIntentId })
      const all = { dropkit, owner, ports, ...service }
      await service.pass(3_000)
      for (const quantity of [3, 1]) {
        await take(all, dropId, intents, { what: 'buy', wallet: step.wallet, quantity })
        const which = intents.length - 1
        await take(all, dropId, intents, { what: 'pay', which, percent: 100, isNamed: true })
      }
      return take(all, dropId, intents, { what: 'pay', which: step.which, percent: 100, isNamed: true })
    }
    default:
      return service.pass(step.minutes * MINUTE, 3)
  }
}

/** Every item that was paid for is held for its buyer; it can be claimed, or its money goes back. */
async function check(service: TestService, dropId: PaymentIntent['dropId']): Promise<void> {
  const { dropkit, owner, ports } = service
  const paid = () => [...ports.memory.state.paymentIntents.all()].filter(({ state }) => state.kind === 'PAID')
  const drop = await service.reread({ id: dropId })
  const status = statusAt(drop, ports.clock.now())
  if (status === 'ENDED' || status === 'CANCELLED' || drop.price === null) {
    // An ended drop refunds after a week.
    await service.pass(8 * 24 * 60 * MINUTE, 20)
    await service.pass(40 * MINUTE, 20)
    for (const intent of paid()) expect([intent.id, unearnedMoney(intent)]).toEqual([intent.id, 0n])
    return
  }
  if (status !== 'ACTIVE') granted(await dropkit.updateDrop(owner, dropId, { status: 'ACTIVE' }))
  for (const { id } of paid()) {
    const intent = await service.rereadIntent({ id } as PaymentIntent)
    // An intent with other items has a surplus if it was paid again for items that no longer fit.
    const hasItems = intent.held + intent.spent > 0
    const isSurplus = hasItems && intent.state.kind === 'PAID' && intent.state.reason === 'OVERPAID'
    if (!isSurplus) expect([intent.id, intent.held]).toEqual([intent.id, itemsLeft(intent)])
    for (let left = intent.held; left > 0; left--) {
      if ((await service.reread({ id: dropId })).claimType === 'STREAK')
        await service.pass(24 * 60 * MINUTE, 4)
      // The deadline may have come meanwhile.
      if (statusAt(await service.reread({ id: dropId }), ports.clock.now()) === 'ENDED')
        return check(service, dropId)
      const claimed = await dropkit.claimDrop(owner, { dropId, userAddress: intent.wallet })
      ports.memoryChain.wallet.claim(granted(claimed).voucher)
      await service.pass(6_000, 2)
    }
  }
}
