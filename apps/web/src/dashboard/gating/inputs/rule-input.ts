import type { Rule } from '../rules.ts'

/** What each kind's inputs take: a rule, and a way to change it. */
export interface RuleInputProps {
  readonly rule: Rule
  readonly onChange: (change: Partial<Rule>) => void
  /** What is wrong with the value. */
  readonly error: string | undefined
}
