import { Checkbox, Fieldset, SimpleGrid, Stack, Text } from '@mantine/core'
import { eventInWords } from '../../words/event-words.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'
import { AREA_WORDS } from './asked-events.ts'
import { chooseAll, chooseArea, chooseEvent, EVENT_AREAS, isChosen } from './event-choice.ts'

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
