import type { Address } from '../domain/address.ts'
import type { ActiveHumanCheck } from '../domain/human-check.ts'
import type { DropId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Result } from '../domain/result.ts'

/** For what a proof is good: one wallet on one drop. */
export interface HumanSubject {
  readonly dropId: DropId
  readonly wallet: Address
}

/** What a claimer needs to make a proof. */
export type HumanChallenge =
  | {
      readonly check: 'PROOF_OF_WORK'
      /** Part of the proof, which is `<text>.<nonce>`. */
      readonly text: string
      /** Leading zero bits that the digest of a solution has. */
      readonly difficulty: number
      /** The parameter N of scrypt; r is 8 and p is 1. A hash takes 1,024 × N bytes of memory. */
      readonly cost: number
      readonly expiresAt: Instant
    }
  | {
      readonly check: 'TURNSTILE'
      readonly siteKey: string
      /** The widget's `cData`, which binds its token to the subject. */
      readonly text: string
    }

/** One way to tell people from programs. Verification must not block the process, and must refuse when it has too much to do. */
export interface HumanCheck {
  challenge(subject: HumanSubject): HumanChallenge
  /**
   * When the challenge of a correct proof was issued. Refuses with `human_check_failed` for a bad proof; with
   * `human_check_unavailable` or `overloaded` if it cannot tell now, which must never pass a proof. Never throws.
   */
  verify(subject: HumanSubject, proof: string): Promise<Result<Instant, Refusal>>
}

/** The checks that a service can make. Drops can ask for these only. */
export type HumanChecks = { readonly [Check in ActiveHumanCheck]?: HumanCheck | undefined }
