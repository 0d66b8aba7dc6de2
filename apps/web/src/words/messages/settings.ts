import { loadLanguage, messagesOf } from '../language.ts'
import english from './settings.en.json'

export const inSettings = /* @__PURE__ */ messagesOf(english, { de: () => import('./settings.de.json') })
// Modules that import this file are loaded after the page has started. They wait for the messages here, so that their
// constants can use them.
await loadLanguage()
