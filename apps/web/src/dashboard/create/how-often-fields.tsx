import { TextInput } from '@mantine/core'
import { FIELD_LABELS } from '../drop-fields/field-labels.ts'
import { ChoiceCards } from './choice-cards.tsx'
import type { StepProps } from './step-props.ts'

/** How often a wallet may claim. */
export function HowOftenFields({ form, change, faults }: StepProps) {
  return (
    <>
      <ChoiceCards
        label="How often"
        value={form.claimType}
        onChange={(claimType) => change({ claimType })}
        choices={[
          {
            value: 'REGULAR',
            label: 'Up to a limit',
            explanation: 'Whoever fulfils your rules, if there are any',
          },
          { value: 'STREAK', label: 'Every day', explanation: 'Once a day (UTC); days in a row are counted' },
          {
            value: 'ELITE',
            label: 'A chosen circle',
            explanation: 'Nobody without rules, which you set in a moment',
          },
        ]}
        error={faults['claimType']}
      />
      {form.claimType === 'STREAK' ? null : (
        <TextInput
          label={FIELD_LABELS.maxPerWallet}
          description={form.isPriced ? 'Without a number, as many as are paid for' : 'Without a number, one'}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={form.isPriced ? 'Any number' : '1'}
          inputMode="numeric"
          autoComplete="off"
          maw={260}
          value={form.maxPerWallet}
          onChange={(event) => change({ maxPerWallet: event.currentTarget.value })}
          error={faults['maxPerWallet']}
        />
      )}
    </>
  )
}
