import { EVENT_TYPES } from '@dropkit/core'
import { loadLanguage, messagesOf } from './language.ts'
import english from './messages/events.en.json'

const inEvents = /* @__PURE__ */ messagesOf(english, { de: () => import('./messages/events.de.json') })
// Modules that import this file are loaded after the page has started. They wait for the messages here, so that their
// constants can use them.
await loadLanguage()

/** An event type as text. An unknown type is shown by its name. */
export const eventInWords = (type: string): string => {
  const known = EVENT_TYPES.find((name) => name === type)
  return known ? inEvents(known) : type.replaceAll(/[._]/g, ' ')
}
