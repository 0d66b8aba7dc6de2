import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { claimUrl } from '../page/page-data.ts'
import { inClaim } from '../words/messages.ts'

type Scheduled = Pick<ClaimableDropFragment, 'id' | 'shortcode' | 'title' | 'startsAt' | 'claimDeadline'>

/** The maximum length of a line in octets, without the line break (RFC 5545). */
const LINE_OCTETS = 75
const SHORT_MS = 30 * 60_000
/** Fifteen minutes before. */
const REMINDER = '-PT15M'

/** The opening of a drop as an iCalendar file, or its end if it is already open. Null if neither is in the future. */
export function calendarFile(drop: Scheduled, nowMs: number): string | null {
  const { startsAt, claimDeadline, title, id } = drop
  const isAhead = (iso: string | null): iso is string => iso !== null && Date.parse(iso) > nowMs
  const [at, what] = isAhead(startsAt)
    ? [startsAt, inClaim('eventOpens', { title })]
    : isAhead(claimDeadline)
      ? [claimDeadline, inClaim('eventEnds', { title })]
      : [null, '']
  if (at === null) return null
  const url = claimUrl(drop)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dropkit//Drop//EN',
    'BEGIN:VEVENT',
    `UID:${id}@dropkit`,
    `DTSTAMP:${stamp(nowMs)}`,
    `DTSTART:${stamp(Date.parse(at))}`,
    `DTEND:${stamp(Date.parse(at) + SHORT_MS)}`,
    `SUMMARY:${escaped(what)}`,
    `DESCRIPTION:${escaped(url)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(what)}`,
    `TRIGGER:${REMINDER}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

const stamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')

const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n')

/** Continues long lines on the next line, which starts with a space. No character is split. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let octets = 0
  let text = ''
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (octets + size > LINE_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += letter
    octets += size
  }
  return text
}
