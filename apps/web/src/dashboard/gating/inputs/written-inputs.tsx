import { SimpleGrid, TextInput } from '@mantine/core'
import type { RuleInputProps } from './rule-input.ts'

/** A rule of a kind that this page has no words for, as it is written. */
export function WrittenInputs({ rule, onChange, error }: RuleInputProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <TextInput
        label="Key"
        value={rule.key}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
      />
      <TextInput
        label="Operator"
        value={rule.operator}
        onChange={(event) => onChange({ operator: event.currentTarget.value })}
      />
      <TextInput
        label="Value"
        value={rule.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
        error={error}
      />
    </SimpleGrid>
  )
}
