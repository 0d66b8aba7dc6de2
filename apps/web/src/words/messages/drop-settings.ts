import { loadLanguage, messagesOf } from '../language.ts'
import english from './drop-settings.en.json'

export const inDropSettings = /* @__PURE__ */ messagesOf(english, {
  de: () => import('./drop-settings.de.json'),
})
// Modules that import this file are loaded after the page has started. They wait for the messages here, so that their
// constants can use them.
await loadLanguage()
