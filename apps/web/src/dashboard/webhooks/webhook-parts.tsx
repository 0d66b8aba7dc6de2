import { Badge, Checkbox, Fieldset, SimpleGrid, Stack, Text } from '@mantine/core'
import { eventInWords } from '../../words/event-words.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import type { Health } from './delivery-words.ts'
import { chooseAll, chooseArea, chooseEvent, EVENT_AREAS, isChosen } from './event-choice.ts'

const LOOKS: Readonly<Record<Health, { readonly words: string; readonly color: string }>> = {
  off: { words: inWebhooks('switchedOff'), color: 'gray' },
  new: { words: inWebhooks('nothingSentYet'), color: 'blue' },
  sending: { words: inWebhooks('sending'), color: 'blue' },
  working: { words: inWebhooks('working'), color: 'leaf' },
  failing: { words: inWebhooks('failing'), color: 'red' },
}

export function HealthBadge({
  health,
  size = 'md',
}: {
  readonly health: Health
  readonly size?: 'md' | 'lg'
}) {
  return (
    <Badge color={LOOKS[health].color} variant="light" size={size} tt="none">
      {LOOKS[health].words}
    </Badge>
  )
}

/** Selects the events to receive: all, whole areas, or single events. */
export function EventsPicker({
  events,
  onChange,
  error,
}: {
  readonly events: readonly string[]
  readonly onChange: (events: readonly string[]) => void
  readonly error?: string | undefined
}) {
  return (
    <Stack gap="sm">
      <Checkbox
        label={inWebhooks('everything')}
        description={<Pattern text="*" words={inWebhooks('andFutureOnes')} />}
        checked={events.includes('*')}
        onChange={({ currentTarget }) => onChange(chooseAll(currentTarget.checked))}
      />
      {EVENT_AREAS.map(({ area, types }) => {
        const chosen = types.filter((type) => isChosen(events, type)).length
        const isWhole = events.includes('*') || events.includes(`${area}.*`)
        return (
          <Fieldset key={area} legend={AREA_WORDS[area] ?? area} radius="md" p="sm">
            <Checkbox
              label={inWebhooks('allOfThese')}
              aria-label={inWebhooks('allOfTheseIn', { area: AREA_WORDS[area] ?? area })}
              description={<Pattern text={`${area}.*`} words={inWebhooks('andFutureOnes')} />}
              checked={isWhole}
              indeterminate={!isWhole && chosen > 0}
              onChange={({ currentTarget }) => onChange(chooseArea(events, area, currentTarget.checked))}
              mb="sm"
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
              {types.map((type) => (
                <Checkbox
                  key={type}
                  size="sm"
                  label={eventInWords(type)}
                  description={<Pattern text={type} />}
                  checked={isChosen(events, type)}
                  onChange={({ currentTarget }) => onChange(chooseEvent(events, type, currentTarget.checked))}
                />
              ))}
            </SimpleGrid>
          </Fieldset>
        )
      })}
      {error === undefined ? null : (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

function Pattern({ text, words }: { readonly text: string; readonly words?: string }) {
  return (
    <>
      <Text component="span" ff="monospace" fz="inherit">
        {text}
      </Text>
      {words === undefined ? null : `, ${words}`}
    </>
  )
}

const AREA_WORDS: Readonly<Record<string, string>> = {
  drop: inWebhooks('drops'),
  claim: inWebhooks('claims'),
  payment: inWebhooks('payments'),
  refund: inWebhooks('refunds'),
  token: inWebhooks('tokens'),
  lottery: inWebhooks('lotteries'),
  gating: inWebhooks('whoMayClaim'),
  webhook: inWebhooks('webhooks'),
}

/** The events that a webhook receives, in one line. */
export function eventsInWords(patterns: readonly string[]): string {
  if (patterns.includes('*')) return inWebhooks('everything')
  return patterns
    .map((pattern) =>
      pattern.endsWith('.*')
        ? inWebhooks('allOfArea', { area: AREA_WORDS[pattern.slice(0, -2)] ?? pattern })
        : pattern,
    )
    .join(', ')
}
