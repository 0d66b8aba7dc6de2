import { Stack, Text } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { ChoiceCards } from './choice-cards.tsx'
import { instantOf } from './drop-form.ts'
import type { StepProps } from './step-props.ts'
import { timeZoneInWords } from './time-zone.ts'

/** When it opens, and when it ends. */
export function ScheduleStep({ form, change, faults, surroundings }: StepProps) {
  const isNarrow = useMediaQuery('(max-width: 36em)')
  const picker = {
    clearable: true,
    valueFormat: 'D MMMM YYYY, HH:mm',
    minDate: new Date(surroundings.nowMs),
    dropdownType: isNarrow ? 'modal' : 'popover',
    maw: 360,
    clearButtonProps: { 'aria-label': 'Clear' },
    submitButtonProps: { 'aria-label': 'Take this time' },
  } as const
  return (
    <Stack gap="lg">
      <ChoiceCards
        label="Opens"
        value={form.opening}
        onChange={(opening) => change({ opening })}
        choices={[
          { value: 'now', label: 'At once', explanation: 'As soon as you launch it' },
          { value: 'later', label: 'Later', explanation: 'By itself, at a time that you choose' },
          { value: 'draft', label: 'Not yet', explanation: 'It is kept as a draft that only you see' },
        ]}
      />
      {form.opening === 'later' ? (
        <DateTimePicker
          label="Opens at"
          placeholder="Day and time"
          required
          value={form.startsAt}
          onChange={(startsAt) => change({ startsAt })}
          error={faults['startsAt']}
          {...picker}
        />
      ) : null}
      <DateTimePicker
        label="Ends at"
        description="Without a time it goes on until everything is claimed, or you end it."
        placeholder="No end"
        value={form.claimDeadline}
        onChange={(claimDeadline) => change({ claimDeadline })}
        error={faults['claimDeadline']}
        {...picker}
      />
      <Text size="sm" c="dimmed">
        Times are on your own clock:{' '}
        {timeZoneInWords(form.startsAt === null ? new Date(surroundings.nowMs) : instantOf(form.startsAt))}.
        Claimers see them on theirs.
      </Text>
    </Stack>
  )
}
