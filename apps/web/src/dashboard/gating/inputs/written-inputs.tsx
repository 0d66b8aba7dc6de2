import { SimpleGrid, TextInput } from '@mantine/core'
import { inGating } from '../../../words/messages/gating.ts'
import type { RuleInputProps } from './rule-input.ts'

/** A rule of an unknown kind, in the API's notation. */
export function WrittenInputs({ rule, onChange, error }: RuleInputProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <TextInput
        label={inGating('key')}
        value={rule.key}
        onChange={(event) => onChange({ key: event.currentTarget.value })}
      />
      <TextInput
        label={inGating('operator')}
        value={rule.operator}
        onChange={(event) => onChange({ operator: event.currentTarget.value })}
      />
      <TextInput
        label={inGating('value')}
        value={rule.value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
        error={error}
      />
    </SimpleGrid>
  )
}
