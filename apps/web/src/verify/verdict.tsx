import type { DrawCheck, DrawTotals } from '@dropkit/core'
import { Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react'
import { count } from '../words/amount.ts'
import { inVerify } from '../words/messages.ts'
import { drawErrorWords } from './error-words.ts'

const LOOKS = {
  verified: { Icon: IconShieldCheck, color: 'leaf', title: 'everyDrawIsAs' },
  incomplete: { Icon: IconShieldQuestion, color: 'yellow', title: 'notEveryAmountIs' },
  ownBeacon: { Icon: IconShieldQuestion, color: 'yellow', title: 'byOwnBeacon' },
  invalid: { Icon: IconShieldX, color: 'red', title: 'theseDrawsAreNot' },
} as const

/** The result of a check. */
export function Verdict({
  check,
  pool,
  supply,
  show,
}: {
  readonly check: DrawCheck
  readonly pool: bigint
  readonly supply: number | null
  /** Formats an amount. */
  readonly show: (amount: bigint) => string
}) {
  const isByOwnBeacon = check.kind === 'verified' && check.isBeaconPublic === false
  const look = isByOwnBeacon ? 'ownBeacon' : check.kind
  const { Icon, color, title } = LOOKS[look]
  return (
    <Card withBorder padding="lg" role="status" data-verdict={look}>
      <Group gap="lg" wrap="nowrap" align="flex-start">
        <ThemeIcon size={52} radius="xl" color={color} variant="light">
          <Icon size={30} aria-hidden />
        </ThemeIcon>
        <Stack gap={4} miw={0}>
          <Title order={2} size="h3">
            {inVerify(title)}
          </Title>
          <Text className="numbers" style={{ overflowWrap: 'anywhere' }}>
            {check.kind === 'invalid'
              ? drawErrorWords(check.error, show)
              : check.kind === 'incomplete'
                ? inVerify('amountsNotDrawn', { count: check.undrawn ?? 0 })
                : verifiedWords(check, pool, supply, show)}
          </Text>
          <Text size="sm" c="dimmed">
            {check.kind === 'invalid'
              ? inVerify('thisIsFirstDifference')
              : [
                  ...furtherChecks(check),
                  check.kind === 'incomplete' ? inVerify('howToComplete') : inVerify('recomputed'),
                ].join(' ')}
          </Text>
        </Stack>
      </Group>
    </Card>
  )
}

function verifiedWords(
  { draws, total }: DrawTotals,
  pool: bigint,
  supply: number | null,
  show: (amount: bigint) => string,
): string {
  const values = { draws, total: show(total), pool: show(pool) }
  return supply === null || supply === draws
    ? inVerify('verified', values)
    : inVerify('verifiedOf', { ...values, supply: count(supply) })
}

/** What was verified in addition to the amounts. */
const furtherChecks = ({ ordered, rounds, isBeaconPublic = false }: DrawTotals): readonly string[] => [
  ...(ordered === undefined ? [] : [inVerify('claimsInOrder', { count: ordered })]),
  ...(rounds === undefined
    ? []
    : [inVerify(isBeaconPublic ? 'roundsSigned' : 'roundsSignedByOwn', { count: rounds })]),
]
