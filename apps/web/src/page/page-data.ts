import { createServiceClock } from './service-clock.ts'

/** What the server has written into the page for it alone. */
export interface PageData {
  /** Reads what is public; null on pages for which one signs in. */
  readonly visitor: { readonly token: string; readonly expiresAt: string } | null
  /** For style elements that are made while the page runs: no other is let in. */
  readonly nonce: string
  /** The service's clock, which need not be this machine's. */
  readonly now: string
  readonly chain: 'fake' | 'sui'
  /** Which network of Sui; null on the fake chain. */
  readonly network: string | null
  readonly publicUrl: string
  /** From where pictures come besides this server. */
  readonly imageOrigins: readonly string[]
}

const given = document.getElementById('page')?.textContent

/** Without a server that fills it in (under Vite's own) it is that of the fake chain. */
export const pageData: PageData = given
  ? JSON.parse(given)
  : {
      visitor: null,
      nonce: '',
      now: new Date().toISOString(),
      chain: 'fake',
      network: null,
      publicUrl: location.origin,
      imageOrigins: [],
    }

/** When the first of the page came: about when the server had written its time into it. Scripts run much later. */
const navigation = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined

export const serviceClock = createServiceClock(
  {
    serviceMs: Date.parse(pageData.now),
    atMonotonicMs: (given && navigation?.responseStart) || performance.now(),
  },
  () => performance.now(),
  () => Date.now(),
)

/** The service's time in Unix milliseconds: by it drops begin and payments expire. */
export const serviceNow = serviceClock.now
