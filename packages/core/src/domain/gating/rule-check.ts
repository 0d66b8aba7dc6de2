import type { Instant } from '../instant.ts'
import type { GatingRule } from './gating.ts'
import type { FactSource, RuleVerdict } from './rule-kind.ts'

/** A fact about a wallet, as a rule was judged by it. */
export interface ObservedFact {
  readonly source: FactSource
  readonly subject: string
  /** Null if it could not be read. */
  readonly value: bigint | null
  /** When it was read; null if it could not be read. */
  readonly at: Instant | null
}

/** What one rule said of a wallet, and why. */
export interface RuleCheck {
  readonly rule: GatingRule
  readonly verdict: RuleVerdict
  /** What the facts must be, such as `>= 1000`. */
  readonly needed: string
  readonly facts: readonly ObservedFact[]
}
