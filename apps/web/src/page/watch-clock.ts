import { credential } from '../api/credential.ts'
import { ServiceTimeDocument } from '../api/generated/operations.ts'
import { request } from '../api/request.ts'
import { serviceClock } from './page-data.ts'

const LOOK_MS = 10_000
/** After the page was hidden for this long, the server's time is always read again. */
const LONG_HIDDEN_MS = 60_000

let isAsking = false

/** Reads the server's time. Assumes that it was taken halfway between request and answer. */
async function hearAgain(): Promise<void> {
  // Before the sign-in to the dashboard, there is no credential to read with.
  if (isAsking || credential.get() === null) return
  isAsking = true
  const askedMs = performance.now()
  try {
    const { service } = await request(ServiceTimeDocument, {})
    serviceClock.hear(Date.parse(service.now), (askedMs + performance.now()) / 2)
  } catch {
    // The next check reads it again.
  } finally {
    isAsking = false
  }
}

/** Keeps the page's server clock right after the machine slept or the tab was suspended. */
export function watchClock(): void {
  let hiddenAtMs = 0
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenAtMs = performance.now()
    else if (serviceClock.isInDoubt() || performance.now() - hiddenAtMs > LONG_HIDDEN_MS) void hearAgain()
  })
  setInterval(() => {
    if (!document.hidden && serviceClock.isInDoubt()) void hearAgain()
  }, LOOK_MS)
}
