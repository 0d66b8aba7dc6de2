import { loadLanguage, messagesOf } from '../language.ts'
import english from './claiming.json'

export const inClaiming = /* @__PURE__ */ messagesOf(english, () => import('./claiming.json?de'))
await loadLanguage()
