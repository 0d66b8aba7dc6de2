import type { Standing } from '../domain/claim.ts'
import type { Drop } from '../domain/drop.ts'
import { PASS, type Verdict } from '../domain/gating/gating.ts'

/** No config, or one that is not active, admits everybody; an ELITE drop without rules admits nobody. */
export function judgeGating(drop: Drop, _standing: Standing): Verdict {
  const hasRules = drop.gating?.isActive === true && drop.gating.rules.length > 0
  if (drop.claimType === 'ELITE' && !hasRules) {
    const reason = 'an ELITE drop admits nobody until it has gating rules'
    return { kind: 'fail', reason, missingRequirements: [reason] }
  }
  return hasRules ? { kind: 'unknown', reason: 'its gating rules cannot be judged yet' } : PASS
}
