import { SimpleGrid, TextInput } from '@mantine/core'
import { inGating } from '../../../words/messages/gating.ts'
import { readOwnership, writeOwnership } from '../rule-values.ts'
import { OperatorSelect } from './operator-select.tsx'
import type { RuleInputProps } from './rule-input.ts'
import { useParts } from './use-parts.ts'

const EXAMPLE = '0x2::example::Member'

/** The collection and the number of pieces that a wallet must own. */
export function OwnershipInputs({ rule, onChange, error }: RuleInputProps) {
  const [parts, setParts] = useParts(
    rule.value,
    (value) => onChange({ value }),
    readOwnership,
    writeOwnership,
  )
  const isCountWrong = error !== undefined && !/^\d{1,20}$/.test(parts.count) && parts.type !== ''
  return (
    <>
      <TextInput
        label={inGating('typeOfCollection')}
        description={inGating('asChainNamesIt')}
        placeholder="0x123::punks::Punk"
        value={parts.type === EXAMPLE ? '' : parts.type}
        onChange={(event) => setParts({ ...parts, type: event.currentTarget.value.trim() })}
        error={isCountWrong ? undefined : error}
        autoComplete="off"
        spellCheck={false}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <OperatorSelect rule={rule} onChange={onChange} />
        <TextInput
          label={inGating('pieces')}
          inputMode="numeric"
          value={parts.count}
          onChange={(event) => setParts({ ...parts, count: event.currentTarget.value.trim() })}
          error={isCountWrong ? error : undefined}
        />
      </SimpleGrid>
    </>
  )
}
