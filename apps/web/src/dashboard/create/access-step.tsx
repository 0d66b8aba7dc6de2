import { Stack, Title } from '@mantine/core'
import { measureOf } from '../../words/drop-amount.ts'
import { ACCESS_LABELS, FIELD_LABELS } from '../drop-fields/field-labels.ts'
import { GatingEditor } from '../gating/gating-editor.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import type { StepProps } from './step-props.ts'

/** For whom one may claim, and which wallets the rules let in. */
export function AccessStep({ form, change, faults }: StepProps) {
  return (
    <Stack gap="lg">
      <ChoiceCards
        label={FIELD_LABELS.claimAccess}
        value={form.claimAccess}
        onChange={(claimAccess) => change({ claimAccess })}
        choices={[
          {
            value: 'OPEN',
            label: ACCESS_LABELS.OPEN,
            explanation: 'Wallets by themselves, and programs with an API key for any wallet',
          },
          {
            value: 'WALLET',
            label: ACCESS_LABELS.WALLET,
            explanation: 'Only who signs in with the very wallet that gets it',
          },
          {
            value: 'OWNER',
            label: ACCESS_LABELS.OWNER,
            explanation: 'You give it out, to any wallet you choose',
          },
        ]}
        error={faults['claimAccess']}
      />
      <Stack gap="sm">
        <Title order={3} size="h4">
          Rules
        </Title>
        <GatingEditor
          value={form.gating}
          onChange={(gating) => change({ gating })}
          token={form.token === null ? null : measureOf(form)}
          faults={faults}
          isNeeded={form.claimType === 'ELITE'}
        />
      </Stack>
    </Stack>
  )
}
