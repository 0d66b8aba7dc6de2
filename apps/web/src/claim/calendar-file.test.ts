import { expect, test, vi } from 'vitest'
import { calendarFile } from './calendar-file.ts'

vi.mock('../page/page-data.ts', () => ({ claimUrl: () => 'https://drops.example/d/spring' }))

const NOW = Date.parse('2026-06-01T12:00:00.000Z')
const drop = { id: 'drop_1', shortcode: 'spring', title: 'Spring; drop', startsAt: null, claimDeadline: null }

test('a drop that opens later has an entry at its opening', () => {
  const file = calendarFile({ ...drop, startsAt: '2026-06-02T09:30:00.000Z' }, NOW)
  expect(file?.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Dropkit//Drop//EN',
    'BEGIN:VEVENT',
    'UID:drop_1@dropkit',
    'DTSTAMP:20260601T120000Z',
    'DTSTART:20260602T093000Z',
    'DTEND:20260602T100000Z',
    'SUMMARY:Spring\\; drop opens',
    'DESCRIPTION:https://drops.example/d/spring',
    'URL:https://drops.example/d/spring',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Spring\\; drop opens',
    'TRIGGER:-PT15M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a drop that is open has an entry at its end', () => {
  const times = { startsAt: '2026-05-01T00:00:00.000Z', claimDeadline: '2026-06-03T00:00:00.000Z' }
  expect(calendarFile({ ...drop, ...times }, NOW)).toContain('SUMMARY:Spring\\; drop ends')
})

test('a drop in the past has no entry', () => {
  expect(calendarFile(drop, NOW)).toBeNull()
  expect(calendarFile({ ...drop, claimDeadline: '2026-05-03T00:00:00.000Z' }, NOW)).toBeNull()
})

test('no line is longer than 75 octets, and no character is divided', () => {
  const title = 'Frühlingsfest 🎁 '.repeat(12)
  const file = calendarFile({ ...drop, title, startsAt: '2026-06-02T09:30:00.000Z' }, NOW) ?? ''
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n ', '')).toContain(`${title} opens`)
})
