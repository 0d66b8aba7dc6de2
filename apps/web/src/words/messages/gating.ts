import { loadLanguage, messagesOf } from '../translate.ts'
import english from './gating.en.json'

export const inGating = /* @__PURE__ */ messagesOf(english, { de: () => import('./gating.de.json') })
// What imports this file is loaded after the page began. It waits for its messages, so that constants may hold them.
await loadLanguage()
