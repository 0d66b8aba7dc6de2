import type { Claim } from '../domain/claim.ts'
import { type BriefDrop, type Drop, isServerDelivered } from '../domain/drop.ts'
import { assertKindsDiffer, RULE_KINDS } from '../domain/gating/rule-kinds.ts'
import type { LotteryEntry } from '../domain/lottery.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import type { Refusal } from '../domain/refusal.ts'
import { ok, type Result } from '../domain/result.ts'
import type { Caller } from '../domain/user.ts'
import type { Effect, IdempotencyLease, Ports } from '../ports/index.ts'
import { checkEligibility, checkGatingEligibility, type Eligibility } from './claims/check-eligibility.ts'
import {
  type ClaimDropInput,
  type ClaimRandomDropInput,
  claimDrop,
  claimRandomDrop,
  refusalOfDraw,
  reserveClaim,
} from './claims/claim-drop.ts'
import {
  type ClaimQueue,
  createClaimQueue,
  createRememberedDrops,
  type RememberedDrops,
} from './claims/claim-queue.ts'
import { confirmClaim } from './claims/confirm-claim.ts'
import { availableChecks, type HumanChallengeInput, humanChallenge } from './claims/human-challenge.ts'
import { prepareClaim, recoverClaim, signReceipt } from './claims/issue-voucher.ts'
import { newRecipientMessage, type RecipientMessageInput } from './claims/recipient-approval.ts'
import {
  createKeyedQueue,
  type KeyedQueue,
  prepareSponsoredClaim,
  submitSponsoredClaim,
} from './claims/sponsored-claim.ts'
import { type ClaimHistory, type ClaimHistoryInput, createClaimHistory } from './drops/claim-history.ts'
import { type CreateDropInput, createDrop } from './drops/create-drop.ts'
import { deleteDrop } from './drops/delete-drop.ts'
import {
  createDropCounter,
  type DropAnalyticsInput,
  type DropCounter,
  readDropAnalytics,
} from './drops/drop-analytics.ts'
import { type ExtraColumns, exportClaims, readDropStats } from './drops/drop-reports.ts'
import { type RotateDropKeyInput, rotateDropKey } from './drops/rotate-drop-key.ts'
import { publishedSeed, type UpdateDropInput, updateDrop } from './drops/update-drop.ts'
import { createEventFeed, type EventFeed } from './events/event-feed.ts'
import { type EventsInput, listEvents, readEvent } from './events/read-events.ts'
import { listFailingJobs, retryJob } from './failing-jobs.ts'
import { deleteFile, type UploadFileInput, uploadFile } from './files/manage-files.ts'
import { replayEligibility, signEligibility } from './gating/eligibility-statement.ts'
import {
  type GrantExemptionInput,
  grantWalletExemption,
  listExemptions,
  revokeWalletExemption,
} from './gating/exemptions.ts'
import { type UpdateGatingInput, updateGatingConfig } from './gating/manage-gating.ts'
import { createOutsideFacts, type OutsideFacts } from './gating/outside-facts.ts'
import {
  bytesOfLinks,
  type CreateClaimLinksInput,
  createClaimLinks,
  listClaimLinks,
  readClaimLink,
  recoverClaimLinks,
  revokeClaimLinks,
} from './links/claim-links.ts'
import { type ClaimWithLinkInput, claimWithLink } from './links/claim-with-link.ts'
import { logError } from './log-error.ts'
import {
  createEntryQueue,
  type EnterDropInput,
  type EntryQueue,
  enterDrop,
  listLotteryWallets,
  proveEntry,
  readLotteryEntry,
} from './lottery/lottery-entries.ts'
import type { PageInput, SeenPaymentInput } from './parse-input.ts'
import { findPaymentIntent } from './payments/change-intent.ts'
import { confirmPaymentIntent } from './payments/confirm-payment-intent.ts'
import {
  type CreatePaymentIntentInput,
  createPaymentIntent,
  paymentTransaction,
} from './payments/create-payment-intent.ts'
import {
  type ProcessRefundInput,
  processRefund,
  retryPayout,
  retryRefund,
} from './payments/outgoing-transfers.ts'
import { approvePaymentIntent, cancelPaymentIntent } from './payments/review-payment-intent.ts'
import {
  assignUnmatchedPayment,
  listUnmatchedPayments,
  returnUnmatchedPayment,
} from './payments/unmatched-payments.ts'
import { withdrawProceeds } from './payments/withdraw-proceeds.ts'
import {
  type ClaimFilterInput,
  type DropFilterInput,
  listClaims,
  listDrops,
  listPaymentIntents,
  listPayouts,
  listTokens,
  listUsers,
  readClaim,
  readDrop,
  readDropByShortcode,
  readToken,
  readUser,
} from './read-records.ts'
import { createJobRunner, type JobRunner, requestStandingJobs } from './run-jobs.ts'
import { type Settings, withDefaults } from './settings.ts'
import { idempotentStore, measureStore, storedBytesOf } from './store-wrappers.ts'
import { type CreateTokenInput, createToken } from './tokens/create-token.ts'
import { confirmTokenDeployment, prepareTokenDeployment } from './tokens/deploy-token.ts'
import { createUserLimits, type UserLimits } from './user-limits.ts'
import { type Authenticator, createAuthenticator, readVisit, startVisit } from './users/authenticate.ts'
import {
  type CreateApiKeyInput,
  type CreatePublishableKeyInput,
  createApiKey,
  createPublishableKey,
  listApiKeys,
  recoverApiKey,
  revokeApiKey,
} from './users/manage-api-keys.ts'
import { createLocalUser, type KeyTerms, type LimitUserInput, limitUser } from './users/manage-users.ts'
import {
  createStoredChallenges,
  endSession,
  finishSignIn,
  type StoredChallenges,
  startSignIn,
} from './users/sign-in.ts'
import {
  listPublicDrops,
  readCreator,
  type UpdateProfileInput,
  updateProfile,
} from './users/update-profile.ts'
import { createVaultWaker, prepareDropFunding, type VaultWaker } from './vaults/drop-funding.ts'
import { createWebhookWorker, type WebhookWorker } from './webhooks/deliver-webhooks.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  readWebhook,
  recoverWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type WebhookInput,
} from './webhooks/manage-webhooks.ts'

/** The whole service as one object: every use case, on the given ports. */
export type Dropkit = ReturnType<typeof createDropkit>

/**
 * Connects the use cases with their ports. Create one object per process: it holds the claim queue of the process. Any
 * number of processes may use one store. Throws a TypeError that names a missing port or a wrong setting.
 */
export function createDropkit(givenPorts: Ports, given: Partial<Settings> = {}) {
  assertAllThere(givenPorts)
  assertKindsDiffer(givenPorts.ruleKinds ?? RULE_KINDS)
  const settings = withDefaults(given)
  const limits = createUserLimits(givenPorts, settings)
  const ports: LimitedPorts = limits === undefined ? givenPorts : { ...givenPorts, limits }
  const outsideFacts = createOutsideFacts(ports)
  const queue = createClaimQueue(ports, settings, outsideFacts)
  const entries = createEntryQueue(ports, settings, outsideFacts)
  const authenticator = createAuthenticator(ports)
  const feed = createEventFeed(ports)
  const runner = createJobRunner(ports, settings)
  const webhooks = createWebhookWorker(ports, settings)
  const history = createClaimHistory(ports)
  const wakeVault = createVaultWaker(ports)
  const delivering = createRememberedDrops<Drop>(MOST_DELIVERING, isServerDelivered)
  const counter = createDropCounter(ports)
  const shared = {
    settings,
    outsideFacts,
    queue,
    entries,
    authenticator,
    feed,
    runner,
    webhooks,
    history,
    wakeVault,
    delivering,
    counter,
    submissions: createKeyedQueue(),
    challenges: createStoredChallenges(),
  }
  return {
    ...useCases(ports, shared),
    /**
     * The same use cases for one request with an Idempotency-Key. Each change notes the request's effect in its own
     * transaction.
     */
    withLease: (lease: IdempotencyLease) => {
      const store = idempotentStore(ports.store, lease)
      const leasedQueue: ClaimQueue = {
        ...queue,
        submit: (dropId, request, onReserved) => queue.submit(dropId, request, onReserved, lease),
      }
      const leasedEntries: EntryQueue = {
        ...entries,
        submit: (dropId, request) => entries.submit(dropId, request, lease),
      }
      return useCases({ ...ports, store }, { ...shared, queue: leasedQueue, entries: leasedEntries })
    },
  }
}

const STOPPING: readonly unknown[] = ['PAUSED', 'ENDED', 'CANCELLED']

/** Whether an update only stops the drop or the webhook. That must be possible whatever limit is reached. */
const onlyStops = (changes: UpdateDropInput | Parameters<typeof updateWebhook>[2]): boolean =>
  Object.entries(changes).every(
    ([name, value]) =>
      value == null ||
      name === 'id' ||
      (name === 'status' && STOPPING.includes(value)) ||
      (name === 'isActive' && value === false),
  )

/** The number of remembered drops whose claims the service delivers. */
const MOST_DELIVERING = 10_000

const NEEDED_PORTS = [
  'store',
  'jobs',
  'chain',
  'clock',
  'ids',
  'random',
  'hashes',
  'secrets',
  'signer',
  'prices',
  'deliveries',
  'idempotency',
  'retention',
  'webhooks',
  'files',
  'wallets',
  'log',
] as const satisfies readonly (keyof Ports)[]

/** Checks all ports at the start. Otherwise a missing port would fail in the middle of a payment. */
function assertAllThere(ports: Ports): void {
  const missing = NEEDED_PORTS.filter((name) => ports?.[name] == null)
  if (missing.length > 0)
    throw new TypeError(`createDropkit requires these ports as well: ${missing.join(', ')}`)
}

interface Shared {
  readonly settings: Settings
  readonly outsideFacts: OutsideFacts
  readonly queue: ClaimQueue
  readonly entries: EntryQueue
  readonly authenticator: Authenticator
  readonly feed: EventFeed
  readonly runner: JobRunner
  readonly webhooks: WebhookWorker
  readonly history: ClaimHistory
  readonly wakeVault: VaultWaker
  /** Drops whose claims the service delivers. */
  readonly delivering: RememberedDrops<Drop>
  readonly counter: DropCounter
  /** Submissions of sponsored claims, by the digests of their transactions. */
  readonly submissions: KeyedQueue
  readonly challenges: StoredChallenges
}

type LimitedPorts = Ports & { readonly limits?: UserLimits | undefined }

function useCases(ports: LimitedPorts, shared: Shared) {
  const { settings, outsideFacts, queue, authenticator, feed, runner, webhooks, history, wakeVault } = shared
  const { delivering, counter, entries, submissions, challenges } = shared
  const eligibility = { ports, settings, outsideFacts }
  /**
   * Counts the bytes that a change adds to the store, at first by its input (or the given number). Refuses the change if that
   * is more than the caller may add. A null input is never refused.
   */
  async function storing<T>(
    caller: Caller,
    input: unknown,
    change: (ports: LimitedPorts) => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> {
    const { limits, store, log } = ports
    if (limits === undefined) return change(ports)
    const bytes = input === null ? 0 : typeof input === 'number' ? input : storedBytesOf(input)
    const counted = await limits.countStored(caller, bytes)
    if (!counted.ok) return counted
    const measured = measureStore(store, counted.value.noteOf)
    try {
      return await change({ ...ports, store: measured.store })
    } finally {
      const added = measured.addedBytes()
      // If the result is unknown, `settleReserved` settles by what the change has noted, when it can no longer commit.
      if (added !== null)
        // The change is committed: an error here must not hide its answer.
        await counted.value
          .settle(added)
          .catch((error) => logError(log, 'stored bytes were not counted', { userId: caller.user.id }, error))
    }
  }
  /** Changes that only remove count what they free, and are never refused. */
  const freeing = <T>(caller: Caller, change: (ports: LimitedPorts) => Promise<Result<T, Refusal>>) =>
    storing(caller, null, change)
  /**
   * Why the service cannot pay for another delivery on this drop now. Only drops that the service delivers are checked,
   * because for all others the check would delay every claim.
   */
  async function refusalToDeliver(dropId: string): Promise<Refusal | undefined> {
    const gas = await ports.limits?.askForDelivery(dropId)
    return gas?.ok === false ? gas.error : undefined
  }
  /** A refund or payout, of which a user may request a number per day. */
  const asTransfer = <T>(caller: Caller, make: () => Promise<Result<T, Refusal>>) =>
    ports.limits?.counting(caller, 'transfers', make) ?? make()
  /** Claims, counts the outcome and wakes the vault of the drop. */
  async function claiming<Input extends { readonly dropId: string }, Claimed extends { readonly drop: Drop }>(
    input: Input,
    claim: (
      input: Input & { readonly deliveryRefusal: Refusal | undefined },
    ) => Promise<Result<Claimed, Refusal>>,
  ): Promise<Result<Claimed, Refusal>> {
    const { dropId } = input
    const deliveryRefusal = delivering.has(dropId) ? await refusalToDeliver(dropId) : undefined
    const answered = await claim({ ...input, deliveryRefusal })
    counter.tried(dropId, answered.ok ? null : answered.error)
    if (answered.ok) delivering.note(answered.value.drop)
    else await wakeVault(dropId, answered.error)
    return answered
  }
  return {
    /** Identifies the holder of an API key, session or provider token. Refuses with `unauthenticated`. */
    authenticate: authenticator.authenticate,
    /** Stores when keys were last used. The process collects this in memory; call it from time to time and at the end. */
    flushLastUsed: authenticator.flushLastUsed,
    /** Stores the counts for the analytics of drops, which the process collects in memory. Call it like `flushLastUsed`. */
    flushCounts: counter.flush,

    /** Creates a token. A transaction puts it on the chain (`prepareTokenDeployment`). */
    createToken: (caller: Caller, input: CreateTokenInput) =>
      storing(caller, input, (ports) => createToken(ports, caller, input)),
    /** The unsigned transaction with which the owner's wallet publishes the token. */
    prepareTokenDeployment: (caller: Caller, input: { tokenId: string; senderAddress: string }) =>
      prepareTokenDeployment(ports, caller, input),
    /** Looks up the publish transaction and marks the token as deployed. */
    confirmTokenDeployment: (caller: Caller, input: { tokenId: string; txHash: string }) =>
      confirmTokenDeployment(ports, caller, input),
    /** A token; undefined if it does not exist. */
    readToken: (_caller: Caller, id: string) => readToken(ports, id),
    /** All tokens, newest first, one page. */
    listTokens: (_caller: Caller, page: PageInput) => listTokens(ports, page),

    /** Creates a drop on a token. A refusal names the wrong field. Claims are accepted when the vault is funded. */
    createDrop: (caller: Caller, input: CreateDropInput) =>
      storing(caller, input, (ports) => createDrop(ports, caller, input)),
    /** Changes the given fields and the status. Refuses changes that break a promise to claimers. */
    updateDrop: (caller: Caller, id: string, input: UpdateDropInput) =>
      storing(caller, onlyStops(input) ? null : input, (ports) => updateDrop(ports, caller, id, input)),
    /** Deletes a drop. Open vouchers stay valid until they expire, and unspent payments are refunded. */
    deleteDrop: (caller: Caller, id: string) => freeing(caller, (ports) => deleteDrop(ports, caller, id)),
    /** The unsigned transaction with which a wallet funds the drop's vault. */
    prepareDropFunding: (caller: Caller, input: Parameters<typeof prepareDropFunding>[2]) =>
      prepareDropFunding(ports, caller, input),
    /** A drop; undefined if it does not exist or the caller may not see it. */
    readDrop: (caller: Caller, id: string) => readDrop(ports, caller, id),
    /** The same, by shortcode, without regard to case. */
    readDropByShortcode: (caller: Caller, shortcode: string) => readDropByShortcode(ports, caller, shortcode),
    /** The drops that the caller may see, newest first, one page. */
    listDrops: (caller: Caller, filter: DropFilterInput, page: PageInput) =>
      listDrops(ports, caller, filter, page),
    /** The seed of a random drop in hex, when nothing more can be drawn; otherwise null. */
    publishedSeed: (drop: BriefDrop) => publishedSeed(ports, drop),

    /**
     * Claims a fixed or a named amount, with the voucher for the claimer's wallet. Repeating it while the claim is pending
     * returns the same claim.
     */
    claimDrop: (caller: Caller, input: ClaimDropInput) =>
      claiming(input, (known) => claimDrop(ports, queue, settings, caller, known)),
    /** Claims without a voucher in the answer. `claimDrop` returns the voucher later. */
    createClaim: async (caller: Caller, input: ClaimDropInput): Promise<Result<Claim, Refusal>> => {
      const answered = await claiming(input, (known) => reserveClaim(ports, queue, settings, caller, known))
      return answered.ok ? ok(answered.value.claim) : answered
    },
    /** Draws a random amount. The service delivers it. */
    claimRandomDrop: async (caller: Caller, input: ClaimRandomDropInput) => {
      const deliveryRefusal = await refusalToDeliver(input.dropId)
      const drawn = await claimRandomDrop(ports, queue, settings, caller, { ...input, deliveryRefusal })
      counter.tried(input.dropId, refusalOfDraw(drawn))
      return drawn
    },
    /** Claims for any wallet with a claim link, whose key has signed for that wallet. */
    claimWithLink: (caller: Caller, input: ClaimWithLinkInput) =>
      claiming(input, (known) => claimWithLink(ports, queue, settings, caller, known)),
    /** The human checks that drops may ask for. */
    availableHumanChecks: () => availableChecks(ports),
    /** What a wallet has to solve to claim from, enter or buy on this drop; null if that is nothing. */
    humanChallenge: (caller: Caller, input: HumanChallengeInput) => humanChallenge(ports, caller, input),
    /** A message that a wallet signs so that its next claim on this drop is delivered to another address. */
    recipientMessage: (caller: Caller, input: RecipientMessageInput) =>
      newRecipientMessage(ports, caller, input),
    /** Enters a wallet into a drop's lottery. Repeating it returns the same entry. */
    enterDrop: (caller: Caller, input: EnterDropInput) => enterDrop(ports, entries, caller, input),
    /** A wallet's entry; undefined if it has not entered. */
    readLotteryEntry: (caller: Caller, input: EnterDropInput) => readLotteryEntry(ports, caller, input),
    /** The wallets that entered, sorted, one page. Empty until their root is published. */
    listLotteryWallets: (caller: Caller, input: Parameters<typeof listLotteryWallets>[2]) =>
      listLotteryWallets(ports, caller, input),
    /** Proves that an entry is under the published root. Null until the root is published. */
    proveEntry: (drop: BriefDrop, entry: LotteryEntry) => proveEntry(ports, drop, entry),
    /** Creates claim links on the caller's drop. The private keys that the service generated are shown once. */
    createClaimLinks: (caller: Caller, input: CreateClaimLinksInput) =>
      storing(caller, bytesOfLinks(input), (ports) => createClaimLinks(ports, caller, input)),
    /** A claim link; undefined if it does not exist. */
    readClaimLink: (caller: Caller, input: Parameters<typeof readClaimLink>[2]) =>
      readClaimLink(ports, caller, input),
    /** The claim links of the caller's drop, newest first, one page. */
    listClaimLinks: (caller: Caller, input: Parameters<typeof listClaimLinks>[2]) =>
      listClaimLinks(ports, caller, input),
    /** Revokes claim links. Returns how many were not revoked before. */
    revokeClaimLinks: (caller: Caller, input: Parameters<typeof revokeClaimLinks>[2]) =>
      revokeClaimLinks(ports, caller, input),
    /** Confirms a claim by the transaction that used its voucher. */
    confirmClaim: (_: Caller, input: { claimId: string; txHash: string }) => confirmClaim(ports, input),
    /** The unsigned transaction that submits a claim's voucher to the chain. */
    prepareClaim: (caller: Caller, claimId: string) => prepareClaim(ports, settings, caller, claimId),
    /** The same, with the service as gas payer; null if wallets pay the gas on this drop. */
    prepareSponsoredClaim: (caller: Caller, claimId: string) =>
      prepareSponsoredClaim(ports, settings, caller, claimId),
    /** Sends a sponsored claim with its wallet's signature, and confirms the claim. */
    submitSponsoredClaim: (caller: Caller, input: { sponsorship: string; signature: string }) =>
      submitSponsoredClaim(ports, submissions, caller, input),
    /** Whether a wallet could claim now, and otherwise why not. Reserves nothing. */
    checkEligibility: async (caller: Caller, input: { dropId: string; walletAddress: string }) => {
      const checked = await checkEligibility(eligibility, caller, input)
      if (checked.ok && checked.value.drop.creatorId !== caller.user.id)
        counter.checked(checked.value.drop.id, checked.value.wallet)
      return checked
    },
    /**
     * The signed proof of a claim's place in the order. Null for a claim that an earlier release made without the order.
     */
    signReceipt: (drop: BriefDrop, claim: Claim) => signReceipt(ports, drop, claim),
    /** A claim; undefined if it does not exist or the caller may not see it. */
    readClaim: (caller: Caller, id: string) => readClaim(ports, caller, id),
    /** The claims that the caller may see, newest first, one page. */
    listClaims: (caller: Caller, filter: ClaimFilterInput, page: PageInput) =>
      listClaims(ports, caller, filter, page),
    /** Serves a claim that another process has routed here (`Ports.claimRouter`). No caller is checked. */
    serveRoutedClaim: queue.serve,
    /** The number of claims and lottery entries of this process that wait for their batch. */
    waitingClaims: () => queue.waiting + entries.waiting,

    /** The result of the drop's gating rules alone for a wallet. */
    checkGatingEligibility: (caller: Caller, input: { dropId: string; walletAddress: string }) =>
      checkGatingEligibility(eligibility, caller, input),
    /** Sets the gating rules of a drop and whether they are active. */
    updateGatingConfig: (caller: Caller, dropId: string, input: UpdateGatingInput) =>
      storing(caller, input, (ports) => updateGatingConfig(ports, caller, dropId, input)),
    /** The result of a check as a text that the drop's key has signed. */
    signEligibility: (eligibility: Eligibility) => signEligibility(ports, eligibility),
    /** For the drop's owner: judges a signed result by its own facts, and checks the wallet again. */
    replayEligibility: (caller: Caller, input: { statement: string; signature: string }) =>
      replayEligibility(eligibility, caller, input),
    /** For the drop's owner: lets one wallet claim regardless of the gating rules. */
    grantExemption: (caller: Caller, input: GrantExemptionInput) =>
      storing(caller, input, (ports) => grantWalletExemption(ports, caller, input)),
    /** Revokes an exemption. Claims that were made with it stay valid. */
    revokeExemption: (caller: Caller, id: string) => revokeWalletExemption(ports, caller, id),
    /** Exemptions of one of the caller's drops, newest first. */
    listExemptions: (caller: Caller, input: PageInput & { readonly dropId: string }) =>
      listExemptions(ports, caller, input),
    /** Changes the drop's voucher key. Vouchers of the old key are invalid once the chain shows the new one. */
    rotateDropKey: (caller: Caller, dropId: string, input: RotateDropKeyInput) =>
      rotateDropKey(ports, settings, caller, dropId, input),
    /** The numbers of claims and what is left; for the owner. */
    readDropStats: (caller: Caller, dropId: string) => readDropStats(ports, caller, dropId),
    /** Counts a view of a drop's claim page. */
    countView: (drop: BriefDrop) => counter.viewed(drop.id),
    /** How many visitors of a drop got how far; for the owner. */
    readDropAnalytics: (caller: Caller, input: DropAnalyticsInput) =>
      readDropAnalytics(ports, history, caller, input),
    /** Claims over time, of a drop whose statistics the caller may see. */
    claimHistory: (drop: BriefDrop, input: ClaimHistoryInput) => history.of(drop, input),
    /** All claims, oldest first, streamed from the store. */
    exportClaims: (caller: Caller, dropId: string, columns?: ExtraColumns) =>
      exportClaims(ports, caller, dropId, columns),

    /** Holds items of a priced drop for a wallet until it has paid or the time is over. */
    createPaymentIntent: (caller: Caller, input: CreatePaymentIntentInput) =>
      createPaymentIntent(ports, settings, outsideFacts, caller, input),
    /** Looks up an intent's payment, by transaction hash if one is given. */
    confirmPaymentIntent: (caller: Caller, input: { id: string; txHash?: string | null | undefined }) =>
      confirmPaymentIntent(ports, settings, caller, input),
    /** Cancels an open intent and frees its items. A later payment counts if they still fit, and otherwise goes to review. */
    cancelPaymentIntent: (caller: Caller, id: string) => cancelPaymentIntent(ports, caller, id),
    /** The owner accepts a payment that was late or not exact. With `seen`, only if the intent still holds that payment. */
    approvePaymentIntent: (caller: Caller, id: string, seen?: SeenPaymentInput | null) =>
      approvePaymentIntent(ports, settings, caller, { id, seen }),
    /** The unsigned payment transaction of an intent; null unless the intent is open. */
    paymentTransaction: (intent: PaymentIntent) => paymentTransaction(ports, intent),
    /** For the operator: payments that belong to no intent. */
    listUnmatchedPayments: (caller: Caller, input: Parameters<typeof listUnmatchedPayments>[2]) =>
      listUnmatchedPayments(ports, caller, input),
    /** For the operator: assigns an unmatched payment to an intent. */
    assignUnmatchedPayment: (caller: Caller, input: { id: string; paymentIntentId: string }) =>
      assignUnmatchedPayment(ports, settings, caller, input),
    /** For the operator: returns an unmatched payment to its sender. */
    returnUnmatchedPayment: (caller: Caller, id: string) => returnUnmatchedPayment(ports, caller, id),
    /** Refunds a payment, whole or in part, with a transfer on the chain. */
    processRefund: (caller: Caller, input: ProcessRefundInput) =>
      asTransfer(caller, () => processRefund(ports, caller, input)),
    /** Pays a drop's earnings to an address of its owner. */
    withdrawProceeds: (caller: Caller, input: { dropId: string; toAddress: string }) =>
      asTransfer(caller, () => withdrawProceeds(ports, caller, input)),
    /** Restarts a FAILED refund under the same limits. */
    retryRefund: (caller: Caller, id: string) => asTransfer(caller, () => retryRefund(ports, caller, id)),
    /** Restarts a FAILED payout under the same limits. */
    retryPayout: (caller: Caller, id: string) => asTransfer(caller, () => retryPayout(ports, caller, id)),
    /** An intent by either of its ids. Refuses if it does not exist or the caller may not see it. */
    readPaymentIntent: (caller: Caller, id: string) => findPaymentIntent(ports, caller, id),
    /** The intents that the caller may see, newest first, one page. */
    listPaymentIntents: (caller: Caller, input: Parameters<typeof listPaymentIntents>[2]) =>
      listPaymentIntents(ports, caller, input),
    /** The payouts of one of the caller's drops, newest first, one page. */
    listPayouts: (caller: Caller, input: Parameters<typeof listPayouts>[2]) =>
      listPayouts(ports, caller, input),
    /** For the operator: background jobs whose last run failed. */
    listFailingJobs: (caller: Caller, input: Parameters<typeof listFailingJobs>[2]) =>
      listFailingJobs(ports, caller, input),
    /** For the operator, or the owner of the job's drop: runs a failing job immediately. */
    retryJob: (caller: Caller, input: { kind: string; subject: string }) => retryJob(ports, caller, input),

    /** Registers a webhook. The secret that signs its events is shown once. */
    createWebhook: (caller: Caller, input: WebhookInput) =>
      storing(caller, input, (ports) => createWebhook(ports, caller, input)),
    /** Changes a webhook's URL, events or state. */
    updateWebhook: (caller: Caller, input: Parameters<typeof updateWebhook>[2]) =>
      storing(caller, onlyStops(input) ? null : input, (ports) => updateWebhook(ports, caller, input)),
    /** Deletes a webhook. Nothing more is sent to it. */
    deleteWebhook: (caller: Caller, id: string) =>
      freeing(caller, (ports) => deleteWebhook(ports, caller, id)),
    /** Sends a test event immediately and returns the answer. */
    testWebhook: (caller: Caller, id: string) => testWebhook(ports, caller, id),
    /** Gives a webhook a new secret. Both secrets sign for one day. */
    rotateWebhookSecret: (caller: Caller, id: string) => rotateWebhookSecret(ports, caller, id),
    /** Sends an event again, immediately. */
    resendDelivery: (caller: Caller, id: string) => resendDelivery(ports, caller, id),
    /** A webhook; undefined if the caller has none with this id. */
    readWebhook: (caller: Caller, id: string) => readWebhook(ports, caller, id),
    /** The caller's webhooks, newest first, one page. */
    listWebhooks: (caller: Caller, page: PageInput) => listWebhooks(ports, caller, page),
    /** Queues new events for webhooks and starts due deliveries. Returns their number. */
    deliverWebhooks: () => webhooks.tick(),
    /** Waits until no webhook delivery is running. */
    drainWebhooks: () => webhooks.drain(),

    /** Events that the caller may see: newest first, or from one event on. */
    listEvents: (caller: Caller, input: EventsInput) => listEvents(ports, caller, input),
    /** An event; undefined if it does not exist or the caller may not see it. */
    readEvent: (caller: Caller, id: string) => readEvent(ports, caller, id),
    /** Follows the log; see `EventFeed`. The caller must check access first. */
    followEvents: feed.follow,
    followLatestEvents: feed.followLatest,
    /** The number of followers in this process. */
    eventFollowers: () => feed.followers,

    /** A message for a wallet to sign. */
    startSignIn: (input: Parameters<typeof startSignIn>[2]) => startSignIn(ports, challenges, input),
    /** Creates a session for the wallet that signed the message. With a caller, links the wallet to that user. */
    finishSignIn: (input: Parameters<typeof finishSignIn>[2], caller: Caller | null) =>
      finishSignIn(ports, settings, input, caller),
    /** Ends the caller's session. */
    endSession: (caller: Caller) => endSession(ports, caller),
    /** A token with which a page reads public data for an anonymous visitor. */
    startVisit: (input: Parameters<typeof startVisit>[1]) => startVisit(ports, input),
    /** The caller that such a token stands for; `unauthenticated` if the token has expired. */
    readVisit: (token: string) => readVisit(ports, token),
    /** Changes the caller's public profile. */
    updateProfile: (caller: Caller, input: UpdateProfileInput) =>
      storing(caller, input, (ports) => updateProfile(ports, caller, input)),
    /** Stores a file of at most 10 MiB. */
    uploadFile: (caller: Caller, input: UploadFileInput) =>
      storing(caller, input, (ports) => uploadFile(ports, caller, input)),
    /** Deletes one of the caller's uploads. */
    deleteFile: (caller: Caller, input: { url: string }) =>
      freeing(caller, (ports) => deleteFile(ports, caller, input)),
    /** For servers: whether an answer of this many bytes may be kept for a day. Counts its bytes. */
    mayKeepAnswer: async (caller: Caller, bytes: number): Promise<boolean> =>
      (await ports.limits?.countForDay(caller, bytes))?.ok ?? true,
    /** For servers: counts the bytes of an answer without effect that is kept for a day, or refuses them. */
    countKeptAnswer: async (caller: Caller, bytes: number): Promise<Result<void, Refusal>> =>
      (await ports.limits?.countForDay(caller, bytes)) ?? ok(undefined),
    /** How many bytes the caller has stored, and how many it may store. Null if there is no limit. */
    readStoredBytes: async (caller: Caller) => (await ports.limits?.storedOf(caller)) ?? null,

    /** For operators, without an access check: creates a user with a first API key, whose secret is shown once. */
    createLocalUser: (input: { username: string; key: KeyTerms }) => createLocalUser(ports, input),
    /** For operators, without an access check: limits the requests per minute of all of a user's keys together. */
    limitUser: (input: LimitUserInput) => limitUser(ports, input),
    /** A user; undefined if it does not exist. */
    readUser: (_caller: Caller, id: string) => readUser(ports, id),
    /** A creator by name; undefined if there is none with a public drop. */
    readCreator: (_caller: Caller, username: string) => readCreator(ports, username),
    /** A creator's public drops, newest first, one page. */
    listPublicDrops: (_caller: Caller, input: Parameters<typeof listPublicDrops>[1]) =>
      listPublicDrops(ports, input),
    /** All users, newest first, one page. */
    listUsers: (_caller: Caller, page: PageInput) => listUsers(ports, page),
    /** Creates another key for the caller. Its secret is shown once. */
    createApiKey: (caller: Caller, input: CreateApiKeyInput) =>
      storing(caller, input, (ports) => createApiKey(ports, caller, input)),
    /** Creates a key that may be part of pages of some origins. It is listed and revoked like other keys. */
    createPublishableKey: (caller: Caller, input: CreatePublishableKeyInput) =>
      storing(caller, input, (ports) => createPublishableKey(ports, caller, input)),
    /** Revokes a key. It stops working everywhere within seconds. */
    revokeApiKey: (caller: Caller, id: string) => revokeApiKey(ports, caller, id),
    /** The caller's keys, without their secrets. */
    listApiKeys: (caller: Caller) => listApiKeys(ports, caller),

    /** Rebuild the answers of requests that took effect and whose answers were lost; see the functions. */
    recoverClaim: (_caller: Caller, id: string) => recoverClaim(ports, settings, id),
    recoverClaimLinks: (_caller: Caller, input: CreateClaimLinksInput, effect: Effect) =>
      recoverClaimLinks(ports, input, effect),
    recoverApiKey: (caller: Caller, effect: Effect) => recoverApiKey(ports, caller, effect),
    recoverWebhook: (caller: Caller, id: string) => recoverWebhook(ports, caller, id),

    /** Makes sure that the standing background jobs exist. Call it once at the start. */
    requestStandingJobs: () => requestStandingJobs(ports),
    /** Runs due jobs and waits for them. Returns their number. */
    runDueJobs: runner.runDueJobs,
    /** Starts due jobs and returns their runs without waiting; see `JobRunner`. */
    startDueJobs: runner.startDueJobs,
  }
}
