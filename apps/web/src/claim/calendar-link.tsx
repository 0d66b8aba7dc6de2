import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { useNow } from '../components/use-now.ts'
import { calendarFile } from './calendar-file.ts'

/** Puts the opening or the end of a drop into the visitor's own calendar. */
export function CalendarLink({ drop }: { readonly drop: ClaimableDropFragment }) {
  const file = calendarFile(drop, useNow(60_000))
  if (file === null) return null
  const save = () => {
    const url = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${drop.shortcode ?? drop.id}.ics`
    link.click()
    // The browser has begun to save by then.
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      px={0}
      leftSection={<IconCalendarPlus size={16} />}
      onClick={save}
    >
      Add to calendar
    </Button>
  )
}
