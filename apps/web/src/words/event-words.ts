import { EVENT_TYPES } from '@dropkit/core'
import { inEvents } from './messages/events.ts'

/** An event as a sentence; one that these pages do not know yet goes by its name. */
export const eventInWords = (type: string): string => {
  const known = EVENT_TYPES.find((name) => name === type)
  return known ? inEvents(known) : type.replaceAll(/[._]/g, ' ')
}
