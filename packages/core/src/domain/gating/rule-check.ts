import type { Instant } from '../instant.ts'
import type { GatingRule } from './gating.ts'
import type { FactSource, RuleVerdict } from './rule-kind.ts'

/** A fact about a wallet that decided a rule. */
export interface ObservedFact {
  readonly source: FactSource
  readonly subject: string
  /** Null if it could not be read. */
  readonly value: bigint | null
  /** When it was read; null if it could not be read. */
  readonly at: Instant | null
}

/** The result of one rule for a wallet, with the facts that decided it. */
export interface RuleCheck {
  readonly rule: GatingRule
  readonly verdict: RuleVerdict
  /** The required value, such as `>= 1000`. */
  readonly needed: string
  readonly facts: readonly ObservedFact[]
}
