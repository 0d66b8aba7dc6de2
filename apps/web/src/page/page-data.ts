import { claimPath } from '../words/addresses.ts'
import { createServiceClock } from './service-clock.ts'

/** What the server has written into this page. */
export interface PageData {
  /** The token of an anonymous visitor, who can read public data. Null on pages that require a sign-in. */
  readonly visitor: { readonly token: string; readonly expiresAt: string } | null
  /** The nonce for style elements that are added at runtime. The page's policy blocks all others. */
  readonly nonce: string
  /** The server's time, which may differ from this machine's. */
  readonly now: string
  readonly chain: 'fake' | 'sui'
  /** The Sui network. Null on the fake chain. */
  readonly network: string | null
  readonly publicUrl: string
  /** The origins of pictures that pages may show, besides this server. */
  readonly imageOrigins: readonly string[]
  /** The origins whose pages may embed this page. Empty on all pages except `/embed/<shortcode>`. */
  readonly embedOrigins: readonly string[]
}

const given = document.getElementById('page')?.textContent

/** Without a server (under Vite's development server), the data of the fake chain. */
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
      embedOrigins: [],
    }

/** Whether the page is for an iframe of another site (`/embed/<shortcode>`). */
export const isEmbedded = pageData.embedOrigins.length > 0

/**
 * The time of the response's first byte, which is close to the time that the server wrote into the page. Scripts run much
 * later.
 */
const navigation = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined

export const serviceClock = createServiceClock(
  {
    serviceMs: Date.parse(pageData.now),
    atMonotonicMs: (given && navigation?.responseStart) || performance.now(),
  },
  () => performance.now(),
  () => Date.now(),
)

/** The server's time in Unix milliseconds. Drops open and payments expire by this clock. */
export const serviceNow = serviceClock.now

/** The full URL of a drop's claim page. */
export const claimUrl = (drop: Parameters<typeof claimPath>[0]): string =>
  `${pageData.publicUrl}${claimPath(drop)}`
