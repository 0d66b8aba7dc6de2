import { pageData, serviceClock } from '../page/page-data.ts'
import { credential } from './credential.ts'
import { postOrThrow } from './post-json.ts'
import { isRenewalDue, renewalDelayMs } from './visit-time.ts'

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
