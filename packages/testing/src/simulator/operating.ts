import type { Address, Payout, Refund, UnmatchedPayment } from '@dropkit/core'
import { TEST_CURRENCIES } from '../doubles/test-ports.ts'
import { short } from './claiming.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

/** Whether a wallet may receive the coins in which payments are made. */
export function denyCoins({ chain }: Pick<World, 'chain'>, wallet: Address, isDenied: boolean): void {
  for (const { coinType } of TEST_CURRENCIES) chain.wallet.deny(wallet, coinType, isDenied)
}

/** A wallet may not receive these coins any more, or may again. */
export function denyOrAllow({ world, actors, chance }: Scenario): void {
  const intents = [...world.acknowledged.intents.values()]
  // Mostly a wallet that a refund may have to be sent to.
  const wallet =
    intents.length > 0 && chance.happens(0.8) ? chance.pick(intents).wallet : chance.pick(actors.wallets)
  if (wallet === actors.unreachable) return
  const isDenied = chance.happens(0.6)
  denyCoins(world, wallet, isDenied)
  world.trace.note('chain', `${isDenied ? 'denies' : 'allows'} its coins to ${short(wallet)}`)
}

/** The owner of a drop retries a refund or payout that has failed. */
export async function retryTransfer(scenario: Scenario): Promise<void> {
  const { chance, world, actors } = scenario
  const { refunds, payouts, drops } = world.storage.state
  const failed = [...refunds.all(), ...payouts.all()].filter(({ state }) => state.kind === 'FAILED')
  if (failed.length === 0) return
  const { id, dropId } = chance.pick(failed)
  const refund = refunds.get(id)
  const owner = actors.creators.find(({ caller }) => caller.user.id === drops.get(dropId)?.creatorId)
  if (!owner) return
  await scenario.request<Refund | Payout>(owner, {
    what: `retry ${id}`,
    run: (dropkit, caller) => (refund ? dropkit.retryRefund(caller, id) : dropkit.retryPayout(caller, id)),
    idOf: () => id,
    recover: async ({ ports }) =>
      refund
        ? (await ports.store.refunds([refund.id])).get(refund.id)
        : (await ports.store.payouts([id as Payout['id']])).get(id as Payout['id']),
    note: () => undefined,
  })
}

/** The operator assigns an unmatched payment to some intent, or returns it. */
export async function settleUnmatched(scenario: Scenario): Promise<void> {
  const { chance, world, actors } = scenario
  const payments = [...world.storage.state.unmatchedPayments.all()]
  if (payments.length === 0) return
  const { id } = chance.pick(payments)
  const intents = [...world.acknowledged.intents.values()]
  const intent = intents.length > 0 && chance.happens(0.5) ? chance.pick(intents) : null
  await scenario.request<UnmatchedPayment>(actors.operator, {
    what: intent ? `assign ${id} to ${intent.id}` : `return ${id}`,
    run: (dropkit, caller) =>
      intent
        ? dropkit.assignUnmatchedPayment(caller, { id, paymentIntentId: intent.id })
        : dropkit.returnUnmatchedPayment(caller, id),
    idOf: () => id,
    recover: async ({ ports }) => (await ports.store.unmatchedPayments([id])).get(id),
    note: () => undefined,
  })
}
