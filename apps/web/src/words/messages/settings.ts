import { loadLanguage, messagesOf } from '../language.ts'
import english from './settings.json'

export const inSettings = /* @__PURE__ */ messagesOf(english, () => import('./settings.json?de'))
await loadLanguage()
