import { loadLanguage, messagesOf } from '../language.ts'
import english from './drop.en.json'

export const inDrop = /* @__PURE__ */ messagesOf(english, { de: () => import('./drop.de.json') })
// Modules that import this file are loaded after the page has started. They wait for the messages here, so that their
// constants can use them.
await loadLanguage()
