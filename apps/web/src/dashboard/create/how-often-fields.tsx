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
            explanation: 'Any wallet that meets your rules, if you set any',
          },
          {
            value: 'STREAK',
            label: 'Every day',
            explanation: 'Once per day (UTC). Consecutive days are counted.',
          },
          {
            value: 'ELITE',
            label: 'Gated',
            explanation: 'Only wallets that meet your rules, which you set next',
          },
        ]}
        error={faults['claimType']}
      />
      {form.claimType === 'STREAK' ? null : (
        <TextInput
          label={FIELD_LABELS.maxPerWallet}
          description={form.isPriced ? 'Leave empty to allow as many as are paid for' : 'Leave empty for one'}
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
