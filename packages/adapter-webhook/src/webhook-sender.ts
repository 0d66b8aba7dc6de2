import type { WebhookAnswer, WebhookMessage, WebhookSender } from '@dropkit/core'
import { Agent, buildConnector, errors, request } from 'undici'
import { judgeAddress } from './address-guard.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { failureReason } from './failure-reason.ts'
import { refusalOf } from './judgement.ts'
import { createDnsResolver, type ResolveName, resolveLocally } from './name-resolver.ts'
import { createPinnedAddresses } from './pinned-addresses.ts'
import { parseReceiverUrl, type ReceiverUrl } from './receiver-url.ts'
import { retryAfterMsOf } from './retry-after.ts'
import { createWebhookSecret, type SignatureHeaders, signatureHeaders } from './signature.ts'

/** More than these to one origin wait for each other; other origins have their own. */
const CONNECTIONS_PER_ORIGIN = 32
/** Idle connections are kept this long, and never more than the longer time, whatever the receiver proposes. */
const IDLE_CONNECTION_MS = 4_000
const MAX_IDLE_CONNECTION_MS = 30_000
/** After this a connection is given up even when busy: a name that has moved is followed. */
const CONNECTION_LIFE_MS = 60_000
const MAX_ANSWER_HEADER_BYTES = 16_384
/** An answer's body means nothing; a short one is read so that its connection can be used again. */
const MAX_ANSWER_BODY_BYTES = 16_384
const ANSWER_BODY_MS = 1_000

export interface WebhookSenderOptions {
  /** The machine's clock, in milliseconds since 1970: the world's time, by which receivers judge a signature. */
  readonly machineNow: () => number
  /** Permits loopback, private and link-local addresses. Everything else that is not public stays refused. */
  readonly allowPrivate: boolean
  /** For everything, from resolving the name to the answer's headers. 15 s by default. */
  readonly timeoutMs?: number
  readonly userAgent?: string
  /** Gives the addresses of a name. By default DNS; with allowPrivate as the machine does it. */
  readonly resolve?: ResolveName
  /** Makes what connects. It is given the look-up that it has to use. By default undici's own. */
  readonly createConnector?: (options: buildConnector.BuildOptions) => buildConnector.connector
}

export interface ClosableWebhookSender extends WebhookSender {
  /** Ends the deliveries under way, as failed, and closes all connections. */
  close(): Promise<void>
}

/** A sender that signs by Standard Webhooks 1.0 and cannot be led into a private network. */
export function createWebhookSender({
  machineNow,
  allowPrivate,
  timeoutMs = 15_000,
  userAgent = 'dropkit-webhook',
  resolve = allowPrivate ? resolveLocally : createDnsResolver(),
  createConnector = buildConnector,
}: WebhookSenderOptions): ClosableWebhookSender {
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

  /** The judged addresses of a receiver; a text when one of them is not permitted. */
  async function addressesOf({ host }: ReceiverUrl, deadline: Deadline): Promise<readonly string[] | string> {
    if (host.form === 'address') return []
    const addresses = await deadline.meet(resolve(host.host, deadline.signal))
    // One bad address among good ones condemns the name: nobody has that by accident. Which address it is stays
    // untold, or the answers would be a map of our network.
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
      // The status has been read, and it is the answer: what becomes of the body changes nothing.
      .catch(() => {})
    return { statusCode, headers, discarded }
  }

  async function send(message: WebhookMessage): Promise<WebhookAnswer> {
    const receiver = parseReceiverUrl(message.url, allowPrivate)
    if (!receiver.ok) return { kind: 'forbidden', reason: receiver.error }
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
      // Not the receiver's doing: an id or a setting that no header can hold.
      if (error instanceof errors.InvalidArgumentError) throw error
      return { kind: 'failed', reason: failureReason(error), durationMs: elapsedMs() }
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
    close: () => agent.destroy(),
  }
}

/** A header that was given several times counts by its first value. */
const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
