import { loadLanguage, messagesOf } from '../translate.ts'
import english from './drop-tabs.en.json'

export const inDropTabs = /* @__PURE__ */ messagesOf(english, { de: () => import('./drop-tabs.de.json') })
// What imports this file is loaded after the page began. It waits for its messages, so that constants may hold them.
await loadLanguage()
