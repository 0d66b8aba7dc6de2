import { Autocomplete, SimpleGrid, TextInput } from '@mantine/core'
import { inGating } from '../../../words/messages/gating.ts'
import { useDropTitles } from '../drop-titles.ts'
import { readOwnership, writeOwnership } from '../rule-values.ts'
import { OperatorSelect } from './operator-select.tsx'
import { type RuleInputProps, useParts } from './rule-input.ts'

const NO_DROP = /^drop_0+$/

/** The drop that a wallet must have claimed from: one of the user's drops by title, or any drop by id. */
export function ClaimedDropInputs({ rule, onChange, error }: RuleInputProps) {
  const titles = useDropTitles()
  const title = titles.get(rule.value)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <OperatorSelect rule={rule} onChange={onChange} label={inGating('whether')} />
      <Autocomplete
        label={inGating('drop')}
        description={title ?? inGating('oneOfYourOwn')}
        placeholder="drop_…"
        data={[...titles.keys()]}
        renderOption={({ option }) => titles.get(option.value) ?? option.value}
        filter={({ options, search }) =>
          options.filter(
            (option) =>
              'value' in option &&
              `${option.value} ${titles.get(option.value) ?? ''}`
                .toLowerCase()
                .includes(search.toLowerCase()),
          )
        }
        value={NO_DROP.test(rule.value) ? '' : rule.value}
        onChange={(value) => onChange({ value: value.trim() })}
        error={error}
        comboboxProps={{ portalProps: { target: 'main' } }}
      />
    </SimpleGrid>
  )
}

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
