import { EVENT_TYPES } from '@dropkit/core'
import { inEvents } from './messages/events.ts'

/** An event type as text. An unknown type is shown by its name. */
export const eventInWords = (type: string): string => {
  const known = EVENT_TYPES.find((name) => name === type)
  return known ? inEvents(known) : type.replaceAll(/[._]/g, ' ')
}
