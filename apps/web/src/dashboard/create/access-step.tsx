import { Stack, Title } from '@mantine/core'
import { measureOf } from '../../words/drop-amount.ts'
import { GatingEditor } from '../gating/gating-editor.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import type { StepProps } from './step-props.ts'

/** For whom one may claim, and which wallets the rules let in. */
export function AccessStep({ form, change, faults }: StepProps) {
  return (
    <Stack gap="lg">
      <ChoiceCards
        label="Who claims"
        value={form.claimAccess}
        onChange={(claimAccess) => change({ claimAccess })}
        choices={[
          {
            value: 'OPEN',
            label: 'People, and apps for them',
            explanation: 'Wallets by themselves, and programs with an API key for any wallet',
          },
          {
            value: 'WALLET',
            label: 'Wallets by themselves',
            explanation: 'Only who signs in with the very wallet that gets it',
          },
          { value: 'OWNER', label: 'Only me', explanation: 'You give it out, to any wallet you choose' },
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
