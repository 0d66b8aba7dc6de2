import { loadLanguage, messagesOf } from '../language.ts'
import english from './drop-tabs.json'

export const inDropTabs = /* @__PURE__ */ messagesOf(english, () => import('./drop-tabs.json?de'))
await loadLanguage()
