import { publishableOf } from './api-keys.ts'
import type { Drop } from './drop.ts'
import type { Instant } from './instant.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
import { parseChoice } from './text.ts'
import type { Caller } from './user.ts'

/** How a drop tells people from programs that claim for many wallets. */
export type HumanCheckKind = 'NONE' | ActiveHumanCheck

/** A check that claimers have to pass. */
export type ActiveHumanCheck = 'PROOF_OF_WORK' | 'TURNSTILE'

/** What a request shows for the drop's check: the claimer's text, and after its verification what it was worth. */
export type HumanProof =
  | { readonly kind: 'unverified'; readonly text: string }
  | { readonly kind: 'verified'; readonly check: ActiveHumanCheck; readonly issuedAt: Instant }

const MAX_PROOF_LENGTH = 2_048

const parseKind = parseChoice<HumanCheckKind>('humanCheck', ['NONE', 'PROOF_OF_WORK', 'TURNSTILE'])

/** A drop can only ask for a check that the service is able to make. */
export function parseHumanCheck(
  value: HumanCheckKind,
  available: readonly ActiveHumanCheck[],
): Result<HumanCheckKind, Refusal> {
  const parsed = parseKind(value)
  if (!parsed.ok || parsed.value === 'NONE' || available.includes(parsed.value)) return parsed
  const known = ['NONE', ...available]
  return err(
    badInput(
      'humanCheck',
      'NOT_ON_THIS_SERVICE',
      `This service has no ${parsed.value}; use ${known.join(' or ')}`,
      { known },
    ),
  )
}

/** The proof of a request, if it has one. */
export function parseHumanProof(text: string | null | undefined): Result<HumanProof | undefined, Refusal> {
  if (text === null || text === undefined || text === '') return ok(undefined)
  if (typeof text === 'string' && text.length <= MAX_PROOF_LENGTH) return ok({ kind: 'unverified', text })
  return err(
    badInput(
      'humanProof',
      'WRONG_FORMAT',
      `humanProof must be a text of at most ${MAX_PROOF_LENGTH} characters`,
      {
        limit: MAX_PROOF_LENGTH,
      },
    ),
  )
}

/** What stands between a request and its drop's human check; undefined if nothing does. */
export type HumanDecision =
  | { readonly kind: 'proof_needed' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

interface HumanContext {
  readonly drop: Pick<Drop, 'humanCheck' | 'creatorId'>
  /** When the wallet last took what a proof is for. An earlier challenge is used up. */
  readonly lastUseAt: Instant | null
}

/**
 * The keys of the drop's owner need no proof, except publishable keys, which everyone can read. A proof is used up when its
 * wallet takes anything after the challenge was issued, so no list of used proofs is kept.
 */
export function decideHumanCheck(
  { drop, lastUseAt }: HumanContext,
  { caller, proof }: { readonly caller: Caller; readonly proof?: HumanProof | undefined },
): HumanDecision | undefined {
  const { humanCheck } = drop
  if (humanCheck === 'NONE') return undefined
  if (caller.user.id === drop.creatorId && publishableOf(caller) === undefined) return undefined
  if (proof === undefined)
    return { kind: 'refused', refusal: { kind: 'human_check_required', check: humanCheck } }
  if (proof.kind === 'unverified') return { kind: 'proof_needed' }
  // The owner changed the check while the proof was verified.
  if (proof.check !== humanCheck)
    return { kind: 'refused', refusal: { kind: 'human_check_required', check: humanCheck } }
  if (lastUseAt !== null && proof.issuedAt <= lastUseAt)
    return { kind: 'refused', refusal: { kind: 'human_check_failed', reason: 'used' } }
  return undefined
}
