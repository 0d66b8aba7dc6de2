import { loadLanguage, messagesOf } from '../translate.ts'
import english from './forms.en.json'

export const inForms = /* @__PURE__ */ messagesOf(english, { de: () => import('./forms.de.json') })
// What imports this file is loaded after the page began. It waits for its messages, so that constants may hold them.
await loadLanguage()
