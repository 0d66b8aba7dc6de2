import { loadLanguage, messagesOf } from '../language.ts'
import english from './forms.json'

export const inForms = /* @__PURE__ */ messagesOf(english, () => import('./forms.json?de'))
await loadLanguage()
