import { loadLanguage, messagesOf } from '../translate.ts'
import english from './events.en.json'

export const inEvents = /* @__PURE__ */ messagesOf(english, { de: () => import('./events.de.json') })
// What imports this file is loaded after the page began. It waits for its messages, so that constants may hold them.
await loadLanguage()
