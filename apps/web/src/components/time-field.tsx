import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { serviceNow } from '../page/page-data.ts'
import {
  dayInFull,
  firstDayOfWeek,
  monthAndYear,
  monthShort,
  weekdayShort,
  yearAlone,
} from '../words/calendar.ts'
import { inWords } from '../words/time.ts'

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()

/** A day and a time in the visitor's own time zone, as pickers hold them: `2026-06-01 14:00:00`; null for none. */
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
      // The calendar that opens is named by its button, which it looks for under this id.
      id={id}
      popoverProps={{ id }}
      modalProps={{ title: label, withCloseButton: true }}
      dropdownType={isNarrow ? 'modal' : 'popover'}
      label={label}
      valueFormat={(picked) => inWords(new Date(picked.replace(' ', 'T')).toISOString())}
      minDate={new Date(serviceNow())}
      timePickerProps={{
        format: clock.hour12 ? '12h' : '24h',
        hoursInputLabel: 'Hours',
        minutesInputLabel: 'Minutes',
      }}
      submitButtonProps={{ 'aria-label': 'Take this time' }}
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      ariaLabels={{
        previousMonth: 'Month before',
        nextMonth: 'Next month',
        previousYear: 'Year before',
        nextYear: 'Next year',
        previousDecade: 'Decade before',
        nextDecade: 'Next decade',
        monthLevelControl: 'Choose a month',
        yearLevelControl: 'Choose a year',
      }}
      firstDayOfWeek={firstDayOfWeek(clock.locale)}
      weekdayFormat={weekdayShort}
      monthLabelFormat={monthAndYear}
      monthsListFormat={monthShort}
      yearLabelFormat={yearAlone}
      yearsListFormat={yearAlone}
      decadeLabelFormat={(from, to) => `${yearAlone(from)} – ${yearAlone(to)}`}
      getDayAriaLabel={dayInFull}
      // Days of the week are no matter of colour here.
      weekendDays={[]}
      {...props}
    />
  )
}
