import type { Address } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import { requestsFor } from '../../domain/gating/evaluate.ts'
import type { HumanProof } from '../../domain/human-check.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Ports } from '../../ports/index.ts'
import type { GatheredFacts, OutsideFacts } from '../gating/outside-facts.ts'
import { verifyProof } from './human-challenge.ts'

/** What was gathered about a wallet before the drop is locked. */
export interface Gathered {
  /** Null in the first round of a request whose drop is not loaded before the lock. */
  readonly facts: GatheredFacts | null
  readonly proof: HumanProof | undefined
}

/** The result of one round under the lock: the answer, or what the next round needs for the locked drop. */
export type Judgment<Answer> =
  | { readonly kind: 'answered'; readonly answer: Result<Answer, Refusal> }
  | Needed

interface Needed {
  readonly kind: 'facts_needed' | 'proof_needed'
  readonly drop: Drop
}

interface Judged {
  readonly caller: Caller
  readonly wallet: Address
  readonly proof: HumanProof | undefined
  /** The drop, if the request has loaded it. Its facts are then gathered before the first round. */
  readonly drop?: Drop | undefined
  /** Uses up a proof that was verified. Returns a refusal if it was used before. */
  readonly useProof?: (drop: Drop, proof: HumanProof | undefined) => Promise<Refusal | undefined>
}

export type FactPorts = Pick<Ports, 'ruleKinds' | 'humanChecks'> & { readonly outsideFacts: OutsideFacts }

/** How often facts are gathered for one request. The rules of a drop can change between the gathering and the lock. */
const MAX_GATHERINGS = 3

/**
 * Judges a wallet under the lock of a drop, and gathers what the judgment needs from outside between its rounds, without a
 * lock. The first facts may be cached. Later ones are fresh, because a wallet is refused only by fresh facts.
 */
export async function withFacts<Answer>(
  ports: FactPorts,
  { caller, wallet, drop, proof: given, useProof }: Judged,
  judge: (gathered: Gathered) => Promise<Judgment<Answer>>,
): Promise<Result<Answer, Refusal>> {
  let facts: GatheredFacts | null = null
  let proof = given
  let needed: Needed | undefined = drop && { kind: 'facts_needed', drop }
  let gatherings = 0
  while (needed?.kind !== 'facts_needed' || gatherings++ < MAX_GATHERINGS) {
    if (needed?.kind === 'facts_needed') {
      const age = facts === null ? 'cached' : 'fresh'
      const requests = requestsFor(needed.drop, ports.ruleKinds)
      facts = await ports.outsideFacts.gather(needed.drop, requests, wallet, age)
    } else if (needed) {
      // A verified proof is not needed again, so this happens at most once.
      const verified = await verifyProof(ports, needed.drop, { caller, wallet, proof })
      if (!verified.ok) return verified
      proof = verified.value
      const used = await useProof?.(needed.drop, proof)
      if (used) return err(used)
    }
    // The batch of the drop decides, under its lock.
    const judgment = await judge({ facts, proof })
    if (judgment.kind === 'answered') return judgment.answer
    needed = judgment
  }
  return err({ kind: 'eligibility_unknown', reason: 'the rules of this drop keep changing' })
}
