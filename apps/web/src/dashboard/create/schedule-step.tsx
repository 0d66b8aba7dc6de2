import { Stack, Text } from '@mantine/core'
import { TimeField } from '../../components/time-field.tsx'
import { instantOf } from '../drop/local-time.ts'
import { ClaimWindowSelect } from '../drop-fields/claim-window-select.tsx'
import { FIELD_LABELS } from '../drop-fields/field-labels.ts'
import { ChoiceCards } from './choice-cards.tsx'
import type { StepProps } from './step-props.ts'
import { timeZoneInWords } from './time-zone.ts'

/** When it opens, and when it ends. */
export function ScheduleStep({ form, change, faults, surroundings }: StepProps) {
  return (
    <Stack gap="lg">
      <ChoiceCards
        label="Opens"
        value={form.opening}
        onChange={(opening) => change({ opening })}
        choices={[
          { value: 'now', label: 'At once', explanation: 'As soon as you launch it' },
          { value: 'later', label: 'Later', explanation: 'At a time that you choose' },
          { value: 'draft', label: 'Not yet', explanation: 'A draft that only you can see' },
        ]}
      />
      {form.opening === 'later' ? (
        <TimeField
          label={FIELD_LABELS.startsAt}
          placeholder="Day and time"
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
            description="The draw is a few seconds later. It makes no difference when a wallet enters."
            placeholder="Day and time"
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
        description="Leave empty to run until everything is claimed or you end it."
        placeholder="No end"
        value={form.claimDeadline}
        onChange={(claimDeadline) => change({ claimDeadline })}
        error={faults['claimDeadline']}
        clearable
      />
      <Text size="sm" c="dimmed">
        Times are in your time zone:{' '}
        {timeZoneInWords(
          form.startsAt === null ? new Date(surroundings.nowMs) : new Date(instantOf(form.startsAt)),
        )}
        . Claimers see them in theirs.
      </Text>
    </Stack>
  )
}
