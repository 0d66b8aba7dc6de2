import { err, ok, type Result, type UrlObjection } from '@dropkit/core'
import { type HostJudgement, judgeLiteral } from './address-guard.ts'
import { refusalOf } from './failure-reason.ts'

const MAX_URL_LENGTH = 2048
const AUTHORITY = /^https?:\/\/([^/?#\\]*)/i

/** A URL that may be called, as far as can be checked without resolving its name. */
export interface ReceiverUrl {
  readonly url: URL
  readonly host: HostJudgement
}

/**
 * Parses the URL of a receiver, or returns why it can never be called. The host is judged as it was written, not only as
 * the URL standard reads it, so that a disguised address is reported as such.
 */
export function parseReceiverUrl(text: string, allowPrivate: boolean): Result<ReceiverUrl, UrlObjection> {
  if (text.length > MAX_URL_LENGTH)
    return wrong('TOO_LONG', `the URL is longer than ${MAX_URL_LENGTH} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the URL standard drops tabs and line breaks silently
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    return wrong('NO_URL', 'the URL has spaces, control characters or backslashes')
  const authority = AUTHORITY.exec(text)?.[1]
  if (authority === undefined) return wrong('NO_URL', 'the URL does not begin with http:// or https://')
  if (authority.includes('@')) return wrong('HAS_CREDENTIALS', 'the URL has a user name or a password')
  const url = URL.parse(text)
  if (url === null) return wrong('NO_URL', 'the URL is not valid')
  if (url.port === '0') return wrong('NO_URL', 'the URL has the port 0')
  const host = judgeLiteral(authority.replace(/:\d*$/, ''))
  const refusal = refusalOf(host, allowPrivate)
  if (refusal !== undefined) return wrong('NOT_PUBLIC', refusal)
  // Attackers bypass guards with URLs that two parsers read differently. No such case is known, but this check would stop
  // it.
  if (host.host !== url.hostname) return wrong('NO_URL', 'the host of the URL can be read in two ways')
  return ok({ url, host })
}

const wrong = (reason: UrlObjection['reason'], message: string) => err({ reason, message })
