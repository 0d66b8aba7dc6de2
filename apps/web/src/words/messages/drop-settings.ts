import { loadLanguage, messagesOf } from '../language.ts'
import english from './drop-settings.json'

export const inDropSettings = /* @__PURE__ */ messagesOf(english, () => import('./drop-settings.json?de'))
await loadLanguage()
