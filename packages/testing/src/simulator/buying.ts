import {
  type Address,
  amountOf,
  type Drop,
  type DropId,
  type PaymentIntent,
  type Payout,
  type Refund,
} from '@dropkit/core'
import { amountDue } from '@dropkit/core/internal'
import { TEST_CURRENCIES } from '../doubles/test-ports.ts'
import { claim, short } from './claiming.ts'
import type { Person, Scenario } from './scenario.ts'
import type { Running } from './simulated-server.ts'

/** A purchase from the intent to the claim, with the mistakes that buyers make. */
export async function buy(scenario: Scenario, person: Person, drop: Drop, wallet: Address): Promise<void> {
  const { chance, world } = scenario
  const answer = await orderItems(scenario, person, drop, wallet)
  if (answer?.kind !== 'granted') return
  const intent = answer.value
  await world.timeline.pause(chance.between(0, 3_000))
  const txHash = await payFor(scenario, intent)
  if (chance.happens(0.5))
    await confirmPayment(scenario, person, intent.id, chance.happens(0.7) ? txHash : null)
  if (txHash === null || chance.happens(0.2)) return
  await world.timeline.pause(chance.between(0, 8_000))
  await claim(scenario, person, drop, wallet)
}

function orderItems(scenario: Scenario, person: Person, drop: Drop, walletAddress: Address) {
  const quantity = scenario.chance.pick([1, 1, 1, 2, 3])
  return scenario.request<PaymentIntent>(person, {
    makes: 'intent',
    what: `order ${quantity} of ${drop.id} for ${short(walletAddress)}`,
    run: (dropkit, caller) =>
      dropkit.createPaymentIntent(caller, { dropId: drop.id, walletAddress, paymentMethod: 'any', quantity }),
    ...ofIntents(scenario, null),
  })
}

/** A request that names an intent is about that intent, whatever else it changes. */
const ofIntents = ({ world }: Scenario, named: string | null) => ({
  idOf: (intent: PaymentIntent) => intent.id,
  async recover({ ports }: Running, effectId: string) {
    const id = (named ?? effectId) as PaymentIntent['id']
    return (await ports.store.paymentIntents([id])).get(id)
  },
  note: world.acknowledged.intent,
})

/** The hash of the last payment; null if there is none. */
async function payFor(scenario: Scenario, intent: PaymentIntent): Promise<string | null> {
  const { chance, world, actors } = scenario
  const due = amountDue(intent)
  const memo = chance.happens(0.3) ? intent.externalId : null
  const pay = (amount: bigint, from = intent.wallet, coinType = intent.coinType) => {
    world.chain.wallet.faucet(from, coinType, amountOf(amount))
    const paid = world.chain.wallet.transfer(from, intent.recipient, coinType, amountOf(amount), memo)
    world.trace.note('wallet', `${short(from)} pays ${amount} for ${intent.id} (${paid.txHash.slice(0, 8)})`)
    return paid.txHash
  }
  const manner = chance.weighted({
    right: 10,
    nothing: 2,
    short: 1,
    split: 1,
    double: 1,
    over: 1,
    late: 2,
    foreign: 1,
    coin: 1,
    withAnother: 1,
  })
  switch (manner) {
    case 'nothing':
      return null
    case 'short':
      return due > 1n ? pay(due - 1n) : null
    case 'split': {
      if (due > 1n) pay(1n)
      await world.timeline.pause(chance.between(0, 5_000))
      return due > 1n ? pay(due - 1n) : pay(due)
    }
    case 'double':
      pay(due)
      return pay(due)
    case 'over':
      return pay(due + 3n)
    case 'late':
      await world.timeline.pause(intent.expiresAt - world.timeline.now + chance.between(-1_000, 8_000))
      return pay(due)
    case 'foreign':
      return pay(due, chance.pick(actors.wallets))
    case 'coin':
      return pay(due, intent.wallet, TEST_CURRENCIES[1]?.coinType)
    case 'withAnother':
      return payTwo(scenario, intent)
    case 'right':
      return pay(due)
  }
}

/** One transaction pays this intent and another one, each with its own memo. */
function payTwo({ chance, world }: Scenario, intent: PaymentIntent): string {
  const both = [intent, chance.pick([...world.acknowledged.intents.values()])]
  const transfers = both.map((each) => ({
    to: each.recipient,
    coinType: each.coinType,
    amount: amountOf(amountDue(each)),
    memo: each.externalId,
  }))
  for (const { coinType, amount } of transfers) world.chain.wallet.faucet(intent.wallet, coinType, amount)
  const { txHash } = world.chain.wallet.transferAll(intent.wallet, transfers)
  world.trace.note('wallet', `${short(intent.wallet)} pays two orders (${txHash.slice(0, 8)})`)
  return txHash
}

export function confirmPayment(scenario: Scenario, person: Person, id: string, txHash: string | null) {
  return scenario.request<PaymentIntent>(person, {
    what: `confirm ${id} by ${txHash?.slice(0, 8) ?? 'what its wallet has paid'}`,
    run: (dropkit, caller) => dropkit.confirmPaymentIntent(caller, { id, txHash }),
    ...ofIntents(scenario, id),
  })
}

export function reviewPayment(
  scenario: Scenario,
  person: Person,
  id: string,
  verdict: 'cancelPaymentIntent' | 'approvePaymentIntent',
) {
  return scenario.request<PaymentIntent>(person, {
    what: `${verdict} ${id}`,
    run: (dropkit, caller) => dropkit[verdict](caller, id),
    ...ofIntents(scenario, id),
  })
}

export function refund(scenario: Scenario, person: Person, intent: PaymentIntent) {
  const amountAtomic = scenario.chance.happens(0.4) ? String(scenario.chance.between(1, 15)) : null
  return scenario.request<Refund>(person, {
    makes: 'refund',
    what: `give ${amountAtomic ?? 'all'} of ${intent.id} back`,
    run: (dropkit, caller) => dropkit.processRefund(caller, { paymentIntentId: intent.id, amountAtomic }),
    idOf: ({ id }) => id,
    recover: async ({ ports }, id) => {
      const refunds = (await ports.store.refundsOfIntents([intent.id])).get(intent.id)
      return refunds?.find((each) => each.id === id)
    },
    note: scenario.world.acknowledged.refund,
  })
}

export function withdraw(scenario: Scenario, person: Person, drop: Drop, toAddress: Address) {
  return scenario.request<Payout>(person, {
    makes: 'payout',
    what: `withdraw what ${drop.id} has earned`,
    run: (dropkit, caller) => dropkit.withdrawProceeds(caller, { dropId: drop.id, toAddress }),
    idOf: ({ id }) => id,
    recover: async ({ ports }, id) => {
      const payoutIds = [id as Payout['id']]
      return (await ports.store.dropState(drop.id as DropId, { payoutIds }))?.payouts.get(id as Payout['id'])
    },
    note: scenario.world.acknowledged.payout,
  })
}
