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
import { inGating } from '../../words/messages/gating.ts'
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

/** The name and explanation of each kind of rule. */
export const KIND_WORDS: Readonly<
  Record<RuleKind['key'], { readonly name: string; readonly explanation: string }>
> = {
  wallet_allowlist: { name: inGating('onAList'), explanation: inGating('onAListText') },
  token_balance: { name: inGating('holdsTokens'), explanation: inGating('holdsTokensText') },
  nft_ownership: { name: inGating('ownsNft'), explanation: inGating('ownsNftText') },
  claimed_drop: { name: inGating('claimedDrop'), explanation: inGating('claimedDropText') },
  claim_count: { name: inGating('claimCount'), explanation: inGating('claimCountText') },
  account_age_days: { name: inGating('accountAge'), explanation: inGating('accountAgeText') },
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
}: Omit<RuleInputProps, 'error'> & {
  readonly index: number
  readonly onRemove: () => void
  readonly errors: RuleErrors
  readonly token: { readonly symbol: string; readonly decimals: number } | null
  readonly coins: readonly Coin[]
  readonly drops: ReadonlyMap<string, string>
}) {
  const { rule, onChange } = props
  const kind = kindOf(rule.key)
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
      aria-label={inGating('ruleCount', { count: index + 1 })}
    >
      <Group justify="space-between" wrap="nowrap" align="start" mb="sm">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <KindIcon kind={kind?.key} />
          <Box miw={0}>
            <Text fw={600}>{kind ? KIND_WORDS[kind.key].name : rule.key}</Text>
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
          aria-label={inGating('removeRuleCount', { count: index + 1 })}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
      <Stack gap="sm">
        <Inputs kind={kind?.key} {...props} error={error} token={token} coins={coins} />
        <TextInput
          label={inGating('shownToPeopleWho')}
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

function Inputs({
  kind,
  token,
  coins,
  ...props
}: RuleInputProps & {
  readonly kind: string | undefined
  readonly token: { readonly symbol: string; readonly decimals: number } | null
  readonly coins: readonly Coin[]
}) {
  switch (kind) {
    case 'token_balance':
      return <BalanceInputs {...props} token={token} coins={coins} />
    case 'nft_ownership':
      return <OwnershipInputs {...props} />
    case 'wallet_allowlist':
      return <AllowlistInputs {...props} />
    case 'claimed_drop':
      return <ClaimedDropInputs {...props} />
    case 'claim_count':
      return <NumberInputs {...props} unit={inGating('claims')} />
    case 'account_age_days':
      return <NumberInputs {...props} unit={inGating('days')} />
    default:
      return <WrittenInputs {...props} />
  }
}

const ICONS: Readonly<Record<string, typeof IconCoins>> = {
  wallet_allowlist: IconListCheck,
  token_balance: IconCoins,
  nft_ownership: IconPhotoStar,
  claimed_drop: IconHistory,
  claim_count: IconRepeat,
  account_age_days: IconCalendarUser,
}

/** The icon of a kind of rule. */
export function KindIcon({ kind }: { readonly kind: string | undefined }) {
  const Icon = ICONS[kind ?? ''] ?? IconAdjustments
  return (
    <ThemeIcon variant="light" size="lg" radius="md" aria-hidden>
      <Icon size={20} />
    </ThemeIcon>
  )
}
