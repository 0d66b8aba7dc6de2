import { credential } from '../api/credential.ts'
import { ServiceTimeDocument } from '../api/generated/operations.ts'
import { request } from '../api/request.ts'
import { serviceClock } from './page-data.ts'

const LOOK_MS = 10_000
/** After as long out of sight the time is asked for in any case. */
const LONG_HIDDEN_MS = 60_000

let isAsking = false

/** Asks the service for its time; counts it as of half-way between question and answer. */
async function hearAgain(): Promise<void> {
  // Before somebody signs in to the dashboard there is nobody to ask as.
  if (isAsking || credential.get() === null) return
  isAsking = true
  const askedMs = performance.now()
  try {
    const { service } = await request(ServiceTimeDocument, {})
    serviceClock.hear(Date.parse(service.now), (askedMs + performance.now()) / 2)
  } catch {
    // It is asked for again at the next look.
  } finally {
    isAsking = false
  }
}

/** Keeps the page's idea of the service's time right while it is open: a machine may sleep, or a tab be put to rest. */
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
