import type { Address } from '../../domain/address.ts'
import type { Gate } from '../../domain/claim-decision.ts'
import type { Drop } from '../../domain/drop.ts'
import { judgeWallet, requestsFor } from '../../domain/gating/evaluate.ts'
import {
  type FactRequest,
  type Facts,
  factKey,
  type RuleKind,
  STORE_SOURCES,
} from '../../domain/gating/rule-kind.ts'
import type { Instant } from '../../domain/instant.ts'
import type { DropState } from '../../ports/index.ts'
import { FACTS_LIFETIME_MS, type GatheredFacts } from './outside-facts.ts'

/**
 * Judges a wallet by facts that were gathered before the lock and facts from the store under the lock. Facts for outdated
 * rules, and expired facts, are ignored, and the claim gathers new ones. A claim is refused only by fresh facts, never by
 * cached ones.
 */
export function gateFor(
  wallet: Address,
  gathered: GatheredFacts | null,
  stored: DropState['facts'],
  now: Instant,
  kinds: readonly RuleKind[] | undefined,
): Gate {
  const facts = factsOf(wallet, gathered, stored, now)
  return (drop) => {
    const requests = requestsFor(drop, kinds)
    if (requests.length > 0 && !areCurrent(drop, gathered, now)) return { kind: 'facts_needed' }
    const verdict = judgeWallet(drop, wallet, facts, kinds)
    return verdict.kind === 'fail' && gathered?.isFresh === false ? { kind: 'facts_needed' } : verdict
  }
}

/** The facts that were gathered before the lock, together with those of the store at `now`. */
export function factsOf(
  wallet: Address,
  gathered: GatheredFacts | null,
  stored: DropState['facts'],
  now: Instant,
): Facts {
  const facts = (request: FactRequest) =>
    STORE_SOURCES.includes(request.source)
      ? stored.get(factKey(request))?.get(wallet)
      : gathered?.values.get(factKey(request))
  return Object.assign(facts, {
    observedAt: (request: FactRequest) =>
      STORE_SOURCES.includes(request.source) ? now : gathered?.readAt.get(factKey(request)),
  })
}

const areCurrent = (drop: Drop, gathered: GatheredFacts | null, now: Instant): boolean =>
  gathered !== null && gathered.version === drop.gating?.version && now - gathered.at < 2 * FACTS_LIFETIME_MS
