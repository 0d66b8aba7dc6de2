import { type DrawCheck, describeDrawFault } from '@dropkit/core'
import { Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { count, counted } from '../words/amount.ts'

/** What came of a check, as large as it matters. */
export function Verdict({
  check,
  pool,
  supply,
  show,
}: {
  readonly check: DrawCheck
  readonly pool: bigint
  readonly supply: number | null
  /** Writes an amount. */
  readonly show: (amount: bigint) => string
}) {
  const isFine = check.kind === 'verified'
  const Icon = isFine ? IconShieldCheck : IconShieldX
  return (
    <Card withBorder padding="lg" role="status" data-verdict={check.kind}>
      <Group gap="lg" wrap="nowrap" align="flex-start">
        <ThemeIcon size={52} radius="xl" color={isFine ? 'leaf' : 'red'} variant="light">
          <Icon size={30} aria-hidden />
        </ThemeIcon>
        <Stack gap={4} miw={0}>
          <Title order={2} size="h3">
            {isFine ? 'Every draw is as it should be' : 'These draws are not as they should be'}
          </Title>
          <Text className="numbers">
            {isFine ? honest(check, pool, supply, show) : sentence(describeDrawFault(check.fault, show))}
          </Text>
          <Text size="sm" c="dimmed">
            {isFine
              ? `${whatElse(check)}Your browser has recomputed each of them from the seed.`
              : 'This is the first difference that your browser has found. Ask the owner of the drop about it.'}
          </Text>
        </Stack>
      </Group>
    </Card>
  )
}

function honest(
  { draws, total }: Extract<DrawCheck, { readonly kind: 'verified' }>,
  pool: bigint,
  supply: number | null,
  show: (amount: bigint) => string,
): string {
  const of = supply === null || supply === draws ? '' : ` of ${count(supply)}`
  return `Verified: ${count(draws)}${of} ${draws === 1 && of === '' ? 'draw' : 'draws'}, ${show(total)} of ${show(pool)} given out.`
}

/** What was verified besides the amounts. */
function whatElse({ ordered, rounds, undrawn }: Extract<DrawCheck, { readonly kind: 'verified' }>): string {
  return [
    ...(ordered === undefined ? [] : [`${counted(ordered, 'claim')} in the recorded order. `]),
    ...(rounds === undefined ? [] : [`${counted(rounds, 'round')} signed by the public beacon. `]),
    ...(undrawn ? [`${counted(undrawn, 'amount')} not drawn yet. `] : []),
  ].join('')
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
