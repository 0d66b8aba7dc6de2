import { pageData, serviceClock } from '../page/page-data.ts'
import { isRenewalDue, renewalDelayMs } from './delays.ts'
import { ApiRefusal, unreachable } from './errors.ts'

/**
 * The token of the anonymous visitor. `current` is what requests send: an API key, a session token or this token; null
 * before the user has signed in.
 */
let visit: string | null = pageData.visitor?.token ?? null
let current = visit
const listeners = new Set<() => void>()

export const credential = {
  get: (): string | null => current,
  /** Null makes a page for anonymous visitors use the visitor's token again. */
  set(secret: string | null): void {
    const next = secret ?? visit
    if (next === current) return
    current = next
    for (const listener of listeners) listener()
  },
  /** Replaces the visitor's token. Signed-in users stay signed in. */
  visitAs(token: string): void {
    const wasVisitor = current === visit
    visit = token
    if (wasVisitor) credential.set(null)
  },
  onChange(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

interface Posted {
  readonly status: number
  readonly body: unknown
}

const LIMIT_MS = 30_000
/** Uploads get the time that a slow connection needs for them. */
const SLOW_BYTES_PER_MS = 16

/**
 * Posts JSON to this server and reads the JSON answer. Does not check the answer for errors. Throws if there is no answer
 * in time or if it is not JSON.
 */
export async function postJson(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Posted> {
  let status: number
  let text: string
  const sent = JSON.stringify(body)
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: sent,
      signal: AbortSignal.timeout(LIMIT_MS + Math.ceil(sent.length / SLOW_BYTES_PER_MS)),
    })
    status = response.status
    text = await response.text()
  } catch {
    throw unreachable()
  }
  try {
    return { status, body: JSON.parse(text) }
  } catch {
    throw new ApiRefusal(`The service answered ${status}`, { retryable: status >= 500 })
  }
}

/** Posts to a route outside of GraphQL. Throws an `ApiRefusal` from the answer's `error` and `code`. */
export async function postOrThrow<Answer>(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const posted = await postJson(path, body, headers)
  if (posted.status < 400) return posted.body as Answer
  const refusal = posted.body as Readonly<Record<string, unknown>>
  throw new ApiRefusal(String(refusal['error'] ?? 'The service refused'), refusal)
}

const PAYMENT_PAGE = /^\/pay\/([^/]+)/

/** Unix milliseconds by the server's clock. Null if the page has no anonymous visitor. */
let expiresAtMs = pageData.visitor && Date.parse(pageData.visitor.expiresAt)
let renewing: Promise<void> | null = null

/** Gets a new visitor token, for a page that is open for longer than its first token is valid. */
export function renewVisit(): Promise<void> {
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}

async function renew(): Promise<void> {
  const paymentIntentId = PAYMENT_PAGE.exec(location.pathname)?.[1]
  const { token, expiresAt } = await postOrThrow<{ readonly token: string; readonly expiresAt: string }>(
    '/auth/visit',
    paymentIntentId === undefined ? {} : { paymentIntentId },
  )
  expiresAtMs = Date.parse(expiresAt)
  credential.visitAs(token)
}

/** Renews the token if it has expired or expires soon. If that fails, the server refuses the next request. */
export async function renewVisitWhenDue(): Promise<void> {
  if (expiresAtMs !== null && isRenewalDue(expiresAtMs, serviceClock.latest()))
    await renewVisit().catch(() => {})
}

/** Renews the visitor's token before it expires, as long as the page is open. */
export function renewVisitInTime(): void {
  if (expiresAtMs === null) return
  renewInTime(expiresAtMs)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void renewVisitWhenDue()
  })
}

function renewInTime(untilMs: number): void {
  setTimeout(
    async () => {
      await renewVisitWhenDue()
      renewInTime(expiresAtMs ?? untilMs)
    },
    renewalDelayMs(untilMs, serviceClock.now()),
  )
}
