import type { FactSource, RuleKind } from './rule-kind.ts'

/** A kind of rule that comes with Dropkit, with what its reference says of it. */
export interface DescribedKind extends RuleKind {
  /** What it asks of a wallet, for people who choose among the kinds. */
  readonly meaning: string
  /** Rules as one would write them, one for each form that a value can have. */
  readonly examples: readonly [RuleExample, ...RuleExample[]]
}

interface RuleExample {
  readonly operator: string
  readonly value: string
  readonly description: string
}

/** What the number says that each of our own sources gives. */
export const FACT_MEANINGS: Readonly<Record<Exclude<FactSource, `own:${string}`>, string>> = {
  balance: 'how much of a coin the wallet holds, in base units',
  owned_objects: 'how many objects of a type the wallet owns',
  confirmed_claims: 'how many confirmed claims the wallet has on this drop',
  claims_on_drop: 'how many confirmed claims the wallet has on another drop',
  listed: 'whether the wallet is on an uploaded list: 1 or 0',
  account_age_days: 'whole days since the user with this wallet was created; 0 without a user',
  exempted: 'whether the owner has exempted the wallet from the rules: 1 or 0',
}
