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

/** The conditions on who may claim from a drop. */
export interface GatingConfig {
  readonly id: GatingConfigId
  readonly ownerId: UserId
  readonly isActive: boolean
  readonly rules: readonly GatingRule[]
  /** Counts changes, so that facts gathered for an earlier set of rules are known to be for it. */
  readonly version: number
  readonly updatedAt: Instant
}

/** What the rules say of one wallet. `unknown`: the wallet may not claim now, and is not called ineligible. */
export type Verdict =
  | { readonly kind: 'pass' }
  | {
      readonly kind: 'fail'
      readonly reason: string
      readonly missingRequirements: readonly string[]
      /** All rules, those that passed as well. */
      readonly checks: readonly RuleCheck[]
    }
  | { readonly kind: 'unknown'; readonly reason: string }

/** What is said of every wallet where there are no rules. */
export const PASS: Verdict = { kind: 'pass' }
