import { Stack, Text } from '@mantine/core'
import type { Gating, RuleFaults } from './rules.ts'

export interface GatingEditorProps {
  readonly value: Gating
  readonly onChange: (value: Gating) => void
  /** What the drop gives out: amounts of it are typed in whole tokens. Null while it is not chosen. */
  readonly token: { readonly symbol: string; readonly decimals: number } | null
  /** What the service refused, by field (`rules[0].value`); own faults are found by `faultsOfRules`. */
  readonly faults?: RuleFaults
  /** Whether the rules can be switched off as a whole; a drop that is being made has no use for it. */
  readonly hasSwitch?: boolean
}

/** The rules on who may claim, as a list that people can read and change. */
export function GatingEditor({ value }: GatingEditorProps) {
  return (
    <Stack>
      <Text>{value.rules.length} rules</Text>
    </Stack>
  )
}
