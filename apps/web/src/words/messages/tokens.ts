import { loadLanguage, messagesOf } from '../language.ts'
import english from './tokens.en.json'

export const inTokens = /* @__PURE__ */ messagesOf(english, { de: () => import('./tokens.de.json') })
// Modules that import this file are loaded after the page has started. They wait for the messages here, so that their
// constants can use them.
await loadLanguage()
