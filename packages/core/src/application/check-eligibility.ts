import { parseAddress } from '../domain/address.ts'
import { NEW_WALLET } from '../domain/claim.ts'
import { type ClaimDecision, decideEligibility } from '../domain/claim-ladder.ts'
import { readId } from '../domain/ids.ts'
import { canRead } from '../domain/ownership.ts'
import { isRetryable, messageOf, notFound, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Caller } from '../domain/user.ts'
import type { Ports } from '../ports/index.ts'
import { judgeGating } from './judge-gating.ts'

export interface Eligibility {
  readonly eligible: boolean
  /** True when the answer may change without the wallet changing. */
  readonly retryable: boolean
  /** The first thing that stands in the way. */
  readonly reason: string | null
  readonly missingRequirements: readonly string[]
}

/** The whole ladder but payment, asked on behalf of a wallet; nothing is reserved. */
export async function checkEligibility(
  ports: Pick<Ports, 'store' | 'clock'>,
  caller: Caller,
  input: { readonly dropId: string; readonly walletAddress: string },
): Promise<Result<Eligibility, Refusal>> {
  const claimer = parseAddress(input.walletAddress, 'walletAddress')
  if (!claimer.ok) return claimer
  const dropId = readId('drop', input.dropId)
  const pool = dropId && (await ports.store.pool(dropId, { wallets: [claimer.value] }))
  if (!pool || pool.drop.deletedAt !== null || !canRead(caller, pool.drop)) return err(notFound('Drop'))
  const decision = decideEligibility(
    {
      drop: pool.drop,
      tally: pool.drop.tally,
      standing: pool.standings.get(claimer.value) ?? NEW_WALLET,
      paid: [],
      now: ports.clock.now(),
      gate: judgeGating,
      hash: () => unreachableHash,
    },
    {
      operation: pool.drop.award.kind === 'random' ? 'random' : 'claim',
      caller,
      claimer: claimer.value,
      amount: null,
      voucherLifetimeMs: 0,
    },
  )
  return ok(eligibilityOf(decision))
}

/** No amount is drawn to find out whether one may be. */
const unreachableHash = (): never => {
  throw new Error('invariant broken: a check draws nothing')
}

function eligibilityOf(decision: ClaimDecision | undefined): Eligibility {
  if (decision?.kind === 'facts_needed') return unknownEligibility('its facts could not be had')
  if (decision?.kind !== 'refused')
    return { eligible: true, retryable: false, reason: null, missingRequirements: [] }
  const { refusal } = decision
  if (refusal.kind === 'eligibility_unknown') return unknownEligibility(refusal.reason)
  if (refusal.kind === 'not_eligible') {
    const { reason, missingRequirements } = refusal
    return { eligible: false, retryable: false, reason, missingRequirements }
  }
  const reason = messageOf(refusal)
  return { eligible: false, retryable: isRetryable(refusal), reason, missingRequirements: [reason] }
}

const unknownEligibility = (what: string): Eligibility => {
  const reason = `Could not be checked, try again: ${what}`
  return { eligible: false, retryable: true, reason, missingRequirements: [reason] }
}
