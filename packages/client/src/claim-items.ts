import type { ClaimOrder, ClaimState } from './claim-flow.ts'
import type { DropkitClient } from './client.ts'

/** What to claim in one run. */
export interface ItemsOrder extends ClaimOrder {
  /** Number of claims, one after the other. Default: the quantity, because a claim usually takes one item, or 1. */
  readonly items?: number
}

/**
 * Makes the claims one after the other, of which the first pays for all. Yields the states of each claim. Run again after
 * an interruption, it claims the items that are paid for and not claimed yet, and pays nothing again.
 */
export async function* claimItems(
  client: Pick<DropkitClient, 'claim'>,
  { items, ...order }: ItemsOrder,
): AsyncGenerator<ClaimState, void, undefined> {
  const { quantity } = order
  let done: ClaimState | undefined
  for (let item = 1; item <= Math.max(1, items ?? quantity ?? 1); item += 1) {
    let last: ClaimState | undefined
    for await (const state of client.claim(item === 1 ? order : { ...order, quantity: 0 })) {
      // Nothing that is paid for is left: a claim of a chosen amount can take several items.
      const isNoneLeft = state.kind === 'refused' && state.refusal.code === 'PAYMENT_REQUIRED'
      last = isNoneLeft && done ? done : state
      yield last
    }
    if ((last?.kind !== 'confirmed' && last?.kind !== 'sent') || last === done) return
    done = last
  }
}
