import { loadLanguage, messagesOf } from '../translate.ts'
import english from './events.en.json'

export const inEvents = /* @__PURE__ */ messagesOf(english, { de: () => import('./events.de.json') })
// Modules that import this file are loaded after the page has started. They wait for the messages here, so that their
// constants can use them.
await loadLanguage()
