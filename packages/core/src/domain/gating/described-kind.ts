import type { FactSource, RuleKind } from './rule-kind.ts'

/** A built-in kind of rule, with the texts for its reference page. */
export interface DescribedKind extends RuleKind {
  /** What the rule requires of a wallet, in one sentence. */
  readonly meaning: string
  /** One example for each form of the value. */
  readonly examples: readonly [RuleExample, ...RuleExample[]]
}

interface RuleExample {
  readonly operator: string
  readonly value: string
  readonly description: string
}

/** The meaning of the number that each built-in source returns. */
export const FACT_MEANINGS: Readonly<Record<Exclude<FactSource, `own:${string}`>, string>> = {
  balance: 'how much of a coin the wallet holds, in base units',
  owned_objects: 'how many objects of a type the wallet owns',
  confirmed_claims: 'how many confirmed claims the wallet has on this drop',
  claims_on_drop: 'how many confirmed claims the wallet has on another drop',
  listed: 'whether the wallet is on an uploaded list: 1 or 0',
  account_age_days: 'whole days since the user with this wallet was created; 0 without a user',
  exempted: 'whether the owner has exempted the wallet from the rules: 1 or 0',
}
