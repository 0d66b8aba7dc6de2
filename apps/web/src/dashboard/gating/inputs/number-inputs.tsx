import { SimpleGrid, TextInput } from '@mantine/core'
import { OperatorSelect } from './operator-select.tsx'
import type { RuleInputProps } from './rule-input.ts'

/** A rule that compares a number that the server knows: the claims on this server, or the account's age in days. */
export function NumberInputs({ rule, onChange, error, unit }: RuleInputProps & { readonly unit: string }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <OperatorSelect rule={rule} onChange={onChange} />
      <TextInput
        label={unit}
        inputMode="numeric"
        value={rule.value}
        onChange={(event) => onChange({ value: event.currentTarget.value.trim() })}
        error={error}
      />
    </SimpleGrid>
  )
}
