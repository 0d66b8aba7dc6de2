import { Stack, Text } from '@mantine/core'
import { TimeField } from '../../components/time-field.tsx'
import { locale } from '../../words/language.ts'
import { inCreate } from '../../words/messages/create.ts'
import { instantOf } from '../drop/local-time.ts'
import { ClaimWindowSelect } from '../drop-fields/claim-window-select.tsx'
import { FIELD_LABELS } from '../drop-fields/field-labels.ts'
import { ChoiceCards } from './choice-cards.tsx'
import type { StepProps } from './step-props.ts'

/** The user's time zone at a time: `Central European Standard Time (Europe/Berlin)`. */
function timeZoneInWords(at: Date): string {
  const format = new Intl.DateTimeFormat(locale, { timeZoneName: 'long' })
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  const { timeZone } = format.resolvedOptions()
  return name === undefined || name === timeZone ? timeZone : `${name} (${timeZone})`
}

/** When the drop opens and ends. */
export function ScheduleStep({ form, change, faults, surroundings }: StepProps) {
  return (
    <Stack gap="lg">
      <ChoiceCards
        label={inCreate('opens')}
        value={form.opening}
        onChange={(opening) => change({ opening })}
        choices={[
          { value: 'now', label: inCreate('atOnce'), explanation: inCreate('asSoonAsYou') },
          { value: 'later', label: inCreate('later'), explanation: inCreate('atTimeThatYou') },
          { value: 'draft', label: inCreate('notYet'), explanation: inCreate('draftThatOnlyYou') },
        ]}
      />
      {form.opening === 'later' ? (
        <TimeField
          label={FIELD_LABELS.startsAt}
          placeholder={inCreate('dayAndTime')}
          required
          value={form.startsAt}
          onChange={(startsAt) => change({ startsAt })}
          error={faults['startsAt']}
          clearable
        />
      ) : null}
      {form.admission === 'LOTTERY' ? (
        <>
          <TimeField
            label={FIELD_LABELS.entriesCloseAt}
            description={inCreate('drawIsFewSeconds')}
            placeholder={inCreate('dayAndTime')}
            required
            value={form.entriesCloseAt}
            onChange={(entriesCloseAt) => change({ entriesCloseAt })}
            error={faults['entriesCloseAt']}
            clearable
          />
          <ClaimWindowSelect
            seconds={form.claimWindowSeconds}
            onChange={(claimWindowSeconds) => change({ claimWindowSeconds })}
            error={faults['claimWindowSeconds']}
          />
        </>
      ) : null}
      <TimeField
        label={FIELD_LABELS.claimDeadline}
        description={inCreate('leaveEmptyToRun')}
        placeholder={inCreate('noEnd')}
        value={form.claimDeadline}
        onChange={(claimDeadline) => change({ claimDeadline })}
        error={faults['claimDeadline']}
        clearable
      />
      <Text size="sm" c="dimmed">
        {inCreate('timesAreInYour', {
          timeZoneInWords: timeZoneInWords(
            form.startsAt === null ? new Date(surroundings.nowMs) : new Date(instantOf(form.startsAt)),
          ),
        })}
      </Text>
    </Stack>
  )
}
