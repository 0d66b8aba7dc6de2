import { messagesOf } from '../language.ts'
import english from './dashboard.en.json'

export const inDashboard = /* @__PURE__ */ messagesOf(english, { de: () => import('./dashboard.de.json') })
