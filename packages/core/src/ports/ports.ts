import type { RuleKind } from '../domain/gating/rule-kind.ts'
import type { Chain } from './chain.ts'
import type { ClaimRouter } from './claim-router.ts'
import type {
  Hashes,
  LinkKeys,
  OpenIdVerifier,
  Secrets,
  VoucherSigner,
  WalletVerifier,
} from './cryptography.ts'
import type { DeliveryQueue } from './delivery-queue.ts'
import type { DropCounts } from './drop-store.ts'
import type { IdempotencyStore } from './idempotency-store.ts'
import type { Instrumentation, Log } from './instrumentation.ts'
import type { JobQueue } from './job-queue.ts'
import type { Files, KeyValueStore } from './key-value-store.ts'
import type { GasSponsor, HumanChecks, OwnFacts, PriceFeed, WebhookSender } from './outside-services.ts'
import type { Retention, Store } from './store.ts'
import type { Clock, Ids, RandomnessBeacon, RandomSource, Stopwatch } from './time-and-randomness.ts'

/**
 * Everything that the rules need from outside. The embedder provides it, and each use case names the ports that it uses.
 */
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
  readonly idempotency: IdempotencyStore
  readonly retention: Retention
  readonly webhooks: WebhookSender
  readonly files: Files
  readonly wallets: WalletVerifier
  /** Null if no provider is configured. */
  readonly openId: OpenIdVerifier | null
  readonly log: Log
  /**
   * The kinds of gating rules. Default: `RULE_KINDS`. All processes on one store must know the kinds that its drops use.
   */
  readonly ruleKinds?: readonly RuleKind[] | undefined
  /** The source of facts for the embedder's own rule kinds (`own:…`). Undefined if no kind needs it. */
  readonly ownFacts?: OwnFacts | undefined
  /** Measures the duration of background runs. Default: the clock. */
  readonly stopwatch?: Stopwatch | undefined
  /**
   * Resolves at the end of the current turn of the event loop, so that the claims of one turn share a batch. Without it,
   * the first of them starts a batch of its own.
   */
  readonly endOfTurn?: (() => Promise<void>) | undefined
  /** If several processes serve together: decides which of them batches the claims of a drop. */
  readonly claimRouter?: ClaimRouter | undefined
  /** Counts uses for limits per user. Without it, nothing is limited per user. With `list`, old counts are deleted. */
  readonly keyValues?: (Pick<KeyValueStore, 'transact'> & Partial<Pick<KeyValueStore, 'list'>>) | undefined
  /** Counts the visits of drops for their owners. Without it, only claims appear in a drop's analytics. */
  readonly dropCounts?: DropCounts | undefined
  /** Public randomness. Without it, drops cannot use a beacon. */
  readonly beacon?: RandomnessBeacon | undefined
  /** The keys of claim links. Without it, claim links are not available. */
  readonly linkKeys?: LinkKeys | undefined
  /** The checks that claimers are people. Without it, drops cannot ask for one. */
  readonly humanChecks?: HumanChecks | undefined
  /** Pays the gas of claims on SPONSORED drops. Without it, wallets pay the gas. */
  readonly gasSponsor?: GasSponsor | undefined
  /** Undefined without instrumentation. */
  readonly instrumentation?: Instrumentation | undefined
}
