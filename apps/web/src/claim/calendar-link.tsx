import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { saveFile } from '../components/save-file.ts'
import { useNow } from '../components/use-now.ts'
import { inClaim } from '../words/messages.ts'
import { calendarFile } from './calendar-file.ts'

/** A link that adds the opening or the end of a drop to the claimer's calendar. */
export function CalendarLink({ drop }: { readonly drop: ClaimableDropFragment }) {
  const file = calendarFile(drop, useNow(60_000))
  if (file === null) return null
  const save = () => saveFile(`${drop.shortcode ?? drop.id}.ics`, new Blob([file], { type: 'text/calendar' }))
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      px={0}
      leftSection={<IconCalendarPlus size={16} />}
      onClick={save}
    >
      {inClaim('addToCalendar')}
    </Button>
  )
}
