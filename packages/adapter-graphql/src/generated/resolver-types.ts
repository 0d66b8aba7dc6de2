// Generated from schema/*.graphql by `npm run codegen -w @dropkit/adapter-graphql`. Do not edit.
import type { Instant } from '@dropkit/core';
import type { Json } from '@dropkit/core';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ApiKey as ApiKeyRecord, Claim as ClaimRecord, ClaimGrant, UsedClaimLink, SignedVoucher, Drop as DropRecord, NewClaimLinks, NewKey, DropStats, RuleCheck, ObservedFact, EligibilityReplay as EligibilityReplayRecord, Eligibility, LoggedEvent, Exemption as ExemptionRecord, FailingJob as FailingJobRecord, GatingConfig as GatingConfigRecord, GatingRule as GatingRuleRecord, GatingTemplate as GatingTemplateRecord, Lottery as LotteryRecord, EnteredDrop, LotteryWave as LotteryWaveRecord, PaymentIntent as PaymentIntentRecord, Payout as PayoutRecord, Refund as RefundRecord, UnmatchedPayment as UnmatchedPaymentRecord, Token as TokenRecord, User as UserRecord, WebhookDelivery as WebhookDeliveryRecord } from '@dropkit/core';
import type { ClaimNotificationSource, DropUpdateSource, PaymentUpdateSource } from '../resolvers/subscriptions/subscriptions.ts';
import type { ServiceSource } from '../resolvers/service.ts';
import type { ShownWebhook } from '../resolvers/webhooks.ts';
import type { Context } from '../context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A whole number as a string of decimal digits. Input may also be a JSON number if it is exact. */
  BigInt: { input: string; output: bigint; }
  /** A time in ISO 8601, in UTC with milliseconds: `2026-01-31T12:00:00.000Z`. Input may have another offset. */
  DateTime: { input: Instant; output: Instant; }
  /** Any JSON value. */
  JSON: { input: Json; output: Json; }
};

/** A credential for programs. */
export type ApiKey = {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  /** An optional label to group keys. */
  readonly project?: Maybe<Scalars['String']['output']>;
  /** The part of the key that is safe to show: its first 8 characters, or the last 6 of a publishable key. */
  readonly preview: Scalars['String']['output'];
  /** Limit of requests per minute; null for the service's default. */
  readonly requestsPerMinute?: Maybe<Scalars['Int']['output']>;
  readonly lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
};

/** A new API key with its secret. */
export type CreatedApiKey = {
  readonly apiKey: ApiKey;
  /** The complete key. It is shown only once; the server stores a hash. */
  readonly secret: Scalars['String']['output'];
};

/** Properties of a new API key. */
export type CreateApiKeyInput = {
  /** 1 to 120 characters. */
  readonly name: Scalars['String']['input'];
  readonly project?: InputMaybe<Scalars['String']['input']>;
  /** Limit of requests per minute. Default: the service's limit. */
  readonly requestsPerMinute?: InputMaybe<Scalars['Int']['input']>;
};

/** Properties of a new publishable key. */
export type CreatePublishableKeyInput = {
  /** 1 to 120 characters. */
  readonly name: Scalars['String']['input'];
  readonly project?: InputMaybe<Scalars['String']['input']>;
  /** Origins of the pages that may use the key, such as `https://shop.example`; at most 10. `http://` is for localhost only. */
  readonly origins: ReadonlyArray<Scalars['String']['input']>;
  /** Limit of requests per minute for all pages together. Default: the service's limit. One address gets a tenth of it. */
  readonly requestsPerMinute?: InputMaybe<Scalars['Int']['input']>;
};

/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type Query = {
  /** API keys of the caller that are not revoked. */
  readonly apiKeys: ReadonlyArray<ApiKey>;
  /** A claim link by its id. Anyone who has the link may read it. */
  readonly claimLink?: Maybe<ClaimLink>;
  /** The links of your drop, newest first. */
  readonly claimLinks: ReadonlyArray<ClaimLink>;
  /** A challenge for a wallet; null if the drop asks for none. A proof is for this wallet and drop, and for one claim. */
  readonly humanChallenge?: Maybe<HumanChallenge>;
  /**
   * A message for the wallet to sign, so that its claim is delivered to the address `recipient`: `RecipientInput.message`. It is
   * valid for ten minutes and for one claim on this drop. Nothing is stored.
   */
  readonly recipientMessage: Scalars['String']['output'];
  /** Claims on the drop in `filter`. Without a drop: the caller's own claims and those on the caller's drops. */
  readonly claims: ReadonlyArray<Claim>;
  /** A claim by its id. */
  readonly claim?: Maybe<Claim>;
  /** Checks whether a wallet could claim now. Payment is not checked. */
  readonly checkEligibility: EligibilityResult;
  /** All drops, except other users' DRAFTs. */
  readonly drops: ReadonlyArray<Drop>;
  /** A drop by its id; null if it does not exist or is another user's DRAFT. */
  readonly drop?: Maybe<Drop>;
  /** A drop by its shortcode, in upper or lower case. */
  readonly dropByShortcode?: Maybe<Drop>;
  /** The caller's own drops, including DRAFTs. */
  readonly myDrops: ReadonlyArray<Drop>;
  /** Statistics of a drop, for its owner. */
  readonly dropDashboardStats?: Maybe<DropDashboardStats>;
  /**
   * Views, wallets, claims and refusals of a drop over time, for its owner: 1 to 200 intervals. `from` is rounded down and
   * `to` is rounded up to an interval. Default: HOUR, and the last 48 hours or the last 30 days.
   */
  readonly dropAnalytics?: Maybe<DropAnalytics>;
  /** Events of the caller's objects and actions, newest first. With `since`: events after that one, oldest first. */
  readonly events: ReadonlyArray<Event>;
  /** An event by its id; null if it does not exist or is another user's. */
  readonly event?: Maybe<Event>;
  /** Like `events`, optionally for one drop. */
  readonly platformEvents: ReadonlyArray<PlatformEvent>;
  /** Checks only whether a wallet meets the drop's gating rules. */
  readonly checkGatingEligibility?: Maybe<EligibilityResult>;
  /** Judges a signed eligibility result again, and checks the wallet now. For the drop's owner. */
  readonly replayEligibility: EligibilityReplay;
  /** Exemptions of one of the caller's drops, newest first, including revoked ones. */
  readonly exemptions: ReadonlyArray<Exemption>;
  /** Predefined sets of rules. */
  readonly gatingTemplates: ReadonlyArray<GatingTemplate>;
  /** A wallet's entry in the lottery of a drop; null if it has not entered. */
  readonly lotteryEntry?: Maybe<LotteryEntry>;
  /**
   * The wallets that entered, sorted, 1 to 1,000 at a time: the leaves of the Merkle tree. Empty until its root is published.
   * `after` is the last wallet of the page before.
   */
  readonly lotteryWallets: ReadonlyArray<Scalars['String']['output']>;
  /** Payments that match no intent, newest first. Only for the operator (the user `admin`). */
  readonly unmatchedPayments: ReadonlyArray<UnmatchedPayment>;
  /** The caller's payment intents and those on the caller's drops, newest first. */
  readonly paymentIntents: ReadonlyArray<PaymentIntent>;
  /** For the drop's owner: what `withdrawProceeds` has paid out of a drop, newest first, also of a deleted drop. */
  readonly payouts: ReadonlyArray<Payout>;
  /** A payment intent by its `id` or `intentId`, for its creator and the drop's owner. */
  readonly paymentIntent?: Maybe<PaymentIntent>;
  /**
   * Background jobs whose last run failed. Those that do not run again by themselves come first, then those that have
   * failed most often. The operator (the user `admin`) sees all; with `dropId`, the owner of that drop sees its jobs, for
   * example why a claim is not delivered yet.
   */
  readonly failingJobs: ReadonlyArray<FailingJob>;
  /** Chain, currencies and version of this server. */
  readonly service: Service;
  /** All tokens. */
  readonly tokens: ReadonlyArray<Token>;
  /** A token by its id. */
  readonly token?: Maybe<Token>;
  /** What the caller has stored. Null if the server has no limit, or none for the caller. */
  readonly storedBytes?: Maybe<StoredBytes>;
  /** All users. */
  readonly users: ReadonlyArray<User>;
  /** A user by its id. */
  readonly user?: Maybe<User>;
  /** The user with this name; null if the user has no public drop. */
  readonly creator?: Maybe<User>;
  /** A creator's public drops, newest first: not DRAFT, not CANCELLED, not for the owner's keys or claim links only. */
  readonly publicDrops: ReadonlyArray<Drop>;
  /** The caller's own user. */
  readonly me?: Maybe<User>;
  /** The caller's webhooks. */
  readonly webhooks: ReadonlyArray<Webhook>;
  /** A webhook by its id; null if it does not exist or is another user's. */
  readonly webhook?: Maybe<Webhook>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryClaimLinkArgs = {
  dropId: Scalars['ID']['input'];
  id: Scalars['ID']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryClaimLinksArgs = {
  dropId: Scalars['ID']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryHumanChallengeArgs = {
  dropId: Scalars['ID']['input'];
  userAddress: Scalars['String']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryRecipientMessageArgs = {
  dropId: Scalars['ID']['input'];
  userAddress: Scalars['String']['input'];
  recipient: Scalars['String']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryClaimsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  filter?: InputMaybe<ClaimFilter>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryClaimArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryCheckEligibilityArgs = {
  input: CheckEligibilityInput;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryDropsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  filter?: InputMaybe<DropFilter>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryDropArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryDropByShortcodeArgs = {
  shortcode: Scalars['String']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryMyDropsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryDropDashboardStatsArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryDropAnalyticsArgs = {
  id: Scalars['ID']['input'];
  interval?: InputMaybe<AnalyticsInterval>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryEventsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryEventArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryPlatformEventsArgs = {
  dropId?: InputMaybe<Scalars['ID']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryCheckGatingEligibilityArgs = {
  input: GatingCheckInput;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryReplayEligibilityArgs = {
  input: ReplayEligibilityInput;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryExemptionsArgs = {
  dropId: Scalars['ID']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryLotteryEntryArgs = {
  dropId: Scalars['ID']['input'];
  userAddress: Scalars['String']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryLotteryWalletsArgs = {
  dropId: Scalars['ID']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryUnmatchedPaymentsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  state?: InputMaybe<UnmatchedPaymentState>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryPaymentIntentsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  dropId?: InputMaybe<Scalars['ID']['input']>;
  status?: InputMaybe<PaymentIntentStatus>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryPayoutsArgs = {
  dropId: Scalars['ID']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryPaymentIntentArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryFailingJobsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  kind?: InputMaybe<Scalars['String']['input']>;
  dropId?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryTokensArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryTokenArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryUsersArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryUserArgs = {
  id: Scalars['ID']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryCreatorArgs = {
  username: Scalars['String']['input'];
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryPublicDropsArgs = {
  username: Scalars['String']['input'];
  phase?: InputMaybe<DropPhase>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryWebhooksArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * Reads. Lists are newest first. `limit` is 1 to 200; `after` is the id of the last entry that you have. If a list is as long
 * as its limit, there may be more: request one more than you show, or the page `after` the last id.
 */
export type QueryWebhookArgs = {
  id: Scalars['ID']['input'];
};

/** Changes. The fields of one request run one after another. */
export type Mutation = {
  /** Creates an API key for the caller. A key with its own limit cannot create keys. */
  readonly createApiKey?: Maybe<CreatedApiKey>;
  /**
   * Creates a key (`pk_…`) that may be published in web pages. It reads what anonymous visitors read, and claims from the free
   * drops of the caller that are OPEN. It is listed and revoked like an API key.
   */
  readonly createPublishableKey?: Maybe<CreatedApiKey>;
  /** Revokes an API key or a publishable key immediately. */
  readonly revokeApiKey?: Maybe<Scalars['Boolean']['output']>;
  /** Creates claim links on your drop. The drop must be free. */
  readonly createClaimLinks: CreateClaimLinksResult;
  /** Revokes claim links on your drop and returns how many were not revoked before. The claim of a link that is used stays. */
  readonly revokeClaimLinks: Scalars['Int']['output'];
  /**
   * Claims with a claim link, once per link. No account is needed. Safe to repeat: the same link and wallet get the same
   * claim. `claimParams` is null if the service delivers the claim.
   */
  readonly claimWithLink: ClaimDropResult;
  /**
   * The transaction that uses the claim's voucher, for the wallet to sign. For callers who may claim for that wallet, while
   * the claim is PENDING.
   */
  readonly prepareClaim?: Maybe<PreparedTransaction>;
  /** Reserves an amount without a voucher; `claimDrop` returns the voucher later. */
  readonly createClaim: Claim;
  /**
   * The transaction that uses the claim's voucher on a SPONSORED drop, with the gas paid by the service. For callers who may
   * claim for that wallet, while the claim is PENDING. Null if the drop is not SPONSORED or the server has no sponsor: use
   * `prepareClaim`. Refused with OVERLOADED when the gas of the day is used up for the wallet, the drop or the service.
   */
  readonly prepareSponsoredClaim?: Maybe<SponsoredTransaction>;
  /** Pays for and sends a sponsored transaction that its wallet has signed, and confirms the claim. Safe to repeat. */
  readonly submitSponsoredClaim: Claim;
  /** Confirms a claim with the transaction that used its voucher. The server checks it on the chain. */
  readonly confirmClaim: Claim;
  /**
   * Reserves an amount for a wallet and returns its voucher. While a claim is pending, `claimDrop` returns it again. After that
   * it makes the next one, if the drop allows it. Send an `Idempotency-Key`. `Drop.claimAccess` says who may claim for which
   * wallet.
   */
  readonly claimDrop?: Maybe<ClaimDropResult>;
  /** Draws a random amount for a wallet. The service delivers it. */
  readonly claimRandomDrop?: Maybe<ClaimRandomDropResult>;
  /** Creates a drop of an existing token. */
  readonly createDrop?: Maybe<Drop>;
  /** Changes a drop. The id is an argument or part of the input. */
  readonly updateDrop?: Maybe<Drop>;
  /** Deletes a drop permanently. The id is an argument or part of the input. */
  readonly deleteDrop?: Maybe<Scalars['Boolean']['output']>;
  /** Always declined. Rotate keys with `POST /drops/<drop_id>/rotate-key`, so that no private key passes through GraphQL. */
  readonly updateDropKey?: Maybe<UpdateDropKeyResult>;
  /** A deposit into the drop's vault, for the owner's wallet to sign. */
  readonly prepareDropFunding?: Maybe<PreparedTransaction>;
  /** Uploads a file: an image, or a list of wallets for a gating rule. */
  readonly uploadFile?: Maybe<FileUpload>;
  /** Deletes a file. Only its uploader can do this. */
  readonly deleteFile: Scalars['Boolean']['output'];
  /** Sets the gating rules of one of the caller's drops. Existing claims stay valid. */
  readonly updateGatingConfig?: Maybe<GatingConfig>;
  /** Exempts a wallet from the gating rules of one of the caller's drops. At most 10,000 exemptions per drop. */
  readonly grantExemption?: Maybe<Exemption>;
  /** Revokes an exemption. Claims that the wallet has made stay valid. */
  readonly revokeExemption?: Maybe<Exemption>;
  /**
   * Enters a wallet into the lottery of a drop. The wallet must meet what it would have to meet to claim. Safe to repeat: a
   * wallet has one entry.
   */
  readonly enterDrop: LotteryEntry;
  /** Reserves items of a priced drop for a wallet, for 15 minutes. */
  readonly createPaymentIntent?: Maybe<PaymentIntent>;
  /** Confirms a payment. Id and hash are arguments or part of the input. Without a hash, the server searches the chain. */
  readonly confirmPaymentIntent?: Maybe<PaymentIntent>;
  /** Cancels an unpaid intent. Only its creator can do this. */
  readonly cancelPaymentIntent?: Maybe<PaymentIntent>;
  /**
   * Accepts a payment that requires review as it is. Only the drop's owner can do this. The buyer can replace the payment
   * until then: give `seen` to approve exactly that payment. Default: the payment that the intent holds.
   */
  readonly approvePaymentIntent?: Maybe<PaymentIntent>;
  /** Refunds a payment. Only the drop's owner can do this. */
  readonly processRefund: Refund;
  /** Counts an unmatched payment for an intent. Only for the operator. */
  readonly assignUnmatchedPayment?: Maybe<UnmatchedPayment>;
  /** Sends an unmatched payment back to its sender. Only for the operator. */
  readonly returnUnmatchedPayment?: Maybe<UnmatchedPayment>;
  /** Pays out what confirmed claims have earned. Only the drop's owner can do this. Proceeds in other coins need one more call each. */
  readonly withdrawProceeds?: Maybe<Payout>;
  /** Restarts a FAILED refund. Only the drop's owner can do this. Refused with `REFUND_EXCEEDS_PAYMENT` if the money was refunded or paid out since. */
  readonly retryRefund: Refund;
  /** Restarts a FAILED payout. Only the drop's owner can do this. Refused if the money was refunded or paid out since. */
  readonly retryPayout: Payout;
  /**
   * Runs a failing job again at once. By the operator, or by the owner of the drop that the job serves, for example to deliver a
   * claim after the reason in `failingJobs` is gone. Running a job twice changes nothing.
   */
  readonly retryJob: FailingJob;
  /** Creates a token that drops can give away. With `coinType`, it uses an existing coin on the chain. */
  readonly createToken?: Maybe<Token>;
  /** The publish transaction, for the owner's wallet to sign. */
  readonly prepareTokenDeployment?: Maybe<PreparedTransaction>;
  /** Confirms the publish transaction on the chain and stores the new coin's ids. */
  readonly confirmTokenDeployment: Token;
  /** Changes the caller's profile. */
  readonly updateProfile?: Maybe<User>;
  /** Creates a webhook. The answer contains the secret to verify deliveries with. */
  readonly registerWebhook?: Maybe<Webhook>;
  /** Like `registerWebhook`, and can create a disabled webhook. */
  readonly createWebhook: Webhook;
  /** Changes a webhook. */
  readonly updateWebhook: Webhook;
  /** Deletes a webhook. */
  readonly deleteWebhook: Scalars['Boolean']['output'];
  /** Sends a `webhook.test` event immediately and returns the result. */
  readonly testWebhook: WebhookTestResult;
  /**
   * Creates a new secret. Each replaced secret stays valid for a day. With 8 replaced secrets that are valid, the answer is
   * `CONFLICT` with the reason `TOO_MANY_SECRETS`.
   */
  readonly rotateWebhookSecret?: Maybe<Webhook>;
  /** Sends a DELIVERED or FAILED event again, immediately. */
  readonly resendWebhookDelivery?: Maybe<WebhookDelivery>;
};


/** Changes. The fields of one request run one after another. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationCreatePublishableKeyArgs = {
  input: CreatePublishableKeyInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationRevokeApiKeyArgs = {
  id: Scalars['ID']['input'];
};


/** Changes. The fields of one request run one after another. */
export type MutationCreateClaimLinksArgs = {
  input: CreateClaimLinksInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationRevokeClaimLinksArgs = {
  input: RevokeClaimLinksInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationClaimWithLinkArgs = {
  input: ClaimWithLinkInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationPrepareClaimArgs = {
  claimId: Scalars['ID']['input'];
};


/** Changes. The fields of one request run one after another. */
export type MutationCreateClaimArgs = {
  input: CreateClaimInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationPrepareSponsoredClaimArgs = {
  claimId: Scalars['ID']['input'];
};


/** Changes. The fields of one request run one after another. */
export type MutationSubmitSponsoredClaimArgs = {
  input: SubmitSponsoredClaimInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationConfirmClaimArgs = {
  input: ConfirmClaimInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationClaimDropArgs = {
  input: ClaimDropInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationClaimRandomDropArgs = {
  input: ClaimRandomDropInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationCreateDropArgs = {
  input: CreateDropInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationUpdateDropArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  input: UpdateDropInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationDeleteDropArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  input?: InputMaybe<DeleteDropInput>;
};


/** Changes. The fields of one request run one after another. */
export type MutationUpdateDropKeyArgs = {
  input: UpdateDropKeyInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationPrepareDropFundingArgs = {
  input: PrepareDropFundingInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationUploadFileArgs = {
  input: UploadFileInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationDeleteFileArgs = {
  input: DeleteFileInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationUpdateGatingConfigArgs = {
  dropId: Scalars['ID']['input'];
  input: UpdateGatingConfigInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationGrantExemptionArgs = {
  input: GrantExemptionInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationRevokeExemptionArgs = {
  id: Scalars['ID']['input'];
};


/** Changes. The fields of one request run one after another. */
export type MutationEnterDropArgs = {
  input: EnterDropInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationCreatePaymentIntentArgs = {
  input: CreatePaymentIntentInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationConfirmPaymentIntentArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  txHash?: InputMaybe<Scalars['String']['input']>;
  input?: InputMaybe<ConfirmPaymentIntentInput>;
};


/** Changes. The fields of one request run one after another. */
export type MutationCancelPaymentIntentArgs = {
  id: Scalars['ID']['input'];
};


/** Changes. The fields of one request run one after another. */
export type MutationApprovePaymentIntentArgs = {
  id: Scalars['ID']['input'];
  seen?: InputMaybe<SeenPaymentInput>;
};


/** Changes. The fields of one request run one after another. */
export type MutationProcessRefundArgs = {
  input: ProcessRefundInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationAssignUnmatchedPaymentArgs = {
  input: AssignUnmatchedPaymentInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationReturnUnmatchedPaymentArgs = {
  id: Scalars['ID']['input'];
};


/** Changes. The fields of one request run one after another. */
export type MutationWithdrawProceedsArgs = {
  input: WithdrawProceedsInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationRetryRefundArgs = {
  id: Scalars['ID']['input'];
};


/** Changes. The fields of one request run one after another. */
export type MutationRetryPayoutArgs = {
  id: Scalars['ID']['input'];
};


/** Changes. The fields of one request run one after another. */
export type MutationRetryJobArgs = {
  kind: Scalars['String']['input'];
  subject: Scalars['ID']['input'];
};


/** Changes. The fields of one request run one after another. */
export type MutationCreateTokenArgs = {
  input: CreateTokenInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationPrepareTokenDeploymentArgs = {
  input: PrepareTokenDeploymentInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationConfirmTokenDeploymentArgs = {
  input: ConfirmTokenDeploymentInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationUpdateProfileArgs = {
  input: UpdateProfileInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationRegisterWebhookArgs = {
  input: RegisterWebhookInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationUpdateWebhookArgs = {
  input: UpdateWebhookInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationDeleteWebhookArgs = {
  input: DeleteWebhookInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationTestWebhookArgs = {
  input: TestWebhookInput;
};


/** Changes. The fields of one request run one after another. */
export type MutationRotateWebhookSecretArgs = {
  id: Scalars['ID']['input'];
};


/** Changes. The fields of one request run one after another. */
export type MutationResendWebhookDeliveryArgs = {
  id: Scalars['ID']['input'];
};

/** Status of a claim link. */
export type ClaimLinkStatus =
  /** The link can be used. */
  | 'ACTIVE'
  /** The link has a claim. If that claim expires unused, the link can be used again. */
  | 'USED'
  /** The owner of the drop revoked the link. */
  | 'REVOKED'
  /** The link's time is over. */
  | 'EXPIRED';

/**
 * A link that lets its holder claim once, for any wallet. The link contains an Ed25519 private key. The service stores only
 * the public key.
 */
export type ClaimLink = {
  /** The link's public key: 32 bytes in base64url. */
  readonly id: Scalars['ID']['output'];
  readonly status: ClaimLinkStatus;
  /** In base units; null if the drop or the claimer decides the amount. */
  readonly amount?: Maybe<Scalars['String']['output']>;
  /** The link cannot be used from this time on. */
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  readonly revokedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The claim that was made with the link, also one that expired since. */
  readonly claim?: Maybe<Claim>;
  readonly createdAt: Scalars['DateTime']['output'];
};

/** New links. Private keys that the service made are in `secret` and `urls`: they are returned once and not stored. */
export type CreateClaimLinksResult = {
  /** Number of links. */
  readonly count: Scalars['Int']['output'];
  /**
   * 32 bytes in base64url; null if you sent `publicKeys`. The private key of link n (from 1) is the HMAC-SHA256 of the text
   * `Dropkit claim link <n>` with these bytes as key.
   */
  readonly secret?: Maybe<Scalars['String']['output']>;
  /** The links, in the order of n; null if you sent `publicKeys`. For more than 20,000 links use `secret`. */
  readonly urls?: Maybe<ReadonlyArray<Scalars['String']['output']>>;
};

/** The links to create: give either `publicKeys` or `count`. */
export type CreateClaimLinksInput = {
  readonly dropId: Scalars['ID']['input'];
  /**
   * 1 to 100,000 Ed25519 public keys in base64url. You make the key pairs, and the private keys never leave your machine. A
   * key that the drop already has is left as it is, so this call can be repeated.
   */
  readonly publicKeys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** 1 to 100,000. The service makes the keys and returns them once. */
  readonly count?: InputMaybe<Scalars['Int']['input']>;
  /** What each link gets, in base units. Only for drops whose claimers choose the amount. */
  readonly amount?: InputMaybe<Scalars['String']['input']>;
  /** Default: never. */
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
};

/** The links to revoke. */
export type RevokeClaimLinksInput = {
  readonly dropId: Scalars['ID']['input'];
  /** 1 to 1,000 ids. */
  readonly ids: ReadonlyArray<Scalars['ID']['input']>;
};

/** A claim with a claim link. */
export type ClaimWithLinkInput = {
  readonly dropId: Scalars['ID']['input'];
  /** The link's public key: 32 bytes in base64url. */
  readonly linkId: Scalars['ID']['input'];
  /** The wallet that receives the amount. Any wallet may be given; the signature must name the same one. */
  readonly userAddress: Scalars['String']['input'];
  /**
   * Ed25519 signature with the link's private key, 64 bytes in base64url, over the UTF-8 text
   * `Dropkit claim link\n\nDrop: <dropId>\nLink: <linkId>\nRecipient: <userAddress>`. The address is written as 0x and 64
   * lower-case digits.
   */
  readonly signature: Scalars['String']['input'];
  /** In base units. Only if neither the link nor the drop fixes the amount. */
  readonly amount?: InputMaybe<Scalars['String']['input']>;
  /** The proof of `humanChallenge`, if `Drop.humanCheck` asks for one. */
  readonly humanProof?: InputMaybe<Scalars['String']['input']>;
};

/** Status of a claim. PENDING, SUBMITTED and CONFIRMED claims use up the pool. */
export type ClaimStatus =
  /** The voucher has not been used yet, or the claim waits for its delivery. */
  | 'PENDING'
  /** A transaction was sent to the chain. */
  | 'SUBMITTED'
  /** Paid on the chain. */
  | 'CONFIRMED'
  /** The chain refused the claim permanently. */
  | 'FAILED'
  /** The voucher expired unused, and the amount returned to the pool. */
  | 'EXPIRED';

/** An amount of a drop that a wallet claimed. */
export type Claim = {
  readonly id?: Maybe<Scalars['ID']['output']>;
  /** In base units. Null while it waits for the beacon; see `revealsAt`. */
  readonly amount?: Maybe<Scalars['String']['output']>;
  readonly status?: Maybe<ClaimStatus>;
  /** The wallet that claimed. Limits and rules concern this wallet. */
  readonly userAddress?: Maybe<Scalars['String']['output']>;
  /** The address that receives the amount: `userAddress`, unless that wallet has named another one. */
  readonly recipient?: Maybe<Scalars['String']['output']>;
  /** Consecutive days including this claim, on STREAK drops. */
  readonly streak?: Maybe<Scalars['Int']['output']>;
  /** Number of the claim within its drop, from 1. */
  readonly sequence?: Maybe<Scalars['Int']['output']>;
  /** Round of the beacon that decides the amount; null unless the drop's `randomness` is BEACON. */
  readonly round?: Maybe<Scalars['Int']['output']>;
  /** When the amount will be drawn; null if it is known. */
  readonly revealsAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the beacon decided the amount. */
  readonly revealedAt?: Maybe<Scalars['DateTime']['output']>;
  /** The round's signature by the beacon, hex, on the first claim that was drawn with it; null on the others. */
  readonly beaconSignature?: Maybe<Scalars['String']['output']>;
  /** Head of the drop's order of claims after this claim, hex. Null for a claim of a release that did not keep it. */
  readonly orderHead?: Maybe<Scalars['String']['output']>;
  /** Signed proof of the claim's place in the order. Keep it: with it you can show that the order was changed later. */
  readonly receipt?: Maybe<ClaimReceipt>;
  /** Hash of the transaction that pays the claim, once it exists. */
  readonly txHash?: Maybe<Scalars['String']['output']>;
  readonly createdAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the chain paid the claim. */
  readonly claimedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the voucher expires; only while the claim is PENDING. */
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The user who has proved the wallet, else the user who made the claim. */
  readonly user?: Maybe<User>;
  /** Null if the drop is deleted. */
  readonly drop?: Maybe<Drop>;
};

/** Proof of a claim's place in the order of claims, signed by the drop's key. */
export type ClaimReceipt = {
  /**
   * What is signed, in UTF-8: `dropkit::receipt::v1:<drop>:<sequence>:<wallet>:<amount=… or round=…>:<Unix milliseconds>:<orderHead>`.
   * If the amount goes to another address than the wallet, `recipient=<address>:` follows before the milliseconds.
   */
  readonly text: Scalars['String']['output'];
  /** The drop's public key, base64. */
  readonly publicKey: Scalars['String']['output'];
  /** Base64 of the 64-byte Ed25519 signature. */
  readonly signature: Scalars['String']['output'];
};

/** A claim and its voucher. */
export type ClaimDropResult = {
  readonly claim?: Maybe<Claim>;
  readonly claimParams?: Maybe<ClaimParams>;
  /** Null while the drop has no vault. */
  readonly dropInfo?: Maybe<DropInfo>;
};

/** The voucher: a signed permission to take the amount from the drop's vault. */
export type ClaimParams = {
  /** In base units. */
  readonly amount: Scalars['String']['output'];
  /** The claim's sequence. */
  readonly nonce: Scalars['String']['output'];
  /** Unix milliseconds. */
  readonly expiry: Scalars['String']['output'];
  /** Base64 of the 64-byte Ed25519 signature. */
  readonly signature: Scalars['String']['output'];
};

/** The vault that accepts the voucher. */
export type DropInfo = {
  /** Object id of the vault. */
  readonly dropObjectId?: Maybe<Scalars['String']['output']>;
  /** The Move package that the wallet calls. */
  readonly packageId?: Maybe<Scalars['String']['output']>;
  /** Type of the coin that the wallet receives. */
  readonly coinType?: Maybe<Scalars['String']['output']>;
};

/** Result of a random claim. A refusal by the drop's rules is returned here and not as an error. */
export type ClaimRandomDropResult = {
  readonly success: Scalars['Boolean']['output'];
  /** A sentence to show to people: the amount, or the reason for the refusal. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** The refusal's code, as in `errors[].extensions.code`; null on success. */
  readonly code?: Maybe<Scalars['String']['output']>;
  /** In base units. Null while it waits for the beacon. */
  readonly claimedAmount?: Maybe<Scalars['String']['output']>;
  /** When the amount will be drawn, on drops with randomness BEACON; null if it is known. */
  readonly revealsAt?: Maybe<Scalars['DateTime']['output']>;
  /** The new claim, or the one that the wallet already has. */
  readonly claim?: Maybe<Claim>;
};

/** Result of an eligibility check. A check reserves nothing. */
export type EligibilityResult = {
  /** Whether the wallet could claim now. */
  readonly eligible: Scalars['Boolean']['output'];
  /** True if a fact could not be read, so that the same check may succeed later. */
  readonly retryable: Scalars['Boolean']['output'];
  /** The first requirement that is not met. */
  readonly reason?: Maybe<Scalars['String']['output']>;
  /** All requirements that are not met, one sentence each. */
  readonly missingRequirements: ReadonlyArray<Scalars['String']['output']>;
  /** Each gating rule, with what was observed. Empty if the drop has no active rules. */
  readonly checks: ReadonlyArray<EligibilityCheck>;
  /** True if the drop's owner has exempted the wallet. The rules then do not decide. */
  readonly exempt: Scalars['Boolean']['output'];
  readonly checkedAt: Scalars['DateTime']['output'];
  /** This result as a text that the drop's key has signed. The claimer can show it to the drop's owner. */
  readonly signed: SignedEligibility;
};

/** Conditions that all returned claims meet. */
export type ClaimFilter = {
  readonly dropId?: InputMaybe<Scalars['ID']['input']>;
  readonly status?: InputMaybe<ClaimStatus>;
  /** The wallet that claimed. */
  readonly userAddress?: InputMaybe<Scalars['String']['input']>;
};

/** A wallet's permission to deliver its claim to another address. It can be used for one claim. */
export type RecipientInput = {
  /** The text that `recipientMessage` returned. It names the site, the drop, the wallet, the recipient, a nonce and an expiry. */
  readonly message: Scalars['String']['input'];
  /** The signature of the wallet `userAddress` over the message, as a personal message, base64 as the chain's wallets write it. */
  readonly signature: Scalars['String']['input'];
};

/** The wallet and the amount of a claim. */
export type CreateClaimInput = {
  readonly dropId: Scalars['ID']['input'];
  /** The wallet that claims. It receives the amount, unless `recipient` names another address. */
  readonly userAddress: Scalars['String']['input'];
  /**
   * In base units. Optional if the drop has a fixed amount. On a priced drop without `tokenAmount` and `supply`, each base unit
   * is an item, and all items of a claim must be of one payment intent.
   */
  readonly amount?: InputMaybe<Scalars['String']['input']>;
  /** The proof of `humanChallenge`, if `Drop.humanCheck` asks for one. The drop owner's keys need none. */
  readonly humanProof?: InputMaybe<Scalars['String']['input']>;
  /** Delivers the amount to another address, as the wallet has signed. Default: to `userAddress`. */
  readonly recipient?: InputMaybe<RecipientInput>;
};

/** The transaction that used the claim's voucher. */
export type ConfirmClaimInput = {
  readonly claimId: Scalars['ID']['input'];
  readonly txHash: Scalars['String']['input'];
};

/** A claim's transaction whose gas the service pays. */
export type SponsoredTransaction = {
  /** The unsigned transaction bytes, base64. The wallet signs them exactly as they are and does not send them. */
  readonly transactionBytes: Scalars['String']['output'];
  /** Proves that the service prepared the transaction. Give it to `submitSponsoredClaim`. */
  readonly sponsorship: Scalars['String']['output'];
};

/** A sponsored transaction that its wallet has signed. */
export type SubmitSponsoredClaimInput = {
  /** What `prepareSponsoredClaim` returned with the transaction. */
  readonly sponsorship: Scalars['String']['input'];
  /** The wallet's signature over the transaction bytes, base64 as the chain's wallets write it. */
  readonly signature: Scalars['String']['input'];
};

/** The wallet and the amount of a claim. */
export type ClaimDropInput = {
  readonly dropId: Scalars['ID']['input'];
  /**
   * In base units. Optional if the drop has a fixed amount. On a priced drop without `tokenAmount` and `supply`, each base unit
   * is an item, and all items of a claim must be of one payment intent.
   */
  readonly amount?: InputMaybe<Scalars['String']['input']>;
  /** The wallet that claims. It receives the amount, unless `recipient` names another address. */
  readonly userAddress: Scalars['String']['input'];
  /** The proof of `humanChallenge`, if `Drop.humanCheck` asks for one. The drop owner's keys need none. */
  readonly humanProof?: InputMaybe<Scalars['String']['input']>;
  /** Delivers the amount to another address, as the wallet has signed. Default: to `userAddress`. */
  readonly recipient?: InputMaybe<RecipientInput>;
};

/** The wallet of a random claim. */
export type ClaimRandomDropInput = {
  readonly dropId: Scalars['ID']['input'];
  /** The wallet that claims. It receives the amount, unless `recipient` names another address. */
  readonly userAddress: Scalars['String']['input'];
  /** The proof of `humanChallenge`, if `Drop.humanCheck` asks for one. The drop owner's keys need none. */
  readonly humanProof?: InputMaybe<Scalars['String']['input']>;
  /** Delivers the amount to another address, as the wallet has signed. Default: to `userAddress`. */
  readonly recipient?: InputMaybe<RecipientInput>;
};

/** A wallet and a drop. */
export type CheckEligibilityInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly walletAddress: Scalars['String']['input'];
};

/** What claimers have to solve, so that programs cannot claim for many wallets. */
export type HumanCheck =
  /** Nothing. */
  | 'NONE'
  /** A computation that takes a device about a second, and more while many claim. It needs no other service. */
  | 'PROOF_OF_WORK'
  /** Cloudflare Turnstile. */
  | 'TURNSTILE';

/** What one wallet has to solve before it claims from, enters or buys on one drop. */
export type HumanChallenge = {
  readonly check: HumanCheck;
  /**
   * PROOF_OF_WORK: the first part of the proof, which is `<text>.<nonce>`. The nonce is any text of letters and digits for
   * which scrypt (password: the nonce, salt: the text, N: `cost`, r: 8, p: 1, 32 bytes) begins with `difficulty` zero bits.
   * TURNSTILE: the `cData` of the widget, whose token is the proof.
   */
  readonly text: Scalars['String']['output'];
  /** PROOF_OF_WORK: leading zero bits of the digest. */
  readonly difficulty?: Maybe<Scalars['Int']['output']>;
  /** PROOF_OF_WORK: the parameter N of scrypt. */
  readonly cost?: Maybe<Scalars['Int']['output']>;
  /** TURNSTILE: the public key of the widget. */
  readonly siteKey?: Maybe<Scalars['String']['output']>;
  /** PROOF_OF_WORK: the proof is refused after that. */
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Live updates over WebSocket. */
export type Subscription = {
  /** Changes of the caller's claims and of claims on the caller's drops. `userId` must be the caller's. */
  readonly claimNotifications: ClaimNotification;
  /**
   * Changes of a drop. If changes are frequent: the latest state, at most four times per second. Only the owner hears of
   * payments, refunds, exemptions and key rotations.
   */
  readonly dropUpdates: DropUpdate;
  /** Events of the caller's objects and actions, starting after `after`. */
  readonly eventStream: Event;
  /** Changes of a payment intent and its refunds. */
  readonly paymentUpdates: PaymentUpdate;
};


/** Live updates over WebSocket. */
export type SubscriptionClaimNotificationsArgs = {
  userId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** Live updates over WebSocket. */
export type SubscriptionDropUpdatesArgs = {
  dropId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** Live updates over WebSocket. */
export type SubscriptionEventStreamArgs = {
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** Live updates over WebSocket. */
export type SubscriptionPaymentUpdatesArgs = {
  paymentIntentId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['ID']['input']>;
};

/** A change of a claim: `drop.claimed`, `claim.revealed`, `claim.confirmed`, `claim.failed` or `claim.expired`. */
export type ClaimNotification = {
  /** The event's id: give it as `after` to go on from here. */
  readonly id: Scalars['ID']['output'];
  /** The event's name. */
  readonly type: Scalars['String']['output'];
  /** The current claim. */
  readonly claim: Claim;
  /** When it happened. */
  readonly timestamp: Scalars['DateTime']['output'];
};

/** What a drop gives away. */
export type DropType =
  /** Amounts are base units of a coin. */
  | 'TOKEN'
  /** Amounts are pieces. */
  | 'NFT';

/** How the amounts of a random drop are drawn. */
export type Randomness =
  /** From the drop's secret seed, when the claim is made. The operator of the service can predict amounts. */
  | 'INSTANT'
  /**
   * From the drop's secret seed and a public round of randomness that is published after the claim is made. Nobody can
   * predict or choose amounts.
   */
  | 'BEACON';

/** A public chain of randomness. Its rounds are signed, so anyone can verify them. */
export type Beacon = {
  /** Names the chain, hex. */
  readonly chainHash: Scalars['String']['output'];
  /** How rounds are signed, by drand's name for it. */
  readonly scheme: Scalars['String']['output'];
  /** The key that signs every round, hex. */
  readonly publicKey: Scalars['String']['output'];
  /** When round 1 was published. */
  readonly genesisAt: Scalars['DateTime']['output'];
  /** Milliseconds between two rounds. */
  readonly periodMs: Scalars['Int']['output'];
};

/** How often a wallet may claim. */
export type ClaimType =
  /** Up to `maxPerWallet` times. */
  | 'REGULAR'
  /** Once per day (UTC). */
  | 'STREAK'
  /** Like REGULAR, but only for wallets that meet the gating rules. */
  | 'ELITE';

/** Status of a drop at the time of the query. */
export type DropStatus =
  /** Visible only to its owner. */
  | 'DRAFT'
  /** Opens at `startsAt`. */
  | 'SCHEDULED'
  /** Open for claims, or from `startsAt` on if that is later. */
  | 'ACTIVE'
  /** Closed for claims until it is resumed. */
  | 'PAUSED'
  /** All items are claimed. */
  | 'SOLD_OUT'
  /** The deadline has passed, or the owner ended the drop. */
  | 'ENDED'
  /** Cancelled by its owner. */
  | 'CANCELLED';

/** Who may claim for which wallet. */
export type ClaimAccess =
  /**
   * Any user for any wallet, except a user who came by signing in with a wallet: that user may claim only for this wallet, also
   * with API keys. The drop's owner may claim for any wallet.
   */
  | 'OPEN'
  /** Only callers who signed in with the wallet. */
  | 'WALLET'
  /** Only the drop's owner, for any wallet. */
  | 'OWNER';

/** Who sends claims to the chain, and who pays the gas. Random amounts are always delivered by the service. */
export type ClaimDelivery =
  /** The claimer's wallet sends the voucher and pays the gas. */
  | 'WALLET'
  /**
   * The claimer's wallet signs, and the service pays the gas; see `prepareSponsoredClaim`. Without a sponsor on the server it
   * is the same as WALLET.
   */
  | 'SPONSORED'
  /** The service delivers claims. The claimer sends no transaction, and `claimParams` of a claim is null. */
  | 'SERVER';

/** A pool of tokens or NFTs, and the rules by which wallets claim from it. */
export type Drop = {
  readonly id: Scalars['ID']['output'];
  /** The same as `title`. */
  readonly name: Scalars['String']['output'];
  readonly title: Scalars['String']['output'];
  /** At most 5000 characters. */
  readonly description?: Maybe<Scalars['String']['output']>;
  readonly type: DropType;
  readonly claimType: ClaimType;
  /** The status at the time of the query. */
  readonly status: DropStatus;
  /** A short public code, unique regardless of case. */
  readonly shortcode?: Maybe<Scalars['String']['output']>;
  /** Price of one item in whole units of `currency`; null for a free drop. */
  readonly price?: Maybe<Scalars['Float']['output']>;
  /** The price in US dollars at the last known rate; 0 for a free drop. */
  readonly priceUSD: Scalars['Float']['output'];
  /** Code of the currency of `price` and `proceeds`. */
  readonly currency: Scalars['String']['output'];
  /** Number of items; null if only the pool limits them. */
  readonly supply?: Maybe<Scalars['Int']['output']>;
  /** The same as `maxAmount`. */
  readonly totalSupply: Scalars['BigInt']['output'];
  /** The whole pool, in base units. */
  readonly maxAmount?: Maybe<Scalars['String']['output']>;
  /** Amount of one claim, in base units. Null: the claimer chooses it. `0`: it is random. */
  readonly tokenAmount?: Maybe<Scalars['String']['output']>;
  /** Amount of all PENDING, SUBMITTED and CONFIRMED claims, in base units. */
  readonly claimedAmount: Scalars['BigInt']['output'];
  /** `maxAmount` minus `claimedAmount`. */
  readonly remainingBalance: Scalars['BigInt']['output'];
  /** Current balance of the drop's vault on the chain; null if there is no vault or the chain does not answer. */
  readonly tokenBalance?: Maybe<Scalars['BigInt']['output']>;
  /** The same as `percentClaimed`. */
  readonly claimRate?: Maybe<Scalars['Float']['output']>;
  /** Number of PENDING, SUBMITTED and CONFIRMED claims. */
  readonly claimCount?: Maybe<Scalars['Int']['output']>;
  /** Claimed part of the pool in percent. */
  readonly percentClaimed: Scalars['Float']['output'];
  /** The owner's estimate of the pool's value in US dollars. */
  readonly estimatedValueUsd?: Maybe<Scalars['Float']['output']>;
  readonly startsAt?: Maybe<Scalars['DateTime']['output']>;
  /** No claims are accepted from this time on. */
  readonly claimDeadline?: Maybe<Scalars['DateTime']['output']>;
  /** Maximum number of claims per wallet; null for the default (one on a free drop, no limit on a priced one). */
  readonly maxPerWallet?: Maybe<Scalars['Int']['output']>;
  readonly claimAccess: ClaimAccess;
  /** Whether the drop can only be claimed with a claim link. */
  readonly isLinkOnly: Scalars['Boolean']['output'];
  readonly admission: Admission;
  /** Wallets may enter the lottery until then; null unless `admission` is LOTTERY. */
  readonly entriesCloseAt?: Maybe<Scalars['DateTime']['output']>;
  /** How long a wallet that was drawn may claim; null unless `admission` is LOTTERY. */
  readonly claimWindowSeconds?: Maybe<Scalars['Int']['output']>;
  /** Null unless `admission` is LOTTERY. */
  readonly lottery?: Maybe<Lottery>;
  readonly delivery: ClaimDelivery;
  readonly humanCheck: HumanCheck;
  /** Origins whose pages may embed the claim page, at `/embed/<shortcode>`. Empty: none may. */
  readonly embedOrigins: ReadonlyArray<Scalars['String']['output']>;
  readonly imageUrl?: Maybe<Scalars['String']['output']>;
  /** Any JSON that the owner stores with the drop. */
  readonly metadata?: Maybe<Scalars['JSON']['output']>;
  /** A name chosen by the owner, to group and filter drops. */
  readonly communityId?: Maybe<Scalars['String']['output']>;
  /** What the pieces of an NFT drop have in common; null for other drops. */
  readonly collection?: Maybe<Collection>;
  readonly creator: User;
  /** The token that the drop gives away. */
  readonly token?: Maybe<Token>;
  /** Newest first. */
  readonly claims: ReadonlyArray<Claim>;
  /** The rules about who may claim; null if there are none. */
  readonly gatingConfig?: Maybe<GatingConfig>;
  /** Sales of the drop; null unless the caller is its owner. */
  readonly proceeds?: Maybe<Proceeds>;
  /** Whether the drop accepts claims now. */
  readonly isActive: Scalars['Boolean']['output'];
  /** Whether all items are claimed. */
  readonly isSoldOut: Scalars['Boolean']['output'];
  /** How amounts are drawn; null if the drop is not random. */
  readonly randomness?: Maybe<Randomness>;
  /** The public randomness that amounts follow from; null unless `randomness` is BEACON. */
  readonly beacon?: Maybe<Beacon>;
  /**
   * Public keys of the drop, base64: the present one, which signs vouchers and receipts, then the earlier ones that the event
   * log has, newest first.
   */
  readonly publicKeys: ReadonlyArray<Scalars['String']['output']>;
  /** Head of the hash chain over all claims in their order, hex. Null before the first claim. */
  readonly orderHead?: Maybe<Scalars['String']['output']>;
  /** Number of the first claim in that chain. Above 1 if earlier claims were made by a release that did not keep it. */
  readonly orderSince?: Maybe<Scalars['Int']['output']>;
  /** SHA-256 (hex) of the seed for random amounts; null if the drop is not random. */
  readonly randomnessCommitment?: Maybe<Scalars['String']['output']>;
  /** The seed (hex), published when no more amounts can be drawn. */
  readonly randomnessSeed?: Maybe<Scalars['String']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};


/** A pool of tokens or NFTs, and the rules by which wallets claim from it. */
export type DropClaimsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

/** Statistics of a drop, for its owner. */
export type DropDashboardStats = {
  /** Number of PENDING, SUBMITTED and CONFIRMED claims. */
  readonly totalClaims: Scalars['Int']['output'];
  /** Number of claims since the start of the hour 24 hours ago (UTC), including those that are EXPIRED or FAILED now. */
  readonly recentClaims: Scalars['Int']['output'];
  /** Claimed part of the pool in percent. */
  readonly claimRate: Scalars['Float']['output'];
  /** The whole pool, in base units. */
  readonly totalAmount: Scalars['String']['output'];
  /** The claimed amount, in base units. */
  readonly claimedAmount: Scalars['String']['output'];
  /** The latest events of the drop, newest first. */
  readonly recentActivity: ReadonlyArray<DropActivity>;
  /**
   * Number of claims over time, in 1 to 200 equal intervals. Default: from the first claim (or from the drop's start or
   * creation) to now. Claims that are still open may be up to ten seconds out of date.
   */
  readonly claimHistory: ReadonlyArray<ClaimHistoryPoint>;
};


/** Statistics of a drop, for its owner. */
export type DropDashboardStatsClaimHistoryArgs = {
  points?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** Claims of one interval. */
export type ClaimHistoryPoint = {
  /** Start of the interval. */
  readonly at: Scalars['DateTime']['output'];
  readonly claims: Scalars['Int']['output'];
  /** In base units. */
  readonly amount: Scalars['String']['output'];
};

/** The lengths of the intervals of analytics. Both begin by UTC. */
export type AnalyticsInterval =
  /** Stored for 14 days. */
  | 'HOUR'
  /** Stored for 400 days. */
  | 'DAY';

/**
 * How many visitors of a drop got how far. Servers count in memory and store their counts every 30 seconds. If a server is
 * killed, or cannot store them, the counts since then are lost. No wallets, addresses or cookies are stored.
 */
export type DropAnalytics = {
  readonly interval: AnalyticsInterval;
  /** Start of the first interval. */
  readonly from: Scalars['DateTime']['output'];
  /** End of the last interval. */
  readonly to: Scalars['DateTime']['output'];
  /** How often the claim page was sent. Anyone can inflate this number, and programs that preview links count too. */
  readonly views: Scalars['Int']['output'];
  /** Wallets whose eligibility was checked, as the claim page does for a connected wallet: each at most once per hour and process. */
  readonly wallets: Scalars['Int']['output'];
  /** Claims that were tried, including refused and repeated ones. */
  readonly tries: Scalars['Int']['output'];
  /** Claims that were made in this time and are PENDING, SUBMITTED or CONFIRMED. This number is exact. */
  readonly claims: Scalars['Int']['output'];
  /** Claims per 100 views; null without views. Above 100 if wallets claim without the claim page. */
  readonly conversion?: Maybe<Scalars['Float']['output']>;
  /** Refused claims by reason, the most frequent first. */
  readonly refusals: ReadonlyArray<RefusalCount>;
  /** One for each interval, oldest first. */
  readonly points: ReadonlyArray<AnalyticsPoint>;
};

/** Claims that were refused for one reason. */
export type RefusalCount = {
  /** The error's `extensions.code`, or the `code` of a refused random claim. */
  readonly code: Scalars['String']['output'];
  readonly count: Scalars['Int']['output'];
};

/** The same numbers as in `DropAnalytics`, of one interval. */
export type AnalyticsPoint = {
  /** Start of the interval. */
  readonly at: Scalars['DateTime']['output'];
  readonly views: Scalars['Int']['output'];
  readonly wallets: Scalars['Int']['output'];
  readonly tries: Scalars['Int']['output'];
  readonly claims: Scalars['Int']['output'];
};

/** An event of a drop, as a sentence. */
export type DropActivity = {
  readonly id: Scalars['ID']['output'];
  /** The event's name. */
  readonly type: Scalars['String']['output'];
  readonly description: Scalars['String']['output'];
  readonly timestamp: Scalars['DateTime']['output'];
};

/** Answer of `updateDropKey`, which is always declined. */
export type UpdateDropKeyResult = {
  /** Always false. */
  readonly success: Scalars['Boolean']['output'];
  readonly newPublicKey?: Maybe<Scalars['String']['output']>;
  readonly newPrivateKey?: Maybe<Scalars['String']['output']>;
  readonly transactionDigest?: Maybe<Scalars['String']['output']>;
  /** Where to rotate the key instead. */
  readonly error?: Maybe<Scalars['String']['output']>;
};

/** An unsigned transaction for a wallet to sign and execute. */
export type PreparedTransaction = {
  /** The unsigned transaction bytes, base64. */
  readonly transactionBytes: Scalars['String']['output'];
};

/** Conditions that all returned drops meet. */
export type DropFilter = {
  /** Status at the time of the query. DRAFT returns only the caller's own drops. */
  readonly status?: InputMaybe<DropStatus>;
  readonly type?: InputMaybe<DropType>;
  readonly claimType?: InputMaybe<ClaimType>;
  readonly creatorId?: InputMaybe<Scalars['ID']['input']>;
  readonly tokenId?: InputMaybe<Scalars['ID']['input']>;
  readonly communityId?: InputMaybe<Scalars['String']['input']>;
};

/** Properties of a new drop. */
export type CreateDropInput = {
  /** 1 to 120 characters. */
  readonly title: Scalars['String']['input'];
  readonly type: DropType;
  readonly claimType: ClaimType;
  /** The whole pool, in base units. */
  readonly maxAmount: Scalars['String']['input'];
  /** Id of the token to give away. The token must exist. */
  readonly existingTokenId?: InputMaybe<Scalars['String']['input']>;
  /** At most 5000 characters. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /**
   * What one claim gets, in base units. If it is left out, the claimer names the amount, and on an NFT drop a claim gets
   * 1 piece. `0` draws the amount at random. A claim on an NFT drop gets at most 250 pieces; terms by which a claim could
   * get more are refused.
   */
  readonly tokenAmount?: InputMaybe<Scalars['String']['input']>;
  /** How random amounts are drawn; INSTANT by default. BEACON needs `tokenAmount` 0 and `supply`. */
  readonly randomness?: InputMaybe<Randomness>;
  /** Estimated value of the pool in US dollars, for display only. */
  readonly estimatedValueUsd?: InputMaybe<Scalars['Float']['input']>;
  /** Required for SCHEDULED. */
  readonly startsAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** No claims are accepted from this time on. Must be later than `startsAt`. */
  readonly claimDeadline?: InputMaybe<Scalars['DateTime']['input']>;
  /** DRAFT, SCHEDULED, ACTIVE or PAUSED. Default: ACTIVE. */
  readonly status?: InputMaybe<DropStatus>;
  /** Default: generated from the title. */
  readonly shortcode?: InputMaybe<Scalars['String']['input']>;
  /** Maximum number of claims per wallet. Default: one on a free drop, no limit on a priced one. */
  readonly maxPerWallet?: InputMaybe<Scalars['Int']['input']>;
  /** Default: OPEN. */
  readonly claimAccess?: InputMaybe<ClaimAccess>;
  /** Whether the drop can only be claimed with a claim link. Default: false. */
  readonly isLinkOnly?: InputMaybe<Scalars['Boolean']['input']>;
  /**
   * Who may claim. Default: FIRST_COME. LOTTERY needs `entriesCloseAt`, `supply` and `tokenAmount`; the drop must be free, and
   * each wallet claims once.
   */
  readonly admission?: InputMaybe<Admission>;
  /** With LOTTERY: wallets may enter until then. */
  readonly entriesCloseAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** With LOTTERY: how long a wallet that was drawn may claim, 60 to 2592000. Default: 86400, which is a day. */
  readonly claimWindowSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Default: WALLET. */
  readonly delivery?: InputMaybe<ClaimDelivery>;
  /** Default: NONE. TURNSTILE needs a server that has keys for it. */
  readonly humanCheck?: InputMaybe<HumanCheck>;
  /** Origins such as `https://shop.example` whose pages may embed the claim page; at most 10. `http://` is for localhost only. */
  readonly embedOrigins?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** An http, https or ipfs URL, or a path on this server. */
  readonly imageUrl?: InputMaybe<Scalars['String']['input']>;
  /** Price of one item, in whole units of `currency`. */
  readonly price?: InputMaybe<Scalars['Float']['input']>;
  /** Code of the currency. Default: the service's first currency. */
  readonly currency?: InputMaybe<Scalars['String']['input']>;
  /** Number of items. */
  readonly supply?: InputMaybe<Scalars['Int']['input']>;
  /** Any JSON of at most 65536 characters. */
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** Id of a gating template, or of one of your gating configs. Its rules are copied. */
  readonly gatingId?: InputMaybe<Scalars['String']['input']>;
  /** A name of your choice, to group and filter drops. */
  readonly communityId?: InputMaybe<Scalars['String']['input']>;
  /** Of an NFT drop: what its pieces have in common. It cannot be changed later. */
  readonly collection?: InputMaybe<CollectionInput>;
  /** @deprecated Use existingTokenId */
  readonly tokenName?: InputMaybe<Scalars['String']['input']>;
  /** @deprecated Use existingTokenId */
  readonly tokenSymbol?: InputMaybe<Scalars['String']['input']>;
  /** @deprecated Use existingTokenId */
  readonly tokenDescription?: InputMaybe<Scalars['String']['input']>;
};

/** What the pieces of an NFT drop have in common, besides its title, description and picture. */
export type CollectionInput = {
  /**
   * A picture for each piece: an http, https or ipfs URL in which `{number}` stands for the piece's number. Default: the drop's
   * picture.
   */
  readonly pieceImageUrl?: InputMaybe<Scalars['String']['input']>;
  /** Properties of every piece that marketplaces show. At most 20, with different names and 2,000 bytes in all. */
  readonly attributes?: InputMaybe<ReadonlyArray<PieceAttributeInput>>;
  /**
   * URL of a file that you uploaded with `uploadFile`: a name, a picture and attributes for single pieces. It is a JSON list of
   * `{"number": 1, "name": "…", "image": "https://…", "attributes": {"Wood": "beech"}}`, or CSV with the columns `number`, `name`
   * and `image` and one for each attribute. Only `number` is required. At most 10,000 pieces and 4 MiB. Pieces that are not in
   * it look like all others. What a piece shows cannot be changed later.
   */
  readonly manifestUrl?: InputMaybe<Scalars['String']['input']>;
  /**
   * What a sale in a kiosk pays to the collection's owner, in percent of the price: 0 to 25, with at most two decimals. With a
   * royalty, pieces that were sold once stay in kiosks. Default: 0.
   */
  readonly royaltyPercent?: InputMaybe<Scalars['Float']['input']>;
  /**
   * The account that gets the right to change how wallets show the pieces, the right to change the rules of their sales, and
   * the royalties. Default: your wallet, or the service's treasury if you have none.
   */
  readonly owner?: InputMaybe<Scalars['String']['input']>;
};

/** A property of a piece that marketplaces show. */
export type PieceAttributeInput = {
  readonly name: Scalars['String']['input'];
  readonly value: Scalars['String']['input'];
};

/** What the pieces of an NFT drop have in common, besides its title, description and picture. */
export type Collection = {
  /** The pieces' type on the chain, which no other drop has; null while the drop has no vault. */
  readonly type?: Maybe<Scalars['String']['output']>;
  /** The picture of each piece; `{number}` stands for its number. Null if all have the drop's picture. */
  readonly pieceImageUrl?: Maybe<Scalars['String']['output']>;
  readonly attributes: ReadonlyArray<PieceAttribute>;
  /** The pieces that the manifest names, by number, after the piece number `after`. Empty if the drop has no manifest. */
  readonly pieces: ReadonlyArray<Piece>;
  /** What a sale in a kiosk pays to the owner, in percent of the price. */
  readonly royaltyPercent: Scalars['Float']['output'];
  /** The account with the rights over looks and sales; null for the service's treasury. */
  readonly owner?: Maybe<Scalars['String']['output']>;
};


/** What the pieces of an NFT drop have in common, besides its title, description and picture. */
export type CollectionPiecesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['Int']['input']>;
};

/** What one piece of an NFT drop shows. */
export type Piece = {
  /** From 1, in the order of minting. */
  readonly number: Scalars['Int']['output'];
  /** Null for the drop's title and the piece's number. */
  readonly name?: Maybe<Scalars['String']['output']>;
  /** Null for the picture that the collection has for every piece. */
  readonly imageUrl?: Maybe<Scalars['String']['output']>;
  /** Those of the collection and of the piece itself. */
  readonly attributes: ReadonlyArray<PieceAttribute>;
};

/** A property of a piece that marketplaces show. */
export type PieceAttribute = {
  readonly name: Scalars['String']['output'];
  readonly value: Scalars['String']['output'];
};

/** Changes of a drop. Omitted fields stay; null clears an optional field. */
export type UpdateDropInput = {
  /** The drop's id, here or as the argument `id`. */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  readonly title?: InputMaybe<Scalars['String']['input']>;
  readonly description?: InputMaybe<Scalars['String']['input']>;
  readonly claimType?: InputMaybe<ClaimType>;
  /** Cannot be lower than the claimed amount. */
  readonly maxAmount?: InputMaybe<Scalars['String']['input']>;
  readonly tokenAmount?: InputMaybe<Scalars['String']['input']>;
  /** Can be changed only while the drop is a DRAFT. */
  readonly randomness?: InputMaybe<Randomness>;
  readonly estimatedValueUsd?: InputMaybe<Scalars['Float']['input']>;
  readonly claimDeadline?: InputMaybe<Scalars['DateTime']['input']>;
  /** The new status, if the current one allows it. An ENDED drop becomes ACTIVE only with a new `claimDeadline`. */
  readonly status?: InputMaybe<DropStatus>;
  readonly imageUrl?: InputMaybe<Scalars['String']['input']>;
  readonly price?: InputMaybe<Scalars['Float']['input']>;
  readonly supply?: InputMaybe<Scalars['Int']['input']>;
  readonly startsAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly maxPerWallet?: InputMaybe<Scalars['Int']['input']>;
  readonly claimAccess?: InputMaybe<ClaimAccess>;
  readonly isLinkOnly?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only while the drop is a DRAFT, as the next two. */
  readonly admission?: InputMaybe<Admission>;
  readonly entriesCloseAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly claimWindowSeconds?: InputMaybe<Scalars['Int']['input']>;
  /** Claims that exist keep the delivery they were made with. */
  readonly delivery?: InputMaybe<ClaimDelivery>;
  readonly humanCheck?: InputMaybe<HumanCheck>;
  /** As in CreateDropInput. They replace the previous ones; an empty list or null removes all. */
  readonly embedOrigins?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Id of a gating template, or of one of your gating configs. Its rules are copied. */
  readonly gatingId?: InputMaybe<Scalars['String']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly shortcode?: InputMaybe<Scalars['String']['input']>;
};

/** The drop to delete. */
export type DeleteDropInput = {
  readonly id: Scalars['ID']['input'];
};

/** Input of `updateDropKey`, which is always declined. */
export type UpdateDropKeyInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly reason: Scalars['String']['input'];
  readonly newPrivateKey?: InputMaybe<Scalars['String']['input']>;
};

/** A deposit into a drop's vault. */
export type PrepareDropFundingInput = {
  readonly dropId: Scalars['ID']['input'];
  /** The wallet that signs and pays. */
  readonly senderAddress: Scalars['String']['input'];
  /** In base units. Default: the amount that the vault still needs. */
  readonly amount?: InputMaybe<Scalars['String']['input']>;
};

/** A change of a drop. */
export type DropUpdate = {
  /** The event's id: give it as `after` to go on from here. */
  readonly id: Scalars['ID']['output'];
  /** The event's name. */
  readonly type: Scalars['String']['output'];
  /** The current drop. */
  readonly drop: Drop;
  /** When it happened. */
  readonly timestamp: Scalars['DateTime']['output'];
};

/** An entry of the event log. */
export type Event = {
  readonly id: Scalars['ID']['output'];
  /** The same as `event`. */
  readonly type: Scalars['String']['output'];
  /** The event's name; see the reference of events. */
  readonly event: Scalars['String']['output'];
  readonly timestamp: Scalars['DateTime']['output'];
  /** The same as `details`. */
  readonly data?: Maybe<Scalars['JSON']['output']>;
  /** Ids of the changed objects, and new values. */
  readonly details?: Maybe<Scalars['JSON']['output']>;
  readonly drop?: Maybe<Drop>;
  /**
   * The user who caused the event; null if the service did. Events of claims always name the user who made the claim. Events of
   * refunds, and of payments that the service changed, name the payer.
   */
  readonly user?: Maybe<User>;
};

/** An entry of the event log. */
export type PlatformEvent = {
  readonly id: Scalars['ID']['output'];
  /** The event's name. */
  readonly event: Scalars['String']['output'];
  readonly timestamp: Scalars['DateTime']['output'];
  /** Ids of the changed objects, and new values. */
  readonly details?: Maybe<Scalars['JSON']['output']>;
  readonly drop?: Maybe<Drop>;
  /**
   * The user who caused the event; null if the service did. Events of claims always name the user who made the claim. Events of
   * refunds, and of payments that the service changed, name the payer.
   */
  readonly user?: Maybe<User>;
};

/** An uploaded file. */
export type FileUpload = {
  /** Public URL of the file. */
  readonly url: Scalars['String']['output'];
  readonly filename: Scalars['String']['output'];
  /** In bytes, after decoding. */
  readonly size: Scalars['Int']['output'];
  /** The media type that the uploader gave. */
  readonly contentType: Scalars['String']['output'];
};

/** A file of at most 10 MiB. */
export type UploadFileInput = {
  /** Base64, or a data: URL. */
  readonly file: Scalars['String']['input'];
  readonly filename: Scalars['String']['input'];
  /** A media type. Browsers display images and videos whose content matches it; they download everything else. */
  readonly contentType: Scalars['String']['input'];
};

/** The file to delete. */
export type DeleteFileInput = {
  /** The URL that `uploadFile` returned. */
  readonly url: Scalars['String']['input'];
};

/** Rules about who may claim. A wallet must meet all of them. */
export type GatingConfig = {
  readonly id: Scalars['ID']['output'];
  /** If false, the rules are ignored. */
  readonly isActive: Scalars['Boolean']['output'];
  readonly rules: ReadonlyArray<GatingRule>;
};

/** One rule: a fact about the wallet (`key`), an `operator` and a `value`. */
export type GatingRule = {
  /** Kind of the rule; see the reference of rule kinds. */
  readonly key: Scalars['String']['output'];
  readonly operator: Scalars['String']['output'];
  readonly value: Scalars['String']['output'];
  /** Shown to wallets that do not meet the rule. Default: generated from the rule. */
  readonly description?: Maybe<Scalars['String']['output']>;
};

/** A predefined set of rules. */
export type GatingTemplate = {
  /** Value for `gatingId`. */
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  readonly description?: Maybe<Scalars['String']['output']>;
  /** `holding`, `list`, `history` or `account`. */
  readonly category: Scalars['String']['output'];
  readonly rules: ReadonlyArray<GatingRule>;
};

/** Outcome of one rule. */
export type EligibilityCheckResult =
  /** The wallet meets the rule. */
  | 'PASS'
  /** The wallet does not meet the rule. */
  | 'FAIL'
  /** A fact could not be read. The wallet is neither admitted nor called ineligible. */
  | 'UNKNOWN';

/** One gating rule, and the facts by which it was judged. */
export type EligibilityCheck = {
  readonly rule: GatingRule;
  readonly result: EligibilityCheckResult;
  /** What the observed value must be, such as `>= 1000`. */
  readonly needed: Scalars['String']['output'];
  /** What was observed. Most rules need one fact. */
  readonly facts: ReadonlyArray<EligibilityFact>;
};

/** A fact about a wallet. */
export type EligibilityFact = {
  /** Where the fact is from, such as `balance`; see the reference of rule kinds. */
  readonly source: Scalars['String']['output'];
  /** What was asked about: a coin type, an object type, a drop, a list. Empty if the wallet alone is enough. */
  readonly subject: Scalars['String']['output'];
  /** A whole number. Null if it could not be read. */
  readonly value?: Maybe<Scalars['String']['output']>;
  /** When the value was read. Null if it could not be read. */
  readonly observedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** An eligibility result that the drop's key has signed. */
export type SignedEligibility = {
  /** JSON text. Keep it byte for byte: the signature is over its UTF-8 bytes. */
  readonly statement: Scalars['String']['output'];
  /** Base64 of the 64-byte Ed25519 signature. */
  readonly signature: Scalars['String']['output'];
  /** The drop's public key, base64. */
  readonly publicKey: Scalars['String']['output'];
};

/** The statement and the signature of `EligibilityResult.signed`. */
export type ReplayEligibilityInput = {
  readonly statement: Scalars['String']['input'];
  readonly signature: Scalars['String']['input'];
};

/** A signed eligibility result, judged again. */
export type EligibilityReplay = {
  /** True if the drop's current key has signed exactly this statement. */
  readonly authentic: Scalars['Boolean']['output'];
  /** True if the facts in the statement give the results in the statement. */
  readonly reproduced: Scalars['Boolean']['output'];
  /** True if the drop's rules are still the rules in the statement. */
  readonly rulesUnchanged: Scalars['Boolean']['output'];
  /** The same check now. */
  readonly now: EligibilityResult;
};

/** Permission for one wallet to claim whatever the drop's gating rules say. All other claim checks apply. */
export type Exemption = {
  readonly id: Scalars['ID']['output'];
  readonly walletAddress: Scalars['String']['output'];
  readonly reason: Scalars['String']['output'];
  readonly grantedBy?: Maybe<User>;
  readonly grantedAt: Scalars['DateTime']['output'];
  /** Null while the exemption counts. */
  readonly revokedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Null if the drop is deleted. */
  readonly drop?: Maybe<Drop>;
};

/** The wallet to exempt, and why. */
export type GrantExemptionInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly walletAddress: Scalars['String']['input'];
  /** 1 to 500 characters. It is written to the event log. */
  readonly reason: Scalars['String']['input'];
};

/** A wallet and a drop. */
export type GatingCheckInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly walletAddress: Scalars['String']['input'];
};

/** One rule: a fact about the wallet (`key`), an `operator` and a `value`. */
export type GatingRuleInput = {
  /** Kind of the rule; see the reference of rule kinds. */
  readonly key: Scalars['String']['input'];
  readonly operator: Scalars['String']['input'];
  readonly value: Scalars['String']['input'];
  /** Shown to wallets that do not meet the rule. Default: generated from the rule. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
};

/** Changes of a gating config. Omitted fields stay. */
export type UpdateGatingConfigInput = {
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** The complete new list of rules, at most 20. */
  readonly rules?: InputMaybe<ReadonlyArray<GatingRuleInput>>;
};

/** Who may claim from a drop. */
export type Admission =
  /** First come, first served, until all items are claimed. */
  | 'FIRST_COME'
  /**
   * Wallets enter until `entriesCloseAt`. Then public randomness puts them in an order, and the first `supply` of them may
   * claim. When or how often a wallet asks to enter changes nothing.
   */
  | 'LOTTERY';

/** How far a lottery is. */
export type LotteryPhase =
  /** Wallets can enter while the drop is ACTIVE. */
  | 'OPEN'
  /** No wallet can enter any more, and the root over all entries is being computed. */
  | 'FREEZING'
  /** `root` and `round` are published. The round does not exist yet. */
  | 'FROZEN'
  /** The round is published, and ranks are being written. */
  | 'RANKING'
  /** Every entry has its rank. The waiting list moves up as claim windows end. */
  | 'DRAWN';

/** The lottery of a drop. */
export type Lottery = {
  readonly phase: LotteryPhase;
  /** How many wallets have entered. */
  readonly entries: Scalars['Int']['output'];
  /** Merkle root over the wallets that entered, hex; null until it is published. */
  readonly root?: Maybe<Scalars['String']['output']>;
  /** Round of the beacon that orders the entries; null until the root is published. */
  readonly round?: Maybe<Scalars['Int']['output']>;
  /** When that round is published. */
  readonly drawsAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the root was published. */
  readonly frozenAt?: Maybe<Scalars['DateTime']['output']>;
  /** The beacon that the round belongs to. */
  readonly beacon: Beacon;
  /** The round's signature by the beacon, hex; null until it is published. */
  readonly beaconSignature?: Maybe<Scalars['String']['output']>;
  /** When every entry had its rank. */
  readonly drawnAt?: Maybe<Scalars['DateTime']['output']>;
  /** Entries up to this rank may claim, or could; 0 before the draw. */
  readonly admittedRank: Scalars['Int']['output'];
  /** Until when the newest admitted entries may claim; null before the draw. */
  readonly claimBy?: Maybe<Scalars['DateTime']['output']>;
  /** Who was admitted when, oldest first: the newest 20 waves; empty before the draw. */
  readonly waves: ReadonlyArray<LotteryWave>;
};

/** Consecutive ranks that may claim at the same time: the winners, then those who moved up from the waiting list. */
export type LotteryWave = {
  readonly firstRank: Scalars['Int']['output'];
  readonly lastRank: Scalars['Int']['output'];
  /** They may claim, or could, until then. */
  readonly claimBy: Scalars['DateTime']['output'];
};

/** Where a wallet stands in a lottery. */
export type LotteryEntryState =
  /** It has entered. The lottery is not drawn yet. */
  | 'ENTERED'
  /** It may claim until `claimBy`. */
  | 'ADMITTED'
  /** It is on the waiting list, at `place`. */
  | 'WAITING'
  /** Its time to claim has ended, or the drop is over. */
  | 'WINDOW_ENDED';

/** A wallet's entry in the lottery of a drop. */
export type LotteryEntry = {
  /** The wallet. */
  readonly userAddress: Scalars['String']['output'];
  readonly drop?: Maybe<Drop>;
  readonly enteredAt: Scalars['DateTime']['output'];
  readonly state: LotteryEntryState;
  /** Its place in the order, from 1; null until the lottery is drawn. */
  readonly rank?: Maybe<Scalars['Int']['output']>;
  /** Its place on the waiting list, from 1; null unless it is WAITING. */
  readonly place?: Maybe<Scalars['Int']['output']>;
  /** Until when it may claim, or could; null before it is admitted, and for windows that ended long ago. */
  readonly claimBy?: Maybe<Scalars['DateTime']['output']>;
  /** Shows that the wallet is under the published root; null until there is one. */
  readonly proof?: Maybe<InclusionProof>;
};

/**
 * Shows that a wallet is under the Merkle root of a lottery. The tree is that of RFC 9162 with SHA-256. The content of the
 * leaf is the text `dropkit::lottery::v1:<drop id>:<wallet>`.
 */
export type InclusionProof = {
  /** The wallet's place among all entries sorted by wallet, from 0. */
  readonly index: Scalars['Int']['output'];
  /** Number of all entries. */
  readonly size: Scalars['Int']['output'];
  /** Hashes in hex: the sibling of the leaf first, the child of the root last. */
  readonly path: ReadonlyArray<Scalars['String']['output']>;
};

/** A wallet that enters a lottery. */
export type EnterDropInput = {
  readonly dropId: Scalars['ID']['input'];
  /** The wallet. */
  readonly userAddress: Scalars['String']['input'];
  /** The proof of `humanChallenge`, if `Drop.humanCheck` asks for one. */
  readonly humanProof?: InputMaybe<Scalars['String']['input']>;
};

/** Status of a payment intent. */
export type PaymentIntentStatus =
  /** No payment has arrived. */
  | 'PENDING'
  /** A transaction was named or found, but is not final yet. */
  | 'PROCESSING'
  /** Paid; its items can be claimed. */
  | 'CONFIRMED'
  /** The drop's owner must approve or refund it; `statusReason` says why. */
  | 'REQUIRES_REVIEW'
  /** No payment arrived in time, and its items were released. */
  | 'EXPIRED'
  /** Cancelled by its creator, or because the drop was cancelled. */
  | 'CANCELLED'
  /** A part of the payment was refunded. */
  | 'PARTIALLY_REFUNDED'
  /** The whole payment was refunded. */
  | 'REFUNDED';

/** Status of a refund or payout. */
export type RefundStatus =
  /** The server sends it, or tries again at `nextAttemptAt`. */
  | 'PENDING'
  /** The chain has paid it. */
  | 'SUCCEEDED'
  /** It cannot be sent for a permanent reason. Its money was released; restart it with `retryRefund` or `retryPayout`. */
  | 'FAILED';

/** Items of a priced drop that are reserved until they are paid or the intent expires. */
export type PaymentIntent = {
  readonly id: Scalars['ID']['output'];
  /** The reference (memo) that a payment can carry. */
  readonly intentId: Scalars['String']['output'];
  readonly status: PaymentIntentStatus;
  /** UNDERPAID, OVERPAID, PAID_LATE, WRONG_SENDER, WRONG_COIN or SOLD_OUT; null if none applies. */
  readonly statusReason?: Maybe<Scalars['String']['output']>;
  /** In whole units of `currency`. */
  readonly amount: Scalars['Float']['output'];
  /** The same amount in the currency's smallest unit, exact. */
  readonly amountAtomic: Scalars['String']['output'];
  /**
   * The final payment, in the smallest unit of the coin that was paid: `receivedCoinType`. "0" before a payment. Refunds do
   * not reduce it.
   */
  readonly receivedAtomic: Scalars['String']['output'];
  /** Type of the coin that was paid; null before a payment. Any wallet can pay in any coin, so compare it with `coinType`. */
  readonly receivedCoinType?: Maybe<Scalars['String']['output']>;
  /** The wallet that paid, which receives refunds; null before a payment. */
  readonly receivedFrom?: Maybe<Scalars['String']['output']>;
  readonly currency: Scalars['String']['output'];
  /** Number of items. */
  readonly quantity: Scalars['Int']['output'];
  /**
   * How many of its items are paid for and not claimed yet: what the payment minus its refunds buys, minus the items of claims.
   * 0 unless the status is CONFIRMED or PARTIALLY_REFUNDED.
   */
  readonly itemsLeft: Scalars['Int']['output'];
  /** The payment method that the creator gave. */
  readonly paymentMethod: Scalars['String']['output'];
  /** The wallet that pays. */
  readonly walletAddress: Scalars['String']['output'];
  /** URL of a page on which any wallet can pay. */
  readonly paymentUrl: Scalars['String']['output'];
  /** The address to pay to now. It changes when the operator of the service replaces the treasury. */
  readonly recipientAddress: Scalars['String']['output'];
  /** Type of the coin to pay with. */
  readonly coinType: Scalars['String']['output'];
  /** When the reservation of the items ends. */
  readonly expiresAt: Scalars['DateTime']['output'];
  /** The transaction that paid the intent, or that was named for it. */
  readonly txHash?: Maybe<Scalars['String']['output']>;
  /**
   * The unsigned payment transaction (base64) for the wallet to sign: exactly the amount due, with `intentId` as memo. Null
   * unless the status is PENDING. It is created anew in each request, for at most 5 intents.
   */
  readonly paymentTransaction?: Maybe<Scalars['String']['output']>;
  readonly drop?: Maybe<Drop>;
  readonly refunds: ReadonlyArray<Refund>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

/** A refund to the wallet that paid. */
export type Refund = {
  readonly id: Scalars['ID']['output'];
  readonly paymentIntent: PaymentIntent;
  /** In whole units of the received coin. If its decimals are not known, in the smallest unit. */
  readonly amount: Scalars['Float']['output'];
  /** The same amount in the smallest unit, exact. */
  readonly amountAtomic: Scalars['String']['output'];
  /** The reason that the caller gave. */
  readonly reason?: Maybe<Scalars['String']['output']>;
  readonly status: RefundStatus;
  readonly txHash?: Maybe<Scalars['String']['output']>;
  /** How often the server has tried to send it, since it was created or retried. */
  readonly attempts?: Maybe<Scalars['Int']['output']>;
  /** When the server tries it next; null unless `status` is PENDING. */
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** Why the last attempt did not succeed; null if none has failed, or after success. */
  readonly lastError?: Maybe<Scalars['String']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
};

/**
 * Sales of a drop, in the smallest unit of its currency. Payments in other coins are not included; `withdrawProceeds` pays
 * them out separately.
 */
export type Proceeds = {
  /** Sum of the payments that count for intents of the drop, including those that wait for the owner's review. A payment from another wallet than the buyer's counts after it is approved, refunded or assigned. */
  readonly receivedAtomic: Scalars['String']['output'];
  /** Sum of refunds that have not failed. */
  readonly refundedAtomic: Scalars['String']['output'];
  /** Sum of payouts that have not failed. */
  readonly paidOutAtomic: Scalars['String']['output'];
  /** The amount that `withdrawProceeds` would pay now: earned by confirmed claims, minus refunds and payouts. */
  readonly withdrawableAtomic: Scalars['String']['output'];
  readonly currency: Scalars['String']['output'];
};

/** A payment of proceeds to the drop's owner. */
export type Payout = {
  readonly id: Scalars['ID']['output'];
  /** In the currency's smallest unit. */
  readonly amountAtomic: Scalars['String']['output'];
  readonly currency: Scalars['String']['output'];
  readonly toAddress: Scalars['String']['output'];
  readonly status: RefundStatus;
  readonly txHash?: Maybe<Scalars['String']['output']>;
  /** How often the server has tried to send it, since it was created or retried. */
  readonly attempts?: Maybe<Scalars['Int']['output']>;
  /** When the server tries it next; null unless `status` is PENDING. */
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** Why the last attempt did not succeed; null if none has failed, or after success. */
  readonly lastError?: Maybe<Scalars['String']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
};

/** Properties of a new payment intent. */
export type CreatePaymentIntentInput = {
  readonly dropId: Scalars['ID']['input'];
  /** The wallet that pays and claims. */
  readonly walletAddress: Scalars['String']['input'];
  /** The network of the payment. */
  readonly paymentMethod: Scalars['String']['input'];
  /** Number of items. */
  readonly quantity?: InputMaybe<Scalars['Int']['input']>;
  /** The proof of `humanChallenge`, if `Drop.humanCheck` asks for one. */
  readonly humanProof?: InputMaybe<Scalars['String']['input']>;
};

/** A payment intent and the transaction that paid it. */
export type ConfirmPaymentIntentInput = {
  readonly id: Scalars['ID']['input'];
  readonly txHash?: InputMaybe<Scalars['String']['input']>;
};

/**
 * A payment as you saw it, to decide about that payment and no other. If the intent holds another one, the mutation is refused
 * with `CONFLICT`, changes nothing, and `details` say what is held.
 */
export type SeenPaymentInput = {
  /** `PaymentIntent.txHash`. */
  readonly txHash: Scalars['String']['input'];
  /** `PaymentIntent.receivedAtomic`. One transaction can contain several transfers, so its hash alone names no payment. */
  readonly receivedAtomic: Scalars['String']['input'];
  /** `PaymentIntent.receivedCoinType`. */
  readonly receivedCoinType: Scalars['String']['input'];
  /** `PaymentIntent.status`. Default: not compared. */
  readonly status?: InputMaybe<PaymentIntentStatus>;
};

/** A refund of a payment intent. */
export type ProcessRefundInput = {
  /** The `id` or `intentId` of the payment intent. */
  readonly paymentIntentId: Scalars['ID']['input'];
  /** In whole units of the received coin; refused if its decimals are not known. Default: everything that is not refunded yet. */
  readonly amount?: InputMaybe<Scalars['Float']['input']>;
  /** In the smallest unit. If both amounts are given, they must agree. */
  readonly amountAtomic?: InputMaybe<Scalars['String']['input']>;
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  /** Refuses the refund with `CONFLICT` if the intent holds another payment than this. Default: the payment that it holds. */
  readonly seen?: InputMaybe<SeenPaymentInput>;
};

/** A drop and the address that receives its proceeds. */
export type WithdrawProceedsInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly toAddress: Scalars['String']['input'];
};

/** Why a payment is unmatched. */
export type UnmatchedPaymentReason =
  /** No intent of the sender's wallet was waiting for this amount of this coin. */
  | 'NO_INTENT'
  /** Several intents were waiting for it. */
  | 'SEVERAL_INTENTS'
  /** The intent that the payment names cannot accept it. */
  | 'NOT_TAKEN';

/** State of an unmatched payment. */
export type UnmatchedPaymentState =
  /** Waits for the operator to assign or return it, or for its sender to confirm it. */
  | 'OPEN'
  /** Counts for an intent. */
  | 'ASSIGNED'
  /** Is being returned to its sender. */
  | 'RETURNING'
  /** Was returned to its sender. */
  | 'RETURNED';

/** A transfer to the treasury that matches no payment intent. */
export type UnmatchedPayment = {
  readonly id: Scalars['ID']['output'];
  /** Hash of the transaction. */
  readonly txHash: Scalars['String']['output'];
  /** Index of the transfer among the transaction's transfers to the treasury, from 0. */
  readonly transferIndex: Scalars['Int']['output'];
  /** The wallet that paid. */
  readonly sender: Scalars['String']['output'];
  readonly coinType: Scalars['String']['output'];
  /** In the coin's smallest unit. */
  readonly amountAtomic: Scalars['String']['output'];
  readonly memo?: Maybe<Scalars['String']['output']>;
  readonly reason: UnmatchedPaymentReason;
  readonly state: UnmatchedPaymentState;
  /** The intent that the payment was assigned to. */
  readonly paymentIntentId?: Maybe<Scalars['ID']['output']>;
  /** Hash of the transaction that returned it. */
  readonly returnTxHash?: Maybe<Scalars['String']['output']>;
  /** Why the last attempt to return it failed. The server retries. */
  readonly problem?: Maybe<Scalars['String']['output']>;
  /** Time of the payment. */
  readonly paidAt: Scalars['DateTime']['output'];
  /** When the server found the payment. */
  readonly createdAt: Scalars['DateTime']['output'];
};

/** An unmatched payment and the intent that it is for. */
export type AssignUnmatchedPaymentInput = {
  readonly id: Scalars['ID']['input'];
  /** The `id` or `intentId` of the payment intent. */
  readonly paymentIntentId: Scalars['ID']['input'];
};

/** A change of a payment intent or one of its refunds. */
export type PaymentUpdate = {
  /** The event's id: give it as `after` to go on from here. */
  readonly id: Scalars['ID']['output'];
  /** The event's name. */
  readonly type: Scalars['String']['output'];
  /** The current payment intent. */
  readonly paymentIntent: PaymentIntent;
  /** When it happened. */
  readonly timestamp: Scalars['DateTime']['output'];
};

/** Properties of this server. */
export type Service = {
  /** The chain on which claims are paid: `fake` or `sui`. */
  readonly chain: Scalars['String']['output'];
  /** Name of the Sui network; null on the fake chain, or if only the node's address is configured. */
  readonly network?: Maybe<Scalars['String']['output']>;
  /** The service's time, which can be moved on the fake chain. */
  readonly now: Scalars['DateTime']['output'];
  /** Currencies for prices. The first one is the default. */
  readonly currencies: ReadonlyArray<Currency>;
  /** The checks that drops of this server can ask of claimers. */
  readonly humanChecks: ReadonlyArray<HumanCheck>;
  /** Version of the server. */
  readonly version: Scalars['String']['output'];
  /** The place of the newest event. A subscription that starts with it as `after` receives all later events. */
  readonly eventCursor: Scalars['ID']['output'];
};

/** A currency for prices. */
export type Currency = {
  /** For example `SUI`. */
  readonly code: Scalars['String']['output'];
  /** `0xPACKAGE::module::TYPE`. */
  readonly coinType: Scalars['String']['output'];
  /** Number of decimal places. */
  readonly decimals: Scalars['Int']['output'];
  /** Last known value of one whole unit in US dollars; 0 if unknown. */
  readonly usdRate: Scalars['Float']['output'];
};

/** Why a run of a background job failed. */
export type JobFailureClass =
  /** The chain does not answer, or does not know the outcome of a transaction yet. */
  | 'chain_unavailable'
  /** The chain's rules refuse what the job wants, for example because there are no funds. */
  | 'chain_refused'
  /** Something that the job needs has not happened yet, for example a deposit of the drop's owner. */
  | 'waiting'
  /** A limit of the operator is used up, such as the gas for the drops of a user. It ends by itself. */
  | 'limit_reached'
  /** The database does not answer. */
  | 'store_unavailable'
  /** The randomness beacon does not answer, is late, or its answer does not verify. */
  | 'beacon_unavailable'
  /** Anything else. */
  | 'error';

/** A background job whose last run failed. */
export type FailingJob = {
  readonly kind: Scalars['String']['output'];
  /** What it works on: a drop, an unmatched payment, or the whole chain or store. */
  readonly subject: Scalars['ID']['output'];
  /** How often it has failed in a row; 0 for a job that does not run again by itself. */
  readonly attempts: Scalars['Int']['output'];
  readonly reasonClass: JobFailureClass;
  readonly reason: Scalars['String']['output'];
  /** When the server runs it next; null if it does not run again by itself. */
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Deployment status of a token. */
export type TokenStatus =
  /** Not on the chain yet. */
  | 'PENDING'
  /** On the chain. Its drops can have vaults. */
  | 'DEPLOYED'
  /** The publish transaction failed; you can try again. */
  | 'FAILED';

/** A token that drops give away. Amounts are in base units. */
export type Token = {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  /** Not unique. */
  readonly symbol: Scalars['String']['output'];
  /** Number of decimal places, for display. */
  readonly decimals: Scalars['Int']['output'];
  readonly totalSupply: Scalars['BigInt']['output'];
  readonly description?: Maybe<Scalars['String']['output']>;
  readonly imageUrl?: Maybe<Scalars['String']['output']>;
  /** Object id of the coin on the chain; null until it is deployed. */
  readonly address?: Maybe<Scalars['String']['output']>;
  /** The Move package of the coin; null until it is deployed. */
  readonly packageId?: Maybe<Scalars['String']['output']>;
  /** `0xPACKAGE::module::TYPE`; null until it is deployed. */
  readonly coinType?: Maybe<Scalars['String']['output']>;
  readonly status: TokenStatus;
  /** Whether the coin existed on the chain before this token was created. */
  readonly isExternal: Scalars['Boolean']['output'];
  /** Minted to the service, which funds vaults from it. */
  readonly communityDropsReserve: Scalars['BigInt']['output'];
  /** Minted to the owner, for sale. */
  readonly publicSaleReserve: Scalars['BigInt']['output'];
  /** Minted to the owner. */
  readonly creatorReserve: Scalars['BigInt']['output'];
  readonly creator: User;
  /** Newest first, without other users' DRAFTs. */
  readonly drops: ReadonlyArray<Drop>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};


/** A token that drops give away. Amounts are in base units. */
export type TokenDropsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

/** A new coin, or an existing coin on the chain. */
export type CreateTokenInput = {
  /** 1 to 120 characters. */
  readonly name: Scalars['String']['input'];
  /** 1 to 32 letters, digits or `_ $ . -`. */
  readonly symbol: Scalars['String']['input'];
  /** In base units. Becomes `totalSupply`. */
  readonly supply: Scalars['BigInt']['input'];
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** 0 to 18. */
  readonly decimals?: InputMaybe<Scalars['Int']['input']>;
  /** An http, https or ipfs URL, or a path on this server. */
  readonly imageUrl?: InputMaybe<Scalars['String']['input']>;
  /** Type of an existing coin on the chain: `0xPACKAGE::module::TYPE`. */
  readonly coinType?: InputMaybe<Scalars['String']['input']>;
  /** Default: the whole supply, if no reserve is given. */
  readonly communityDropsReserve?: InputMaybe<Scalars['BigInt']['input']>;
  readonly publicSaleReserve?: InputMaybe<Scalars['BigInt']['input']>;
  readonly creatorReserve?: InputMaybe<Scalars['BigInt']['input']>;
};

/** A token and the wallet that publishes it. */
export type PrepareTokenDeploymentInput = {
  readonly tokenId: Scalars['ID']['input'];
  /** The wallet that signs and pays. */
  readonly senderAddress: Scalars['String']['input'];
};

/** A token and the transaction that published it. */
export type ConfirmTokenDeploymentInput = {
  readonly tokenId: Scalars['ID']['input'];
  readonly txHash: Scalars['String']['input'];
};

/** A user of the service. */
export type User = {
  readonly id: Scalars['ID']['output'];
  readonly username: Scalars['String']['output'];
  readonly displayName?: Maybe<Scalars['String']['output']>;
  /** Null unless the caller is this user. */
  readonly email?: Maybe<Scalars['String']['output']>;
  readonly bio?: Maybe<Scalars['String']['output']>;
  /** The same as `avatar`. */
  readonly avatarUrl?: Maybe<Scalars['String']['output']>;
  /** URL of an image. */
  readonly avatar?: Maybe<Scalars['String']['output']>;
  /** URL of an image. Claim pages of the user's drops show it beside the user's name. */
  readonly logo?: Maybe<Scalars['String']['output']>;
  /** URL of a wide image: the top of the creator's page and of claim pages. On claim pages of drops without a picture it is the picture. */
  readonly cover?: Maybe<Scalars['String']['output']>;
  /** `#rrggbb`. Pages show the nearest shade that is readable. */
  readonly accentColor?: Maybe<Scalars['String']['output']>;
  /** https URLs that the creator's page shows, in this order. */
  readonly links: ReadonlyArray<Scalars['String']['output']>;
  /** How the user signs in: `local:<username>`, `wallet:<address>`, or the subject of an identity provider. */
  readonly identityProviderId: Scalars['String']['output'];
  /** The wallet that the user has proved to own. */
  readonly walletAddress?: Maybe<Scalars['String']['output']>;
  /** Newest first, without other users' DRAFTs. */
  readonly drops: ReadonlyArray<Drop>;
  readonly tokens: ReadonlyArray<Token>;
  /** Claims that the user made or that the user's wallet received. */
  readonly claims: ReadonlyArray<Claim>;
  /** Number of drops, without other users' DRAFTs. */
  readonly totalDrops: Scalars['Int']['output'];
  readonly totalClaims: Scalars['Int']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};


/** A user of the service. */
export type UserDropsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** A user of the service. */
export type UserTokensArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** A user of the service. */
export type UserClaimsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

/** Changes of the caller's profile. Omitted fields stay; null clears a field. */
export type UpdateProfileInput = {
  /** 1 to 80 characters. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** At most 1000 characters. */
  readonly bio?: InputMaybe<Scalars['String']['input']>;
  /** An http, https or ipfs URL, or a path on this server. */
  readonly avatar?: InputMaybe<Scalars['String']['input']>;
  /** Like `avatar`. */
  readonly logo?: InputMaybe<Scalars['String']['input']>;
  /** Like `avatar`. */
  readonly cover?: InputMaybe<Scalars['String']['input']>;
  /** A color such as `#0b6e4f`. */
  readonly accentColor?: InputMaybe<Scalars['String']['input']>;
  /** At most 5 different https URLs of at most 200 characters each, with a host name in ASCII letters. Null clears the list. */
  readonly links?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

/** A part of a creator's page. */
export type DropPhase =
  /** ACTIVE or PAUSED. */
  | 'LIVE'
  /** It opens later. */
  | 'SCHEDULED'
  /** ENDED or SOLD_OUT. */
  | 'ENDED';

/** How many bytes a user has stored. */
export type StoredBytes = {
  /** Bytes of the user's files, lists of wallets, texts and events; about 500 more for each row. */
  readonly used: Scalars['BigInt']['output'];
  /** The most that the user may store: the server's setting `STORED_BYTES_PER_USER`. */
  readonly limit: Scalars['BigInt']['output'];
};

/** A URL that receives events. */
export type Webhook = {
  readonly id: Scalars['ID']['output'];
  /** The same as `id`. */
  readonly webhookId: Scalars['String']['output'];
  readonly url: Scalars['String']['output'];
  /** Event names. `*` means all events, `drop.*` all events of drops. */
  readonly events: ReadonlyArray<Scalars['String']['output']>;
  /** Returned only when the webhook is created or its secret is rotated. */
  readonly secret?: Maybe<Scalars['String']['output']>;
  /**
   * Whether events are sent. A webhook whose receiver fails for five days, without two days between attempts, or for which too
   * many deliveries wait, is disabled.
   * Waiting deliveries are deleted when their webhook was not active for 30 days.
   */
  readonly isActive: Scalars['Boolean']['output'];
  /** OPEN while the receiver keeps failing: it then gets one attempt at a time, until one succeeds. */
  readonly circuit: WebhookCircuit;
  /**
   * Since when no attempt at `url` has succeeded; null if the latest one did, or if `testWebhook` did since then. Starts again
   * after two days without an attempt.
   */
  readonly failingSince?: Maybe<Scalars['DateTime']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  /** Newest first. */
  readonly deliveries: ReadonlyArray<WebhookDelivery>;
};


/** A URL that receives events. */
export type WebhookDeliveriesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<WebhookDeliveryStatus>;
};

/** Whether the server holds back attempts at a receiver. */
export type WebhookCircuit =
  /** Deliveries are attempted as they come, up to ten at a time. */
  | 'CLOSED'
  /** No attempt has succeeded for at least 20 seconds. */
  | 'OPEN';

/** The delivery of one event to a webhook. */
export type WebhookDelivery = {
  readonly id: Scalars['ID']['output'];
  /** The event's name. */
  readonly event: Scalars['String']['output'];
  /** Number of attempts since the event, or since it was resent. */
  readonly attempt: Scalars['Int']['output'];
  /** HTTP status of the last answer; null if there was none. */
  readonly statusCode?: Maybe<Scalars['Int']['output']>;
  /** The last error. */
  readonly error?: Maybe<Scalars['String']['output']>;
  readonly deliveredAt?: Maybe<Scalars['DateTime']['output']>;
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  readonly status: WebhookDeliveryStatus;
  /** The complete body: `{type, timestamp, data}`. Null if the event was deleted. */
  readonly body?: Maybe<Scalars['JSON']['output']>;
  /** The attempts one by one, newest first. The last 50 are kept as long as the delivery. `after` is a `number`. */
  readonly attempts: ReadonlyArray<WebhookAttempt>;
};


/** The delivery of one event to a webhook. */
export type WebhookDeliveryAttemptsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['Int']['input']>;
};

/** One attempt to deliver an event. */
export type WebhookAttempt = {
  /** Counts all attempts of the delivery, from 1. It goes on after a resend. */
  readonly number: Scalars['Int']['output'];
  /** When the attempt ended. */
  readonly at: Scalars['DateTime']['output'];
  /** HTTP status of the answer; null if there was none. */
  readonly statusCode?: Maybe<Scalars['Int']['output']>;
  /** Why the attempt failed; null if the receiver accepted the event. */
  readonly error?: Maybe<Scalars['String']['output']>;
  /** The time until the answer or the failure; null if nothing was sent. */
  readonly durationMs?: Maybe<Scalars['Int']['output']>;
  /** When the next attempt was due after this one; null if this was the last one. */
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
};

/** Status of a delivery. */
export type WebhookDeliveryStatus =
  /** The next attempt is at `nextAttemptAt`. */
  | 'PENDING'
  /** The receiver accepted it. */
  | 'DELIVERED'
  /** All attempts failed, or the receiver answered 410. */
  | 'FAILED';

/** Result of a test. */
export type WebhookTestResult = {
  readonly success: Scalars['Boolean']['output'];
  /** HTTP status of the answer; null if there was none. */
  readonly statusCode?: Maybe<Scalars['Int']['output']>;
  readonly durationMs?: Maybe<Scalars['Int']['output']>;
  readonly error?: Maybe<Scalars['String']['output']>;
};

/** Properties of a new webhook. */
export type RegisterWebhookInput = {
  /** A public URL. In production it must use https. */
  readonly url: Scalars['String']['input'];
  /** At most 50 event names. `*` means all events, `drop.*` all events of drops. */
  readonly events: ReadonlyArray<Scalars['String']['input']>;
};

/** Properties of a new webhook. */
export type CreateWebhookInput = {
  /** A public URL. In production it must use https. */
  readonly url: Scalars['String']['input'];
  /** At most 50 event names. `*` means all events, `drop.*` all events of drops. */
  readonly events: ReadonlyArray<Scalars['String']['input']>;
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Changes of a webhook. Omitted fields stay. */
export type UpdateWebhookInput = {
  readonly id: Scalars['ID']['input'];
  readonly url?: InputMaybe<Scalars['String']['input']>;
  /** The complete new list of event names. */
  readonly events?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** If set to true, earlier failures are forgotten. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The webhook to delete. */
export type DeleteWebhookInput = {
  readonly id: Scalars['ID']['input'];
};

/** The webhook to test. */
export type TestWebhookInput = {
  readonly id: Scalars['ID']['input'];
};



export type ResolverTypeWrapper<T> = Promise<T> | T;

export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  ApiKey: ResolverTypeWrapper<ApiKeyRecord>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  CreatedApiKey: ResolverTypeWrapper<NewKey>;
  CreateApiKeyInput: CreateApiKeyInput;
  CreatePublishableKeyInput: CreatePublishableKeyInput;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  ClaimLinkStatus: ClaimLinkStatus;
  ClaimLink: ResolverTypeWrapper<UsedClaimLink>;
  CreateClaimLinksResult: ResolverTypeWrapper<NewClaimLinks>;
  CreateClaimLinksInput: CreateClaimLinksInput;
  RevokeClaimLinksInput: RevokeClaimLinksInput;
  ClaimWithLinkInput: ClaimWithLinkInput;
  ClaimStatus: ClaimStatus;
  Claim: ResolverTypeWrapper<ClaimRecord>;
  ClaimReceipt: ResolverTypeWrapper<ClaimReceipt>;
  ClaimDropResult: ResolverTypeWrapper<ClaimGrant>;
  ClaimParams: ResolverTypeWrapper<SignedVoucher>;
  DropInfo: ResolverTypeWrapper<DropInfo>;
  ClaimRandomDropResult: ResolverTypeWrapper<Omit<ClaimRandomDropResult, 'claim'> & { claim?: Maybe<ResolversTypes['Claim']> }>;
  EligibilityResult: ResolverTypeWrapper<Eligibility>;
  ClaimFilter: ClaimFilter;
  RecipientInput: RecipientInput;
  CreateClaimInput: CreateClaimInput;
  ConfirmClaimInput: ConfirmClaimInput;
  SponsoredTransaction: ResolverTypeWrapper<SponsoredTransaction>;
  SubmitSponsoredClaimInput: SubmitSponsoredClaimInput;
  ClaimDropInput: ClaimDropInput;
  ClaimRandomDropInput: ClaimRandomDropInput;
  CheckEligibilityInput: CheckEligibilityInput;
  HumanCheck: HumanCheck;
  HumanChallenge: ResolverTypeWrapper<HumanChallenge>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ClaimNotification: ResolverTypeWrapper<ClaimNotificationSource>;
  DropType: DropType;
  Randomness: Randomness;
  Beacon: ResolverTypeWrapper<Beacon>;
  ClaimType: ClaimType;
  DropStatus: DropStatus;
  ClaimAccess: ClaimAccess;
  ClaimDelivery: ClaimDelivery;
  Drop: ResolverTypeWrapper<DropRecord>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  DropDashboardStats: ResolverTypeWrapper<DropStats>;
  ClaimHistoryPoint: ResolverTypeWrapper<ClaimHistoryPoint>;
  AnalyticsInterval: AnalyticsInterval;
  DropAnalytics: ResolverTypeWrapper<DropAnalytics>;
  RefusalCount: ResolverTypeWrapper<RefusalCount>;
  AnalyticsPoint: ResolverTypeWrapper<AnalyticsPoint>;
  DropActivity: ResolverTypeWrapper<DropActivity>;
  UpdateDropKeyResult: ResolverTypeWrapper<UpdateDropKeyResult>;
  PreparedTransaction: ResolverTypeWrapper<PreparedTransaction>;
  DropFilter: DropFilter;
  CreateDropInput: CreateDropInput;
  CollectionInput: CollectionInput;
  PieceAttributeInput: PieceAttributeInput;
  Collection: ResolverTypeWrapper<DropRecord>;
  Piece: ResolverTypeWrapper<Piece>;
  PieceAttribute: ResolverTypeWrapper<PieceAttribute>;
  UpdateDropInput: UpdateDropInput;
  DeleteDropInput: DeleteDropInput;
  UpdateDropKeyInput: UpdateDropKeyInput;
  PrepareDropFundingInput: PrepareDropFundingInput;
  DropUpdate: ResolverTypeWrapper<DropUpdateSource>;
  Event: ResolverTypeWrapper<LoggedEvent>;
  PlatformEvent: ResolverTypeWrapper<LoggedEvent>;
  FileUpload: ResolverTypeWrapper<FileUpload>;
  UploadFileInput: UploadFileInput;
  DeleteFileInput: DeleteFileInput;
  GatingConfig: ResolverTypeWrapper<GatingConfigRecord>;
  GatingRule: ResolverTypeWrapper<GatingRuleRecord>;
  GatingTemplate: ResolverTypeWrapper<GatingTemplateRecord>;
  EligibilityCheckResult: EligibilityCheckResult;
  EligibilityCheck: ResolverTypeWrapper<RuleCheck>;
  EligibilityFact: ResolverTypeWrapper<ObservedFact>;
  SignedEligibility: ResolverTypeWrapper<SignedEligibility>;
  ReplayEligibilityInput: ReplayEligibilityInput;
  EligibilityReplay: ResolverTypeWrapper<EligibilityReplayRecord>;
  Exemption: ResolverTypeWrapper<ExemptionRecord>;
  GrantExemptionInput: GrantExemptionInput;
  GatingCheckInput: GatingCheckInput;
  GatingRuleInput: GatingRuleInput;
  UpdateGatingConfigInput: UpdateGatingConfigInput;
  Admission: Admission;
  LotteryPhase: LotteryPhase;
  Lottery: ResolverTypeWrapper<LotteryRecord>;
  LotteryWave: ResolverTypeWrapper<LotteryWaveRecord>;
  LotteryEntryState: LotteryEntryState;
  LotteryEntry: ResolverTypeWrapper<EnteredDrop>;
  InclusionProof: ResolverTypeWrapper<InclusionProof>;
  EnterDropInput: EnterDropInput;
  PaymentIntentStatus: PaymentIntentStatus;
  RefundStatus: RefundStatus;
  PaymentIntent: ResolverTypeWrapper<PaymentIntentRecord>;
  Refund: ResolverTypeWrapper<RefundRecord>;
  Proceeds: ResolverTypeWrapper<Proceeds>;
  Payout: ResolverTypeWrapper<PayoutRecord>;
  CreatePaymentIntentInput: CreatePaymentIntentInput;
  ConfirmPaymentIntentInput: ConfirmPaymentIntentInput;
  SeenPaymentInput: SeenPaymentInput;
  ProcessRefundInput: ProcessRefundInput;
  WithdrawProceedsInput: WithdrawProceedsInput;
  UnmatchedPaymentReason: UnmatchedPaymentReason;
  UnmatchedPaymentState: UnmatchedPaymentState;
  UnmatchedPayment: ResolverTypeWrapper<UnmatchedPaymentRecord>;
  AssignUnmatchedPaymentInput: AssignUnmatchedPaymentInput;
  PaymentUpdate: ResolverTypeWrapper<PaymentUpdateSource>;
  BigInt: ResolverTypeWrapper<Scalars['BigInt']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Service: ResolverTypeWrapper<ServiceSource>;
  Currency: ResolverTypeWrapper<Currency>;
  JobFailureClass: JobFailureClass;
  FailingJob: ResolverTypeWrapper<FailingJobRecord>;
  TokenStatus: TokenStatus;
  Token: ResolverTypeWrapper<TokenRecord>;
  CreateTokenInput: CreateTokenInput;
  PrepareTokenDeploymentInput: PrepareTokenDeploymentInput;
  ConfirmTokenDeploymentInput: ConfirmTokenDeploymentInput;
  User: ResolverTypeWrapper<UserRecord>;
  UpdateProfileInput: UpdateProfileInput;
  DropPhase: DropPhase;
  StoredBytes: ResolverTypeWrapper<StoredBytes>;
  Webhook: ResolverTypeWrapper<ShownWebhook>;
  WebhookCircuit: WebhookCircuit;
  WebhookDelivery: ResolverTypeWrapper<WebhookDeliveryRecord>;
  WebhookAttempt: ResolverTypeWrapper<WebhookAttempt>;
  WebhookDeliveryStatus: WebhookDeliveryStatus;
  WebhookTestResult: ResolverTypeWrapper<WebhookTestResult>;
  RegisterWebhookInput: RegisterWebhookInput;
  CreateWebhookInput: CreateWebhookInput;
  UpdateWebhookInput: UpdateWebhookInput;
  DeleteWebhookInput: DeleteWebhookInput;
  TestWebhookInput: TestWebhookInput;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  ApiKey: ApiKeyRecord;
  ID: Scalars['ID']['output'];
  String: Scalars['String']['output'];
  Int: Scalars['Int']['output'];
  CreatedApiKey: NewKey;
  CreateApiKeyInput: CreateApiKeyInput;
  CreatePublishableKeyInput: CreatePublishableKeyInput;
  Query: Record<PropertyKey, never>;
  Mutation: Record<PropertyKey, never>;
  Boolean: Scalars['Boolean']['output'];
  ClaimLink: UsedClaimLink;
  CreateClaimLinksResult: NewClaimLinks;
  CreateClaimLinksInput: CreateClaimLinksInput;
  RevokeClaimLinksInput: RevokeClaimLinksInput;
  ClaimWithLinkInput: ClaimWithLinkInput;
  Claim: ClaimRecord;
  ClaimReceipt: ClaimReceipt;
  ClaimDropResult: ClaimGrant;
  ClaimParams: SignedVoucher;
  DropInfo: DropInfo;
  ClaimRandomDropResult: Omit<ClaimRandomDropResult, 'claim'> & { claim?: Maybe<ResolversParentTypes['Claim']> };
  EligibilityResult: Eligibility;
  ClaimFilter: ClaimFilter;
  RecipientInput: RecipientInput;
  CreateClaimInput: CreateClaimInput;
  ConfirmClaimInput: ConfirmClaimInput;
  SponsoredTransaction: SponsoredTransaction;
  SubmitSponsoredClaimInput: SubmitSponsoredClaimInput;
  ClaimDropInput: ClaimDropInput;
  ClaimRandomDropInput: ClaimRandomDropInput;
  CheckEligibilityInput: CheckEligibilityInput;
  HumanChallenge: HumanChallenge;
  Subscription: Record<PropertyKey, never>;
  ClaimNotification: ClaimNotificationSource;
  Beacon: Beacon;
  Drop: DropRecord;
  Float: Scalars['Float']['output'];
  DropDashboardStats: DropStats;
  ClaimHistoryPoint: ClaimHistoryPoint;
  DropAnalytics: DropAnalytics;
  RefusalCount: RefusalCount;
  AnalyticsPoint: AnalyticsPoint;
  DropActivity: DropActivity;
  UpdateDropKeyResult: UpdateDropKeyResult;
  PreparedTransaction: PreparedTransaction;
  DropFilter: DropFilter;
  CreateDropInput: CreateDropInput;
  CollectionInput: CollectionInput;
  PieceAttributeInput: PieceAttributeInput;
  Collection: DropRecord;
  Piece: Piece;
  PieceAttribute: PieceAttribute;
  UpdateDropInput: UpdateDropInput;
  DeleteDropInput: DeleteDropInput;
  UpdateDropKeyInput: UpdateDropKeyInput;
  PrepareDropFundingInput: PrepareDropFundingInput;
  DropUpdate: DropUpdateSource;
  Event: LoggedEvent;
  PlatformEvent: LoggedEvent;
  FileUpload: FileUpload;
  UploadFileInput: UploadFileInput;
  DeleteFileInput: DeleteFileInput;
  GatingConfig: GatingConfigRecord;
  GatingRule: GatingRuleRecord;
  GatingTemplate: GatingTemplateRecord;
  EligibilityCheck: RuleCheck;
  EligibilityFact: ObservedFact;
  SignedEligibility: SignedEligibility;
  ReplayEligibilityInput: ReplayEligibilityInput;
  EligibilityReplay: EligibilityReplayRecord;
  Exemption: ExemptionRecord;
  GrantExemptionInput: GrantExemptionInput;
  GatingCheckInput: GatingCheckInput;
  GatingRuleInput: GatingRuleInput;
  UpdateGatingConfigInput: UpdateGatingConfigInput;
  Lottery: LotteryRecord;
  LotteryWave: LotteryWaveRecord;
  LotteryEntry: EnteredDrop;
  InclusionProof: InclusionProof;
  EnterDropInput: EnterDropInput;
  PaymentIntent: PaymentIntentRecord;
  Refund: RefundRecord;
  Proceeds: Proceeds;
  Payout: PayoutRecord;
  CreatePaymentIntentInput: CreatePaymentIntentInput;
  ConfirmPaymentIntentInput: ConfirmPaymentIntentInput;
  SeenPaymentInput: SeenPaymentInput;
  ProcessRefundInput: ProcessRefundInput;
  WithdrawProceedsInput: WithdrawProceedsInput;
  UnmatchedPayment: UnmatchedPaymentRecord;
  AssignUnmatchedPaymentInput: AssignUnmatchedPaymentInput;
  PaymentUpdate: PaymentUpdateSource;
  BigInt: Scalars['BigInt']['output'];
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  Service: ServiceSource;
  Currency: Currency;
  FailingJob: FailingJobRecord;
  Token: TokenRecord;
  CreateTokenInput: CreateTokenInput;
  PrepareTokenDeploymentInput: PrepareTokenDeploymentInput;
  ConfirmTokenDeploymentInput: ConfirmTokenDeploymentInput;
  User: UserRecord;
  UpdateProfileInput: UpdateProfileInput;
  StoredBytes: StoredBytes;
  Webhook: ShownWebhook;
  WebhookDelivery: WebhookDeliveryRecord;
  WebhookAttempt: WebhookAttempt;
  WebhookTestResult: WebhookTestResult;
  RegisterWebhookInput: RegisterWebhookInput;
  CreateWebhookInput: CreateWebhookInput;
  UpdateWebhookInput: UpdateWebhookInput;
  DeleteWebhookInput: DeleteWebhookInput;
  TestWebhookInput: TestWebhookInput;
};

export type ApiKeyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  project?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  preview?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  requestsPerMinute?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CreatedApiKeyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreatedApiKey'] = ResolversParentTypes['CreatedApiKey']> = {
  apiKey?: Resolver<ResolversTypes['ApiKey'], ParentType, ContextType>;
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  apiKeys?: Resolver<ReadonlyArray<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  claimLink?: Resolver<Maybe<ResolversTypes['ClaimLink']>, ParentType, ContextType, RequireFields<QueryClaimLinkArgs, 'dropId' | 'id'>>;
  claimLinks?: Resolver<ReadonlyArray<ResolversTypes['ClaimLink']>, ParentType, ContextType, RequireFields<QueryClaimLinksArgs, 'dropId' | 'limit'>>;
  humanChallenge?: Resolver<Maybe<ResolversTypes['HumanChallenge']>, ParentType, ContextType, RequireFields<QueryHumanChallengeArgs, 'dropId' | 'userAddress'>>;
  recipientMessage?: Resolver<ResolversTypes['String'], ParentType, ContextType, RequireFields<QueryRecipientMessageArgs, 'dropId' | 'userAddress' | 'recipient'>>;
  claims?: Resolver<ReadonlyArray<ResolversTypes['Claim']>, ParentType, ContextType, RequireFields<QueryClaimsArgs, 'limit'>>;
  claim?: Resolver<Maybe<ResolversTypes['Claim']>, ParentType, ContextType, RequireFields<QueryClaimArgs, 'id'>>;
  checkEligibility?: Resolver<ResolversTypes['EligibilityResult'], ParentType, ContextType, RequireFields<QueryCheckEligibilityArgs, 'input'>>;
  drops?: Resolver<ReadonlyArray<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<QueryDropsArgs, 'limit'>>;
  drop?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<QueryDropArgs, 'id'>>;
  dropByShortcode?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<QueryDropByShortcodeArgs, 'shortcode'>>;
  myDrops?: Resolver<ReadonlyArray<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<QueryMyDropsArgs, 'limit'>>;
  dropDashboardStats?: Resolver<Maybe<ResolversTypes['DropDashboardStats']>, ParentType, ContextType, RequireFields<QueryDropDashboardStatsArgs, 'id'>>;
  dropAnalytics?: Resolver<Maybe<ResolversTypes['DropAnalytics']>, ParentType, ContextType, RequireFields<QueryDropAnalyticsArgs, 'id'>>;
  events?: Resolver<ReadonlyArray<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<QueryEventsArgs, 'limit'>>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<QueryEventArgs, 'id'>>;
  platformEvents?: Resolver<ReadonlyArray<ResolversTypes['PlatformEvent']>, ParentType, ContextType, Partial<QueryPlatformEventsArgs>>;
  checkGatingEligibility?: Resolver<Maybe<ResolversTypes['EligibilityResult']>, ParentType, ContextType, RequireFields<QueryCheckGatingEligibilityArgs, 'input'>>;
  replayEligibility?: Resolver<ResolversTypes['EligibilityReplay'], ParentType, ContextType, RequireFields<QueryReplayEligibilityArgs, 'input'>>;
  exemptions?: Resolver<ReadonlyArray<ResolversTypes['Exemption']>, ParentType, ContextType, RequireFields<QueryExemptionsArgs, 'dropId' | 'limit'>>;
  gatingTemplates?: Resolver<ReadonlyArray<ResolversTypes['GatingTemplate']>, ParentType, ContextType>;
  lotteryEntry?: Resolver<Maybe<ResolversTypes['LotteryEntry']>, ParentType, ContextType, RequireFields<QueryLotteryEntryArgs, 'dropId' | 'userAddress'>>;
  lotteryWallets?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType, RequireFields<QueryLotteryWalletsArgs, 'dropId' | 'limit'>>;
  unmatchedPayments?: Resolver<ReadonlyArray<ResolversTypes['UnmatchedPayment']>, ParentType, ContextType, RequireFields<QueryUnmatchedPaymentsArgs, 'limit'>>;
  paymentIntents?: Resolver<ReadonlyArray<ResolversTypes['PaymentIntent']>, ParentType, ContextType, RequireFields<QueryPaymentIntentsArgs, 'limit'>>;
  payouts?: Resolver<ReadonlyArray<ResolversTypes['Payout']>, ParentType, ContextType, RequireFields<QueryPayoutsArgs, 'dropId' | 'limit'>>;
  paymentIntent?: Resolver<Maybe<ResolversTypes['PaymentIntent']>, ParentType, ContextType, RequireFields<QueryPaymentIntentArgs, 'id'>>;
  failingJobs?: Resolver<ReadonlyArray<ResolversTypes['FailingJob']>, ParentType, ContextType, RequireFields<QueryFailingJobsArgs, 'limit'>>;
  service?: Resolver<ResolversTypes['Service'], ParentType, ContextType>;
  tokens?: Resolver<ReadonlyArray<ResolversTypes['Token']>, ParentType, ContextType, RequireFields<QueryTokensArgs, 'limit'>>;
  token?: Resolver<Maybe<ResolversTypes['Token']>, ParentType, ContextType, RequireFields<QueryTokenArgs, 'id'>>;
  storedBytes?: Resolver<Maybe<ResolversTypes['StoredBytes']>, ParentType, ContextType>;
  users?: Resolver<ReadonlyArray<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryUsersArgs, 'limit'>>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryUserArgs, 'id'>>;
  creator?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryCreatorArgs, 'username'>>;
  publicDrops?: Resolver<ReadonlyArray<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<QueryPublicDropsArgs, 'username' | 'limit'>>;
  me?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  webhooks?: Resolver<ReadonlyArray<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhooksArgs, 'limit'>>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhookArgs, 'id'>>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createApiKey?: Resolver<Maybe<ResolversTypes['CreatedApiKey']>, ParentType, ContextType, RequireFields<MutationCreateApiKeyArgs, 'input'>>;
  createPublishableKey?: Resolver<Maybe<ResolversTypes['CreatedApiKey']>, ParentType, ContextType, RequireFields<MutationCreatePublishableKeyArgs, 'input'>>;
  revokeApiKey?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<MutationRevokeApiKeyArgs, 'id'>>;
  createClaimLinks?: Resolver<ResolversTypes['CreateClaimLinksResult'], ParentType, ContextType, RequireFields<MutationCreateClaimLinksArgs, 'input'>>;
  revokeClaimLinks?: Resolver<ResolversTypes['Int'], ParentType, ContextType, RequireFields<MutationRevokeClaimLinksArgs, 'input'>>;
  claimWithLink?: Resolver<ResolversTypes['ClaimDropResult'], ParentType, ContextType, RequireFields<MutationClaimWithLinkArgs, 'input'>>;
  prepareClaim?: Resolver<Maybe<ResolversTypes['PreparedTransaction']>, ParentType, ContextType, RequireFields<MutationPrepareClaimArgs, 'claimId'>>;
  createClaim?: Resolver<ResolversTypes['Claim'], ParentType, ContextType, RequireFields<MutationCreateClaimArgs, 'input'>>;
  prepareSponsoredClaim?: Resolver<Maybe<ResolversTypes['SponsoredTransaction']>, ParentType, ContextType, RequireFields<MutationPrepareSponsoredClaimArgs, 'claimId'>>;
  submitSponsoredClaim?: Resolver<ResolversTypes['Claim'], ParentType, ContextType, RequireFields<MutationSubmitSponsoredClaimArgs, 'input'>>;
  confirmClaim?: Resolver<ResolversTypes['Claim'], ParentType, ContextType, RequireFields<MutationConfirmClaimArgs, 'input'>>;
  claimDrop?: Resolver<Maybe<ResolversTypes['ClaimDropResult']>, ParentType, ContextType, RequireFields<MutationClaimDropArgs, 'input'>>;
  claimRandomDrop?: Resolver<Maybe<ResolversTypes['ClaimRandomDropResult']>, ParentType, ContextType, RequireFields<MutationClaimRandomDropArgs, 'input'>>;
  createDrop?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<MutationCreateDropArgs, 'input'>>;
  updateDrop?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<MutationUpdateDropArgs, 'input'>>;
  deleteDrop?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, Partial<MutationDeleteDropArgs>>;
  updateDropKey?: Resolver<Maybe<ResolversTypes['UpdateDropKeyResult']>, ParentType, ContextType, RequireFields<MutationUpdateDropKeyArgs, 'input'>>;
  prepareDropFunding?: Resolver<Maybe<ResolversTypes['PreparedTransaction']>, ParentType, ContextType, RequireFields<MutationPrepareDropFundingArgs, 'input'>>;
  uploadFile?: Resolver<Maybe<ResolversTypes['FileUpload']>, ParentType, ContextType, RequireFields<MutationUploadFileArgs, 'input'>>;
  deleteFile?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteFileArgs, 'input'>>;
  updateGatingConfig?: Resolver<Maybe<ResolversTypes['GatingConfig']>, ParentType, ContextType, RequireFields<MutationUpdateGatingConfigArgs, 'dropId' | 'input'>>;
  grantExemption?: Resolver<Maybe<ResolversTypes['Exemption']>, ParentType, ContextType, RequireFields<MutationGrantExemptionArgs, 'input'>>;
  revokeExemption?: Resolver<Maybe<ResolversTypes['Exemption']>, ParentType, ContextType, RequireFields<MutationRevokeExemptionArgs, 'id'>>;
  enterDrop?: Resolver<ResolversTypes['LotteryEntry'], ParentType, ContextType, RequireFields<MutationEnterDropArgs, 'input'>>;
  createPaymentIntent?: Resolver<Maybe<ResolversTypes['PaymentIntent']>, ParentType, ContextType, RequireFields<MutationCreatePaymentIntentArgs, 'input'>>;
  confirmPaymentIntent?: Resolver<Maybe<ResolversTypes['PaymentIntent']>, ParentType, ContextType, Partial<MutationConfirmPaymentIntentArgs>>;
  cancelPaymentIntent?: Resolver<Maybe<ResolversTypes['PaymentIntent']>, ParentType, ContextType, RequireFields<MutationCancelPaymentIntentArgs, 'id'>>;
  approvePaymentIntent?: Resolver<Maybe<ResolversTypes['PaymentIntent']>, ParentType, ContextType, RequireFields<MutationApprovePaymentIntentArgs, 'id'>>;
  processRefund?: Resolver<ResolversTypes['Refund'], ParentType, ContextType, RequireFields<MutationProcessRefundArgs, 'input'>>;
  assignUnmatchedPayment?: Resolver<Maybe<ResolversTypes['UnmatchedPayment']>, ParentType, ContextType, RequireFields<MutationAssignUnmatchedPaymentArgs, 'input'>>;
  returnUnmatchedPayment?: Resolver<Maybe<ResolversTypes['UnmatchedPayment']>, ParentType, ContextType, RequireFields<MutationReturnUnmatchedPaymentArgs, 'id'>>;
  withdrawProceeds?: Resolver<Maybe<ResolversTypes['Payout']>, ParentType, ContextType, RequireFields<MutationWithdrawProceedsArgs, 'input'>>;
  retryRefund?: Resolver<ResolversTypes['Refund'], ParentType, ContextType, RequireFields<MutationRetryRefundArgs, 'id'>>;
  retryPayout?: Resolver<ResolversTypes['Payout'], ParentType, ContextType, RequireFields<MutationRetryPayoutArgs, 'id'>>;
  retryJob?: Resolver<ResolversTypes['FailingJob'], ParentType, ContextType, RequireFields<MutationRetryJobArgs, 'kind' | 'subject'>>;
  createToken?: Resolver<Maybe<ResolversTypes['Token']>, ParentType, ContextType, RequireFields<MutationCreateTokenArgs, 'input'>>;
  prepareTokenDeployment?: Resolver<Maybe<ResolversTypes['PreparedTransaction']>, ParentType, ContextType, RequireFields<MutationPrepareTokenDeploymentArgs, 'input'>>;
  confirmTokenDeployment?: Resolver<ResolversTypes['Token'], ParentType, ContextType, RequireFields<MutationConfirmTokenDeploymentArgs, 'input'>>;
  updateProfile?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<MutationUpdateProfileArgs, 'input'>>;
  registerWebhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<MutationRegisterWebhookArgs, 'input'>>;
  createWebhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType, RequireFields<MutationCreateWebhookArgs, 'input'>>;
  updateWebhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType, RequireFields<MutationUpdateWebhookArgs, 'input'>>;
  deleteWebhook?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteWebhookArgs, 'input'>>;
  testWebhook?: Resolver<ResolversTypes['WebhookTestResult'], ParentType, ContextType, RequireFields<MutationTestWebhookArgs, 'input'>>;
  rotateWebhookSecret?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<MutationRotateWebhookSecretArgs, 'id'>>;
  resendWebhookDelivery?: Resolver<Maybe<ResolversTypes['WebhookDelivery']>, ParentType, ContextType, RequireFields<MutationResendWebhookDeliveryArgs, 'id'>>;
};

export type ClaimLinkResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClaimLink'] = ResolversParentTypes['ClaimLink']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['ClaimLinkStatus'], ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  claim?: Resolver<Maybe<ResolversTypes['Claim']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type CreateClaimLinksResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateClaimLinksResult'] = ResolversParentTypes['CreateClaimLinksResult']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  urls?: Resolver<Maybe<ReadonlyArray<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type ClaimResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Claim'] = ResolversParentTypes['Claim']> = {
  id?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['ClaimStatus']>, ParentType, ContextType>;
  userAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recipient?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  streak?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sequence?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  round?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  revealsAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  revealedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  beaconSignature?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  orderHead?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  receipt?: Resolver<Maybe<ResolversTypes['ClaimReceipt']>, ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  claimedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  drop?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType>;
};

export type ClaimReceiptResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClaimReceipt'] = ResolversParentTypes['ClaimReceipt']> = {
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  publicKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  signature?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ClaimDropResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClaimDropResult'] = ResolversParentTypes['ClaimDropResult']> = {
  claim?: Resolver<Maybe<ResolversTypes['Claim']>, ParentType, ContextType>;
  claimParams?: Resolver<Maybe<ResolversTypes['ClaimParams']>, ParentType, ContextType>;
  dropInfo?: Resolver<Maybe<ResolversTypes['DropInfo']>, ParentType, ContextType>;
};

export type ClaimParamsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClaimParams'] = ResolversParentTypes['ClaimParams']> = {
  amount?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nonce?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiry?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  signature?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DropInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DropInfo'] = ResolversParentTypes['DropInfo']> = {
  dropObjectId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  packageId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  coinType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ClaimRandomDropResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClaimRandomDropResult'] = ResolversParentTypes['ClaimRandomDropResult']> = {
  success?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  claimedAmount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  revealsAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  claim?: Resolver<Maybe<ResolversTypes['Claim']>, ParentType, ContextType>;
};

export type EligibilityResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EligibilityResult'] = ResolversParentTypes['EligibilityResult']> = {
  eligible?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  retryable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  missingRequirements?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  checks?: Resolver<ReadonlyArray<ResolversTypes['EligibilityCheck']>, ParentType, ContextType>;
  exempt?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  checkedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  signed?: Resolver<ResolversTypes['SignedEligibility'], ParentType, ContextType>;
};

export type SponsoredTransactionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SponsoredTransaction'] = ResolversParentTypes['SponsoredTransaction']> = {
  transactionBytes?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sponsorship?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type HumanChallengeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['HumanChallenge'] = ResolversParentTypes['HumanChallenge']> = {
  check?: Resolver<ResolversTypes['HumanCheck'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  difficulty?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  cost?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  siteKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  claimNotifications?: SubscriptionResolver<ResolversTypes['ClaimNotification'], "claimNotifications", ParentType, ContextType, RequireFields<SubscriptionClaimNotificationsArgs, 'userId'>>;
  dropUpdates?: SubscriptionResolver<ResolversTypes['DropUpdate'], "dropUpdates", ParentType, ContextType, RequireFields<SubscriptionDropUpdatesArgs, 'dropId'>>;
  eventStream?: SubscriptionResolver<ResolversTypes['Event'], "eventStream", ParentType, ContextType, Partial<SubscriptionEventStreamArgs>>;
  paymentUpdates?: SubscriptionResolver<ResolversTypes['PaymentUpdate'], "paymentUpdates", ParentType, ContextType, RequireFields<SubscriptionPaymentUpdatesArgs, 'paymentIntentId'>>;
};

export type ClaimNotificationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClaimNotification'] = ResolversParentTypes['ClaimNotification']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  claim?: Resolver<ResolversTypes['Claim'], ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type BeaconResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Beacon'] = ResolversParentTypes['Beacon']> = {
  chainHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  scheme?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  publicKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  genesisAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  periodMs?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DropResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Drop'] = ResolversParentTypes['Drop']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['DropType'], ParentType, ContextType>;
  claimType?: Resolver<ResolversTypes['ClaimType'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['DropStatus'], ParentType, ContextType>;
  shortcode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  price?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  priceUSD?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  supply?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  totalSupply?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  maxAmount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  tokenAmount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  claimedAmount?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  remainingBalance?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  tokenBalance?: Resolver<Maybe<ResolversTypes['BigInt']>, ParentType, ContextType>;
  claimRate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  claimCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  percentClaimed?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  estimatedValueUsd?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  startsAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  claimDeadline?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  maxPerWallet?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  claimAccess?: Resolver<ResolversTypes['ClaimAccess'], ParentType, ContextType>;
  isLinkOnly?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  admission?: Resolver<ResolversTypes['Admission'], ParentType, ContextType>;
  entriesCloseAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  claimWindowSeconds?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  lottery?: Resolver<Maybe<ResolversTypes['Lottery']>, ParentType, ContextType>;
  delivery?: Resolver<ResolversTypes['ClaimDelivery'], ParentType, ContextType>;
  humanCheck?: Resolver<ResolversTypes['HumanCheck'], ParentType, ContextType>;
  embedOrigins?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  imageUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  communityId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  collection?: Resolver<Maybe<ResolversTypes['Collection']>, ParentType, ContextType>;
  creator?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['Token']>, ParentType, ContextType>;
  claims?: Resolver<ReadonlyArray<ResolversTypes['Claim']>, ParentType, ContextType, RequireFields<DropClaimsArgs, 'limit'>>;
  gatingConfig?: Resolver<Maybe<ResolversTypes['GatingConfig']>, ParentType, ContextType>;
  proceeds?: Resolver<Maybe<ResolversTypes['Proceeds']>, ParentType, ContextType>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isSoldOut?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  randomness?: Resolver<Maybe<ResolversTypes['Randomness']>, ParentType, ContextType>;
  beacon?: Resolver<Maybe<ResolversTypes['Beacon']>, ParentType, ContextType>;
  publicKeys?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  orderHead?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  orderSince?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  randomnessCommitment?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  randomnessSeed?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type DropDashboardStatsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DropDashboardStats'] = ResolversParentTypes['DropDashboardStats']> = {
  totalClaims?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  recentClaims?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  claimRate?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  totalAmount?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  claimedAmount?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  recentActivity?: Resolver<ReadonlyArray<ResolversTypes['DropActivity']>, ParentType, ContextType>;
  claimHistory?: Resolver<ReadonlyArray<ResolversTypes['ClaimHistoryPoint']>, ParentType, ContextType, RequireFields<DropDashboardStatsClaimHistoryArgs, 'points'>>;
};

export type ClaimHistoryPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ClaimHistoryPoint'] = ResolversParentTypes['ClaimHistoryPoint']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  claims?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DropAnalyticsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DropAnalytics'] = ResolversParentTypes['DropAnalytics']> = {
  interval?: Resolver<ResolversTypes['AnalyticsInterval'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  views?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  wallets?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  claims?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  conversion?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  refusals?: Resolver<ReadonlyArray<ResolversTypes['RefusalCount']>, ParentType, ContextType>;
  points?: Resolver<ReadonlyArray<ResolversTypes['AnalyticsPoint']>, ParentType, ContextType>;
};

export type RefusalCountResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RefusalCount'] = ResolversParentTypes['RefusalCount']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AnalyticsPointResolvers<ContextType = Context, ParentType extends ResolversParentTypes['AnalyticsPoint'] = ResolversParentTypes['AnalyticsPoint']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  views?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  wallets?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  tries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  claims?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DropActivityResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DropActivity'] = ResolversParentTypes['DropActivity']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type UpdateDropKeyResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateDropKeyResult'] = ResolversParentTypes['UpdateDropKeyResult']> = {
  success?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  newPublicKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  newPrivateKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  transactionDigest?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PreparedTransactionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PreparedTransaction'] = ResolversParentTypes['PreparedTransaction']> = {
  transactionBytes?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CollectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Collection'] = ResolversParentTypes['Collection']> = {
  type?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pieceImageUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attributes?: Resolver<ReadonlyArray<ResolversTypes['PieceAttribute']>, ParentType, ContextType>;
  pieces?: Resolver<ReadonlyArray<ResolversTypes['Piece']>, ParentType, ContextType, RequireFields<CollectionPiecesArgs, 'limit' | 'after'>>;
  royaltyPercent?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  owner?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PieceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Piece'] = ResolversParentTypes['Piece']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  imageUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attributes?: Resolver<ReadonlyArray<ResolversTypes['PieceAttribute']>, ParentType, ContextType>;
};

export type PieceAttributeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PieceAttribute'] = ResolversParentTypes['PieceAttribute']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DropUpdateResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DropUpdate'] = ResolversParentTypes['DropUpdate']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  drop?: Resolver<ResolversTypes['Drop'], ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type EventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  data?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  drop?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type PlatformEventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PlatformEvent'] = ResolversParentTypes['PlatformEvent']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  drop?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type FileUploadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FileUpload'] = ResolversParentTypes['FileUpload']> = {
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  filename?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  contentType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type GatingConfigResolvers<ContextType = Context, ParentType extends ResolversParentTypes['GatingConfig'] = ResolversParentTypes['GatingConfig']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rules?: Resolver<ReadonlyArray<ResolversTypes['GatingRule']>, ParentType, ContextType>;
};

export type GatingRuleResolvers<ContextType = Context, ParentType extends ResolversParentTypes['GatingRule'] = ResolversParentTypes['GatingRule']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  operator?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type GatingTemplateResolvers<ContextType = Context, ParentType extends ResolversParentTypes['GatingTemplate'] = ResolversParentTypes['GatingTemplate']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  category?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  rules?: Resolver<ReadonlyArray<ResolversTypes['GatingRule']>, ParentType, ContextType>;
};

export type EligibilityCheckResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EligibilityCheck'] = ResolversParentTypes['EligibilityCheck']> = {
  rule?: Resolver<ResolversTypes['GatingRule'], ParentType, ContextType>;
  result?: Resolver<ResolversTypes['EligibilityCheckResult'], ParentType, ContextType>;
  needed?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  facts?: Resolver<ReadonlyArray<ResolversTypes['EligibilityFact']>, ParentType, ContextType>;
};

export type EligibilityFactResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EligibilityFact'] = ResolversParentTypes['EligibilityFact']> = {
  source?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  observedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type SignedEligibilityResolvers<ContextType = Context, ParentType extends ResolversParentTypes['SignedEligibility'] = ResolversParentTypes['SignedEligibility']> = {
  statement?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  signature?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  publicKey?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type EligibilityReplayResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EligibilityReplay'] = ResolversParentTypes['EligibilityReplay']> = {
  authentic?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  reproduced?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rulesUnchanged?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  now?: Resolver<ResolversTypes['EligibilityResult'], ParentType, ContextType>;
};

export type ExemptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Exemption'] = ResolversParentTypes['Exemption']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  walletAddress?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  grantedBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  grantedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  drop?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType>;
};

export type LotteryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Lottery'] = ResolversParentTypes['Lottery']> = {
  phase?: Resolver<ResolversTypes['LotteryPhase'], ParentType, ContextType>;
  entries?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  root?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  round?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  drawsAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  frozenAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  beacon?: Resolver<ResolversTypes['Beacon'], ParentType, ContextType>;
  beaconSignature?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  drawnAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  admittedRank?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  claimBy?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  waves?: Resolver<ReadonlyArray<ResolversTypes['LotteryWave']>, ParentType, ContextType>;
};

export type LotteryWaveResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LotteryWave'] = ResolversParentTypes['LotteryWave']> = {
  firstRank?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastRank?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  claimBy?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type LotteryEntryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['LotteryEntry'] = ResolversParentTypes['LotteryEntry']> = {
  userAddress?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  drop?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType>;
  enteredAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['LotteryEntryState'], ParentType, ContextType>;
  rank?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  place?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  claimBy?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  proof?: Resolver<Maybe<ResolversTypes['InclusionProof']>, ParentType, ContextType>;
};

export type InclusionProofResolvers<ContextType = Context, ParentType extends ResolversParentTypes['InclusionProof'] = ResolversParentTypes['InclusionProof']> = {
  index?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  size?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  path?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PaymentIntentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PaymentIntent'] = ResolversParentTypes['PaymentIntent']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  intentId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PaymentIntentStatus'], ParentType, ContextType>;
  statusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  amountAtomic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  receivedAtomic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  receivedCoinType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  receivedFrom?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  itemsLeft?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  paymentMethod?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  walletAddress?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  paymentUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  recipientAddress?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  coinType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  paymentTransaction?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  drop?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType>;
  refunds?: Resolver<ReadonlyArray<ResolversTypes['Refund']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RefundResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Refund'] = ResolversParentTypes['Refund']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  paymentIntent?: Resolver<ResolversTypes['PaymentIntent'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  amountAtomic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['RefundStatus'], ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attempts?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type ProceedsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Proceeds'] = ResolversParentTypes['Proceeds']> = {
  receivedAtomic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  refundedAtomic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  paidOutAtomic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  withdrawableAtomic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PayoutResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Payout'] = ResolversParentTypes['Payout']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  amountAtomic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  toAddress?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['RefundStatus'], ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  attempts?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type UnmatchedPaymentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UnmatchedPayment'] = ResolversParentTypes['UnmatchedPayment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  txHash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  transferIndex?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sender?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  coinType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amountAtomic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  memo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['UnmatchedPaymentReason'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['UnmatchedPaymentState'], ParentType, ContextType>;
  paymentIntentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  returnTxHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  problem?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  paidAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type PaymentUpdateResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PaymentUpdate'] = ResolversParentTypes['PaymentUpdate']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  paymentIntent?: Resolver<ResolversTypes['PaymentIntent'], ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export interface BigIntScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['BigInt'], any> {
  name: 'BigInt';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type ServiceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Service'] = ResolversParentTypes['Service']> = {
  chain?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  network?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  now?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  currencies?: Resolver<ReadonlyArray<ResolversTypes['Currency']>, ParentType, ContextType>;
  humanChecks?: Resolver<ReadonlyArray<ResolversTypes['HumanCheck']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  eventCursor?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type CurrencyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Currency'] = ResolversParentTypes['Currency']> = {
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  coinType?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  decimals?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  usdRate?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
};

export type FailingJobResolvers<ContextType = Context, ParentType extends ResolversParentTypes['FailingJob'] = ResolversParentTypes['FailingJob']> = {
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  subject?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reasonClass?: Resolver<ResolversTypes['JobFailureClass'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type TokenResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Token'] = ResolversParentTypes['Token']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  symbol?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  decimals?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalSupply?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  imageUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  packageId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  coinType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['TokenStatus'], ParentType, ContextType>;
  isExternal?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  communityDropsReserve?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  publicSaleReserve?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  creatorReserve?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  creator?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  drops?: Resolver<ReadonlyArray<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<TokenDropsArgs, 'limit'>>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type UserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  username?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  displayName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  bio?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  avatarUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  avatar?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  logo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  cover?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  accentColor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  links?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  identityProviderId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  walletAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  drops?: Resolver<ReadonlyArray<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<UserDropsArgs, 'limit'>>;
  tokens?: Resolver<ReadonlyArray<ResolversTypes['Token']>, ParentType, ContextType, RequireFields<UserTokensArgs, 'limit'>>;
  claims?: Resolver<ReadonlyArray<ResolversTypes['Claim']>, ParentType, ContextType, RequireFields<UserClaimsArgs, 'limit'>>;
  totalDrops?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalClaims?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type StoredBytesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['StoredBytes'] = ResolversParentTypes['StoredBytes']> = {
  used?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['BigInt'], ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  webhookId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  circuit?: Resolver<ResolversTypes['WebhookCircuit'], ParentType, ContextType>;
  failingSince?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  deliveries?: Resolver<ReadonlyArray<ResolversTypes['WebhookDelivery']>, ParentType, ContextType, RequireFields<WebhookDeliveriesArgs, 'limit'>>;
};

export type WebhookDeliveryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  attempt?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  statusCode?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  deliveredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WebhookDeliveryStatus'], ParentType, ContextType>;
  body?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  attempts?: Resolver<ReadonlyArray<ResolversTypes['WebhookAttempt']>, ParentType, ContextType, RequireFields<WebhookDeliveryAttemptsArgs, 'limit'>>;
};

export type WebhookAttemptResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookAttempt'] = ResolversParentTypes['WebhookAttempt']> = {
  number?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  statusCode?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type WebhookTestResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookTestResult'] = ResolversParentTypes['WebhookTestResult']> = {
  success?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  statusCode?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  durationMs?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  ApiKey?: ApiKeyResolvers<ContextType>;
  CreatedApiKey?: CreatedApiKeyResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  ClaimLink?: ClaimLinkResolvers<ContextType>;
  CreateClaimLinksResult?: CreateClaimLinksResultResolvers<ContextType>;
  Claim?: ClaimResolvers<ContextType>;
  ClaimReceipt?: ClaimReceiptResolvers<ContextType>;
  ClaimDropResult?: ClaimDropResultResolvers<ContextType>;
  ClaimParams?: ClaimParamsResolvers<ContextType>;
  DropInfo?: DropInfoResolvers<ContextType>;
  ClaimRandomDropResult?: ClaimRandomDropResultResolvers<ContextType>;
  EligibilityResult?: EligibilityResultResolvers<ContextType>;
  SponsoredTransaction?: SponsoredTransactionResolvers<ContextType>;
  HumanChallenge?: HumanChallengeResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  ClaimNotification?: ClaimNotificationResolvers<ContextType>;
  Beacon?: BeaconResolvers<ContextType>;
  Drop?: DropResolvers<ContextType>;
  DropDashboardStats?: DropDashboardStatsResolvers<ContextType>;
  ClaimHistoryPoint?: ClaimHistoryPointResolvers<ContextType>;
  DropAnalytics?: DropAnalyticsResolvers<ContextType>;
  RefusalCount?: RefusalCountResolvers<ContextType>;
  AnalyticsPoint?: AnalyticsPointResolvers<ContextType>;
  DropActivity?: DropActivityResolvers<ContextType>;
  UpdateDropKeyResult?: UpdateDropKeyResultResolvers<ContextType>;
  PreparedTransaction?: PreparedTransactionResolvers<ContextType>;
  Collection?: CollectionResolvers<ContextType>;
  Piece?: PieceResolvers<ContextType>;
  PieceAttribute?: PieceAttributeResolvers<ContextType>;
  DropUpdate?: DropUpdateResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  PlatformEvent?: PlatformEventResolvers<ContextType>;
  FileUpload?: FileUploadResolvers<ContextType>;
  GatingConfig?: GatingConfigResolvers<ContextType>;
  GatingRule?: GatingRuleResolvers<ContextType>;
  GatingTemplate?: GatingTemplateResolvers<ContextType>;
  EligibilityCheck?: EligibilityCheckResolvers<ContextType>;
  EligibilityFact?: EligibilityFactResolvers<ContextType>;
  SignedEligibility?: SignedEligibilityResolvers<ContextType>;
  EligibilityReplay?: EligibilityReplayResolvers<ContextType>;
  Exemption?: ExemptionResolvers<ContextType>;
  Lottery?: LotteryResolvers<ContextType>;
  LotteryWave?: LotteryWaveResolvers<ContextType>;
  LotteryEntry?: LotteryEntryResolvers<ContextType>;
  InclusionProof?: InclusionProofResolvers<ContextType>;
  PaymentIntent?: PaymentIntentResolvers<ContextType>;
  Refund?: RefundResolvers<ContextType>;
  Proceeds?: ProceedsResolvers<ContextType>;
  Payout?: PayoutResolvers<ContextType>;
  UnmatchedPayment?: UnmatchedPaymentResolvers<ContextType>;
  PaymentUpdate?: PaymentUpdateResolvers<ContextType>;
  BigInt?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  Service?: ServiceResolvers<ContextType>;
  Currency?: CurrencyResolvers<ContextType>;
  FailingJob?: FailingJobResolvers<ContextType>;
  Token?: TokenResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  StoredBytes?: StoredBytesResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  WebhookAttempt?: WebhookAttemptResolvers<ContextType>;
  WebhookTestResult?: WebhookTestResultResolvers<ContextType>;
};
