import { loadLanguage, messagesOf } from '../language.ts'
import english from './drop.json'

export const inDrop = /* @__PURE__ */ messagesOf(english, () => import('./drop.json?de'))
await loadLanguage()
