import { loadLanguage, messagesOf } from '../translate.ts'
import english from './tokens.en.json'

export const inTokens = /* @__PURE__ */ messagesOf(english, { de: () => import('./tokens.de.json') })
// What imports this file is loaded after the page began. It waits for its messages, so that constants may hold them.
await loadLanguage()
