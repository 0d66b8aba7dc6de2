import { NativeSelect } from '@mantine/core'
import { inGating } from '../../../words/messages/gating.ts'
import { kindOf, operatorInWords, operatorOf } from '../rule-kinds.ts'
import type { RuleInputProps } from './rule-input.ts'

/** The rule's operator, as words in a sentence. */
export function OperatorSelect({
  rule,
  onChange,
  label = inGating('howMany'),
}: Pick<RuleInputProps, 'rule' | 'onChange'> & { readonly label?: string }) {
  const kind = kindOf(rule.key)
  return (
    <NativeSelect
      label={label}
      data={(kind?.operators ?? []).map((value) => ({ value, label: operatorInWords(value, kind?.key) }))}
      value={operatorOf(rule.operator)}
      onChange={(event) => onChange({ operator: event.currentTarget.value })}
    />
  )
}
