import { loadLanguage, messagesOf } from '../translate.ts'
import english from './drop.en.json'

export const inDrop = /* @__PURE__ */ messagesOf(english, { de: () => import('./drop.de.json') })
// What imports this file is loaded after the page began. It waits for its messages, so that constants may hold them.
await loadLanguage()
