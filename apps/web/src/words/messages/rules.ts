import { messagesOf } from '../translate.ts'
import english from './rules.en.json'

export const inRules = /* @__PURE__ */ messagesOf(english, { de: () => import('./rules.de.json') })
