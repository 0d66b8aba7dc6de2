import { pageData, serviceClock } from '../page/page-data.ts'
import { credential } from './credential.ts'
import { postOrThrow } from './post-json.ts'
import { isRenewalDue, renewalDelayMs } from './visit-time.ts'

const PAYMENT_PAGE = /^\/pay\/([^/]+)/

/** In Unix milliseconds by the service's clock; null on a page that is not for visitors. */
let expiresAtMs = pageData.visitor && Date.parse(pageData.visitor.expiresAt)
let renewing: Promise<void> | null = null

/** Another visitor's token, for a page that is open for longer than the one lives with which it came. */
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

/** Renews the token where it is over, or soon; what is asked by one that could not be renewed is refused by itself. */
export async function renewVisitWhenDue(): Promise<void> {
  if (expiresAtMs !== null && isRenewalDue(expiresAtMs, serviceClock.latest()))
    await renewVisit().catch(() => {})
}

/** Renews the visitor's token before it is over, for as long as the page is open. */
export function keepVisit(): void {
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
