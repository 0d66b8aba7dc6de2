import type { RuleKind } from '../domain/gating/rule-kind.ts'
import type { Chain } from './chain.ts'
import type { Clock } from './clock.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { Files } from './files.ts'
import type { Hashes } from './hashes.ts'
import type { OpenIdVerifier, WalletVerifier } from './identity.ts'
import type { Ids } from './ids.ts'
import type { JobQueue } from './job-queue.ts'
import type { KeyValueStore } from './key-value-store.ts'
import type { Log } from './log.ts'
import type { OwnFacts } from './own-facts.ts'
import type { PriceFeed } from './price-feed.ts'
import type { RandomSource } from './random-source.ts'
import type { Receipts } from './receipts.ts'
import type { Secrets, VoucherSigner } from './secrets.ts'
import type { Stopwatch } from './stopwatch.ts'
import type { Store } from './store.ts'
import type { Sweeper } from './sweeper.ts'
import type { Watch } from './watch.ts'
import type { WebhookSender } from './webhook-sender.ts'

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
  readonly deliveries: DeliveryQueue
  readonly receipts: Receipts
  readonly sweeper: Sweeper
  readonly webhooks: WebhookSender
  readonly files: Files
  readonly wallets: WalletVerifier
  /** Null where no provider is configured. */
  readonly openId: OpenIdVerifier | null
  readonly log: Log
  /**
   * The kinds of gating rules there are: `RULE_KINDS` unless told. All processes on one store must know those that its
   * drops use.
   */
  readonly ruleKinds?: readonly RuleKind[] | undefined
  /** Where rule kinds of one's own have their facts (`own:…`). Undefined where none needs any. */
  readonly ownFacts?: OwnFacts | undefined
  /** Measures how long a background run takes. Without it, the clock does. */
  readonly stopwatch?: Stopwatch | undefined
  /** Where uses of what is limited per user are counted. Without it nothing is limited per user. */
  readonly keyValues?: Pick<KeyValueStore, 'transact'> | undefined
  /** Undefined where nobody watches. */
  readonly watch?: Watch | undefined
}
