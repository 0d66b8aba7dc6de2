import { messagesOf } from '../translate.ts'
import english from './creator.en.json'

export const inCreator = /* @__PURE__ */ messagesOf(english, { de: () => import('./creator.de.json') })
