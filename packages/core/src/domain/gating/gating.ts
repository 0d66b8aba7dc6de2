import type { GatingConfigId, UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { RuleCheck } from './rule-check.ts'

/** One condition, as its author wrote it. */
export interface GatingRule {
  readonly key: string
  readonly operator: string
  readonly value: string
  readonly description: string | null
}

/** The conditions for claiming from a drop. */
export interface GatingConfig {
  readonly id: GatingConfigId
  readonly ownerId: UserId
  readonly isActive: boolean
  readonly rules: readonly GatingRule[]
  /** Counts changes, so that facts gathered for earlier rules are recognized as outdated. */
  readonly version: number
  readonly updatedAt: Instant
}

/** The result of the rules for one wallet. `unknown`: the wallet may not claim now, but is not called ineligible. */
export type Verdict =
  | { readonly kind: 'pass' }
  | {
      readonly kind: 'fail'
      readonly reason: string
      readonly missingRequirements: readonly string[]
      /** The results of all rules, including those that passed. */
      readonly checks: readonly RuleCheck[]
    }
  | { readonly kind: 'unknown'; readonly reason: string }

/** The result for every wallet if there are no rules. */
export const PASS: Verdict = { kind: 'pass' }
