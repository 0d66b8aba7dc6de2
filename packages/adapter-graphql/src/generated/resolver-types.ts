// Generated from schema/*.graphql by `npm run codegen -w @dropkit/adapter-graphql`. Do not edit.
import type { Instant } from '@dropkit/core';
import type { Json } from '@dropkit/core';
import type { SentJson } from '../scalars/scalars.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ApiKey as ApiKeyRecord, Claim as ClaimRecord, ClaimGrant, UsedClaimLink, SignedVoucher, BriefDrop as DropRecord, NewClaimLinks, NewKey, DropStats, RuleCheck, ObservedFact, EligibilityReplay as EligibilityReplayRecord, Eligibility, BriefEvent, Exemption as ExemptionRecord, FailingJob as FailingJobRecord, GatingConfig as GatingConfigRecord, GatingRule as GatingRuleRecord, GatingTemplate as GatingTemplateRecord, Lottery as LotteryRecord, EnteredDrop, LotteryWave as LotteryWaveRecord, PaymentIntent as PaymentIntentRecord, Payout as PayoutRecord, Refund as RefundRecord, UnmatchedPayment as UnmatchedPaymentRecord, Token as TokenRecord, User as UserRecord, WebhookDelivery as WebhookDeliveryRecord } from '@dropkit/core';
import type { ClaimNotificationSource, DropUpdateSource, PaymentUpdateSource } from '../resolvers/subscriptions/subscriptions.ts';
import type { RandomDropAnswer } from '../resolvers/claims.ts';
import type { ServiceSource } from '../resolvers/service.ts';
import type { ShownWebhook } from '../resolvers/webhooks.ts';
import type { Context } from '../context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  BigInt: { input: string; output: bigint; }
  DateTime: { input: Instant; output: Instant; }
  JSON: { input: Json; output: SentJson; }
};

export type CreateApiKeyInput = {
  readonly name: Scalars['String']['input'];
  readonly project?: InputMaybe<Scalars['String']['input']>;
  readonly requestsPerMinute?: InputMaybe<Scalars['Int']['input']>;
};

export type CreatePublishableKeyInput = {
  readonly name: Scalars['String']['input'];
  readonly project?: InputMaybe<Scalars['String']['input']>;
  readonly origins: ReadonlyArray<Scalars['String']['input']>;
  readonly requestsPerMinute?: InputMaybe<Scalars['Int']['input']>;
};

export type QueryClaimLinkArgs = {
  dropId: Scalars['ID']['input'];
  id: Scalars['ID']['input'];
};

export type QueryClaimLinksArgs = {
  dropId: Scalars['ID']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type QueryHumanChallengeArgs = {
  dropId: Scalars['ID']['input'];
  userAddress: Scalars['String']['input'];
};

export type QueryRecipientMessageArgs = {
  dropId: Scalars['ID']['input'];
  userAddress: Scalars['String']['input'];
  recipient: Scalars['String']['input'];
};

export type QueryClaimsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  filter?: InputMaybe<ClaimFilter>;
};

export type QueryClaimArgs = {
  id: Scalars['ID']['input'];
};

export type QueryCheckEligibilityArgs = {
  input: CheckEligibilityInput;
};

export type QueryDropsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  filter?: InputMaybe<DropFilter>;
};

export type QueryDropArgs = {
  id: Scalars['ID']['input'];
};

export type QueryDropByShortcodeArgs = {
  shortcode: Scalars['String']['input'];
};

export type QueryMyDropsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type QueryDropDashboardStatsArgs = {
  id: Scalars['ID']['input'];
};

export type QueryDropAnalyticsArgs = {
  id: Scalars['ID']['input'];
  interval?: InputMaybe<AnalyticsInterval>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

export type QueryEventsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['ID']['input']>;
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

export type QueryEventArgs = {
  id: Scalars['ID']['input'];
};

export type QueryPlatformEventsArgs = {
  dropId?: InputMaybe<Scalars['ID']['input']>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  since?: InputMaybe<Scalars['ID']['input']>;
};

export type QueryCheckGatingEligibilityArgs = {
  input: GatingCheckInput;
};

export type QueryReplayEligibilityArgs = {
  input: ReplayEligibilityInput;
};

export type QueryExemptionsArgs = {
  dropId: Scalars['ID']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type QueryLotteryEntryArgs = {
  dropId: Scalars['ID']['input'];
  userAddress: Scalars['String']['input'];
};

export type QueryLotteryWalletsArgs = {
  dropId: Scalars['ID']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
};

export type QueryUnmatchedPaymentsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  state?: InputMaybe<UnmatchedPaymentState>;
};

export type QueryPaymentIntentsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
  dropId?: InputMaybe<Scalars['ID']['input']>;
  status?: InputMaybe<PaymentIntentStatus>;
};

export type QueryPayoutsArgs = {
  dropId: Scalars['ID']['input'];
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type QueryPaymentIntentArgs = {
  id: Scalars['ID']['input'];
};

export type QueryFailingJobsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  kind?: InputMaybe<Scalars['String']['input']>;
  dropId?: InputMaybe<Scalars['ID']['input']>;
};

export type QueryTokensArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type QueryTokenArgs = {
  id: Scalars['ID']['input'];
};

export type QueryUsersArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type QueryUserArgs = {
  id: Scalars['ID']['input'];
};

export type QueryCreatorArgs = {
  username: Scalars['String']['input'];
};

export type QueryPublicDropsArgs = {
  username: Scalars['String']['input'];
  phase?: InputMaybe<DropPhase>;
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type QueryWebhooksArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type QueryWebhookArgs = {
  id: Scalars['ID']['input'];
};

export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};

export type MutationCreatePublishableKeyArgs = {
  input: CreatePublishableKeyInput;
};

export type MutationRevokeApiKeyArgs = {
  id: Scalars['ID']['input'];
};

export type MutationCreateClaimLinksArgs = {
  input: CreateClaimLinksInput;
};

export type MutationRevokeClaimLinksArgs = {
  input: RevokeClaimLinksInput;
};

export type MutationClaimWithLinkArgs = {
  input: ClaimWithLinkInput;
};

export type MutationPrepareClaimArgs = {
  claimId: Scalars['ID']['input'];
};

export type MutationCreateClaimArgs = {
  input: CreateClaimInput;
};

export type MutationPrepareSponsoredClaimArgs = {
  claimId: Scalars['ID']['input'];
};

export type MutationSubmitSponsoredClaimArgs = {
  input: SubmitSponsoredClaimInput;
};

export type MutationConfirmClaimArgs = {
  input: ConfirmClaimInput;
};

export type MutationClaimDropArgs = {
  input: ClaimDropInput;
};

export type MutationClaimRandomDropArgs = {
  input: ClaimRandomDropInput;
};

export type MutationCreateDropArgs = {
  input: CreateDropInput;
};

export type MutationUpdateDropArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  input: UpdateDropInput;
};

export type MutationDeleteDropArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  input?: InputMaybe<DeleteDropInput>;
};

export type MutationUpdateDropKeyArgs = {
  input: UpdateDropKeyInput;
};

export type MutationPrepareDropFundingArgs = {
  input: PrepareDropFundingInput;
};

export type MutationUploadFileArgs = {
  input: UploadFileInput;
};

export type MutationDeleteFileArgs = {
  input: DeleteFileInput;
};

export type MutationUpdateGatingConfigArgs = {
  dropId: Scalars['ID']['input'];
  input: UpdateGatingConfigInput;
};

export type MutationGrantExemptionArgs = {
  input: GrantExemptionInput;
};

export type MutationRevokeExemptionArgs = {
  id: Scalars['ID']['input'];
};

export type MutationEnterDropArgs = {
  input: EnterDropInput;
};

export type MutationCreatePaymentIntentArgs = {
  input: CreatePaymentIntentInput;
};

export type MutationConfirmPaymentIntentArgs = {
  id?: InputMaybe<Scalars['ID']['input']>;
  txHash?: InputMaybe<Scalars['String']['input']>;
  input?: InputMaybe<ConfirmPaymentIntentInput>;
};

export type MutationCancelPaymentIntentArgs = {
  id: Scalars['ID']['input'];
};

export type MutationApprovePaymentIntentArgs = {
  id: Scalars['ID']['input'];
  seen?: InputMaybe<SeenPaymentInput>;
};

export type MutationProcessRefundArgs = {
  input: ProcessRefundInput;
};

export type MutationAssignUnmatchedPaymentArgs = {
  input: AssignUnmatchedPaymentInput;
};

export type MutationReturnUnmatchedPaymentArgs = {
  id: Scalars['ID']['input'];
};

export type MutationWithdrawProceedsArgs = {
  input: WithdrawProceedsInput;
};

export type MutationRetryRefundArgs = {
  id: Scalars['ID']['input'];
};

export type MutationRetryPayoutArgs = {
  id: Scalars['ID']['input'];
};

export type MutationRetryJobArgs = {
  kind: Scalars['String']['input'];
  subject: Scalars['ID']['input'];
};

export type MutationCreateTokenArgs = {
  input: CreateTokenInput;
};

export type MutationPrepareTokenDeploymentArgs = {
  input: PrepareTokenDeploymentInput;
};

export type MutationConfirmTokenDeploymentArgs = {
  input: ConfirmTokenDeploymentInput;
};

export type MutationUpdateProfileArgs = {
  input: UpdateProfileInput;
};

export type MutationRegisterWebhookArgs = {
  input: RegisterWebhookInput;
};

export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};

export type MutationUpdateWebhookArgs = {
  input: UpdateWebhookInput;
};

export type MutationDeleteWebhookArgs = {
  input: DeleteWebhookInput;
};

export type MutationTestWebhookArgs = {
  input: TestWebhookInput;
};

export type MutationRotateWebhookSecretArgs = {
  id: Scalars['ID']['input'];
};

export type MutationResendWebhookDeliveryArgs = {
  id: Scalars['ID']['input'];
};

export type ClaimLinkStatus =
  | 'ACTIVE'
  | 'USED'
  | 'REVOKED'
  | 'EXPIRED';

export type CreateClaimLinksInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly publicKeys?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly count?: InputMaybe<Scalars['Int']['input']>;
  readonly amount?: InputMaybe<Scalars['String']['input']>;
  readonly expiresAt?: InputMaybe<Scalars['DateTime']['input']>;
};

export type RevokeClaimLinksInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly ids: ReadonlyArray<Scalars['ID']['input']>;
};

export type ClaimWithLinkInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly linkId: Scalars['ID']['input'];
  readonly userAddress: Scalars['String']['input'];
  readonly signature: Scalars['String']['input'];
  readonly amount?: InputMaybe<Scalars['String']['input']>;
  readonly humanProof?: InputMaybe<Scalars['String']['input']>;
};

export type ClaimStatus =
  | 'PENDING'
  | 'SUBMITTED'
  | 'CONFIRMED'
  | 'FAILED'
  | 'EXPIRED';

export type ClaimReceipt = {
  readonly text: Scalars['String']['output'];
  readonly publicKey: Scalars['String']['output'];
  readonly signature: Scalars['String']['output'];
};

export type DropInfo = {
  readonly dropObjectId?: Maybe<Scalars['String']['output']>;
  readonly packageId?: Maybe<Scalars['String']['output']>;
  readonly coinType?: Maybe<Scalars['String']['output']>;
};

export type ClaimFilter = {
  readonly dropId?: InputMaybe<Scalars['ID']['input']>;
  readonly status?: InputMaybe<ClaimStatus>;
  readonly userAddress?: InputMaybe<Scalars['String']['input']>;
};

export type RecipientInput = {
  readonly message: Scalars['String']['input'];
  readonly signature: Scalars['String']['input'];
};

export type CreateClaimInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly userAddress: Scalars['String']['input'];
  readonly amount?: InputMaybe<Scalars['String']['input']>;
  readonly humanProof?: InputMaybe<Scalars['String']['input']>;
  readonly recipient?: InputMaybe<RecipientInput>;
};

export type ConfirmClaimInput = {
  readonly claimId: Scalars['ID']['input'];
  readonly txHash: Scalars['String']['input'];
};

export type SponsoredTransaction = {
  readonly transactionBytes: Scalars['String']['output'];
  readonly sponsorship: Scalars['String']['output'];
};

export type SubmitSponsoredClaimInput = {
  readonly sponsorship: Scalars['String']['input'];
  readonly signature: Scalars['String']['input'];
};

export type ClaimDropInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly amount?: InputMaybe<Scalars['String']['input']>;
  readonly userAddress: Scalars['String']['input'];
  readonly humanProof?: InputMaybe<Scalars['String']['input']>;
  readonly recipient?: InputMaybe<RecipientInput>;
};

export type ClaimRandomDropInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly userAddress: Scalars['String']['input'];
  readonly humanProof?: InputMaybe<Scalars['String']['input']>;
  readonly recipient?: InputMaybe<RecipientInput>;
};

export type CheckEligibilityInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly walletAddress: Scalars['String']['input'];
};

export type HumanCheck =
  | 'NONE'
  | 'PROOF_OF_WORK'
  | 'TURNSTILE';

export type HumanChallenge = {
  readonly check: HumanCheck;
  readonly text: Scalars['String']['output'];
  readonly difficulty?: Maybe<Scalars['Int']['output']>;
  readonly cost?: Maybe<Scalars['Int']['output']>;
  readonly siteKey?: Maybe<Scalars['String']['output']>;
  readonly expiresAt?: Maybe<Scalars['DateTime']['output']>;
};

export type SubscriptionClaimNotificationsArgs = {
  userId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type SubscriptionDropUpdatesArgs = {
  dropId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type SubscriptionEventStreamArgs = {
  types?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type SubscriptionPaymentUpdatesArgs = {
  paymentIntentId: Scalars['ID']['input'];
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type DropType =
  | 'TOKEN'
  | 'NFT';

export type Randomness =
  | 'INSTANT'
  | 'BEACON';

export type Beacon = {
  readonly chainHash: Scalars['String']['output'];
  readonly scheme: Scalars['String']['output'];
  readonly publicKey: Scalars['String']['output'];
  readonly genesisAt: Scalars['DateTime']['output'];
  readonly periodMs: Scalars['Int']['output'];
};

export type ClaimType =
  | 'REGULAR'
  | 'STREAK'
  | 'ELITE';

export type DropStatus =
  | 'DRAFT'
  | 'SCHEDULED'
  | 'ACTIVE'
  | 'PAUSED'
  | 'SOLD_OUT'
  | 'ENDED'
  | 'CANCELLED';

export type ClaimAccess =
  | 'OPEN'
  | 'WALLET'
  | 'OWNER';

export type ClaimDelivery =
  | 'WALLET'
  | 'SPONSORED'
  | 'SERVER';

export type DropClaimsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type DropDashboardStatsClaimHistoryArgs = {
  points?: InputMaybe<Scalars['Int']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

export type ClaimHistoryPoint = {
  readonly at: Scalars['DateTime']['output'];
  readonly claims: Scalars['Int']['output'];
  readonly amount: Scalars['String']['output'];
};

export type AnalyticsInterval =
  | 'HOUR'
  | 'DAY';

export type DropAnalytics = {
  readonly interval: AnalyticsInterval;
  readonly from: Scalars['DateTime']['output'];
  readonly to: Scalars['DateTime']['output'];
  readonly views: Scalars['Int']['output'];
  readonly wallets: Scalars['Int']['output'];
  readonly tries: Scalars['Int']['output'];
  readonly claims: Scalars['Int']['output'];
  readonly conversion?: Maybe<Scalars['Float']['output']>;
  readonly refusals: ReadonlyArray<RefusalCount>;
  readonly points: ReadonlyArray<AnalyticsPoint>;
};

export type RefusalCount = {
  readonly code: Scalars['String']['output'];
  readonly count: Scalars['Int']['output'];
};

export type AnalyticsPoint = {
  readonly at: Scalars['DateTime']['output'];
  readonly views: Scalars['Int']['output'];
  readonly wallets: Scalars['Int']['output'];
  readonly tries: Scalars['Int']['output'];
  readonly claims: Scalars['Int']['output'];
};

export type DropActivity = {
  readonly id: Scalars['ID']['output'];
  readonly type: Scalars['String']['output'];
  readonly description: Scalars['String']['output'];
  readonly timestamp: Scalars['DateTime']['output'];
};

export type UpdateDropKeyResult = {
  readonly success: Scalars['Boolean']['output'];
  readonly newPublicKey?: Maybe<Scalars['String']['output']>;
  readonly newPrivateKey?: Maybe<Scalars['String']['output']>;
  readonly transactionDigest?: Maybe<Scalars['String']['output']>;
  readonly error?: Maybe<Scalars['String']['output']>;
};

export type PreparedTransaction = {
  readonly transactionBytes: Scalars['String']['output'];
};

export type DropFilter = {
  readonly status?: InputMaybe<DropStatus>;
  readonly type?: InputMaybe<DropType>;
  readonly claimType?: InputMaybe<ClaimType>;
  readonly creatorId?: InputMaybe<Scalars['ID']['input']>;
  readonly tokenId?: InputMaybe<Scalars['ID']['input']>;
  readonly communityId?: InputMaybe<Scalars['String']['input']>;
};

export type CreateDropInput = {
  readonly title: Scalars['String']['input'];
  readonly type: DropType;
  readonly claimType: ClaimType;
  readonly maxAmount: Scalars['String']['input'];
  readonly existingTokenId?: InputMaybe<Scalars['String']['input']>;
  readonly description?: InputMaybe<Scalars['String']['input']>;
  readonly tokenAmount?: InputMaybe<Scalars['String']['input']>;
  readonly randomness?: InputMaybe<Randomness>;
  readonly estimatedValueUsd?: InputMaybe<Scalars['Float']['input']>;
  readonly startsAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly claimDeadline?: InputMaybe<Scalars['DateTime']['input']>;
  readonly status?: InputMaybe<DropStatus>;
  readonly shortcode?: InputMaybe<Scalars['String']['input']>;
  readonly maxPerWallet?: InputMaybe<Scalars['Int']['input']>;
  readonly claimAccess?: InputMaybe<ClaimAccess>;
  readonly isLinkOnly?: InputMaybe<Scalars['Boolean']['input']>;
  readonly admission?: InputMaybe<Admission>;
  readonly entriesCloseAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly claimWindowSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly delivery?: InputMaybe<ClaimDelivery>;
  readonly humanCheck?: InputMaybe<HumanCheck>;
  readonly embedOrigins?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly imageUrl?: InputMaybe<Scalars['String']['input']>;
  readonly price?: InputMaybe<Scalars['Float']['input']>;
  readonly currency?: InputMaybe<Scalars['String']['input']>;
  readonly supply?: InputMaybe<Scalars['Int']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly gatingId?: InputMaybe<Scalars['String']['input']>;
  readonly communityId?: InputMaybe<Scalars['String']['input']>;
  readonly collection?: InputMaybe<CollectionInput>;
  readonly tokenName?: InputMaybe<Scalars['String']['input']>;
  readonly tokenSymbol?: InputMaybe<Scalars['String']['input']>;
  readonly tokenDescription?: InputMaybe<Scalars['String']['input']>;
};

export type CollectionInput = {
  readonly pieceImageUrl?: InputMaybe<Scalars['String']['input']>;
  readonly attributes?: InputMaybe<ReadonlyArray<PieceAttributeInput>>;
  readonly manifestUrl?: InputMaybe<Scalars['String']['input']>;
  readonly royaltyPercent?: InputMaybe<Scalars['Float']['input']>;
  readonly owner?: InputMaybe<Scalars['String']['input']>;
};

export type PieceAttributeInput = {
  readonly name: Scalars['String']['input'];
  readonly value: Scalars['String']['input'];
};

export type CollectionPiecesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['Int']['input']>;
};

export type Piece = {
  readonly number: Scalars['Int']['output'];
  readonly name?: Maybe<Scalars['String']['output']>;
  readonly imageUrl?: Maybe<Scalars['String']['output']>;
  readonly attributes: ReadonlyArray<PieceAttribute>;
};

export type PieceAttribute = {
  readonly name: Scalars['String']['output'];
  readonly value: Scalars['String']['output'];
};

export type UpdateDropInput = {
  readonly id?: InputMaybe<Scalars['ID']['input']>;
  readonly title?: InputMaybe<Scalars['String']['input']>;
  readonly description?: InputMaybe<Scalars['String']['input']>;
  readonly claimType?: InputMaybe<ClaimType>;
  readonly maxAmount?: InputMaybe<Scalars['String']['input']>;
  readonly tokenAmount?: InputMaybe<Scalars['String']['input']>;
  readonly randomness?: InputMaybe<Randomness>;
  readonly estimatedValueUsd?: InputMaybe<Scalars['Float']['input']>;
  readonly claimDeadline?: InputMaybe<Scalars['DateTime']['input']>;
  readonly status?: InputMaybe<DropStatus>;
  readonly imageUrl?: InputMaybe<Scalars['String']['input']>;
  readonly price?: InputMaybe<Scalars['Float']['input']>;
  readonly supply?: InputMaybe<Scalars['Int']['input']>;
  readonly startsAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly maxPerWallet?: InputMaybe<Scalars['Int']['input']>;
  readonly claimAccess?: InputMaybe<ClaimAccess>;
  readonly isLinkOnly?: InputMaybe<Scalars['Boolean']['input']>;
  readonly admission?: InputMaybe<Admission>;
  readonly entriesCloseAt?: InputMaybe<Scalars['DateTime']['input']>;
  readonly claimWindowSeconds?: InputMaybe<Scalars['Int']['input']>;
  readonly delivery?: InputMaybe<ClaimDelivery>;
  readonly humanCheck?: InputMaybe<HumanCheck>;
  readonly embedOrigins?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly gatingId?: InputMaybe<Scalars['String']['input']>;
  readonly metadata?: InputMaybe<Scalars['JSON']['input']>;
  readonly shortcode?: InputMaybe<Scalars['String']['input']>;
};

export type DeleteDropInput = {
  readonly id: Scalars['ID']['input'];
};

export type UpdateDropKeyInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly reason: Scalars['String']['input'];
  readonly newPrivateKey?: InputMaybe<Scalars['String']['input']>;
};

export type PrepareDropFundingInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly senderAddress: Scalars['String']['input'];
  readonly amount?: InputMaybe<Scalars['String']['input']>;
};

export type FileUpload = {
  readonly url: Scalars['String']['output'];
  readonly filename: Scalars['String']['output'];
  readonly size: Scalars['Int']['output'];
  readonly contentType: Scalars['String']['output'];
};

export type UploadFileInput = {
  readonly file: Scalars['String']['input'];
  readonly filename: Scalars['String']['input'];
  readonly contentType: Scalars['String']['input'];
};

export type DeleteFileInput = {
  readonly url: Scalars['String']['input'];
};

export type EligibilityCheckResult =
  | 'PASS'
  | 'FAIL'
  | 'UNKNOWN';

export type SignedEligibility = {
  readonly statement: Scalars['String']['output'];
  readonly signature: Scalars['String']['output'];
  readonly publicKey: Scalars['String']['output'];
};

export type ReplayEligibilityInput = {
  readonly statement: Scalars['String']['input'];
  readonly signature: Scalars['String']['input'];
};

export type GrantExemptionInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly walletAddress: Scalars['String']['input'];
  readonly reason: Scalars['String']['input'];
};

export type GatingCheckInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly walletAddress: Scalars['String']['input'];
};

export type GatingRuleInput = {
  readonly key: Scalars['String']['input'];
  readonly operator: Scalars['String']['input'];
  readonly value: Scalars['String']['input'];
  readonly description?: InputMaybe<Scalars['String']['input']>;
};

export type UpdateGatingConfigInput = {
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
  readonly rules?: InputMaybe<ReadonlyArray<GatingRuleInput>>;
};

export type Admission =
  | 'FIRST_COME'
  | 'LOTTERY';

export type LotteryPhase =
  | 'OPEN'
  | 'FREEZING'
  | 'FROZEN'
  | 'RANKING'
  | 'DRAWN';

export type LotteryEntryState =
  | 'ENTERED'
  | 'ADMITTED'
  | 'WAITING'
  | 'WINDOW_ENDED';

export type InclusionProof = {
  readonly index: Scalars['Int']['output'];
  readonly size: Scalars['Int']['output'];
  readonly path: ReadonlyArray<Scalars['String']['output']>;
};

export type EnterDropInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly userAddress: Scalars['String']['input'];
  readonly humanProof?: InputMaybe<Scalars['String']['input']>;
};

export type PaymentIntentStatus =
  | 'PENDING'
  | 'PROCESSING'
  | 'CONFIRMED'
  | 'REQUIRES_REVIEW'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED';

export type RefundStatus =
  | 'PENDING'
  | 'SUCCEEDED'
  | 'FAILED';

export type Proceeds = {
  readonly receivedAtomic: Scalars['String']['output'];
  readonly refundedAtomic: Scalars['String']['output'];
  readonly paidOutAtomic: Scalars['String']['output'];
  readonly withdrawableAtomic: Scalars['String']['output'];
  readonly currency: Scalars['String']['output'];
};

export type CreatePaymentIntentInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly walletAddress: Scalars['String']['input'];
  readonly paymentMethod: Scalars['String']['input'];
  readonly quantity?: InputMaybe<Scalars['Int']['input']>;
  readonly humanProof?: InputMaybe<Scalars['String']['input']>;
};

export type ConfirmPaymentIntentInput = {
  readonly id: Scalars['ID']['input'];
  readonly txHash?: InputMaybe<Scalars['String']['input']>;
};

export type SeenPaymentInput = {
  readonly txHash: Scalars['String']['input'];
  readonly receivedAtomic: Scalars['String']['input'];
  readonly receivedCoinType: Scalars['String']['input'];
  readonly status?: InputMaybe<PaymentIntentStatus>;
};

export type ProcessRefundInput = {
  readonly paymentIntentId: Scalars['ID']['input'];
  readonly amount?: InputMaybe<Scalars['Float']['input']>;
  readonly amountAtomic?: InputMaybe<Scalars['String']['input']>;
  readonly reason?: InputMaybe<Scalars['String']['input']>;
  readonly seen?: InputMaybe<SeenPaymentInput>;
};

export type WithdrawProceedsInput = {
  readonly dropId: Scalars['ID']['input'];
  readonly toAddress: Scalars['String']['input'];
};

export type UnmatchedPaymentReason =
  | 'NO_INTENT'
  | 'SEVERAL_INTENTS'
  | 'NOT_TAKEN';

export type UnmatchedPaymentState =
  | 'OPEN'
  | 'ASSIGNED'
  | 'RETURNING'
  | 'RETURNED';

export type AssignUnmatchedPaymentInput = {
  readonly id: Scalars['ID']['input'];
  readonly paymentIntentId: Scalars['ID']['input'];
};

export type Currency = {
  readonly code: Scalars['String']['output'];
  readonly coinType: Scalars['String']['output'];
  readonly decimals: Scalars['Int']['output'];
  readonly usdRate: Scalars['Float']['output'];
};

export type JobFailureClass =
  | 'chain_unavailable'
  | 'chain_refused'
  | 'waiting'
  | 'limit_reached'
  | 'store_unavailable'
  | 'beacon_unavailable'
  | 'error';

export type TokenStatus =
  | 'PENDING'
  | 'DEPLOYED'
  | 'FAILED';

export type TokenDropsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type CreateTokenInput = {
  readonly name: Scalars['String']['input'];
  readonly symbol: Scalars['String']['input'];
  readonly supply: Scalars['BigInt']['input'];
  readonly description?: InputMaybe<Scalars['String']['input']>;
  readonly decimals?: InputMaybe<Scalars['Int']['input']>;
  readonly imageUrl?: InputMaybe<Scalars['String']['input']>;
  readonly coinType?: InputMaybe<Scalars['String']['input']>;
  readonly communityDropsReserve?: InputMaybe<Scalars['BigInt']['input']>;
  readonly publicSaleReserve?: InputMaybe<Scalars['BigInt']['input']>;
  readonly creatorReserve?: InputMaybe<Scalars['BigInt']['input']>;
};

export type PrepareTokenDeploymentInput = {
  readonly tokenId: Scalars['ID']['input'];
  readonly senderAddress: Scalars['String']['input'];
};

export type ConfirmTokenDeploymentInput = {
  readonly tokenId: Scalars['ID']['input'];
  readonly txHash: Scalars['String']['input'];
};

export type UserDropsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type UserTokensArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type UserClaimsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['ID']['input']>;
};

export type UpdateProfileInput = {
  readonly displayName?: InputMaybe<Scalars['String']['input']>;
  readonly bio?: InputMaybe<Scalars['String']['input']>;
  readonly avatar?: InputMaybe<Scalars['String']['input']>;
  readonly logo?: InputMaybe<Scalars['String']['input']>;
  readonly cover?: InputMaybe<Scalars['String']['input']>;
  readonly accentColor?: InputMaybe<Scalars['String']['input']>;
  readonly links?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

export type DropPhase =
  | 'LIVE'
  | 'SCHEDULED'
  | 'ENDED';

export type StoredBytes = {
  readonly used: Scalars['BigInt']['output'];
  readonly limit: Scalars['BigInt']['output'];
};

export type WebhookDeliveriesArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<WebhookDeliveryStatus>;
};

export type WebhookCircuit =
  | 'CLOSED'
  | 'OPEN';

export type WebhookDeliveryAttemptsArgs = {
  limit?: InputMaybe<Scalars['Int']['input']>;
  after?: InputMaybe<Scalars['Int']['input']>;
};

export type WebhookAttempt = {
  readonly number: Scalars['Int']['output'];
  readonly at: Scalars['DateTime']['output'];
  readonly statusCode?: Maybe<Scalars['Int']['output']>;
  readonly error?: Maybe<Scalars['String']['output']>;
  readonly durationMs?: Maybe<Scalars['Int']['output']>;
  readonly nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
};

export type WebhookDeliveryStatus =
  | 'PENDING'
  | 'DELIVERED'
  | 'FAILED';

export type WebhookTestResult = {
  readonly success: Scalars['Boolean']['output'];
  readonly statusCode?: Maybe<Scalars['Int']['output']>;
  readonly durationMs?: Maybe<Scalars['Int']['output']>;
  readonly error?: Maybe<Scalars['String']['output']>;
};

export type RegisterWebhookInput = {
  readonly url: Scalars['String']['input'];
  readonly events: ReadonlyArray<Scalars['String']['input']>;
};

export type CreateWebhookInput = {
  readonly url: Scalars['String']['input'];
  readonly events: ReadonlyArray<Scalars['String']['input']>;
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
};

export type UpdateWebhookInput = {
  readonly id: Scalars['ID']['input'];
  readonly url?: InputMaybe<Scalars['String']['input']>;
  readonly events?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
  readonly isActive?: InputMaybe<Scalars['Boolean']['input']>;
};

export type DeleteWebhookInput = {
  readonly id: Scalars['ID']['input'];
};

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
  ClaimRandomDropResult: ResolverTypeWrapper<RandomDropAnswer>;
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
  Event: ResolverTypeWrapper<BriefEvent>;
  PlatformEvent: ResolverTypeWrapper<BriefEvent>;
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
  ClaimRandomDropResult: RandomDropAnswer;
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
  Event: BriefEvent;
  PlatformEvent: BriefEvent;
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
  hasAllPublicKeys?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
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
