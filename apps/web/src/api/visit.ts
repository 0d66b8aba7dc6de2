import { credential } from './credential.ts'
import { postOrThrow } from './post-json.ts'

const PAYMENT_PAGE = /^\/pay\/([^/]+)/

let renewing: Promise<void> | null = null

/** Another visitor's token, for a page that has been open for longer than the one lives with which it came. */
export function renewVisit(): Promise<void> {
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}

async function renew(): Promise<void> {
  const paymentIntentId = PAYMENT_PAGE.exec(location.pathname)?.[1]
  const { token } = await postOrThrow<{ readonly token: string }>(
    '/auth/visit',
    paymentIntentId === undefined ? {} : { paymentIntentId },
  )
  credential.visitAs(token)
}
