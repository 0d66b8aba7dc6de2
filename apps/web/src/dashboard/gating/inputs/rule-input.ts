import type { Rule } from '../rules.ts'

/** The properties of the inputs of each kind of rule. */
export interface RuleInputProps {
  readonly rule: Rule
  readonly onChange: (change: Partial<Rule>) => void
  /** The error message for the value. */
  readonly error: string | undefined
}
