import type { Chain, ChainAnswer, Instant } from '@dropkit/core'
import type { WatchedLog } from './chain-metrics.ts'

/**
 * Wraps a chain and reports up to when each log has been read: up to the last entry of the page, or up to the time of the
 * request if the page is empty.
 */
export function watchLag(
  chain: Chain,
  now: () => Instant,
  readUpTo: (log: WatchedLog, instant: Instant) => void,
): Chain {
  function told<Page extends { readonly cursor: string | null }>(
    log: WatchedLog,
    read: (cursor: string | null, limit: number) => Promise<ChainAnswer<Page>>,
    entries: (page: Page) => readonly { readonly at: Instant }[],
  ) {
    return async (cursor: string | null, limit: number) => {
      const askedAt = now()
      const answer = await read(cursor, limit)
      if (!answer.ok) return answer
      const last = entries(answer.value).at(-1)
      readUpTo(log, last?.at ?? askedAt)
      return answer
    }
  }
  return {
    ...chain,
    claimsAfter: told('claims', chain.claimsAfter, ({ claims }) => claims),
    paymentsAfter: told('payments', chain.paymentsAfter, ({ payments }) => payments),
  }
}
