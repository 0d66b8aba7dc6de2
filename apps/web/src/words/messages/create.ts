import { loadLanguage, messagesOf } from '../translate.ts'
import english from './create.en.json'

export const inCreate = /* @__PURE__ */ messagesOf(english, { de: () => import('./create.de.json') })
// What imports this file is loaded after the page began. It waits for its messages, so that constants may hold them.
await loadLanguage()
