import { Alert, Box, Button, Flex, Group, Stack, Table, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { ErrorMessage } from '../../components/error-message.tsx'
import { claimPath } from '../../words/addresses.ts'
import { amountInWords, count } from '../../words/amount.ts'
import { midSentence } from '../../words/language.ts'
import { inCreate } from '../../words/messages/create.ts'
import { duration } from '../../words/time.ts'
import { readCount } from '../drop-fields/read-inputs.ts'
import {
  ACCESS_LABELS,
  ADMISSION_LABELS,
  DELIVERY_LABELS,
  FIELD_LABELS,
  HUMAN_CHECK_LABELS,
  originsTyped,
  RANDOMNESS_LABELS,
} from '../drop-fields/term-inputs.tsx'
import { useDropTitles, useKnownCoins } from '../gating/rule-choices.ts'
import { type Surroundings as RuleSurroundings, sentenceOf } from '../gating/rule-kinds.ts'
import { ClaimCardPreview, priceWords, shownTime } from './claim-card-preview.tsx'
import { indexOf } from './draft.ts'
import { awardTerms, type DropForm, isByLink, shortcodeOf } from './drop-form.ts'
import type { Surroundings } from './form-errors.ts'
import { placeOf, type StepName, type StepProps } from './steps.ts'
import type { Launch } from './use-launch.ts'

/** A summary: the preview for claimers, and the values. */
export function ReviewStep({
  form,
  surroundings,
  launch,
  onStep,
  chain,
}: StepProps & {
  readonly launch: Launch
  readonly onStep: (step: number) => void
  readonly chain: string
}) {
  const coins = useKnownCoins()
  const drops = useDropTitles()
  const rows = reviewRows(form, surroundings, { token: form.token, coins, drops })
  return (
    <Stack gap="lg">
      <Flex gap="lg" direction={{ base: 'column', md: 'row' }} align={{ base: 'stretch', md: 'start' }}>
        <Box w={{ base: '100%', md: 300 }} style={{ flex: 'none' }}>
          <ClaimCardPreview form={form} surroundings={surroundings} />
        </Box>
        <Stack gap="md" flex={1} miw={0}>
          {rows.map(({ step, label, lines }) => (
            <Box key={step}>
              <Group justify="space-between" wrap="nowrap" mb={2}>
                <Text fw={600} size="sm">
                  {label}
                </Text>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => onStep(indexOf(step))}
                  aria-label={inCreate('changePart', { part: midSentence(label) })}
                >
                  {inCreate('change')}
                </Button>
              </Group>
              <Table layout="fixed" verticalSpacing={4} horizontalSpacing={0} withRowBorders={false}>
                <Table.Tbody>
                  {lines.map(({ name, value, note }) => (
                    <Table.Tr key={name}>
                      <Table.Th
                        scope="row"
                        w="40%"
                        fw={400}
                        c="dimmed"
                        fz="sm"
                        style={{ verticalAlign: 'top' }}
                      >
                        {name}
                      </Table.Th>
                      <Table.Td fz="sm" className="numbers">
                        {value}
                        {note === undefined ? null : (
                          <Text size="xs" c="dimmed" className="numbers">
                            {note}
                          </Text>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Box>
          ))}
        </Stack>
      </Flex>
      {chain === 'sui' && form.token?.status !== 'DEPLOYED' ? (
        <Alert variant="light" color="yellow" icon={<IconInfoCircle size={18} />}>
          {inCreate('nameIsNotOn', { name: form.token?.name ?? '' })}
        </Alert>
      ) : null}
      {launch.error && !isShownElsewhere(launch.error) ? (
        <ErrorMessage error={launch.error} title={inCreate('dropWasNotLaunched')} />
      ) : null}
    </Stack>
  )
}

/** Whether the refusal names a field, which then shows the error. */
const isShownElsewhere = (error: unknown): boolean =>
  error instanceof Error && 'field' in error && placeOf(String(error.field)) !== undefined

interface Line {
  readonly name: string
  readonly value: string
  readonly note?: string
}

/** A summary of one step, or of a part of it. */
interface ReviewRow {
  readonly step: StepName
  readonly label: string
  readonly lines: readonly Line[]
}

function reviewRows(
  form: DropForm,
  surroundings: Surroundings,
  rules: RuleSurroundings,
): readonly ReviewRow[] {
  const shortcode = shortcodeOf(form, surroundings.takenShortcodes)
  return [
    {
      step: 'token',
      label: inCreate('token'),
      lines: [
        { name: inCreate('givenOut'), value: `${form.token?.name ?? ''} (${form.token?.symbol ?? ''})` },
      ],
    },
    {
      step: 'giveaway',
      label: inCreate('giveAway'),
      lines: [
        {
          name: FIELD_LABELS.shortcode,
          value: shortcode === '' ? inCreate('madeByService') : claimPath({ shortcode, id: '' }),
        },
        ...amountLines(form),
        { name: FIELD_LABELS.admission, value: ADMISSION_LABELS[form.admission] },
        { name: FIELD_LABELS.maxPerWallet, value: howOften(form) },
      ],
    },
    {
      step: 'price',
      label: inCreate('price'),
      lines: [
        { name: FIELD_LABELS.price, value: priceWords(form, surroundings.currencies) ?? inCreate('free') },
      ],
    },
    {
      step: 'schedule',
      label: inCreate('schedule'),
      lines: [
        { name: FIELD_LABELS.startsAt, value: openingOf(form) },
        ...entryLines(form),
        {
          name: FIELD_LABELS.claimDeadline,
          value: form.claimDeadline === null ? inCreate('noEnd') : shownTime(form.claimDeadline),
        },
      ],
    },
    {
      step: 'access',
      label: inCreate('whoMayClaim'),
      lines: [
        { name: FIELD_LABELS.claimAccess, value: ACCESS_LABELS[form.claimAccess] },
        ...(isByLink(form) ? [{ name: inCreate('claimLinks'), value: FIELD_LABELS.isLinkOnly }] : []),
        {
          name: FIELD_LABELS.delivery,
          value: DELIVERY_LABELS[form.award === 'random' ? 'SERVER' : form.delivery],
        },
        ...(form.humanCheck === 'NONE'
          ? []
          : [{ name: FIELD_LABELS.humanCheck, value: HUMAN_CHECK_LABELS[form.humanCheck] }]),
        ...(form.embedOrigins.trim() === ''
          ? []
          : [{ name: FIELD_LABELS.embedOrigins, value: originsTyped(form.embedOrigins).join(', ') }]),
        ...(form.gating.rules.length === 0 ? [{ name: inCreate('rules'), value: inCreate('none') }] : []),
        ...form.gating.rules.map((rule, index) => ({
          name: inCreate('ruleCount', { count: index + 1 }),
          value: sentenceOf(rule, rules),
          ...(rule.description ? { note: `“${rule.description}”` } : {}),
        })),
      ],
    },
  ]
}

function amountLines(form: DropForm): readonly Line[] {
  const { each, pool, items } = awardTerms(form)
  const line = (name: string, amount: bigint): Line => ({ name, value: amountInWords(form, amount) })
  return [
    each === undefined
      ? {
          name: inCreate('claimGets'),
          value: form.award === 'random' ? inCreate('randomAmount') : inCreate('amountThatClaimerChooses'),
        }
      : line(inCreate('claimGets'), each),
    ...(form.award === 'random'
      ? [{ name: FIELD_LABELS.randomness, value: RANDOMNESS_LABELS[form.randomness] }]
      : []),
    ...(pool === undefined ? [] : [line(FIELD_LABELS.pool, pool)]),
    { name: FIELD_LABELS.items, value: items == null ? inCreate('untilPoolIsEmpty') : count(items) },
  ]
}

function howOften(form: DropForm): string {
  if (form.claimType === 'STREAK') return inCreate('oneClaimEveryDay')
  const limit = readCount(form.maxPerWallet) ?? (form.isPriced ? null : 1)
  if (limit === null) return inCreate('asManyAsAre')
  return limit === 1 ? inCreate('oneClaim') : inCreate('claims', { claims: limit })
}

const entryLines = ({ admission, entriesCloseAt, claimWindowSeconds }: DropForm): readonly Line[] =>
  admission === 'FIRST_COME'
    ? []
    : [
        {
          name: FIELD_LABELS.entriesCloseAt,
          value: entriesCloseAt === null ? '' : shownTime(entriesCloseAt),
        },
        { name: FIELD_LABELS.claimWindowSeconds, value: duration(claimWindowSeconds * 1_000) },
      ]

const openingOf = (form: DropForm): string => {
  if (form.opening === 'now') return inCreate('immediately')
  if (form.opening === 'draft') return inCreate('whenYouOpenIt')
  return form.startsAt === null ? '' : shownTime(form.startsAt)
}
