import { ApiRefusal } from '../../api/api-refusal.ts'
import { inWebhooks } from '../../words/messages/webhooks.ts'

/** Parts of the server's objections to a URL, with the message for users. The first that fits is shown. */
const OBJECTIONS = [
  [/does not begin with/, 'urlNeedsHttp'],
  [/user name or a password/, 'urlHasUserName'],
  [/longer than|must have at most/, 'urlTooLong'],
  [/private|loopback|link-local|local network|metadata/, 'urlNotPublic'],
] as const

/** Why the server does not accept the URL of a webhook. Undefined if the error is not about the URL. */
export function urlFault(fault: unknown): string | undefined {
  if (!(fault instanceof ApiRefusal) || fault.field !== 'url') return undefined
  const [, key] = OBJECTIONS.find(([part]) => part.test(fault.message)) ?? []
  return inWebhooks(key ?? 'urlNotValid')
}
