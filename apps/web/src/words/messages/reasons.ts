import type { ConflictReason, InputReason } from '@dropkit/core'
import { loadLanguage, messagesOf } from '../translate.ts'
import english from './reasons.en.json'

/** A message for each reason: a new reason of the server does not compile without one. */
const complete: Readonly<Record<InputReason | ConflictReason, string>> = english

export const inReasons = /* @__PURE__ */ messagesOf(complete, { de: () => import('./reasons.de.json') })
await loadLanguage()
