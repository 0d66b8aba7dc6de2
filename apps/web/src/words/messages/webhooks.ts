import { loadLanguage, messagesOf } from '../language.ts'
import english from './webhooks.json'

export const inWebhooks = /* @__PURE__ */ messagesOf(english, () => import('./webhooks.json?de'))
await loadLanguage()
