import { EVENT_TYPES } from '@dropkit/core'
import { loadLanguage, messagesOf } from './language.ts'
import english from './messages/events.json'

const inEvents = /* @__PURE__ */ messagesOf(english, () => import('./messages/events.json?de'))
await loadLanguage()

/** An event type as text. An unknown type is shown by its name. */
export const eventInWords = (type: string): string => {
  const known = EVENT_TYPES.find((name) => name === type)
  return known ? inEvents(known) : type.replaceAll(/[._]/g, ' ')
}
