import { type Claim, idOfClaim, isReserved, sequenceOfNonce, voucherExpiryOf } from '../../domain/claim.ts'
import { isCancelledOrDeleted } from '../../domain/drop-status.ts'
import { type ClaimPlace, type PaymentIntentId, readClaimId } from '../../domain/ids.ts'
import { recipientOf } from '../../domain/recipient.ts'
import { badInput, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Change, ClaimedOnChain, DropState, Ports } from '../../ports/index.ts'
import { parseTxHash } from '../parse-input.ts'
import { confirmClaims } from './settle-claims.ts'

type ConfirmPorts = Pick<Ports, 'store' | 'chain' | 'clock'>

/**
 * Confirms a claim by the transaction that paid it. Any caller may do so, because the chain is the proof. Repeating the
 * call with the same hash changes nothing.
 */
export async function confirmClaim(
  ports: ConfirmPorts,
  input: { readonly claimId: string; readonly txHash: string },
): Promise<Result<Claim, Refusal>> {
  const txHash = parseTxHash(input.txHash)
  if (!txHash.ok) return txHash
  const place = readClaimId(input.claimId)
  const claim = place && (await ports.store.claims([place])).get(input.claimId)
  if (!claim) return err(notFound('Claim'))
  const settled = answerIfSettled(claim, txHash.value)
  if (settled) return settled

  const outcome = await ports.chain.outcome(txHash.value)
  if (!outcome.ok) return outcome
  switch (outcome.value.kind) {
    case 'absent':
    case 'pending':
      return err({ kind: 'tx_not_found', txHash: txHash.value })
    case 'failed':
      return err({ kind: 'tx_failed', txHash: txHash.value, reason: outcome.value.reason })
    case 'succeeded':
      return confirmFrom(ports, claim, outcome.value.effects.claimed)
  }
}

async function confirmFrom(
  ports: ConfirmPorts,
  place: Claim,
  claimed: readonly ClaimedOnChain[],
): Promise<Result<Claim, Refusal>> {
  const intentIds = place.intentId === null ? [] : [place.intentId]
  return changeClaim(ports, place, intentIds, (claim, dropState) => {
    const proof = claimed.find((event) => provesClaim(event, dropState, claim))
    if (!proof)
      return { result: err(badInput('txHash', 'OTHER_TRANSACTION', 'This transaction shows another claim')) }
    return confirmWith(dropState, claim, proof, ports.clock.now())
  })
}

/**
 * Whether the chain's event is for this claim: the same vault, recipient, amount and nonce. A claim that the service delivers
 * may have been paid with one of its later nonces, also after its delivery was given up, which happens only on a cancelled
 * or deleted drop (`giveUp`).
 */
export const provesClaim = (event: ClaimedOnChain, { drop }: DropState, claim: Claim): boolean =>
  drop.vault.kind !== 'none' &&
  event.dropObjectId === drop.vault.objectId &&
  event.claimer === recipientOf(claim) &&
  event.amount === claim.amount &&
  (event.nonce === claim.sequence ||
    ((voucherExpiryOf(claim) === null || isCancelledOrDeleted(drop)) &&
      sequenceOfNonce(event.nonce) === claim.sequence))

function confirmWith(
  dropState: DropState,
  claim: Claim,
  proof: ClaimedOnChain,
  now: number,
): Change<Result<Claim, Refusal>> {
  const settled = answerIfSettled(claim, proof.txHash)
  if (settled) return { result: settled }
  const change = confirmClaims(dropState, [{ claim, proof }], now)
  const [confirmed = claim] = change.update.claims
  return { ...change, effect: { kind: 'claim', id: idOfClaim(confirmed) }, result: ok(confirmed) }
}

function answerIfSettled(claim: Claim, txHash: string): Result<Claim, Refusal> | undefined {
  if (claim.state.kind === 'CONFIRMED') {
    if (claim.state.txHash === txHash) return ok(claim)
    return err({
      kind: 'conflict',
      reason: 'CLAIM_CONFIRMED',
      message: `This claim was confirmed by ${claim.state.txHash}`,
    })
  }
  if (isReserved(claim.state)) return undefined
  const message = `${idOfClaim(claim)} is ${claim.state.kind}; its amount has been given back`
  return err({ kind: 'conflict', reason: 'CLAIM_RELEASED', message })
}

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
