import { TextInput } from '@mantine/core'
import { ADMISSION_LABELS, FIELD_LABELS } from '../drop-fields/field-labels.ts'
import { ChoiceCards } from './choice-cards.tsx'
import { withAdmission } from './claim-terms.ts'
import type { StepProps } from './step-props.ts'

/** Who gets an item if there are too few, and how often a wallet may claim. */
export function HowOftenFields({ form, change, faults }: StepProps) {
  const isLottery = form.admission === 'LOTTERY'
  return (
    <>
      <ChoiceCards
        label={FIELD_LABELS.admission}
        value={form.admission}
        onChange={(admission) => change(withAdmission(form, admission))}
        choices={ADMISSIONS}
        error={faults['admission']}
      />
      <ChoiceCards
        label="How often"
        value={form.claimType}
        onChange={(claimType) => change({ claimType })}
        choices={CLAIM_TYPES.filter(({ value }) => !isLottery || value !== 'STREAK')}
        error={faults['claimType']}
      />
      {form.claimType === 'STREAK' || isLottery ? null : (
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

const ADMISSIONS = [
  {
    value: 'FIRST_COME',
    label: ADMISSION_LABELS.FIRST_COME,
    explanation: 'The first wallets to claim get the items. If items are scarce, bots are the fastest.',
  },
  {
    value: 'LOTTERY',
    label: ADMISSION_LABELS.LOTTERY,
    explanation:
      'Wallets enter until a time that you set. Then public randomness draws as many winners as there are items, and the others wait in line. Being early changes nothing. Only for free drops, one item per wallet.',
  },
] as const

const CLAIM_TYPES = [
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
] as const
