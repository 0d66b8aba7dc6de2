import { inWebhooks } from '../../words/messages/webhooks.ts'

/** Why the server got no answer from a webhook's receiver, as it writes it, with the message for users. */
const REASONS = {
  'the name has no address': 'nameHasNoAddress',
  'the name could not be resolved': 'nameNotResolved',
  'the name could not be resolved in time': 'nameNotResolved',
  'the connection was refused': 'connectionRefused',
  'the connection was closed before an answer': 'connectionClosed',
  'the host cannot be reached': 'hostNotReached',
  'the network cannot be reached': 'hostNotReached',
  'the connection took too long': 'connectionTookTooLong',
  'the answer took too long': 'answerTookTooLong',
  "the answer's headers are too large": 'headersTooLarge',
  'the answer is not HTTP': 'answerIsNotHttp',
  'the sender was closed': 'serviceStopped',
  'TLS: the certificate has expired': 'certificateExpired',
  'TLS: the certificate is signed by itself': 'certificateOwnSignature',
  'TLS: the certificate is signed by nobody we know': 'certificateUnknownSigner',
  'TLS: the certificate is for another name': 'certificateOtherName',
  'TLS: no secure connection could be made': 'noSecureConnection',
  'no answer': 'noAnswerCame',
} as const

const isKnown = (reason: string): reason is keyof typeof REASONS => Object.hasOwn(REASONS, reason)

/** A reason why there was no answer, without a period. A reason that this page does not know is not shown. */
export function deliveryReason(reason: string): string {
  if (isKnown(reason)) return inWebhooks(REASONS[reason])
  if (/^no answer within \d+ ms$/.test(reason)) return inWebhooks('answerTookTooLong')
  return inWebhooks(/not permitted|not public|URL/.test(reason) ? 'addressNotPermitted' : 'noAnswerCame')
}
