import { loadLanguage, messagesOf } from '../language.ts'
import english from './gating.json'

export const inGating = /* @__PURE__ */ messagesOf(english, () => import('./gating.json?de'))
await loadLanguage()
