import type { Chain } from './chain.ts'
import type { Clock } from './clock.ts'
import type { Hashes } from './hashes.ts'
import type { Ids } from './ids.ts'
import type { JobQueue } from './job-queue.ts'
import type { Log } from './log.ts'
import type { PriceFeed } from './price-feed.ts'
import type { RandomSource } from './random-source.ts'
import type { Secrets, VoucherSigner } from './secrets.ts'
import type { Store } from './store.ts'

/** Everything the rules need from outside. Whoever embeds Dropkit gives these; a use case names those it takes. */
export interface Ports {
  readonly store: Store
  readonly jobs: JobQueue
  readonly chain: Chain
  readonly clock: Clock
  readonly ids: Ids
  readonly random: RandomSource
  readonly hashes: Hashes
  readonly secrets: Secrets
  readonly signer: VoucherSigner
  readonly prices: PriceFeed
  readonly log: Log
}
