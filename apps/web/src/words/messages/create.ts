import { loadLanguage, messagesOf } from '../language.ts'
import english from './create.json'

export const inCreate = /* @__PURE__ */ messagesOf(english, () => import('./create.json?de'))
await loadLanguage()
