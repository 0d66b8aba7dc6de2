import { loadLanguage, messagesOf } from '../language.ts'
import english from './claiming.en.json'

export const inClaiming = /* @__PURE__ */ messagesOf(english, { de: () => import('./claiming.de.json') })
// Modules that import this file are loaded after the page has started. They wait for the messages here.
await loadLanguage()
