import { type Claim, idOfClaim } from '../../domain/claim.ts'
import type { ClaimPlace, PaymentIntentId } from '../../domain/ids.ts'
import type { Change, DropState, Ports } from '../../ports/index.ts'

/**
 * Changes a claim under its drop's lock; `decide` also gets the named intents. Throws if the claim does not exist: the
 * caller has read it before, and claims are never removed.
 */
export async function changeClaim<T>(
  { store }: Pick<Ports, 'store'>,
  { dropId, sequence }: ClaimPlace,
  intentIds: readonly PaymentIntentId[],
  decide: (claim: Claim, dropState: DropState) => Change<T>,
): Promise<T> {
  const changed = await store.changeDrop(dropId, { sequences: [sequence], intentIds }, (dropState) => {
    const claim = dropState?.claims.get(sequence)
    if (!dropState || !claim)
      throw new Error(`invariant broken: there is no ${idOfClaim({ dropId, sequence })}`)
    return decide(claim, dropState)
  })
  if (!changed.ok) throw new Error('invariant broken: a claim has no unique field of its own')
  return changed.value
}
