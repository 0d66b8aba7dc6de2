import { type ClaimGrant, type Dropkit, type IdempotencyLease, idOfClaim, isRetryable } from '@dropkit/core'
import type { RequestRecord } from './request-record.ts'

/** The use cases for one request with an Idempotency-Key. Their effects are stored under its lease, if it has one. */
export function keyedDropkit(
  dropkit: Dropkit,
  lease: IdempotencyLease | null,
  record: RequestRecord,
): Dropkit {
  const own = lease ? dropkit.withLease(lease) : dropkit

  function note({ claim, voucher, drop }: ClaimGrant): void {
    const { publicKey } = drop.voucherKey
    if (voucher === null) return
    record.voucher = { claimId: idOfClaim(claim), expiresAt: voucher.expiresAt, publicKey }
  }

  return {
    ...dropkit,
    ...own,
    async claimDrop(caller, input) {
      const granted = await own.claimDrop(caller, input)
      if (granted.ok) note(granted.value)
      return granted
    },
    async claimWithLink(caller, input) {
      const granted = await own.claimWithLink(caller, input)
      if (granted.ok) note(granted.value)
      return granted
    },
    async recoverClaim(caller, id) {
      const recovered = await own.recoverClaim(caller, id)
      if (recovered.ok) note(recovered.value)
      return recovered
    },
    async claimRandomDrop(caller, input) {
      const answer = await own.claimRandomDrop(caller, input)
      if (answer.ok && answer.value.kind === 'refused') record.isRetryable = isRetryable(answer.value.refusal)
      return answer
    },
  }
}
