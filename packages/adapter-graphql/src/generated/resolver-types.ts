// Made from schema/*.graphql by `npm run codegen`; a test holds it to them. Not to be edited.
import type { Instant } from '@dropkit/core';
import type { Json } from '@dropkit/core';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ApiKey as ApiKeyRecord, Claim as ClaimRecord, ClaimGrant, SignedVoucher, NewKey, Drop as DropRecord, DropStats, Eligibility, LoggedEvent, FailingJob as FailingJobRecord, GatingConfig as GatingConfigRecord, GatingRule as GatingRuleRecord, GatingTemplate as GatingTemplateRecord, PaymentIntent as PaymentIntentRecord, Payout as PayoutRecord, Refund as RefundRecord, UnmatchedPayment as UnmatchedPaymentRecord, Token as TokenRecord, User as UserRecord, WebhookDelivery as WebhookDeliveryRecord } from '@dropkit/core';
import type { ClaimNotificationSource, DropUpdateSource, PaymentUpdateSource } from '../resolvers/subscriptions/subscriptions.ts';
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
  /** A whole number of base units, written as decimal digits in a string. A JSON number is read too while it is exact. */
  BigInt: { input: string; output: bigint; }
  /** A moment in ISO 8601, written in UTC with milliseconds: `2026-01-31T12:00:00.000Z`. Other offsets are read too. */
  DateTime: { input: Instant; output: Instant; }
  /** Any JSON value. */
  JSON: { input: Json; output: Json; }
};

/** A credential for programs. */
export type ApiKey = {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  /** A name of the caller's own, to tell its keys apart by. */
  readonly project?: Maybe<Scalars['String']['output']>;
  /** The part of the key that is safe to show. */
  readonly preview: Scalars['String']['output'];
  /** Null for the service's default. */
  readonly requestsPerMinute?: Maybe<Scalars['Int']['output']>;
  readonly lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
};

/** A new key, with its secret. */
export type CreatedApiKey = {
  readonly apiKey: ApiKey;
  /** The whole key. It is shown this once and kept only as a hash. */
  readonly secret: Scalars['String']['output'];
};

/** What a new key is to be called. */
export type CreateApiKeyInput = {
  /** 1 to 120 characters. */
  readonly name: Scalars['String']['input'];
  readonly project?: InputMaybe<Scalars['String']['input']>;
  /** The service's default when left out. */
  readonly requestsPerMinute?: InputMaybe<Scalars['Int']['input']>;
};

/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type Query = {
  /** The caller's keys that are still good. */
  readonly apiKeys: ReadonlyArray<ApiKey>;
  /** All claims on one drop, or, when none is named, the caller's own and those on its drops. */
  readonly claims: ReadonlyArray<Claim>;
  /** By its id. */
  readonly claim?: Maybe<Claim>;
  /** Whether a wallet could claim now, as far as payment does not decide it. */
  readonly checkEligibility: EligibilityResult;
  /** All drops but the DRAFTs of others. */
  readonly drops: ReadonlyArray<Drop>;
  /** By its id; null when there is none, or it is a DRAFT of another. */
  readonly drop?: Maybe<Drop>;
  /** By its shortcode, in capitals or not. */
  readonly dropByShortcode?: Maybe<Drop>;
  /** The caller's own, DRAFTs included. */
  readonly myDrops: ReadonlyArray<Drop>;
  /** How a drop is doing, for its owner. */
  readonly dropDashboardStats?: Maybe<DropDashboardStats>;
  /** Events of one's own things and acts. `since` goes forward from an event, oldest first. */
  readonly events: ReadonlyArray<Event>;
  /** By its id; null when there is none, or it is another's. */
  readonly event?: Maybe<Event>;
  /** The same as `events`, also of one drop alone. */
  readonly platformEvents: ReadonlyArray<PlatformEvent>;
  /** Whether the drop's rules admit a wallet, and nothing else. */
  readonly checkGatingEligibility?: Maybe<EligibilityResult>;
  /** Rules to begin with. */
  readonly gatingTemplates: ReadonlyArray<GatingTemplate>;
  /** For the operator (the user `admin`): payments that belong to no intent, newest first. */
  readonly unmatchedPayments: ReadonlyArray<UnmatchedPayment>;
  /** The caller's own, and those on its drops. */
  readonly paymentIntents: ReadonlyArray<PaymentIntent>;
  /** For the drop's owner: what `withdrawProceeds` has paid out of a drop, newest first, also of a deleted drop. */
  readonly payouts: ReadonlyArray<Payout>;
  /** By its `id` or its `intentId`, for its maker and the drop's owner. */
  readonly paymentIntent?: Maybe<PaymentIntent>;
  /**
   * For the operator (the user `admin`): background jobs whose last run failed. Those that do not run again by themselves
   * come first, then those that have failed most often.
   */
  readonly failingJobs: ReadonlyArray<FailingJob>;
  /** Which chain, which currencies, which version. */
  readonly service: Service;
  /** All tokens. */
  readonly tokens: ReadonlyArray<Token>;
  /** By its id. */
  readonly token?: Maybe<Token>;
  /** All users. */
  readonly users: ReadonlyArray<User>;
  /** By its id. */
  readonly user?: Maybe<User>;
  /** The caller. */
  readonly me?: Maybe<User>;
  /** The caller's own. */
  readonly webhooks: ReadonlyArray<Webhook>;
  /** By its id; null when there is none, or it is another's. */
  readonly webhook?: Maybe<Webhook>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryClaimsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  filter?: InputMaybe<ClaimFilter>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryClaimArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryCheckEligibilityArgs = {
  input: CheckEligibilityInput;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryDropsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  filter?: InputMaybe<DropFilter>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryDropArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryDropByShortcodeArgs = {
  shortcode: Scalars['String']['input'];
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryMyDropsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryDropDashboardStatsArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryEventsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryEventArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryPlatformEventsArgs = {
  dropId?: InputMaybe<Scalars['ID']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryCheckGatingEligibilityArgs = {
  input: GatingCheckInput;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryUnmatchedPaymentsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  state?: InputMaybe<UnmatchedPaymentState>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryPaymentIntentsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  dropId?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryPayoutsArgs = {
  dropId: Scalars['ID']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryPaymentIntentArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryFailingJobsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  kind?: InputMaybe<Scalars['String']['input']>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryTokensArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryTokenArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryUsersArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryUserArgs = {
  id: Scalars['ID']['input'];
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryWebhooksArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/**
 * What can be read. Lists come newest first; `after` is the id of the last one seen, `limit` is 1 to 200. A list may go on
 * if it is as long as its limit or its default: to find out, ask for one more than you show, or for the page `after` the
 * last id.
 */
export type QueryWebhookArgs = {
  id: Scalars['ID']['input'];
};

/** What can be changed. The fields of one request run one after another. */
export type Mutation = {
  /** Makes a key of the caller's. A key with a limit of its own may make none. */
  readonly createApiKey?: Maybe<CreatedApiKey>;
  /** Ends a key at once. */
  readonly revokeApiKey?: Maybe<Scalars['Boolean']['output']>;
  /**
   * The claim itself, for its wallet to take to the chain: for whoever may claim for that wallet, while the claim is
   * PENDING.
   */
  readonly prepareClaim?: Maybe<PreparedTransaction>;
  /** Reserves an amount without giving the voucher; claimDrop gives it later. */
  readonly createClaim: Claim;
  /** Confirms a claim by the transaction that took it; the chain is the proof. */
  readonly confirmClaim: Claim;
  /**
   * Reserves an amount for a wallet and gives the voucher for it. Safe to repeat. `Drop.claimAccess` says who may claim for
   * which wallet.
   */
  readonly claimDrop?: Maybe<ClaimDropResult>;
  /** Draws an amount for a wallet; the service delivers it by itself. */
  readonly claimRandomDrop?: Maybe<ClaimRandomDropResult>;
  /** Launches a drop of an existing token. */
  readonly createDrop?: Maybe<Drop>;
  /** Changes what is given of a drop. Takes the id beside the input or inside it. */
  readonly updateDrop?: Maybe<Drop>;
  /** Removes a drop for good. Takes the id alone or inside the input. */
  readonly deleteDrop?: Maybe<Scalars['Boolean']['output']>;
  /** Always declines: keys are exchanged at `POST /drops/<drop_id>/rotate-key`, so that no key passes through GraphQL. */
  readonly updateDropKey?: Maybe<UpdateDropKeyResult>;
  /** The deposit into the drop's vault, for its owner's wallet. */
  readonly prepareDropFunding?: Maybe<PreparedTransaction>;
  /** Keeps a file: a picture, or a list of wallets for a gating rule. */
  readonly uploadFile?: Maybe<FileUpload>;
  /** By its uploader. */
  readonly deleteFile: Scalars['Boolean']['output'];
  /** Sets a drop's rules, by its owner. Claims that are made already stay. */
  readonly updateGatingConfig?: Maybe<GatingConfig>;
  /** Sets items of a priced drop aside for a wallet, for 15 minutes, so that they can be paid for. */
  readonly createPaymentIntent?: Maybe<PaymentIntent>;
  /** Takes id and hash beside each other or inside the input. Without a hash the chain is asked what has come. */
  readonly confirmPaymentIntent?: Maybe<PaymentIntent>;
  /** By its maker, while nothing has been paid. */
  readonly cancelPaymentIntent?: Maybe<PaymentIntent>;
  /** By the drop's owner: what came is accepted as it is. */
  readonly approvePaymentIntent?: Maybe<PaymentIntent>;
  /** By the drop's owner. */
  readonly processRefund: Refund;
  /** By the operator: counts an unmatched payment for an intent. */
  readonly assignUnmatchedPayment?: Maybe<UnmatchedPayment>;
  /** By the operator: sends an unmatched payment back to its sender. */
  readonly returnUnmatchedPayment?: Maybe<UnmatchedPayment>;
  /** By the drop's owner: pays out what claimed items have earned. What came in another coin follows, a call each. */
  readonly withdrawProceeds?: Maybe<Payout>;
  /** By the drop's owner: starts a refund that is FAILED anew, unless its money was refunded or paid out since (`REFUND_EXCEEDS_PAYMENT`). */
  readonly retryRefund: Refund;
  /** By the drop's owner: starts a payout that is FAILED anew, unless its money was refunded or paid out since. */
  readonly retryPayout: Payout;
  /** By the operator: runs a failing job again at once. Running a job twice changes nothing. */
  readonly retryJob: FailingJob;
  /** Makes a token, which drops can give out; adopts a coin of the chain where `coinType` is given. */
  readonly createToken?: Maybe<Token>;
  /** The publish transaction, for the owner's wallet. */
  readonly prepareTokenDeployment?: Maybe<PreparedTransaction>;
  /** Looks the publish transaction up on the chain and takes over what it made. */
  readonly confirmTokenDeployment: Token;
  /** Changes what others see of the caller. */
  readonly updateProfile?: Maybe<User>;
  /** Tells an address of events. The answer has the secret by which deliveries are checked. */
  readonly registerWebhook?: Maybe<Webhook>;
  /** The same as registerWebhook, and may begin switched off. */
  readonly createWebhook: Webhook;
  /** Changes where, what, or whether anything is sent. */
  readonly updateWebhook: Webhook;
  /** Nothing is sent there any more. */
  readonly deleteWebhook: Scalars['Boolean']['output'];
  /** Sends a `webhook.test` event at once and says what came of it. */
  readonly testWebhook: WebhookTestResult;
  /** Gives a new secret; the old one stays good for a day. */
  readonly rotateWebhookSecret?: Maybe<Webhook>;
  /** Sends an event again that was delivered or given up, at once. */
  readonly resendWebhookDelivery?: Maybe<WebhookDelivery>;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationRevokeApiKeyArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. The fields of one request run one after another. */
export type MutationPrepareClaimArgs = {
  claimId: Scalars['ID']['input'];
};


/** What can be changed. The fields of one request run one after another. */
export type MutationCreateClaimArgs = {
  input: CreateClaimInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationConfirmClaimArgs = {
  input: ConfirmClaimInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationClaimDropArgs = {
  input: ClaimDropInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationClaimRandomDropArgs = {
  input: ClaimRandomDropInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationCreateDropArgs = {
  input: CreateDropInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationUpdateDropArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  input: UpdateDropInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationDeleteDropArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  input?: InputMaybe<DeleteDropInput>;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationUpdateDropKeyArgs = {
  input: UpdateDropKeyInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationPrepareDropFundingArgs = {
  input: PrepareDropFundingInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationUploadFileArgs = {
  input: UploadFileInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationDeleteFileArgs = {
  input: DeleteFileInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationUpdateGatingConfigArgs = {
  dropId: Scalars['ID']['input'];
  input: UpdateGatingConfigInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationCreatePaymentIntentArgs = {
  input: CreatePaymentIntentInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationConfirmPaymentIntentArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  txHash?: InputMaybe<Scalars['String']['input']>;
  input?: InputMaybe<ConfirmPaymentIntentInput>;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationCancelPaymentIntentArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. The fields of one request run one after another. */
export type MutationApprovePaymentIntentArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. The fields of one request run one after another. */
export type MutationProcessRefundArgs = {
  input: ProcessRefundInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationAssignUnmatchedPaymentArgs = {
  input: AssignUnmatchedPaymentInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationReturnUnmatchedPaymentArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. The fields of one request run one after another. */
export type MutationWithdrawProceedsArgs = {
  input: WithdrawProceedsInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationRetryRefundArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. The fields of one request run one after another. */
export type MutationRetryPayoutArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. The fields of one request run one after another. */
export type MutationRetryJobArgs = {
  kind: Scalars['String']['input'];
  subject: Scalars['ID']['input'];
};


/** What can be changed. The fields of one request run one after another. */
export type MutationCreateTokenArgs = {
  input: CreateTokenInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationPrepareTokenDeploymentArgs = {
  input: PrepareTokenDeploymentInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationConfirmTokenDeploymentArgs = {
  input: ConfirmTokenDeploymentInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationUpdateProfileArgs = {
  input: UpdateProfileInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationRegisterWebhookArgs = {
  input: RegisterWebhookInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationUpdateWebhookArgs = {
  input: UpdateWebhookInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationDeleteWebhookArgs = {
  input: DeleteWebhookInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationTestWebhookArgs = {
  input: TestWebhookInput;
};


/** What can be changed. The fields of one request run one after another. */
export type MutationRotateWebhookSecretArgs = {
  id: Scalars['ID']['input'];
};


/** What can be changed. The fields of one request run one after another. */
export type MutationResendWebhookDeliveryArgs = {
  id: Scalars['ID']['input'];
};

/** Where a claim stands. The first three take their amount from the pool. */
export type ClaimStatus =
  /** Its voucher has not been used yet, or it waits to be delivered. */
  | 'PENDING'
  /** On its way to the chain. */
  | 'SUBMITTED'
  /** Paid out on the chain. */
  | 'CONFIRMED'
  /** The chain refused it for good. */
  | 'FAILED'
  /** Its voucher ran out unused, and its amount went back to the pool. */
  | 'EXPIRED';

/** A wallet's share of a drop. */
export type Claim = {
  readonly id?: Maybe<Scalars['ID']['output']>;
  /** In base units. */
  readonly amount?: Maybe<Scalars['String']['output']>;
  readonly status?: Maybe<ClaimStatus>;
  /** The wallet that gets it. */
  readonly userAddress?: Maybe<Scalars['String']['output']>;
  /** Consecutive days up to this one, on a STREAK. */
  readonly streak?: Maybe<Scalars['Int']['output']>;
  /** Which claim of its drop it is, from 1 on. */
  readonly sequence?: Maybe<Scalars['Int']['output']>;
  /** The transaction that pays it, as soon as there is one. */
  readonly txHash?: Maybe<Scalars['String']['output']>;
  readonly createdAt?: Maybe<Scalars['DateTime']['output']>;
  /** When the chain paid it. */
  readonly claimedAt?: Maybe<Scalars['DateTime']['output']>;
  /** When its voucher runs out, while it is PENDING. */
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** The user who holds that wallet, else who asked for the claim. */
  readonly user?: Maybe<User>;
  /** Null once the drop is deleted. */
  readonly drop?: Maybe<Drop>;
};

/** The claim, and all that a wallet needs to take it. */
export type ClaimDropResult = {
  readonly claim?: Maybe<Claim>;
  readonly claimParams?: Maybe<ClaimParams>;
  /** Null while the drop has no vault on the chain. */
  readonly dropInfo?: Maybe<DropInfo>;
};

/** The voucher, with which the amount is taken on the chain. */
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

/** Where on the chain the voucher is good. */
export type DropInfo = {
  /** The vault's object. */
  readonly dropObjectId?: Maybe<Scalars['String']['output']>;
  /** The package whose function the wallet calls. */
  readonly packageId?: Maybe<Scalars['String']['output']>;
  /** What it gets. */
  readonly coinType?: Maybe<Scalars['String']['output']>;
};

/** What came of a draw. What the drop's rules refuse is no error here. */
export type ClaimRandomDropResult = {
  readonly success: Scalars['Boolean']['output'];
  /** A sentence for people: what was drawn, or why not. */
  readonly message?: Maybe<Scalars['String']['output']>;
  /** Why not, as in `errors[].extensions.code`; null on success. */
  readonly code?: Maybe<Scalars['String']['output']>;
  /** In base units. */
  readonly claimedAmount?: Maybe<Scalars['String']['output']>;
  /** What was drawn, or the claim that the wallet has already. */
  readonly claim?: Maybe<Claim>;
};

/** What a check of a wallet says; nothing is reserved. */
export type EligibilityResult = {
  /** Whether the wallet could claim at this moment. */
  readonly eligible: Scalars['Boolean']['output'];
  /** True when the answer may change without the wallet changing: some fact could not be had. */
  readonly retryable: Scalars['Boolean']['output'];
  /** The first thing that stands in the way. */
  readonly reason?: Maybe<Scalars['String']['output']>;
  /** One line for each thing that stands in the way. */
  readonly missingRequirements: ReadonlyArray<Scalars['String']['output']>;
};

/** What all of the claims must be; what is left out does not matter. */
export type ClaimFilter = {
  readonly dropId?: InputMaybe<Scalars['ID']['input']>;
  readonly status?: InputMaybe<ClaimStatus>;
  /** The wallet that gets it. */
  readonly userAddress?: InputMaybe<Scalars['String']['input']>;
};

/** Which wallet is to get how much. */
export type CreateClaimInput = {
  readonly dropId: Scalars['ID']['input'];
  /** The wallet that gets it. */
  readonly userAddress: Scalars['String']['input'];
  /** In base units; may be left out where the drop fixes it. */
  readonly amount?: InputMaybe<Scalars['String']['input']>;
};

/** Which transaction took the claim. */
export type ConfirmClaimInput = {
  readonly claimId: Scalars['ID']['input'];
  readonly txHash: Scalars['String']['input'];
};

/** Which wallet is to get how much. */
export type ClaimDropInput = {
  readonly dropId: Scalars['ID']['input'];
  /** In base units; may be left out where the drop fixes it. */
  readonly amount?: InputMaybe<Scalars['String']['input']>;
  /** The wallet that gets it. */
  readonly userAddress: Scalars['String']['input'];
};

/** Which wallet draws. */
export type ClaimRandomDropInput = {
  readonly dropId: Scalars['ID']['input'];
  /** The wallet that gets what is drawn. */
  readonly userAddress: Scalars['String']['input'];
};

/** Which wallet, on which drop. */
export type CheckEligibilityInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly walletAddress: Scalars['String']['input'];
};

/** What is told as it happens, over WebSocket. */
export type Subscription = {
  /** Claims that the user made, and those on its drops; for oneself alone. */
  readonly claimNotifications: ClaimNotification;
  /** Every change of a drop; of a busy one the latest state, a few times a second. */
  readonly dropUpdates: DropUpdate;
  /** Events of one's own things and acts, from `after` on. */
  readonly eventStream: Event;
  /** What happens to a payment and its refunds. */
  readonly paymentUpdates: PaymentUpdate;
};


/** What is told as it happens, over WebSocket. */
export type SubscriptionClaimNotificationsArgs = {
  userId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** What is told as it happens, over WebSocket. */
export type SubscriptionDropUpdatesArgs = {
  dropId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** What is told as it happens, over WebSocket. */
export type SubscriptionEventStreamArgs = {
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** What is told as it happens, over WebSocket. */
export type SubscriptionPaymentUpdatesArgs = {
  paymentIntentId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['ID']['input']>;
};

/** Something happened to a claim: `drop.claimed`, `claim.confirmed`, `claim.failed` or `claim.expired`. */
export type ClaimNotification = {
  /** The event's id: give it as `after` to go on from here. */
  readonly id: Scalars['ID']['output'];
  /** The event's name. */
  readonly type: Scalars['String']['output'];
  /** As it is now. */
  readonly claim: Claim;
  /** When it happened. */
  readonly timestamp: Scalars['DateTime']['output'];
};

/** What a drop gives out. */
export type DropType =
  /** Amounts are base units of a coin. */
  | 'TOKEN'
  /** Amounts are pieces. */
  | 'NFT';

/** How often a wallet may claim. */
export type ClaimType =
  /** Up to `maxPerWallet` times. */
  | 'REGULAR'
  /** Once per UTC day. */
  | 'STREAK'
  /** As REGULAR, and only for those whom the gating rules admit. */
  | 'ELITE';

/** Where a drop stands at the moment it is asked. */
export type DropStatus =
  /** Seen by its owner alone. */
  | 'DRAFT'
  /** Opens at `startsAt`. */
  | 'SCHEDULED'
  /** Can be claimed from. */
  | 'ACTIVE'
  /** Gives out nothing until it is resumed. */
  | 'PAUSED'
  /** No further item fits. */
  | 'SOLD_OUT'
  /** Its deadline has passed, or its owner ended it. */
  | 'ENDED'
  /** Called off by its owner. */
  | 'CANCELLED';

/** For which wallets a caller may claim. */
export type ClaimAccess =
  /** Any wallet; who signed in by wallet only for its own. */
  | 'OPEN'
  /** Only the wallet that is signed in. */
  | 'WALLET'
  /** Only the drop's owner, for any wallet. */
  | 'OWNER';

/** A pool of tokens or NFTs behind rules, from which people claim. */
export type Drop = {
  readonly id: Scalars['ID']['output'];
  /** The same text as `title`. */
  readonly name: Scalars['String']['output'];
  readonly title: Scalars['String']['output'];
  /** At most 5000 characters. */
  readonly description?: Maybe<Scalars['String']['output']>;
  readonly type: DropType;
  readonly claimType: ClaimType;
  /** As of now, whatever the last change has written. */
  readonly status: DropStatus;
  /** A short public code, unique without regard to case. */
  readonly shortcode?: Maybe<Scalars['String']['output']>;
  /** Of one item, in whole units of `currency`; null for a free drop. */
  readonly price?: Maybe<Scalars['Float']['output']>;
  /** The price in US dollars at the last known rate; 0 for a free drop. */
  readonly priceUSD: Scalars['Float']['output'];
  /** What `price` and the proceeds are in, by its code. */
  readonly currency: Scalars['String']['output'];
  /** How many items there are; null for as many as the pool holds. */
  readonly supply?: Maybe<Scalars['Int']['output']>;
  /** The whole pool; the same as `maxAmount`. */
  readonly totalSupply: Scalars['BigInt']['output'];
  /** The whole pool, in base units. */
  readonly maxAmount?: Maybe<Scalars['String']['output']>;
  /** What one claim gets: null lets the claimer name it, `0` draws it at random. */
  readonly tokenAmount?: Maybe<Scalars['String']['output']>;
  /** What is taken by claims that are PENDING, SUBMITTED or CONFIRMED. */
  readonly claimedAmount: Scalars['BigInt']['output'];
  /** `maxAmount` less `claimedAmount`. */
  readonly remainingBalance: Scalars['BigInt']['output'];
  /** What the drop's vault holds on the chain right now; null while it has none or the chain does not answer. */
  readonly tokenBalance?: Maybe<Scalars['BigInt']['output']>;
  /** How much of the pool is claimed, in percent; the same as `percentClaimed`. */
  readonly claimRate?: Maybe<Scalars['Float']['output']>;
  /** How many claims are PENDING, SUBMITTED or CONFIRMED. */
  readonly claimCount?: Maybe<Scalars['Int']['output']>;
  /** How much of the pool is claimed, in percent. */
  readonly percentClaimed: Scalars['Float']['output'];
  /** What its owner thinks the pool is worth. */
  readonly estimatedValueUsd?: Maybe<Scalars['Float']['output']>;
  readonly startsAt?: Maybe<Scalars['DateTime']['output']>;
  /** From then on nothing can be claimed. */
  readonly claimDeadline?: Maybe<Scalars['DateTime']['output']>;
  /** How many claims one wallet may have; null for the default (one on a free drop, any number on a priced one). */
  readonly maxPerWallet?: Maybe<Scalars['Int']['output']>;
  readonly claimAccess: ClaimAccess;
  readonly imageUrl?: Maybe<Scalars['String']['output']>;
  /** Whatever its owner keeps with it. */
  readonly metadata?: Maybe<Scalars['JSON']['output']>;
  /** A name of its owner's own, by which drops can be listed. */
  readonly communityId?: Maybe<Scalars['String']['output']>;
  readonly creator: User;
  /** What it gives out. */
  readonly token?: Maybe<Token>;
  /** Newest first. */
  readonly claims: ReadonlyArray<Claim>;
  /** The rules on who may claim; null where everybody may. */
  readonly gatingConfig?: Maybe<GatingConfig>;
  /** For its owner alone; null for anyone else. */
  readonly proceeds?: Maybe<Proceeds>;
  /** Whether it takes claims at this moment. */
  readonly isActive: Scalars['Boolean']['output'];
  /** Whether no further item fits beside what is claimed. */
  readonly isSoldOut: Scalars['Boolean']['output'];
  /** SHA-256 of the seed that random amounts follow from, hex; null for a drop that draws nothing. */
  readonly randomnessCommitment?: Maybe<Scalars['String']['output']>;
  /** The seed itself, hex, once nothing more can be drawn with it. */
  readonly randomnessSeed?: Maybe<Scalars['String']['output']>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};


/** A pool of tokens or NFTs behind rules, from which people claim. */
export type DropClaimsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

/** How a drop is doing; for its owner. */
export type DropDashboardStats = {
  /** That are PENDING, SUBMITTED or CONFIRMED. */
  readonly totalClaims: Scalars['Int']['output'];
  /** Of the last 24 hours. */
  readonly recentClaims: Scalars['Int']['output'];
  /** In percent of the pool. */
  readonly claimRate: Scalars['Float']['output'];
  /** The whole pool, in base units. */
  readonly totalAmount: Scalars['String']['output'];
  /** What is taken of it. */
  readonly claimedAmount: Scalars['String']['output'];
  /** The last things that happened to it, newest first. */
  readonly recentActivity: ReadonlyArray<DropActivity>;
  /**
   * Reserved claims by when they were made, in 1 to 200 equal intervals: from the first claim (else from when the drop starts
   * or was made) to now, unless told otherwise. Claims that are still open may be shown as they were ten seconds ago.
   */
  readonly claimHistory: ReadonlyArray<ClaimHistoryPoint>;
};


/** How a drop is doing; for its owner. */
export type DropDashboardStatsClaimHistoryArgs = {
  points?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** Reserved claims of one interval. */
export type ClaimHistoryPoint = {
  /** Where the interval begins. */
  readonly at: Scalars['DateTime']['output'];
  readonly claims: Scalars['Int']['output'];
  /** In base units. */
  readonly amount: Scalars['String']['output'];
};

/** Something that happened to a drop, in a sentence. */
export type DropActivity = {
  readonly id: Scalars['ID']['output'];
  /** The event's name. */
  readonly type: Scalars['String']['output'];
  readonly description: Scalars['String']['output'];
  readonly timestamp: Scalars['DateTime']['output'];
};

/** Why a drop's key was or was not exchanged. */
export type UpdateDropKeyResult = {
  /** Always false. */
  readonly success: Scalars['Boolean']['output'];
  readonly newPublicKey?: Maybe<Scalars['String']['output']>;
  readonly newPrivateKey?: Maybe<Scalars['String']['output']>;
  readonly transactionDigest?: Maybe<Scalars['String']['output']>;
  /** Where keys are exchanged instead. */
  readonly error?: Maybe<Scalars['String']['output']>;
};

/** A transaction for a wallet to sign and execute. */
export type PreparedTransaction = {
  /** The unsigned bytes, base64. */
  readonly transactionBytes: Scalars['String']['output'];
};

/** What all of the drops must be; what is left out does not matter. */
export type DropFilter = {
  /** As of now. DRAFT finds the caller's own. */
  readonly status?: InputMaybe<DropStatus>;
  readonly type?: InputMaybe<DropType>;
  readonly claimType?: InputMaybe<ClaimType>;
  readonly creatorId?: InputMaybe<Scalars['ID']['input']>;
  readonly tokenId?: InputMaybe<Scalars['ID']['input']>;
  readonly communityId?: InputMaybe<Scalars['String']['input']>;
};

/** What a drop gives to whom. */
export type CreateDropInput = {
  /** 1 to 120 characters. */
  readonly title: Scalars['String']['input'];
  readonly type: DropType;
  readonly claimType: ClaimType;
  /** The whole pool, in base units. */
  readonly maxAmount: Scalars['String']['input'];
  /** The token that is given out; it must exist. */
  readonly existingTokenId?: InputMaybe<Scalars['String']['input']>;
  /** At most 5000 characters. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /**
   * What one claim gets, in base units. If it is left out, the claimer names the amount, and on an NFT drop a claim gets
   * 1 piece. `0` draws the amount at random. A claim on an NFT drop gets at most 250 pieces; terms by which a claim could
   * get more are refused.
   */
  readonly tokenAmount?: InputMaybe<Scalars['String']['input']>;
  /** What the pool is worth, for show. */
  readonly estimatedValueUsd?: InputMaybe<Scalars['Float']['input']>;
  /** Needed for SCHEDULED. */
  readonly startsAt?: InputMaybe<Scalars['DateTime']['input']>;
  /** From then on nothing can be claimed; later than `startsAt`. */
  readonly claimDeadline?: InputMaybe<Scalars['DateTime']['input']>;
  /** DRAFT, SCHEDULED, ACTIVE or PAUSED; ACTIVE when left out. */
  readonly status?: InputMaybe<DropStatus>;
  /** Made from the title when left out. */
  readonly shortcode?: InputMaybe<Scalars['String']['input']>;
  /** How many claims one wallet may have; one on a free drop when left out, any number on a priced one. */
  readonly maxPerWallet?: InputMaybe<Scalars['Int']['input']>;
  /** OPEN when left out. */
  readonly claimAccess?: InputMaybe<ClaimAccess>;
  /** An http, https or ipfs URL, or a path of this server. */
  readonly imageUrl?: InputMaybe<Scalars['String']['input']>;
  /** Of one item, in whole units of `currency`. */
  readonly price?: InputMaybe<Scalars['Float']['input']>;
  /** The service's first currency when left out. */
  readonly currency?: InputMaybe<Scalars['String']['input']>;
  /** How many items there are. */
  readonly supply?: InputMaybe<Scalars['Int']['input']>;
  /** Anything, of at most 65536 characters as JSON. */
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  /** A gating template, or a gating config of one's own, whose rules are copied. */
  readonly gatingId?: InputMaybe<Scalars['String']['input']>;
  /** A name of one's own, by which drops can be listed. */
  readonly communityId?: InputMaybe<Scalars['String']['input']>;
  /** @deprecated Use existingTokenId */
  readonly tokenName?: InputMaybe<Scalars['String']['input']>;
  /** @deprecated Use existingTokenId */
  readonly tokenSymbol?: InputMaybe<Scalars['String']['input']>;
  /** @deprecated Use existingTokenId */
  readonly tokenDescription?: InputMaybe<Scalars['String']['input']>;
};

/** Only what is given changes; null clears a field that may be empty. */
export type UpdateDropInput = {
  /** Here or beside the input. */
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  readonly title?: InputMaybe<Scalars['String']['input']>;
  readonly description?: InputMaybe<Scalars['String']['input']>;
  readonly claimType?: InputMaybe<ClaimType>;
  /** Not below what is taken already. */
  readonly maxAmount?: InputMaybe<Scalars['String']['input']>;
  readonly tokenAmount?: InputMaybe<Scalars['String']['input']>;
  readonly estimatedValueUsd?: InputMaybe<Scalars['Float']['input']>;
  readonly claimDeadline?: InputMaybe<Scalars['DateTime']['input']>;
  /** Where the drop may go from here; an ENDED one becomes ACTIVE only with a new `claimDeadline`. */
  readonly status?: InputMaybe<DropStatus>;
  readonly imageUrl?: InputMaybe<Scalars['String']['input']>;
  readonly price?: InputMaybe<Scalars['Float']['input']>;
  readonly supply?: InputMaybe<Scalars['Int']['input']>;
  readonly startsAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly maxPerWallet?: InputMaybe<Scalars['Int']['input']>;
  readonly claimAccess?: InputMaybe<ClaimAccess>;
  /** A gating template, or a gating config of one's own, whose rules are copied. */
  readonly gatingId?: InputMaybe<Scalars['String']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly shortcode?: InputMaybe<Scalars['String']['input']>;
};

/** Which drop goes. */
export type DeleteDropInput = {
  readonly id: Scalars['ID']['input'];
};

/** Read, and declined. */
export type UpdateDropKeyInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly reason: Scalars['String']['input'];
  readonly newPrivateKey?: InputMaybe<Scalars['String']['input']>;
};

/** Who deposits how much into which drop's vault. */
export type PrepareDropFundingInput = {
  readonly dropId: Scalars['ID']['input'];
  /** The wallet that signs and pays. */
  readonly senderAddress: Scalars['String']['input'];
  /** What the vault still lacks when left out. */
  readonly amount?: InputMaybe<Scalars['String']['input']>;
};

/** A drop has changed. */
export type DropUpdate = {
  /** The event's id: give it as `after` to go on from here. */
  readonly id: Scalars['ID']['output'];
  /** The event's name. */
  readonly type: Scalars['String']['output'];
  /** As it is now. */
  readonly drop: Drop;
  /** When it happened. */
  readonly timestamp: Scalars['DateTime']['output'];
};

/** Something that has happened, as it stands in the log. */
export type Event = {
  readonly id: Scalars['ID']['output'];
  /** The same as `event`. */
  readonly type: Scalars['String']['output'];
  /** Its name: see the reference of events. */
  readonly event: Scalars['String']['output'];
  readonly timestamp: Scalars['DateTime']['output'];
  /** The same as `details`. */
  readonly data?: Maybe<Scalars['JSON']['output']>;
  /** What it says: the ids of what changed, and new values. */
  readonly details?: Maybe<Scalars['JSON']['output']>;
  readonly drop?: Maybe<Drop>;
  /** Who did it; null when the service did. */
  readonly user?: Maybe<User>;
};

/** Something that has happened. */
export type PlatformEvent = {
  readonly id: Scalars['ID']['output'];
  /** Its name. */
  readonly event: Scalars['String']['output'];
  readonly timestamp: Scalars['DateTime']['output'];
  /** What it says: the ids of what changed, and new values. */
  readonly details?: Maybe<Scalars['JSON']['output']>;
  readonly drop?: Maybe<Drop>;
  /** Who did it; null when the service did. */
  readonly user?: Maybe<User>;
};

/** A file that is kept. */
export type FileUpload = {
  /** Where anybody can read it. */
  readonly url: Scalars['String']['output'];
  readonly filename: Scalars['String']['output'];
  /** In bytes, decoded. */
  readonly size: Scalars['Int']['output'];
  /** As its uploader said. */
  readonly contentType: Scalars['String']['output'];
};

/** A file of at most 10 MiB. */
export type UploadFileInput = {
  /** Base64, or a data: URL. */
  readonly file: Scalars['String']['input'];
  readonly filename: Scalars['String']['input'];
  /** A media type. Only pictures and videos that are what they are called are shown in browsers; anything else is downloaded. */
  readonly contentType: Scalars['String']['input'];
};

/** Which upload goes. */
export type DeleteFileInput = {
  /** As `uploadFile` gave it. */
  readonly url: Scalars['String']['input'];
};

/** Conditions on who may claim. All of them must hold. */
export type GatingConfig = {
  readonly id: Scalars['ID']['output'];
  /** One that is not active admits everybody. */
  readonly isActive: Scalars['Boolean']['output'];
  readonly rules: ReadonlyArray<GatingRule>;
};

/** One condition: what is asked of a wallet, by `key`, `operator` and `value`. */
export type GatingRule = {
  /** The kind of rule: see the reference of rule kinds. */
  readonly key: Scalars['String']['output'];
  readonly operator: Scalars['String']['output'];
  readonly value: Scalars['String']['output'];
  /** What a wallet that fails is told; made from the rule when there is none. */
  readonly description?: Maybe<Scalars['String']['output']>;
};

/** A ready-made set of rules. */
export type GatingTemplate = {
  /** What `gatingId` takes. */
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  readonly description?: Maybe<Scalars['String']['output']>;
  /** `holding`, `list`, `history` or `account`. */
  readonly category: Scalars['String']['output'];
  readonly rules: ReadonlyArray<GatingRule>;
};

/** Which wallet, on which drop. */
export type GatingCheckInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly walletAddress: Scalars['String']['input'];
};

/** One condition: what is asked of a wallet, by `key`, `operator` and `value`. */
export type GatingRuleInput = {
  /** The kind of rule: see the reference of rule kinds. */
  readonly key: Scalars['String']['input'];
  readonly operator: Scalars['String']['input'];
  readonly value: Scalars['String']['input'];
  /** What a wallet that fails is told; made from the rule when left out. */
  readonly description?: InputMaybe<Scalars['String']['input']>;
};

/** What is left out stays as it is. */
export type UpdateGatingConfigInput = {
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** All rules from now on, at most 20. */
  readonly rules?: InputMaybe<ReadonlyArray<GatingRuleInput>>;
};

/** Where a payment stands. */
export type PaymentIntentStatus =
  /** Nothing has come yet. */
  | 'PENDING'
  /** A transaction is named or seen, but not final. */
  | 'PROCESSING'
  /** Paid; its items can be claimed. */
  | 'CONFIRMED'
  /** The drop's owner must approve or refund it; `statusReason` says why. */
  | 'REQUIRES_REVIEW'
  /** Nothing came in time, and its items are free again. */
  | 'EXPIRED'
  /** Called off, by its maker or with its drop. */
  | 'CANCELLED'
  /** Some of what came has been given back. */
  | 'PARTIALLY_REFUNDED'
  /** All of what came has been given back. */
  | 'REFUNDED';

/** Where a transfer of the service's stands. */
export type RefundStatus =
  /** On its way to the chain. */
  | 'PENDING'
  /** The chain has paid it. */
  | 'SUCCEEDED'
  /** It cannot be sent, for a reason that does not pass by itself. Its money is free again; `retryRefund` or `retryPayout` starts it anew. */
  | 'FAILED';

/** Items of a priced drop, set aside for a while so that they can be paid for. */
export type PaymentIntent = {
  readonly id: Scalars['ID']['output'];
  /** What a payment may carry as its reference. */
  readonly intentId: Scalars['String']['output'];
  readonly status: PaymentIntentStatus;
  /** UNDERPAID, OVERPAID, PAID_LATE, WRONG_SENDER, WRONG_COIN or SOLD_OUT, where one of them is why. */
  readonly statusReason?: Maybe<Scalars['String']['output']>;
  /** In whole units of `currency`. */
  readonly amount: Scalars['Float']['output'];
  /** The same amount in the currency's smallest unit, exact. */
  readonly amountAtomic: Scalars['String']['output'];
  /**
   * What has come in and is final, exact, in the smallest unit of the coin in which it came: `coinType`, unless
   * `statusReason` is WRONG_COIN. "0" before; refunds take nothing off.
   */
  readonly receivedAtomic: Scalars['String']['output'];
  readonly currency: Scalars['String']['output'];
  /** How many items. */
  readonly quantity: Scalars['Int']['output'];
  /** As its maker said. */
  readonly paymentMethod: Scalars['String']['output'];
  /** The wallet that pays. */
  readonly walletAddress: Scalars['String']['output'];
  /** A page on which it can be paid. */
  readonly paymentUrl: Scalars['String']['output'];
  /** Where to pay. */
  readonly recipientAddress: Scalars['String']['output'];
  /** In which coin. */
  readonly coinType: Scalars['String']['output'];
  /** Until then its items are set aside. */
  readonly expiresAt: Scalars['DateTime']['output'];
  /** The transaction that paid it, or that is named as the one. */
  readonly txHash?: Maybe<Scalars['String']['output']>;
  /**
   * The payment itself, unsigned and in base64, for the wallet to sign and execute: exactly what is due, with `intentId`
   * as memo. Null unless the status is PENDING. Each request has it made anew, for at most 5 intents.
   */
  readonly paymentTransaction?: Maybe<Scalars['String']['output']>;
  readonly drop?: Maybe<Drop>;
  readonly refunds: ReadonlyArray<Refund>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};

/** Money on its way back to the wallet from which it came. */
export type Refund = {
  readonly id: Scalars['ID']['output'];
  readonly paymentIntent: PaymentIntent;
  /** In whole units of the intent's `currency`. */
  readonly amount: Scalars['Float']['output'];
  /** The same amount in the smallest unit, exact. */
  readonly amountAtomic: Scalars['String']['output'];
  /** As whoever asked for it said. */
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
 * What a drop's sales have brought in, in its currency's smallest unit. What came in another coin is not in it;
 * `withdrawProceeds` pays that out by itself.
 */
export type Proceeds = {
  /** Payments that count. */
  readonly receivedAtomic: Scalars['String']['output'];
  /** Refunds that have not failed. */
  readonly refundedAtomic: Scalars['String']['output'];
  /** Payouts that have not failed. */
  readonly paidOutAtomic: Scalars['String']['output'];
  /** What `withdrawProceeds` would pay now: earned by confirmed claims, neither given back nor paid out. */
  readonly withdrawableAtomic: Scalars['String']['output'];
  readonly currency: Scalars['String']['output'];
};

/** Proceeds of claimed items, paid to the drop's owner. */
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

/** How many items of which drop, for which wallet. */
export type CreatePaymentIntentInput = {
  readonly dropId: Scalars['ID']['input'];
  /** The wallet that pays and claims. */
  readonly walletAddress: Scalars['String']['input'];
  /** The network on which it will be paid. */
  readonly paymentMethod: Scalars['String']['input'];
  /** How many items. */
  readonly quantity?: InputMaybe<Scalars['Int']['input']>;
};

/** Which intent, paid by which transaction. */
export type ConfirmPaymentIntentInput = {
  readonly id: Scalars['ID']['input'];
  readonly txHash?: InputMaybe<Scalars['String']['input']>;
};

/** How much of which payment goes back. */
export type ProcessRefundInput = {
  /** Its `id` or its `intentId`. */
  readonly paymentIntentId: Scalars['ID']['input'];
  /** All that is not refunded yet when neither amount is given. */
  readonly amount?: InputMaybe<Scalars['Float']['input']>;
  /** In the smallest unit. Where both are given they must agree. */
  readonly amountAtomic?: InputMaybe<Scalars['String']['input']>;
  readonly reason?: InputMaybe<Scalars['String']['input']>;
};

/** Of which drop, and where to. */
export type WithdrawProceedsInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly toAddress: Scalars['String']['input'];
};

/** Why a payment belongs to no intent by itself. */
export type UnmatchedPaymentReason =
  /** No intent of the sender's wallet waited for this amount of this coin. */
  | 'NO_INTENT'
  /** Several intents did. */
  | 'SEVERAL_INTENTS'
  /** The intent that it was for cannot take it. */
  | 'NOT_TAKEN';

/** What has become of an unmatched payment. */
export type UnmatchedPaymentState =
  /** The operator assigns or returns it, or its sender confirms it. */
  | 'OPEN'
  /** It counts for an intent. */
  | 'ASSIGNED'
  /** It is on its way back to its sender. */
  | 'RETURNING'
  /** It is back with its sender. */
  | 'RETURNED';

/** A transfer to the treasury that belongs to no payment intent. */
export type UnmatchedPayment = {
  readonly id: Scalars['ID']['output'];
  /** The transaction that brought it. */
  readonly txHash: Scalars['String']['output'];
  /** Its number among the transaction's transfers to the treasury, from 0. */
  readonly transferIndex: Scalars['Int']['output'];
  /** The wallet that paid. */
  readonly sender: Scalars['String']['output'];
  readonly coinType: Scalars['String']['output'];
  /** In the coin's smallest unit. */
  readonly amountAtomic: Scalars['String']['output'];
  readonly memo?: Maybe<Scalars['String']['output']>;
  readonly reason: UnmatchedPaymentReason;
  readonly state: UnmatchedPaymentState;
  /** The intent that it was assigned to. */
  readonly paymentIntentId?: Maybe<Scalars['ID']['output']>;
  /** The transaction that returned it. */
  readonly returnTxHash?: Maybe<Scalars['String']['output']>;
  /** Why the last try to return it did not succeed. The server tries again. */
  readonly problem?: Maybe<Scalars['String']['output']>;
  /** When it was paid. */
  readonly paidAt: Scalars['DateTime']['output'];
  /** When the server found it. */
  readonly createdAt: Scalars['DateTime']['output'];
};

/** Which unmatched payment is for which intent. */
export type AssignUnmatchedPaymentInput = {
  readonly id: Scalars['ID']['input'];
  /** Its `id` or its `intentId`. */
  readonly paymentIntentId: Scalars['ID']['input'];
};

/** Something happened to a payment or one of its refunds. */
export type PaymentUpdate = {
  /** The event's id: give it as `after` to go on from here. */
  readonly id: Scalars['ID']['output'];
  /** The event's name. */
  readonly type: Scalars['String']['output'];
  /** As it is now. */
  readonly paymentIntent: PaymentIntent;
  /** When it happened. */
  readonly timestamp: Scalars['DateTime']['output'];
};

/** The server that answers: what a page must know of it before anything else. */
export type Service = {
  /** `fake` or `sui`: on which chain claims are paid. */
  readonly chain: Scalars['String']['output'];
  /** Sui's name of the network; null on the fake chain, and where only the node's address is known. */
  readonly network?: Maybe<Scalars['String']['output']>;
  /** By the service's clock, which can be moved on the fake chain. */
  readonly now: Scalars['DateTime']['output'];
  /** What drops can be priced in; the first is the default. */
  readonly currencies: ReadonlyArray<Currency>;
  /** Of the server. */
  readonly version: Scalars['String']['output'];
};

/** What a drop can be priced in. */
export type Currency = {
  /** Such as `SUI`. */
  readonly code: Scalars['String']['output'];
  /** `0xPACKAGE::module::TYPE`. */
  readonly coinType: Scalars['String']['output'];
  /** Decimal places of its smallest unit. */
  readonly decimals: Scalars['Int']['output'];
  /** US dollars for one whole unit, as last known; 0 when it never was. */
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
  /** The database does not answer. */
  | 'store_unavailable'
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

/** Where a token stands on its way to the chain. */
export type TokenStatus =
  /** Not on the chain yet. */
  | 'PENDING'
  /** On the chain: drops of it can have vaults. */
  | 'DEPLOYED'
  /** Its publish transaction failed; another may be tried. */
  | 'FAILED';

/** What drops give out. Amounts are in base units. */
export type Token = {
  readonly id: Scalars['ID']['output'];
  readonly name: Scalars['String']['output'];
  /** Not unique. */
  readonly symbol: Scalars['String']['output'];
  /** Decimal places of its base unit, for show. */
  readonly decimals: Scalars['Int']['output'];
  readonly totalSupply: Scalars['BigInt']['output'];
  readonly description?: Maybe<Scalars['String']['output']>;
  readonly imageUrl?: Maybe<Scalars['String']['output']>;
  /** The coin's own object on the chain; null until it is deployed. */
  readonly address?: Maybe<Scalars['String']['output']>;
  /** The package that holds its module; null until it is deployed. */
  readonly packageId?: Maybe<Scalars['String']['output']>;
  /** `0xPACKAGE::module::TYPE`; null until it is deployed. */
  readonly coinType?: Maybe<Scalars['String']['output']>;
  readonly status: TokenStatus;
  /** Whether the coin was on the chain before it came here. */
  readonly isExternal: Scalars['Boolean']['output'];
  /** Minted to the service, which fills vaults from it. */
  readonly communityDropsReserve: Scalars['BigInt']['output'];
  /** Minted to its owner, for sale. */
  readonly publicSaleReserve: Scalars['BigInt']['output'];
  /** Minted to its owner. */
  readonly creatorReserve: Scalars['BigInt']['output'];
  readonly creator: User;
  /** Newest first, but the DRAFTs of others. */
  readonly drops: ReadonlyArray<Drop>;
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};


/** What drops give out. Amounts are in base units. */
export type TokenDropsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

/** A coin to be made, or one to be adopted. */
export type CreateTokenInput = {
  /** 1 to 120 characters. */
  readonly name: Scalars['String']['input'];
  /** 1 to 32 letters, digits or any of `_ $ . -`. */
  readonly symbol: Scalars['String']['input'];
  /** In base units; it becomes `totalSupply`. */
  readonly supply: Scalars['BigInt']['input'];
  readonly description?: InputMaybe<Scalars['String']['input']>;
  /** 0 to 18. */
  readonly decimals?: InputMaybe<Scalars['Int']['input']>;
  /** An http, https or ipfs URL, or a path of this server. */
  readonly imageUrl?: InputMaybe<Scalars['String']['input']>;
  /** A coin that the chain knows already, to be adopted: `0xPACKAGE::module::TYPE`. */
  readonly coinType?: InputMaybe<Scalars['String']['input']>;
  /** The whole supply when no reserve is given. */
  readonly communityDropsReserve?: InputMaybe<Scalars['BigInt']['input']>;
  readonly publicSaleReserve?: InputMaybe<Scalars['BigInt']['input']>;
  readonly creatorReserve?: InputMaybe<Scalars['BigInt']['input']>;
};

/** Which token, published by which wallet. */
export type PrepareTokenDeploymentInput = {
  readonly tokenId: Scalars['ID']['input'];
  /** The wallet that signs and pays. */
  readonly senderAddress: Scalars['String']['input'];
};

/** Which transaction published the token. */
export type ConfirmTokenDeploymentInput = {
  readonly tokenId: Scalars['ID']['input'];
  readonly txHash: Scalars['String']['input'];
};

/** Somebody with a credential. */
export type User = {
  readonly id: Scalars['ID']['output'];
  readonly username: Scalars['String']['output'];
  readonly displayName?: Maybe<Scalars['String']['output']>;
  /** Null for anyone but the user itself. */
  readonly email?: Maybe<Scalars['String']['output']>;
  readonly bio?: Maybe<Scalars['String']['output']>;
  /** The same as `avatar`. */
  readonly avatarUrl?: Maybe<Scalars['String']['output']>;
  /** The address of a picture. */
  readonly avatar?: Maybe<Scalars['String']['output']>;
  /** By whom the user is known: `local:<username>`, `wallet:<address>`, or an identity provider's subject. */
  readonly identityProviderId: Scalars['String']['output'];
  /** The wallet that the user has proved to hold. */
  readonly walletAddress?: Maybe<Scalars['String']['output']>;
  /** Newest first, but the DRAFTs of others. */
  readonly drops: ReadonlyArray<Drop>;
  readonly tokens: ReadonlyArray<Token>;
  /** Claims that the user made or that its wallet got. */
  readonly claims: ReadonlyArray<Claim>;
  /** But the DRAFTs of others. */
  readonly totalDrops: Scalars['Int']['output'];
  readonly totalClaims: Scalars['Int']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  readonly updatedAt: Scalars['DateTime']['output'];
};


/** Somebody with a credential. */
export type UserDropsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** Somebody with a credential. */
export type UserTokensArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};


/** Somebody with a credential. */
export type UserClaimsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

/** Only what is given changes; null clears it. */
export type UpdateProfileInput = {
  /** 1 to 80 characters. */
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  /** At most 1000 characters. */
  readonly bio?: InputMaybe<Scalars['String']['input']>;
  /** An http, https or ipfs URL, or a path of this server. */
  readonly avatar?: InputMaybe<Scalars['String']['input']>;
};

/** An address to which events are sent. */
export type Webhook = {
  readonly id: Scalars['ID']['output'];
  /** The same as `id`. */
  readonly webhookId: Scalars['String']['output'];
  readonly url: Scalars['String']['output'];
  /** Names of events; `*` and `drop.*` stand for several. */
  readonly events: ReadonlyArray<Scalars['String']['output']>;
  /** Given when it is made or exchanged, and never again. */
  readonly secret?: Maybe<Scalars['String']['output']>;
  /** One that is not gets nothing; a receiver that fails for five days is switched off. */
  readonly isActive: Scalars['Boolean']['output'];
  readonly createdAt: Scalars['DateTime']['output'];
  /** Newest first. */
  readonly deliveries: ReadonlyArray<WebhookDelivery>;
};


/** An address to which events are sent. */
export type WebhookDeliveriesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
};

/** One event on its way to a webhook. */
export type WebhookDelivery = {
  readonly id: Scalars['ID']['output'];
  /** The event's name. */
  readonly event: Scalars['String']['output'];
  /** How often it was tried; since it was sent again, where somebody asked for that. */
  readonly attempt: Scalars['Int']['output'];
  /** What the receiver answered last; null when it did not. */
  readonly statusCode?: Maybe<Scalars['Int']['output']>;
  /** What went wrong last. */
  readonly error?: Maybe<Scalars['String']['output']>;
  readonly deliveredAt?: Maybe<Scalars['DateTime']['output']>;
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  readonly status: WebhookDeliveryStatus;
  /** What is sent, whole: `{type, timestamp, data}`. Null once the event is gone. */
  readonly body?: Maybe<Scalars['JSON']['output']>;
};

/** Where a delivery stands. */
export type WebhookDeliveryStatus =
  /** It goes out at `nextAttemptAt`. */
  | 'PENDING'
  /** The receiver has taken it. */
  | 'DELIVERED'
  /** It was tried often enough, or the receiver wants no more. */
  | 'FAILED';

/** What came of a test. */
export type WebhookTestResult = {
  readonly success: Scalars['Boolean']['output'];
  /** What the receiver answered; null when it did not. */
  readonly statusCode?: Maybe<Scalars['Int']['output']>;
  readonly durationMs?: Maybe<Scalars['Int']['output']>;
  readonly error?: Maybe<Scalars['String']['output']>;
};

/** Where to send which events. */
export type RegisterWebhookInput = {
  /** An address that the world can reach, https in earnest. */
  readonly url: Scalars['String']['input'];
  /** Names of events, `drop.*` for an area, `*` for all; at most 50. */
  readonly events: ReadonlyArray<Scalars['String']['input']>;
};

/** Where to send which events. */
export type CreateWebhookInput = {
  /** An address that the world can reach, https in earnest. */
  readonly url: Scalars['String']['input'];
  /** Names of events, `drop.*` for an area, `*` for all; at most 50. */
  readonly events: ReadonlyArray<Scalars['String']['input']>;
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Only what is given changes. */
export type UpdateWebhookInput = {
  readonly id: Scalars['ID']['input'];
  readonly url?: InputMaybe<Scalars['String']['input']>;
  /** All that it gets from now on. */
  readonly events?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  /** Switched on again, its failures are forgotten. */
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Which webhook goes. */
export type DeleteWebhookInput = {
  readonly id: Scalars['ID']['input'];
};

/** Which webhook is tried. */
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
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  ClaimStatus: ClaimStatus;
  Claim: ResolverTypeWrapper<ClaimRecord>;
  ClaimDropResult: ResolverTypeWrapper<ClaimGrant>;
  ClaimParams: ResolverTypeWrapper<SignedVoucher>;
  DropInfo: ResolverTypeWrapper<DropInfo>;
  ClaimRandomDropResult: ResolverTypeWrapper<Omit<ClaimRandomDropResult, 'claim'> & { claim?: Maybe<ResolversTypes['Claim']> }>;
  EligibilityResult: ResolverTypeWrapper<Eligibility>;
  ClaimFilter: ClaimFilter;
  CreateClaimInput: CreateClaimInput;
  ConfirmClaimInput: ConfirmClaimInput;
  ClaimDropInput: ClaimDropInput;
  ClaimRandomDropInput: ClaimRandomDropInput;
  CheckEligibilityInput: CheckEligibilityInput;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ClaimNotification: ResolverTypeWrapper<ClaimNotificationSource>;
  DropType: DropType;
  ClaimType: ClaimType;
  DropStatus: DropStatus;
  ClaimAccess: ClaimAccess;
  Drop: ResolverTypeWrapper<DropRecord>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  DropDashboardStats: ResolverTypeWrapper<DropStats>;
  ClaimHistoryPoint: ResolverTypeWrapper<ClaimHistoryPoint>;
  DropActivity: ResolverTypeWrapper<DropActivity>;
  UpdateDropKeyResult: ResolverTypeWrapper<UpdateDropKeyResult>;
  PreparedTransaction: ResolverTypeWrapper<PreparedTransaction>;
  DropFilter: DropFilter;
  CreateDropInput: CreateDropInput;
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
  GatingCheckInput: GatingCheckInput;
  GatingRuleInput: GatingRuleInput;
  UpdateGatingConfigInput: UpdateGatingConfigInput;
  PaymentIntentStatus: PaymentIntentStatus;
  RefundStatus: RefundStatus;
  PaymentIntent: ResolverTypeWrapper<PaymentIntentRecord>;
  Refund: ResolverTypeWrapper<RefundRecord>;
  Proceeds: ResolverTypeWrapper<Proceeds>;
  Payout: ResolverTypeWrapper<PayoutRecord>;
  CreatePaymentIntentInput: CreatePaymentIntentInput;
  ConfirmPaymentIntentInput: ConfirmPaymentIntentInput;
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
  Service: ResolverTypeWrapper<Service>;
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
  Webhook: ResolverTypeWrapper<ShownWebhook>;
  WebhookDelivery: ResolverTypeWrapper<WebhookDeliveryRecord>;
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
  Query: Record<PropertyKey, never>;
  Mutation: Record<PropertyKey, never>;
  Boolean: Scalars['Boolean']['output'];
  Claim: ClaimRecord;
  ClaimDropResult: ClaimGrant;
  ClaimParams: SignedVoucher;
  DropInfo: DropInfo;
  ClaimRandomDropResult: Omit<ClaimRandomDropResult, 'claim'> & { claim?: Maybe<ResolversParentTypes['Claim']> };
  EligibilityResult: Eligibility;
  ClaimFilter: ClaimFilter;
  CreateClaimInput: CreateClaimInput;
  ConfirmClaimInput: ConfirmClaimInput;
  ClaimDropInput: ClaimDropInput;
  ClaimRandomDropInput: ClaimRandomDropInput;
  CheckEligibilityInput: CheckEligibilityInput;
  Subscription: Record<PropertyKey, never>;
  ClaimNotification: ClaimNotificationSource;
  Drop: DropRecord;
  Float: Scalars['Float']['output'];
  DropDashboardStats: DropStats;
  ClaimHistoryPoint: ClaimHistoryPoint;
  DropActivity: DropActivity;
  UpdateDropKeyResult: UpdateDropKeyResult;
  PreparedTransaction: PreparedTransaction;
  DropFilter: DropFilter;
  CreateDropInput: CreateDropInput;
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
  GatingCheckInput: GatingCheckInput;
  GatingRuleInput: GatingRuleInput;
  UpdateGatingConfigInput: UpdateGatingConfigInput;
  PaymentIntent: PaymentIntentRecord;
  Refund: RefundRecord;
  Proceeds: Proceeds;
  Payout: PayoutRecord;
  CreatePaymentIntentInput: CreatePaymentIntentInput;
  ConfirmPaymentIntentInput: ConfirmPaymentIntentInput;
  ProcessRefundInput: ProcessRefundInput;
  WithdrawProceedsInput: WithdrawProceedsInput;
  UnmatchedPayment: UnmatchedPaymentRecord;
  AssignUnmatchedPaymentInput: AssignUnmatchedPaymentInput;
  PaymentUpdate: PaymentUpdateSource;
  BigInt: Scalars['BigInt']['output'];
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  Service: Service;
  Currency: Currency;
  FailingJob: FailingJobRecord;
  Token: TokenRecord;
  CreateTokenInput: CreateTokenInput;
  PrepareTokenDeploymentInput: PrepareTokenDeploymentInput;
  ConfirmTokenDeploymentInput: ConfirmTokenDeploymentInput;
  User: UserRecord;
  UpdateProfileInput: UpdateProfileInput;
  Webhook: ShownWebhook;
  WebhookDelivery: WebhookDeliveryRecord;
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
  claims?: Resolver<ReadonlyArray<ResolversTypes['Claim']>, ParentType, ContextType, RequireFields<QueryClaimsArgs, 'limit'>>;
  claim?: Resolver<Maybe<ResolversTypes['Claim']>, ParentType, ContextType, RequireFields<QueryClaimArgs, 'id'>>;
  checkEligibility?: Resolver<ResolversTypes['EligibilityResult'], ParentType, ContextType, RequireFields<QueryCheckEligibilityArgs, 'input'>>;
  drops?: Resolver<ReadonlyArray<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<QueryDropsArgs, 'limit'>>;
  drop?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<QueryDropArgs, 'id'>>;
  dropByShortcode?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<QueryDropByShortcodeArgs, 'shortcode'>>;
  myDrops?: Resolver<ReadonlyArray<ResolversTypes['Drop']>, ParentType, ContextType, RequireFields<QueryMyDropsArgs, 'limit'>>;
  dropDashboardStats?: Resolver<Maybe<ResolversTypes['DropDashboardStats']>, ParentType, ContextType, RequireFields<QueryDropDashboardStatsArgs, 'id'>>;
  events?: Resolver<ReadonlyArray<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<QueryEventsArgs, 'limit'>>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<QueryEventArgs, 'id'>>;
  platformEvents?: Resolver<ReadonlyArray<ResolversTypes['PlatformEvent']>, ParentType, ContextType, Partial<QueryPlatformEventsArgs>>;
  checkGatingEligibility?: Resolver<Maybe<ResolversTypes['EligibilityResult']>, ParentType, ContextType, RequireFields<QueryCheckGatingEligibilityArgs, 'input'>>;
  gatingTemplates?: Resolver<ReadonlyArray<ResolversTypes['GatingTemplate']>, ParentType, ContextType>;
  unmatchedPayments?: Resolver<ReadonlyArray<ResolversTypes['UnmatchedPayment']>, ParentType, ContextType, RequireFields<QueryUnmatchedPaymentsArgs, 'limit'>>;
  paymentIntents?: Resolver<ReadonlyArray<ResolversTypes['PaymentIntent']>, ParentType, ContextType, RequireFields<QueryPaymentIntentsArgs, 'limit'>>;
  payouts?: Resolver<ReadonlyArray<ResolversTypes['Payout']>, ParentType, ContextType, RequireFields<QueryPayoutsArgs, 'dropId' | 'limit'>>;
  paymentIntent?: Resolver<Maybe<ResolversTypes['PaymentIntent']>, ParentType, ContextType, RequireFields<QueryPaymentIntentArgs, 'id'>>;
  failingJobs?: Resolver<ReadonlyArray<ResolversTypes['FailingJob']>, ParentType, ContextType, RequireFields<QueryFailingJobsArgs, 'limit'>>;
  service?: Resolver<ResolversTypes['Service'], ParentType, ContextType>;
  tokens?: Resolver<ReadonlyArray<ResolversTypes['Token']>, ParentType, ContextType, RequireFields<QueryTokensArgs, 'limit'>>;
  token?: Resolver<Maybe<ResolversTypes['Token']>, ParentType, ContextType, RequireFields<QueryTokenArgs, 'id'>>;
  users?: Resolver<ReadonlyArray<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryUsersArgs, 'limit'>>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryUserArgs, 'id'>>;
  me?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  webhooks?: Resolver<ReadonlyArray<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhooksArgs, 'limit'>>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhookArgs, 'id'>>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createApiKey?: Resolver<Maybe<ResolversTypes['CreatedApiKey']>, ParentType, ContextType, RequireFields<MutationCreateApiKeyArgs, 'input'>>;
  revokeApiKey?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<MutationRevokeApiKeyArgs, 'id'>>;
  prepareClaim?: Resolver<Maybe<ResolversTypes['PreparedTransaction']>, ParentType, ContextType, RequireFields<MutationPrepareClaimArgs, 'claimId'>>;
  createClaim?: Resolver<ResolversTypes['Claim'], ParentType, ContextType, RequireFields<MutationCreateClaimArgs, 'input'>>;
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

export type ClaimResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Claim'] = ResolversParentTypes['Claim']> = {
  id?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['ClaimStatus']>, ParentType, ContextType>;
  userAddress?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  streak?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sequence?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  txHash?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  claimedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  expiresAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  drop?: Resolver<Maybe<ResolversTypes['Drop']>, ParentType, ContextType>;
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
  claim?: Resolver<Maybe<ResolversTypes['Claim']>, ParentType, ContextType>;
};

export type EligibilityResultResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EligibilityResult'] = ResolversParentTypes['EligibilityResult']> = {
  eligible?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  retryable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  missingRequirements?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
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
  imageUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  communityId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  creator?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  token?: Resolver<Maybe<ResolversTypes['Token']>, ParentType, ContextType>;
  claims?: Resolver<ReadonlyArray<ResolversTypes['Claim']>, ParentType, ContextType, RequireFields<DropClaimsArgs, 'limit'>>;
  gatingConfig?: Resolver<Maybe<ResolversTypes['GatingConfig']>, ParentType, ContextType>;
  proceeds?: Resolver<Maybe<ResolversTypes['Proceeds']>, ParentType, ContextType>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isSoldOut?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
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

export type PaymentIntentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PaymentIntent'] = ResolversParentTypes['PaymentIntent']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  intentId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PaymentIntentStatus'], ParentType, ContextType>;
  statusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  amountAtomic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  receivedAtomic?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  quantity?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
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
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
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

export type WebhookResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  webhookId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  events?: Resolver<ReadonlyArray<ResolversTypes['String']>, ParentType, ContextType>;
  secret?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
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
  Claim?: ClaimResolvers<ContextType>;
  ClaimDropResult?: ClaimDropResultResolvers<ContextType>;
  ClaimParams?: ClaimParamsResolvers<ContextType>;
  DropInfo?: DropInfoResolvers<ContextType>;
  ClaimRandomDropResult?: ClaimRandomDropResultResolvers<ContextType>;
  EligibilityResult?: EligibilityResultResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  ClaimNotification?: ClaimNotificationResolvers<ContextType>;
  Drop?: DropResolvers<ContextType>;
  DropDashboardStats?: DropDashboardStatsResolvers<ContextType>;
  ClaimHistoryPoint?: ClaimHistoryPointResolvers<ContextType>;
  DropActivity?: DropActivityResolvers<ContextType>;
  UpdateDropKeyResult?: UpdateDropKeyResultResolvers<ContextType>;
  PreparedTransaction?: PreparedTransactionResolvers<ContextType>;
  DropUpdate?: DropUpdateResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  PlatformEvent?: PlatformEventResolvers<ContextType>;
  FileUpload?: FileUploadResolvers<ContextType>;
  GatingConfig?: GatingConfigResolvers<ContextType>;
  GatingRule?: GatingRuleResolvers<ContextType>;
  GatingTemplate?: GatingTemplateResolvers<ContextType>;
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
  Webhook?: WebhookResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  WebhookTestResult?: WebhookTestResultResolvers<ContextType>;
};
