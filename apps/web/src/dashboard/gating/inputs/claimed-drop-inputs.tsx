import { Autocomplete, SimpleGrid } from '@mantine/core'
import { inGating } from '../../../words/messages/gating.ts'
import { useDropTitles } from '../drop-titles.ts'
import { OperatorSelect } from './operator-select.tsx'
import type { RuleInputProps } from './rule-input.ts'

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
