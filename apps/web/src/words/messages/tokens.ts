import { loadLanguage, messagesOf } from '../language.ts'
import english from './tokens.json'

export const inTokens = /* @__PURE__ */ messagesOf(english, () => import('./tokens.json?de'))
await loadLanguage()
