import { loadLanguage, messagesOf } from '../translate.ts'
import english from './webhooks.en.json'

export const inWebhooks = /* @__PURE__ */ messagesOf(english, { de: () => import('./webhooks.de.json') })
// What imports this file is loaded after the page began. It waits for its messages, so that constants may hold them.
await loadLanguage()
