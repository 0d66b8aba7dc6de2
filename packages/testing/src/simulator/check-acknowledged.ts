import { readClaimId } from '@dropkit/core'
import { demand, demandEqual } from './violation.ts'
import type { World } from './world.ts'

/** Checks that everything that clients were told is true. */
export function checkAcknowledged({ storage, acknowledged }: World): void {
  const { state } = storage
  for (const [id, { claimer, amount }] of acknowledged.claims) {
    demand(readClaimId(id) !== undefined, 'a claim has an id of its kind', () => id)
    const kept = state.claims.get(id)
    demand(kept !== undefined, 'no acknowledged claim is lost', () => id)
    const about = 'an acknowledged claim stays what it is'
    demandEqual({ claimer: kept.claimer, amount: kept.amount }, { claimer, amount }, about, id)
  }
  const lost = (what: string) => `no acknowledged ${what} is lost`
  for (const id of acknowledged.drops.keys())
    demand(state.drops.get(id) !== undefined, lost('drop'), () => id)
  for (const [key, { enteredAt }] of acknowledged.entries) {
    const kept = state.lotteryEntries.get(key)
    demand(kept !== undefined, lost('entry'), () => key)
    demandEqual(kept.enteredAt, enteredAt, 'an acknowledged entry stays what it is', key)
  }
  for (const id of acknowledged.deleted) {
    demand((state.drops.get(id)?.deletedAt ?? null) !== null, 'a deleted drop stays deleted', () => id)
  }
  for (const [id, intent] of acknowledged.intents) {
    const kept = state.paymentIntents.get(id)
    demand(kept !== undefined, lost('intent'), () => id)
    demandEqual(kept.quantity, intent.quantity, 'an acknowledged intent stays what it is', id)
  }
  for (const [id, { amount }] of acknowledged.refunds) {
    const kept = state.refunds.get(id)
    demand(kept !== undefined, lost('refund'), () => id)
    demandEqual(kept.amount, amount, 'an acknowledged refund stays what it is', id)
  }
  for (const id of acknowledged.payouts.keys())
    demand(state.payouts.get(id) !== undefined, lost('payout'), () => id)

  const made = {
    drop: state.drops.size,
    intent: state.paymentIntents.size,
    // The service itself refunds what is left when a drop is over.
    refund: [...state.refunds.all()].filter(({ reason }) => reason === null).length,
    payout: state.payouts.size,
  }
  for (const [kind, count] of Object.entries(made)) {
    const asked = acknowledged.askedFor(kind)
    demand(
      count <= asked,
      'one Idempotency-Key has one effect',
      () => `${count} of ${kind} for ${asked} keys`,
    )
  }
}
