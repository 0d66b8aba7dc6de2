import { Select, Stack, Switch, Title } from '@mantine/core'
import type { HumanCheck } from '../../api/generated/operations.ts'
import { inCreate } from '../../words/messages/create.ts'
import { inForms } from '../../words/messages/forms.ts'
import {
  ACCESS_LABELS,
  DELIVERY_LABELS,
  EmbedOriginsInput,
  FIELD_LABELS,
  HUMAN_CHECKS,
} from '../drop-fields/term-inputs.tsx'
import { GatingEditor } from '../gating/gating-editor.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import { isByLink } from './drop-form.ts'
import type { StepProps } from './steps.ts'

const DELIVERIES = [
  {
    value: 'WALLET',
    label: DELIVERY_LABELS.WALLET,
    explanation: inCreate('eachWalletSendsTransaction'),
  },
  {
    value: 'SPONSORED',
    label: DELIVERY_LABELS.SPONSORED,
    explanation: inCreate('withoutSponsorOnThis'),
  },
  {
    value: 'SERVER',
    label: DELIVERY_LABELS.SERVER,
    explanation: inCreate('claimersNeedNoCoins'),
  },
] as const

/** Who may claim for a wallet, and which wallets the rules admit. */
export function AccessStep({ form, change, errors }: StepProps) {
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
            explanation: inCreate('anyWalletCanClaim'),
          },
          {
            value: 'WALLET',
            label: ACCESS_LABELS.WALLET,
            explanation: inCreate('onlyWalletsOwnerAfter'),
          },
          {
            value: 'OWNER',
            label: ACCESS_LABELS.OWNER,
            explanation: inCreate('onlyYouCanClaim'),
          },
        ]}
        error={errors['claimAccess']}
      />
      <Switch
        label={FIELD_LABELS.isLinkOnly}
        description={
          form.isPriced
            ? inCreate('claimLinksAreFor')
            : form.admission === 'LOTTERY'
              ? inCreate('lotteryCannotUseClaim')
              : inCreate('eachLinkWorksOnce')
        }
        checked={isByLink(form)}
        disabled={form.isPriced || form.admission === 'LOTTERY'}
        onChange={(event) => change({ isLinkOnly: event.currentTarget.checked })}
        error={errors['isLinkOnly']}
      />
      {form.award === 'random' ? null : (
        <ChoiceCards
          label={FIELD_LABELS.delivery}
          value={form.delivery}
          onChange={(delivery) => change({ delivery })}
          columns={1}
          choices={DELIVERIES}
          error={errors['delivery']}
        />
      )}
      <Select
        label={FIELD_LABELS.humanCheck}
        description={inForms('keepProgramsOutWhy')}
        data={HUMAN_CHECKS}
        value={form.humanCheck}
        onChange={(humanCheck) => humanCheck && change({ humanCheck: humanCheck as HumanCheck })}
        allowDeselect={false}
        error={errors['humanCheck']}
      />
      <EmbedOriginsInput
        value={form.embedOrigins}
        onChange={(embedOrigins) => change({ embedOrigins })}
        error={errors['embedOrigins']}
      />
      <Stack gap="sm">
        <Title order={3} size="h4">
          {inCreate('rules')}
        </Title>
        <GatingEditor
          value={form.gating}
          onChange={(gating) => change({ gating })}
          token={form.token}
          errors={errors}
          isNeeded={form.claimType === 'ELITE'}
        />
      </Stack>
    </Stack>
  )
}
