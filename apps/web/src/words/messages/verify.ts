import { messagesOf } from '../language.ts'
import english from './verify.en.json'

export const inVerify = /* @__PURE__ */ messagesOf(english, { de: () => import('./verify.de.json') })
