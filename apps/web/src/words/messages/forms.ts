import { loadLanguage, messagesOf } from '../language.ts'
import english from './forms.en.json'

export const inForms = /* @__PURE__ */ messagesOf(english, { de: () => import('./forms.de.json') })
// Modules that import this file are loaded after the page has started. They wait for the messages here, so that their
// constants can use them.
await loadLanguage()
