import { NativeSelect } from '@mantine/core'
import { kindOf, operatorOf } from '../rule-kinds.ts'
import type { RuleInputProps } from './rule-input.ts'

/** How the rule compares, as it stands in the sentence. */
export function OperatorSelect({
  rule,
  onChange,
  label = 'How many',
}: Pick<RuleInputProps, 'rule' | 'onChange'> & { readonly label?: string }) {
  return (
    <NativeSelect
      label={label}
      data={kindOf(rule.key)?.operators ?? []}
      value={operatorOf(rule.operator)}
      onChange={(event) => onChange({ operator: event.currentTarget.value })}
    />
  )
}
