import { ActionIcon, Box, Card, Group, Stack, Text, TextInput, ThemeIcon } from '@mantine/core'
import {
  IconAdjustments,
  IconCalendarUser,
  IconCoins,
  IconHistory,
  IconListCheck,
  IconPhotoStar,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { inForms } from '../../words/messages/forms.ts'
import { AllowlistInputs } from './inputs/allowlist-inputs.tsx'
import {
  BalanceInputs,
  ClaimedDropInputs,
  NumberInputs,
  OwnershipInputs,
  type RuleInputProps,
  WrittenInputs,
} from './inputs/written-inputs.tsx'
import type { Coin } from './rule-choices.ts'
import { kindOf, type RuleKind, sentenceOf } from './rule-kinds.ts'
import type { RuleErrors } from './rules.ts'

type KindInputProps = RuleInputProps & {
  readonly token: { readonly symbol: string; readonly decimals: number } | null
  readonly coins: readonly Coin[]
}

interface KindParts {
  readonly name: string
  readonly explanation: string
  readonly Icon: typeof IconCoins
  readonly Inputs: ComponentType<KindInputProps>
}

/** How each kind of rule is shown and edited. */
export const KIND_PARTS: Readonly<Record<RuleKind['key'], KindParts>> = {
  wallet_allowlist: {
    name: inForms('onAList'),
    explanation: inForms('onAListText'),
    Icon: IconListCheck,
    Inputs: AllowlistInputs,
  },
  token_balance: {
    name: inForms('holdsTokens'),
    explanation: inForms('holdsTokensText'),
    Icon: IconCoins,
    Inputs: BalanceInputs,
  },
  nft_ownership: {
    name: inForms('ownsNft'),
    explanation: inForms('ownsNftText'),
    Icon: IconPhotoStar,
    Inputs: OwnershipInputs,
  },
  claimed_drop: {
    name: inForms('claimedDrop'),
    explanation: inForms('claimedDropText'),
    Icon: IconHistory,
    Inputs: ClaimedDropInputs,
  },
  claim_count: {
    name: inForms('claimCount'),
    explanation: inForms('claimCountText'),
    Icon: IconRepeat,
    Inputs: (props) => <NumberInputs {...props} unit={inForms('claims')} />,
  },
  account_age_days: {
    name: inForms('accountAge'),
    explanation: inForms('accountAgeText'),
    Icon: IconCalendarUser,
    Inputs: (props) => <NumberInputs {...props} unit={inForms('days')} />,
  },
}

/** One rule: its sentence, its inputs, and the description for claimers who do not meet it. */
export function RuleCard({
  index,
  onRemove,
  errors,
  token,
  coins,
  drops,
  ...props
}: Omit<KindInputProps, 'error'> & {
  readonly index: number
  readonly onRemove: () => void
  readonly errors: RuleErrors
  readonly drops: ReadonlyMap<string, string>
}) {
  const { rule, onChange } = props
  const kind = kindOf(rule.key)
  const { name, Inputs } = kind ? KIND_PARTS[kind.key] : { name: rule.key, Inputs: WrittenInputs }
  const at = (part: string) => errors[`rules[${index}].${part}`]
  const sentence = sentenceOf(rule, { token, coins, drops })
  const error = at('value') ?? at('operator') ?? at('key')
  return (
    <Card
      withBorder
      component="fieldset"
      p="md"
      m={0}
      miw={0}
      aria-label={inForms('ruleCount', { count: index + 1 })}
    >
      <Group justify="space-between" wrap="nowrap" align="start" mb="sm">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <KindIcon kind={kind?.key} />
          <Box miw={0}>
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed" className="numbers">
              {sentence}
            </Text>
          </Box>
        </Group>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          onClick={onRemove}
          aria-label={inForms('removeRuleCount', { count: index + 1 })}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      <Stack gap="sm">
        <Inputs {...props} error={error} token={token} coins={coins} />
        <TextInput
          label={inForms('shownToPeopleWho')}
          placeholder={sentence}
          value={rule.description ?? ''}
          maxLength={500}
          onChange={(event) => onChange({ description: event.currentTarget.value || null })}
          error={at('description')}
        />
      </Stack>
    </Card>
  )
}

/** The icon of a kind of rule; undefined for an unknown kind. */
export function KindIcon({ kind }: { readonly kind: RuleKind['key'] | undefined }) {
  const Icon = kind ? KIND_PARTS[kind].Icon : IconAdjustments
  return (
    <ThemeIcon variant="light" size="lg" radius="md" aria-hidden>
      <Icon size={20} />
    </ThemeIcon>
  )
}
