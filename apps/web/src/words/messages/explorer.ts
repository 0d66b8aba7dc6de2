import { messagesOf } from '../language.ts'
import english from './explorer.en.json'

export const inExplorer = /* @__PURE__ */ messagesOf(english, { de: () => import('./explorer.de.json') })
