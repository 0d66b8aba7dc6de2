import type { Instant, WebhookAnswer, WebhookMessage, WebhookSender } from '@dropkit/core'
import { Webhook } from 'standardwebhooks'
import { Agent, buildConnector, errors, request } from 'undici'
import {
  createDnsResolver,
  createPinnedAddresses,
  judgeAddress,
  parseReceiverUrl,
  type ReceiverUrl,
  type ResolveName,
  resolveLocally,
} from './address-guard.ts'
import { type Deadline, failureReason, refusalOf, startDeadline } from './failure-reason.ts'

/** The maximum number of connections per origin. Further deliveries to the same origin wait. */
const CONNECTIONS_PER_ORIGIN = 32
/** How long an idle connection stays open. If the receiver proposes another time, the second value is the maximum. */
const IDLE_CONNECTION_MS = 4_000
const MAX_IDLE_CONNECTION_MS = 30_000
/** A connection is closed after this time even if it is busy, so that changed addresses of a name take effect. */
const CONNECTION_LIFE_MS = 60_000
const MAX_ANSWER_HEADER_BYTES = 16_384
/** The body of an answer is ignored. A short one is read, so that its connection can be reused. */
const MAX_ANSWER_BODY_BYTES = 16_384
const ANSWER_BODY_MS = 1_000

export interface WebhookSenderOptions {
  /** The machine's clock, in Unix milliseconds. Receivers check a signature's timestamp against real time. */
  readonly machineNow: () => number
  /** Permits loopback, private and link-local addresses. All other addresses that are not public stay refused. */
  readonly allowPrivate: boolean
  /** The timeout of a whole delivery, from resolving the name to the headers of the answer. Default: 15 s. */
  readonly timeoutMs?: number
  readonly userAgent?: string
  /** Resolves the addresses of a name. Default: DNS, or the resolver of the machine if `allowPrivate`. */
  readonly resolve?: ResolveName
  /** Creates the connector. It must use the lookup in `options`. Default: undici's own connector. */
  readonly createConnector?: (options: buildConnector.BuildOptions) => buildConnector.connector
}

export interface ClosableWebhookSender extends WebhookSender {
  /** Aborts the open deliveries and all later ones, and closes all connections. */
  close(): Promise<void>
}

/** A sender that signs according to Standard Webhooks 1.0 and cannot be led into a private network. */
export function createWebhookSender({
  machineNow,
  allowPrivate,
  timeoutMs = 15_000,
  userAgent = 'dropkit-webhook',
  resolve = allowPrivate ? resolveLocally : createDnsResolver(),
  createConnector = buildConnector,
}: WebhookSenderOptions): ClosableWebhookSender {
  let isClosed = false
  const pinned = createPinnedAddresses()
  const agent = new Agent({
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: MAX_IDLE_CONNECTION_MS,
    clientTtl: CONNECTION_LIFE_MS,
    connect: createConnector({ timeout: timeoutMs, allowH2: false, lookup: pinned.lookup }),
  })

  /** The judged addresses of a receiver, or the reason (a string) if one of them is not permitted. */
  async function addressesOf({ host }: ReceiverUrl, deadline: Deadline): Promise<readonly string[] | string> {
    if (host.form === 'address') return []
    const addresses = await deadline.meet(resolve(host.host, deadline.signal))
    // One forbidden address among permitted ones makes the whole name forbidden, because that does not happen by accident.
    // The reason does not name the address; otherwise answers would reveal our network.
    const isRefused = addresses.some((ip) => refusalOf(judgeAddress(ip), allowPrivate) !== undefined)
    return isRefused ? `${host.host} resolves to an address that is not permitted` : addresses
  }

  async function post(url: URL, message: WebhookMessage, signatures: SignatureHeaders, deadline: Deadline) {
    const { statusCode, headers, body } = await deadline.meet(
      request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: {
          ...message.headers,
          'content-type': 'application/json',
          'user-agent': userAgent,
          ...signatures,
        },
        body: message.body,
        signal: deadline.signal,
      }),
    )
    const discarded = body
      .dump({ limit: MAX_ANSWER_BODY_BYTES, signal: AbortSignal.timeout(ANSWER_BODY_MS) })
      // The status has been read already. A failure to read the body does not change the result.
      .catch(() => {})
    return { statusCode, headers, discarded }
  }

  async function send(message: WebhookMessage): Promise<WebhookAnswer> {
    const receiver = parseReceiverUrl(message.url, allowPrivate)
    if (!receiver.ok) return { kind: 'forbidden', reason: receiver.error.message }
    const sentAt = machineNow()
    const signatures = signatureHeaders(message, sentAt)
    const startedAt = performance.now()
    const elapsedMs = () => Math.round(performance.now() - startedAt)
    const deadline = startDeadline(timeoutMs)
    let release = () => {}
    try {
      const addresses = await addressesOf(receiver.value, deadline)
      if (typeof addresses === 'string') return { kind: 'forbidden', reason: addresses }
      release = pinned.hold(receiver.value.host.host, addresses)
      const { statusCode, headers, discarded } = await post(receiver.value.url, message, signatures, deadline)
      const durationMs = elapsedMs()
      const answeredAt = sentAt + durationMs
      const retryAfterMs = retryAfterMsOf(one(headers['retry-after']), one(headers['date']), answeredAt)
      await discarded
      return { kind: 'answered', statusCode, retryAfterMs, durationMs }
    } catch (error) {
      // This error is not caused by the receiver: an id or a setting is not valid in a header.
      if (error instanceof errors.InvalidArgumentError) throw error
      const durationMs = elapsedMs()
      return isClosed
        ? { kind: 'aborted', reason: 'the sender was closed', durationMs }
        : { kind: 'failed', reason: failureReason(error), durationMs }
    } finally {
      release()
      deadline.clear()
    }
  }

  return {
    send,
    secretFrom: createWebhookSecret,
    objection(url) {
      const receiver = parseReceiverUrl(url, allowPrivate)
      return receiver.ok ? undefined : receiver.error
    },
    close() {
      isClosed = true
      return agent.destroy()
    },
  }
}

/** If a header was sent several times, its first value is used. */
const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** The longest wait that a receiver may ask for: one day. */
export const MAX_RETRY_AFTER_MS = 86_400_000

/** RFC 9110, 5.6.7: the current date format, and the two obsolete formats that must still be accepted. */
const HTTP_DATES = [
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
]

/**
 * The wait that Retry-After (RFC 9110, 10.2.3) asks for, in milliseconds after the answer, at most a day. Null if the
 * header is missing or invalid. A date is compared with the answer's own Date header, so that it works even if the
 * receiver's clock is wrong; without that header, with `answeredAt`.
 */
export function retryAfterMsOf(
  retryAfter: string | undefined,
  date: string | undefined,
  answeredAt: Instant,
): number | null {
  const text = retryAfter?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS)
  const until = httpDate(text)
  if (until === null) return null
  const from = httpDate(date?.trim() ?? '') ?? answeredAt
  return Math.min(Math.max(until - from, 0), MAX_RETRY_AFTER_MS)
}

function httpDate(text: string): Instant | null {
  if (!HTTP_DATES.some((form) => form.test(text))) return null
  // The asctime format does not state that it is UTC.
  const instant = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(instant) ? null : instant
}

const SECRET_PREFIX = 'whsec_'
const MIN_SECRET_BYTES = 24
const MAX_SECRET_BYTES = 64

/**
 * Writes a secret in the format of Standard Webhooks 1.0: `whsec_` and base64.
 *
 * @param bytes 24 to 64 unpredictable bytes.
 */
export function createWebhookSecret(bytes: Uint8Array): string {
  if (bytes.length < MIN_SECRET_BYTES || bytes.length > MAX_SECRET_BYTES) {
    throw new RangeError(`a webhook's secret has ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes`)
  }
  return `${SECRET_PREFIX}${Buffer.from(bytes).toString('base64')}`
}

export interface SignatureHeaders {
  readonly 'webhook-id': string
  /** Unix seconds. */
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/**
 * The headers that a receiver verifies, according to Standard Webhooks 1.0. There is one signature per secret, so that both
 * the old and the new secret work during a rotation. Throws if there is no secret, or if one is invalid.
 *
 * @param sentAt Unix milliseconds, by real time.
 */
export function signatureHeaders(
  { id, body, secrets }: Pick<WebhookMessage, 'id' | 'body' | 'secrets'>,
  sentAt: number,
): SignatureHeaders {
  if (secrets.length === 0) throw new TypeError('a webhook is not sent without a signature')
  const timestamp = new Date(sentAt)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, timestamp, body)).join(' '),
  }
}
