import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { serviceNow } from '../page/page-data.ts'
import { midSentence } from '../words/language.ts'
import { inForms } from '../words/messages/forms.ts'
import {
  dayInFull,
  firstDayOfWeek,
  inWords,
  monthAndYear,
  monthShort,
  weekdayShort,
  yearAlone,
} from '../words/time.ts'

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()

/** A date and time in the user's time zone, in the picker's format: `2026-06-01 14:00:00`. Null for none. */
export function TimeField({
  label,
  ...props
}: {
  readonly label: string
  readonly value: string | null
  readonly onChange: (picked: string | null) => void
  readonly description?: ReactNode
  readonly placeholder?: string
  readonly error?: ReactNode
} & Pick<DateTimePickerProps, 'required' | 'clearable' | 'disabled'>) {
  const isNarrow = useMediaQuery('(max-width: 36em)')
  const id = useId()
  return (
    <DateTimePicker
      // The calendar popup gets its name from the button with this id.
      id={id}
      popoverProps={{ id }}
      modalProps={{ title: label, withCloseButton: true }}
      dropdownType={isNarrow ? 'modal' : 'popover'}
      label={label}
      valueFormat={(picked) => inWords(new Date(picked.replace(' ', 'T')).toISOString())}
      minDate={new Date(serviceNow())}
      timePickerProps={{
        format: clock.hour12 ? '12h' : '24h',
        hoursInputLabel: inForms('hours'),
        minutesInputLabel: inForms('minutes'),
      }}
      submitButtonProps={{ 'aria-label': inForms('takeThisTime') }}
      clearButtonProps={{ 'aria-label': inForms('clearField', { label: midSentence(label) }) }}
      ariaLabels={{
        previousMonth: inForms('monthBefore'),
        nextMonth: inForms('nextMonth'),
        previousYear: inForms('yearBefore'),
        nextYear: inForms('nextYear'),
        previousDecade: inForms('decadeBefore'),
        nextDecade: inForms('nextDecade'),
        monthLevelControl: inForms('chooseMonth'),
        yearLevelControl: inForms('chooseYear'),
      }}
      firstDayOfWeek={firstDayOfWeek(clock.locale)}
      weekdayFormat={weekdayShort}
      monthLabelFormat={monthAndYear}
      monthsListFormat={monthShort}
      yearLabelFormat={yearAlone}
      yearsListFormat={yearAlone}
      decadeLabelFormat={(from, to) => `${yearAlone(from)} – ${yearAlone(to)}`}
      getDayAriaLabel={dayInFull}
      // Weekends get no color of their own.
      weekendDays={[]}
      {...props}
    />
  )
}
