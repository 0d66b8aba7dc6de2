import type { ConflictReason, InputReason } from '@dropkit/core'
import type { ApiRefusal } from '../api/errors.ts'
import { loadLanguage, locale, messagesOf } from './language.ts'
import reasons from './messages/reasons.json'

/** A message for each reason: a new reason of the server does not compile without one. */
const complete: Readonly<Record<InputReason | ConflictReason, { readonly en: string; readonly de: string }>> =
  reasons

const inReasons = /* @__PURE__ */ messagesOf(complete, () => import('./messages/reasons.json?de'))
await loadLanguage()

/** The message for why an input or a change was refused. Undefined for a reason of a newer server. */
export function reasonWords({ reason, details }: Pick<ApiRefusal, 'reason' | 'details'>): string | undefined {
  return reason === undefined || !isKnown(reason) ? undefined : inputWords({ reason, details })
}

/** The message for a refusal that the page itself has found with the rules of the server. */
export function inputWords({
  reason,
  details = {},
}: {
  readonly reason: InputReason | ConflictReason
  readonly details?: ApiRefusal['details']
}): string {
  const { least, most = details['value'], value, decimals, fileName } = details
  const values = Object.entries({ least, most, value, decimals, fileName })
  return inReasons(reason, Object.fromEntries(values.map(([name, given]) => [name, shown(given)])))
}

const isKnown = (reason: string): reason is keyof typeof reasons => Object.hasOwn(reasons, reason)

/** Messages have a form for `none`, if the server does not always send the value. */
const shown = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString(locale) : typeof value === 'string' ? value : 'none'
