import { err, ok, type Result } from '@dropkit/core'
import { type HostJudgement, judgeLiteral } from './address-guard.ts'
import { refusalOf } from './judgement.ts'

const MAX_URL_LENGTH = 2048
const AUTHORITY = /^https?:\/\/([^/?#\\]*)/i

/** A URL that may be sent to, as far as can be told without resolving a name. */
export interface ReceiverUrl {
  readonly url: URL
  readonly host: HostJudgement
}

/**
 * Reads the URL of a receiver, or says why it can never be sent to. The host is judged as it was written, not
 * only as the URL standard reads it, so that a disguised address is named as one.
 */
export function parseReceiverUrl(text: string, allowPrivate: boolean): Result<ReceiverUrl, string> {
  if (text.length > MAX_URL_LENGTH) return err(`the URL is longer than ${MAX_URL_LENGTH} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the URL standard drops tabs and line breaks silently
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    return err('the URL has spaces, control characters or backslashes')
  const authority = AUTHORITY.exec(text)?.[1]
  if (authority === undefined) return err('the URL does not begin with http:// or https://')
  if (authority.includes('@')) return err('the URL has a user name or a password')
  const url = URL.parse(text)
  if (url === null) return err('the URL is not valid')
  if (url.port === '0') return err('the URL has the port 0')
  const host = judgeLiteral(authority.replace(/:\d*$/, ''))
  const refusal = refusalOf(host, allowPrivate)
  if (refusal !== undefined) return err(refusal)
  // Two readings of one URL are how guards are fooled. There is no such case known; if there is, it ends here.
  if (host.host !== url.hostname) return err('the host of the URL can be read in two ways')
  return ok({ url, host })
}
