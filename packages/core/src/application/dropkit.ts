import type { Claim } from '../domain/claim.ts'
import { type Drop, isServerDelivered } from '../domain/drop.ts'
import { assertKindsDiffer, RULE_KINDS } from '../domain/gating/rule-kinds.ts'
import type { LotteryEntry } from '../domain/lottery.ts'
import type { PaymentIntent } from '../domain/payment/payment-intent.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Result } from '../domain/result.ts'
import type { Caller } from '../domain/user.ts'

import type { Effect, IdempotencyLease, Ports } from '../ports/index.ts'
import { checkEligibility, checkGatingEligibility, type Eligibility } from './claims/check-eligibility.ts'
import { type ClaimDropInput, claimDrop, createClaim } from './claims/claim-drop.ts'
import { type ClaimQueue, createClaimQueue } from './claims/claim-queue.ts'
import { type ClaimRandomDropInput, claimRandomDrop } from './claims/claim-random-drop.ts'
import { signReceipt } from './claims/claim-receipt.ts'
import { confirmClaim } from './claims/confirm-claim.ts'
import { prepareClaim } from './claims/prepare-claim.ts'
import { recoverClaim } from './claims/recover-claim.ts'
import { prepareSponsoredClaim, submitSponsoredClaim } from './claims/sponsored-claim.ts'
import { type ClaimHistory, type ClaimHistoryInput, createClaimHistory } from './drops/claim-history.ts'
import { type CreateDropInput, createDrop } from './drops/create-drop.ts'
import { deleteDrop } from './drops/delete-drop.ts'
import { exportClaims, readDropStats } from './drops/drop-reports.ts'
import { publishedSeed } from './drops/drop-secrets.ts'
import { createRememberedDrops, type RememberedDrops } from './drops/remembered-drops.ts'
import { type RotateDropKeyInput, rotateDropKey } from './drops/rotate-drop-key.ts'
import { type UpdateDropInput, updateDrop } from './drops/update-drop.ts'
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
import { idempotentStore } from './idempotent-store.ts'
import { type ClaimWithLinkInput, claimWithLink } from './links/claim-with-link.ts'
import {
  bytesOfLinks,
  type CreateClaimLinksInput,
  createClaimLinks,
  recoverClaimLinks,
} from './links/create-claim-links.ts'
import { listClaimLinks, readClaimLink, revokeClaimLinks } from './links/read-claim-links.ts'
import { type EnterDropInput, enterDrop } from './lottery/enter-drop.ts'
import { listLotteryWallets, proveEntry, readLotteryEntry } from './lottery/read-lottery.ts'
import type { PageInput } from './parse-page.ts'
import { confirmPaymentIntent, findPaymentIntent } from './payments/confirm-payment-intent.ts'
import { type CreatePaymentIntentInput, createPaymentIntent } from './payments/create-payment-intent.ts'
import { paymentTransaction } from './payments/payment-transaction.ts'
import { type ProcessRefundInput, processRefund } from './payments/process-refund.ts'
import { retryPayout, retryRefund } from './payments/retry-transfer.ts'
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
import { storedBytesOf } from './stored-bytes.ts'
import { type CreateTokenInput, createToken } from './tokens/create-token.ts'
import { confirmTokenDeployment, prepareTokenDeployment } from './tokens/deploy-token.ts'
import { createUserLimits, type UserLimits } from './user-limits.ts'
import { type Authenticator, createAuthenticator } from './users/authenticate.ts'
import { createLocalUser, type KeyTerms } from './users/create-user.ts'
import { type LimitUserInput, limitUser } from './users/limit-user.ts'
import {
  type CreateApiKeyInput,
  type CreatePublishableKeyInput,
  createApiKey,
  createPublishableKey,
  listApiKeys,
  recoverApiKey,
  revokeApiKey,
} from './users/manage-api-keys.ts'
import { endSession, finishSignIn, startSignIn } from './users/sign-in.ts'
import { type UpdateProfileInput, updateProfile } from './users/update-profile.ts'
import { readVisit, startVisit } from './users/visit.ts'
import { prepareDropFunding } from './vaults/prepare-drop-funding.ts'
import { createVaultWaker, type VaultWaker } from './vaults/wake-vault.ts'
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

/** The whole service as one object: every use case, on the ports it was given. */
export type Dropkit = ReturnType<typeof createDropkit>

/**
 * Puts the use cases on their ports. One object a process: it holds the claim queue, where claims of this process wait
 * together. Any number of processes may work on one store. Throws a TypeError that names a port which is missing, or a
 * setting that is wrong.
 */
export function createDropkit(givenPorts: Ports, given: Partial<Settings> = {}) {
  assertAllThere(givenPorts)
  assertKindsDiffer(givenPorts.ruleKinds ?? RULE_KINDS)
  const settings = withDefaults(given)
  const limits = createUserLimits(givenPorts, settings)
  const ports: LimitedPorts = limits === undefined ? givenPorts : { ...givenPorts, limits }
  const outsideFacts = createOutsideFacts(ports)
  const queue = createClaimQueue(ports, settings, outsideFacts)
  const authenticator = createAuthenticator(ports)
  const feed = createEventFeed(ports)
  const runner = createJobRunner(ports, settings)
  const webhooks = createWebhookWorker(ports, settings)
  const history = createClaimHistory(ports)
  const wakeVault = createVaultWaker(ports)
  const delivering = createRememberedDrops<Drop>(MOST_DELIVERING, isServerDelivered)
  const shared = {
    settings,
    outsideFacts,
    queue,
    authenticator,
    feed,
    runner,
    webhooks,
    history,
    wakeVault,
    delivering,
  }
  return {
    ...useCases(ports, shared),
    /** The same use cases for one request with an Idempotency-Key: what it changes says so in the same transaction. */
    withReceipt: (lease: IdempotencyLease) => {
      const store = idempotentStore(ports.store, lease)
      const receiptedQueue: ClaimQueue = {
        ...queue,
        submit: (dropId, request) => queue.submit(dropId, request, lease),
      }
      return useCases({ ...ports, store }, { ...shared, queue: receiptedQueue })
    },
  }
}

/** Drops remembered because the service delivers their claims. */
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

/** One that is missing would show only when it is needed, perhaps in the middle of a payment. */
function assertAllThere(ports: Ports): void {
  const missing = NEEDED_PORTS.filter((name) => ports?.[name] == null)
  if (missing.length > 0)
    throw new TypeError(`createDropkit wants these ports as well: ${missing.join(', ')}`)
}

interface Shared {
  readonly settings: Settings
  readonly outsideFacts: OutsideFacts
  readonly queue: ClaimQueue
  readonly authenticator: Authenticator
  readonly feed: EventFeed
  readonly runner: JobRunner
  readonly webhooks: WebhookWorker
  readonly history: ClaimHistory
  readonly wakeVault: VaultWaker
  /** Drops whose claims the service delivers. */
  readonly delivering: RememberedDrops<Drop>
}

type LimitedPorts = Ports & { readonly limits?: UserLimits | undefined }

function useCases(ports: LimitedPorts, shared: Shared) {
  const { settings, outsideFacts, queue, authenticator, feed, runner, webhooks, history, wakeVault } = shared
  const { delivering } = shared
  /** Counts what the change adds to the store (its input, or so many bytes), and refuses it if the caller has used up the day's bytes. */
  async function storing<T>(
    caller: Caller,
    input: unknown,
    change: () => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> {
    const bytes = typeof input === 'number' ? input : storedBytesOf(input)
    const allowed = await ports.limits?.countStored(caller, bytes)
    return allowed?.ok === false ? allowed : change()
  }
  /**
   * Why the service cannot pay for the delivery of another claim on this drop now. Asked only of drops that deliver:
   * the others would pay for the question with every claim, and their claims join the queue at once.
   */
  async function refusalToDeliver(dropId: string): Promise<Refusal | undefined> {
    const gas = await ports.limits?.askForDelivery(dropId)
    return gas?.ok === false ? gas.error : undefined
  }
  async function notingDelivery<Claimed extends { readonly drop: Drop }>(
    answer: Promise<Result<Claimed, Refusal>>,
  ): Promise<Result<Claimed, Refusal>> {
    const answered = await answer
    if (answered.ok) delivering.note(answered.value.drop)
    return answered
  }
  return {
    /** The holder of an API key, session or provider token; refused with `unauthenticated` if there is none. */
    authenticate: authenticator.authenticate,
    /** Writes down when keys were last used, which is gathered in memory; now and then, and at the end. */
    flushLastUsed: authenticator.flushLastUsed,

    /**
     * Defines a token; a transaction puts it on the chain (`prepareTokenDeployment`), at once where the chain allows.
     */
    createToken: (caller: Caller, input: CreateTokenInput) =>
      storing(caller, input, () => createToken(ports, caller, input)),
    /** The unsigned transaction by which the owner's wallet publishes the token. */
    prepareTokenDeployment: (caller: Caller, input: { tokenId: string; senderAddress: string }) =>
      prepareTokenDeployment(ports, caller, input),
    /** Looks the transaction up and takes the token as deployed by it. */
    confirmTokenDeployment: (caller: Caller, input: { tokenId: string; txHash: string }) =>
      confirmTokenDeployment(ports, caller, input),
    /** Undefined where there is none. */
    readToken: (_caller: Caller, id: string) => readToken(ports, id),
    /** All tokens, newest first, a page at a time. */
    listTokens: (_caller: Caller, page: PageInput) => listTokens(ports, page),

    /** Launches a drop on a token; refused by the field that is wrong. It takes claims as soon as its vault is full. */
    createDrop: (caller: Caller, input: CreateDropInput) =>
      storing(caller, input, () => createDrop(ports, caller, input)),
    /** Changes the given fields and the status. A change that would break a promise to claimers is refused. */
    updateDrop: (caller: Caller, id: string, input: UpdateDropInput) =>
      storing(caller, input, () => updateDrop(ports, caller, id, input)),
    /** Calls it off and hides it; vouchers that are out are still honoured, payments go back. */
    deleteDrop: (caller: Caller, id: string) => deleteDrop(ports, caller, id),
    /** The unsigned transaction by which a wallet fills the drop's vault. */
    prepareDropFunding: (caller: Caller, input: Parameters<typeof prepareDropFunding>[2]) =>
      prepareDropFunding(ports, caller, input),
    /** Undefined where there is none, or none that the caller may see. */
    readDrop: (caller: Caller, id: string) => readDrop(ports, caller, id),
    /** The same, by the last part of its public address, in any case. */
    readDropByShortcode: (caller: Caller, shortcode: string) => readDropByShortcode(ports, caller, shortcode),
    /** Those that the caller may see, newest first, a page at a time. */
    listDrops: (caller: Caller, filter: DropFilterInput, page: PageInput) =>
      listDrops(ports, caller, filter, page),
    /** The seed in hex once nothing more can be drawn with it, else null. */
    publishedSeed: (drop: Drop) => publishedSeed(ports, drop, ports.clock.now()),

    /**
     * Claims an amount that the drop fixes or the claimer names, with the voucher that its wallet takes to the chain.
     * Once for all: asked again while it is pending it gives the same claim.
     */
    claimDrop: async (caller: Caller, input: ClaimDropInput) => {
      const deliveryRefusal = delivering.has(input.dropId) ? await refusalToDeliver(input.dropId) : undefined
      const claimed = claimDrop(ports, queue, settings, caller, { ...input, deliveryRefusal })
      return wakeVault(input.dropId, notingDelivery(claimed))
    },
    /** The same without a voucher, which `claimDrop` then gives. */
    createClaim: async (caller: Caller, input: ClaimDropInput) => {
      const deliveryRefusal = delivering.has(input.dropId) ? await refusalToDeliver(input.dropId) : undefined
      return wakeVault(input.dropId, createClaim(queue, settings, caller, { ...input, deliveryRefusal }))
    },
    /** Draws an amount, which the service delivers by itself. */
    claimRandomDrop: async (caller: Caller, input: ClaimRandomDropInput) => {
      const deliveryRefusal = await refusalToDeliver(input.dropId)
      return claimRandomDrop(queue, settings, caller, { ...input, deliveryRefusal })
    },
    /** Claims for any wallet with a claim link, whose key has signed for that wallet. */
    claimWithLink: async (caller: Caller, input: ClaimWithLinkInput) => {
      const deliveryRefusal = delivering.has(input.dropId) ? await refusalToDeliver(input.dropId) : undefined
      const claimed = claimWithLink(ports, queue, settings, caller, { ...input, deliveryRefusal })
      return wakeVault(input.dropId, notingDelivery(claimed))
    },
    /** Enters a wallet into a drop's lottery. Asked again it gives the same entry. */
    enterDrop: (caller: Caller, input: EnterDropInput) => enterDrop(ports, outsideFacts, caller, input),
    /** A wallet's entry; undefined if it has not entered. */
    readLotteryEntry: (caller: Caller, input: EnterDropInput) => readLotteryEntry(ports, caller, input),
    /** The wallets that entered, sorted, a page at a time; none until the root over them is published. */
    listLotteryWallets: (caller: Caller, input: Parameters<typeof listLotteryWallets>[2]) =>
      listLotteryWallets(ports, caller, input),
    /** Shows that an entry is under the published root. Null until there is one. */
    proveEntry: (drop: Drop, entry: LotteryEntry) => proveEntry(ports, drop, entry),
    /** Makes claim links on the caller's drop. Private keys that the service made are shown this once. */
    createClaimLinks: (caller: Caller, input: CreateClaimLinksInput) =>
      storing(caller, bytesOfLinks(input), () => createClaimLinks(ports, caller, input)),
    /** Undefined where there is none. */
    readClaimLink: (caller: Caller, input: Parameters<typeof readClaimLink>[2]) =>
      readClaimLink(ports, caller, input),
    /** Those of the caller's drop, newest first, a page at a time. */
    listClaimLinks: (caller: Caller, input: Parameters<typeof listClaimLinks>[2]) =>
      listClaimLinks(ports, caller, input),
    /** Makes links useless; returns how many were not revoked before. */
    revokeClaimLinks: (caller: Caller, input: Parameters<typeof revokeClaimLinks>[2]) =>
      revokeClaimLinks(ports, caller, input),
    /** Looks the transaction up that is said to have used the voucher. */
    confirmClaim: (caller: Caller, input: { claimId: string; txHash: string }) =>
      confirmClaim(ports, caller, input),
    /** The unsigned transaction that takes a claim's voucher to the chain. */
    prepareClaim: (caller: Caller, claimId: string) => prepareClaim(ports, settings, caller, claimId),
    /** The same, paid for by the service and unsigned; null if wallets pay for claims on this drop themselves. */
    prepareSponsoredClaim: (caller: Caller, claimId: string) =>
      prepareSponsoredClaim(ports, settings, caller, claimId),
    /** Sends a sponsored claim with its wallet's signature, and confirms the claim. */
    submitSponsoredClaim: (caller: Caller, input: { sponsorship: string; signature: string }) =>
      submitSponsoredClaim(ports, caller, input),
    /** Whether a wallet could claim now, and what stands in the way; nothing is reserved. */
    checkEligibility: (caller: Caller, input: { dropId: string; walletAddress: string }) =>
      checkEligibility(ports, outsideFacts, caller, input),
    /** The signed proof of a claim's place in the order. Null for a claim of a release that did not keep the order. */
    signReceipt: (drop: Drop, claim: Claim) => signReceipt(ports, drop, claim),
    /** Undefined where there is none, or none that the caller may see. */
    readClaim: (caller: Caller, id: string) => readClaim(ports, caller, id),
    /** Those that the caller may see, newest first, a page at a time. */
    listClaims: (caller: Caller, filter: ClaimFilterInput, page: PageInput) =>
      listClaims(ports, caller, filter, page),
    /** Claims of this process that wait for their batch. */
    waitingClaims: () => queue.waiting,

    /** What the drop's gating rules alone say of a wallet. */
    checkGatingEligibility: (caller: Caller, input: { dropId: string; walletAddress: string }) =>
      checkGatingEligibility(ports, outsideFacts, caller, input),
    /** Sets the rules of who may claim, and whether they hold. */
    updateGatingConfig: (caller: Caller, dropId: string, input: UpdateGatingInput) =>
      storing(caller, input, () => updateGatingConfig(ports, caller, dropId, input)),
    /** The outcome of a check as a text signed by the drop's key. */
    signEligibility: (eligibility: Eligibility) => signEligibility(ports, eligibility),
    /** Judges a signed outcome by its own facts, and checks the wallet again; for the drop's owner. */
    replayEligibility: (caller: Caller, input: { statement: string; signature: string }) =>
      replayEligibility(ports, outsideFacts, caller, input),
    /** Lets one wallet claim whatever the gating rules say; for the drop's owner. */
    grantExemption: (caller: Caller, input: GrantExemptionInput) =>
      storing(caller, input, () => grantWalletExemption(ports, caller, input)),
    /** Ends an exemption. Claims that were made by it stay valid. */
    revokeExemption: (caller: Caller, id: string) => revokeWalletExemption(ports, caller, id),
    /** Exemptions of one of the caller's drops, newest first. */
    listExemptions: (caller: Caller, input: PageInput & { readonly dropId: string }) =>
      listExemptions(ports, caller, input),
    /** Gives the drop another key to sign vouchers by; the old ones no longer count once it is on the chain. */
    rotateDropKey: (caller: Caller, dropId: string, input: RotateDropKeyInput) =>
      rotateDropKey(ports, settings, caller, dropId, input),
    /** How many have claimed and what is left; for the owner. */
    readDropStats: (caller: Caller, dropId: string) => readDropStats(ports, caller, dropId),
    /** Of a drop whose statistics the caller may see. */
    claimHistory: (drop: Drop, input: ClaimHistoryInput) => history.of(drop, input),
    /** All claims, oldest first, as they are read from the store. */
    exportClaims: (caller: Caller, dropId: string) => exportClaims(ports, caller, dropId),

    /** Holds items of a priced drop for a wallet until it has paid, or its time is over. */
    createPaymentIntent: (caller: Caller, input: CreatePaymentIntentInput) =>
      createPaymentIntent(ports, settings, outsideFacts, caller, input),
    /** Looks for its payment, by the transaction where one is named. */
    confirmPaymentIntent: (caller: Caller, input: { id: string; txHash?: string | null | undefined }) =>
      confirmPaymentIntent(ports, settings, caller, input),
    /** Frees what it holds; a payment that still comes is kept for review. */
    cancelPaymentIntent: (caller: Caller, id: string) => cancelPaymentIntent(ports, caller, id),
    /** The owner takes a payment that came late or was not exact. */
    approvePaymentIntent: (caller: Caller, id: string) => approvePaymentIntent(ports, settings, caller, id),
    /** Null unless the intent is open. */
    paymentTransaction: (intent: PaymentIntent) => paymentTransaction(ports, intent),
    /** Payments that belong to no intent, for the operator. */
    listUnmatchedPayments: (caller: Caller, input: Parameters<typeof listUnmatchedPayments>[2]) =>
      listUnmatchedPayments(ports, caller, input),
    /** The operator says which intent an unmatched payment is for. */
    assignUnmatchedPayment: (caller: Caller, input: { id: string; paymentIntentId: string }) =>
      assignUnmatchedPayment(ports, settings, caller, input),
    /** The operator has an unmatched payment sent back to its sender. */
    returnUnmatchedPayment: (caller: Caller, id: string) => returnUnmatchedPayment(ports, caller, id),
    /** Gives a payment back, whole or in part, by a transfer on the chain. */
    processRefund: (caller: Caller, input: ProcessRefundInput) => processRefund(ports, caller, input),
    /** Pays what the drop has earned out to an address of its owner's. */
    withdrawProceeds: (caller: Caller, input: { dropId: string; toAddress: string }) =>
      withdrawProceeds(ports, caller, input),
    /** Starts a refund that FAILED anew, under the same limits. */
    retryRefund: (caller: Caller, id: string) => retryRefund(ports, caller, id),
    /** Starts a payout that FAILED anew, under the same limits. */
    retryPayout: (caller: Caller, id: string) => retryPayout(ports, caller, id),
    /** By either of its ids; refused where there is none that the caller may see. */
    readPaymentIntent: (caller: Caller, id: string) => findPaymentIntent(ports, caller, id),
    /** Those that the caller may see, newest first, a page at a time. */
    listPaymentIntents: (caller: Caller, input: Parameters<typeof listPaymentIntents>[2]) =>
      listPaymentIntents(ports, caller, input),
    /** The caller's payouts of a drop of its own, newest first, a page at a time. */
    listPayouts: (caller: Caller, input: Parameters<typeof listPayouts>[2]) =>
      listPayouts(ports, caller, input),
    /** For the operator: background jobs whose last run failed. */
    listFailingJobs: (caller: Caller, input: Parameters<typeof listFailingJobs>[2]) =>
      listFailingJobs(ports, caller, input),
    /** The operator has a failing job run again at once. */
    retryJob: (caller: Caller, input: { kind: string; subject: string }) => retryJob(ports, caller, input),

    /** Tells an address of events from now on; the secret that signs them is shown this once. */
    createWebhook: (caller: Caller, input: WebhookInput) =>
      storing(caller, input, () => createWebhook(ports, caller, input)),
    /** Changes where it goes, what it is told, and whether. */
    updateWebhook: (caller: Caller, input: Parameters<typeof updateWebhook>[2]) =>
      storing(caller, input, () => updateWebhook(ports, caller, input)),
    /** Nothing more is sent to it. */
    deleteWebhook: (caller: Caller, id: string) => deleteWebhook(ports, caller, id),
    /** Sends a test event at once and says what was answered. */
    testWebhook: (caller: Caller, id: string) => testWebhook(ports, caller, id),
    /** Gives it another secret; for a day both sign. */
    rotateWebhookSecret: (caller: Caller, id: string) => rotateWebhookSecret(ports, caller, id),
    /** Sends an event once more, at once. */
    resendDelivery: (caller: Caller, id: string) => resendDelivery(ports, caller, id),
    /** Undefined where there is none of the caller's. */
    readWebhook: (caller: Caller, id: string) => readWebhook(ports, caller, id),
    /** The caller's, newest first, a page at a time. */
    listWebhooks: (caller: Caller, page: PageInput) => listWebhooks(ports, caller, page),
    /** Queues new events for their receivers and starts what is due; gives back how much that was. */
    deliverWebhooks: () => webhooks.tick(),
    /** Waits until no webhook is being sent any more. */
    drainWebhooks: () => webhooks.drain(),

    /** What has happened, as far as the caller may see it: the newest first, or from one event on. */
    listEvents: (caller: Caller, input: EventsInput) => listEvents(ports, caller, input),
    /** Undefined where there is none that the caller may see. */
    readEvent: (caller: Caller, id: string) => readEvent(ports, caller, id),
    /** Follows the log: see `EventFeed`. Who may see what is the caller's to ask first. */
    followEvents: feed.follow,
    followLatestEvents: feed.followLatest,
    /** How many follow it in this process. */
    eventFollowers: () => feed.followers,

    /** A message for a wallet to sign. */
    startSignIn: (input: Parameters<typeof startSignIn>[1]) => startSignIn(ports, input),
    /** A session for the wallet that signed it; it is linked to the caller where there is one. */
    finishSignIn: (input: Parameters<typeof finishSignIn>[2], caller: Caller | null) =>
      finishSignIn(ports, settings, input, caller),
    /** The session that calls counts no more. */
    endSession: (caller: Caller) => endSession(ports, caller),
    /** A token by which a page reads public data for an anonymous visitor. */
    startVisit: (input: Parameters<typeof startVisit>[1]) => startVisit(ports, input),
    /** Who such a token stands for; `unauthenticated` where it counts no more. */
    readVisit: (token: string) => readVisit(ports, token),
    /** What others see of the caller. */
    updateProfile: (caller: Caller, input: UpdateProfileInput) =>
      storing(caller, input, () => updateProfile(ports, caller, input)),
    /** Keeps a file of at most 10 MiB. */
    uploadFile: (caller: Caller, input: UploadFileInput) =>
      storing(caller, input, () => uploadFile(ports, caller, input)),
    /** Removes one upload of the caller's. */
    deleteFile: (caller: Caller, input: { url: string }) => deleteFile(ports, caller, input),

    /** Creates a user with a first API key, whose secret is shown once. For operators: no caller is checked. */
    createLocalUser: (input: { username: string; key: KeyTerms }) => createLocalUser(ports, input),
    /** Sets the requests per minute of all of a user's keys together. For operators: no caller is checked. */
    limitUser: (input: LimitUserInput) => limitUser(ports, input),
    /** Undefined where there is none. */
    readUser: (_caller: Caller, id: string) => readUser(ports, id),
    /** All users, newest first, a page at a time. */
    listUsers: (_caller: Caller, page: PageInput) => listUsers(ports, page),
    /** A further key of the caller's; its secret is shown this once. */
    createApiKey: (caller: Caller, input: CreateApiKeyInput) =>
      storing(caller, input, () => createApiKey(ports, caller, input)),
    /** A key of the caller's that may stand in pages of some origins; listed and revoked as the others are. */
    createPublishableKey: (caller: Caller, input: CreatePublishableKeyInput) =>
      storing(caller, input, () => createPublishableKey(ports, caller, input)),
    /** It counts no more, anywhere, within seconds. */
    revokeApiKey: (caller: Caller, id: string) => revokeApiKey(ports, caller, id),
    /** The caller's, without their secrets. */
    listApiKeys: (caller: Caller) => listApiKeys(ports, caller),

    /** What requests that took effect are answered when their answers were lost; see the functions themselves. */
    recoverClaim: (_caller: Caller, id: string) => recoverClaim(ports, settings, id),
    recoverClaimLinks: (_caller: Caller, input: CreateClaimLinksInput, effect: Effect) =>
      recoverClaimLinks(ports, input, effect),
    recoverApiKey: (caller: Caller, effect: Effect) => recoverApiKey(ports, caller, effect),
    recoverWebhook: (caller: Caller, id: string) => recoverWebhook(ports, caller, id),

    /** Makes sure the standing background work exists; once at the start. */
    requestStandingJobs: () => requestStandingJobs(ports),
    /** Runs due jobs and waits for them; gives back how many there were. */
    runDueJobs: runner.runDueJobs,
    /** Starts due jobs and gives back their runs without waiting for them; see `JobRunner`. */
    startDueJobs: runner.startDueJobs,
  }
}
