import { TextInput } from '@mantine/core'
import { inCreate } from '../../words/messages/create.ts'
import { ADMISSION_LABELS, FIELD_LABELS } from '../drop-fields/field-labels.ts'
import { ChoiceCards } from './choice-cards.tsx'
import { withAdmission } from './claim-terms.ts'
import type { StepProps } from './step-props.ts'

/** How items are assigned if there are too few, and how often a wallet may claim. */
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
        label={inCreate('howOften')}
        value={form.claimType}
        onChange={(claimType) => change({ claimType })}
        choices={CLAIM_TYPES.filter(({ value }) => !isLottery || value !== 'STREAK')}
        error={faults['claimType']}
      />
      {form.claimType === 'STREAK' || isLottery ? null : (
        <TextInput
          label={FIELD_LABELS.maxPerWallet}
          description={form.isPriced ? inCreate('leaveEmptyToAllow') : inCreate('leaveEmptyForOne')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={form.isPriced ? inCreate('anyNumber') : '1'}
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
    explanation: inCreate('firstWalletsToClaim'),
  },
  {
    value: 'LOTTERY',
    label: ADMISSION_LABELS.LOTTERY,
    explanation: inCreate('walletsEnterUntilTime'),
  },
] as const

const CLAIM_TYPES = [
  {
    value: 'REGULAR',
    label: inCreate('upToLimit'),
    explanation: inCreate('anyWalletThatMeets'),
  },
  {
    value: 'STREAK',
    label: inCreate('everyDay'),
    explanation: inCreate('oncePerDayUtc'),
  },
  {
    value: 'ELITE',
    label: inCreate('gated'),
    explanation: inCreate('onlyWalletsThatMeet'),
  },
] as const
