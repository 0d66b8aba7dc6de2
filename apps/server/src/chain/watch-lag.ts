import type { Chain, ChainAnswer, Instant } from '@dropkit/core'
import type { WatchedLog } from './chain-metrics.ts'

/**
 * The same chain, telling up to when each of its logs has been read: to the last entry that was read, and with no
 * entry up to when it was asked for.
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
