// Generated from the operations (src/**/*.graphql) and the schema by `npm run codegen -w @dropkit/web`. Do not edit.
import type { Document } from '@dropkit/client'
export type * from '@dropkit/client'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
import type * as Types from '@dropkit/client';

export type ServiceTimeQueryVariables = Exact<{ [key: string]: never; }>;

export type ServiceTimeQuery = { readonly service: { readonly now: string } };

export type UploadFileMutationVariables = Exact<{
  input: Types.UploadFileInput;
}>;

export type UploadFileMutation = { readonly uploadFile: { readonly url: string, readonly filename: string, readonly size: number, readonly contentType: string } | null };

export type WhoAsksQueryVariables = Exact<{ [key: string]: never; }>;

export type WhoAsksQuery = { readonly me: { readonly id: string, readonly username: string } | null };

export type ClaimableDropStateFragment = { readonly id: string, readonly status: Types.DropStatus, readonly maxAmount: string | null, readonly supply: number | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly updatedAt: string };

export type ClaimableDropFragment = (
  { readonly title: string, readonly description: string | null, readonly type: Types.DropType, readonly claimType: Types.ClaimType, readonly claimAccess: Types.ClaimAccess, readonly isLinkOnly: boolean, readonly delivery: Types.ClaimDelivery, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly tokenAmount: string | null, readonly randomness: Types.Randomness | null, readonly admission: Types.Admission, readonly maxPerWallet: number | null, readonly imageUrl: string | null, readonly randomnessCommitment: string | null, readonly creator: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly avatarUrl: string | null, readonly bio: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null }, readonly token: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly imageUrl: string | null } | null, readonly gatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<{ readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }> } | null }
  & ClaimableDropStateFragment
);

export type ClaimableDropAtQueryVariables = Exact<{
  place: string;
  id: string;
  mayBeId: boolean;
}>;

export type ClaimableDropAtQuery = { readonly byId?: ClaimableDropFragment | null, readonly byShortcode: ClaimableDropFragment | null };

export type OtherDropQueryVariables = Exact<{
  id: string;
}>;

export type OtherDropQuery = { readonly drop: { readonly id: string, readonly title: string, readonly shortcode: string | null } | null };

export type WatchDropSubscriptionVariables = Exact<{
  dropId: string;
}>;

export type WatchDropSubscription = { readonly dropUpdates: { readonly type: string, readonly drop: ClaimableDropStateFragment } };

export type RuleCheckFragment = { readonly result: Types.EligibilityCheckResult, readonly needed: string, readonly rule: { readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }, readonly facts: ReadonlyArray<{ readonly source: string, readonly subject: string, readonly value: string | null, readonly observedAt: string | null }> };

export type WalletEligibilityQueryVariables = Exact<{
  dropId: string;
  address: string;
}>;

export type WalletEligibilityQuery = { readonly byEverything: { readonly eligible: boolean, readonly retryable: boolean, readonly reason: string | null, readonly missingRequirements: ReadonlyArray<string> }, readonly byRules: { readonly eligible: boolean, readonly retryable: boolean, readonly reason: string | null, readonly missingRequirements: ReadonlyArray<string>, readonly checks: ReadonlyArray<RuleCheckFragment> } | null };

export type MyClaimFragment = { readonly id: string | null, readonly amount: string | null, readonly status: Types.ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly sequence: number | null, readonly streak: number | null, readonly txHash: string | null, readonly createdAt: string | null, readonly revealsAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null };

export type MyClaimsQueryVariables = Exact<{
  dropId: string;
  address: string;
}>;

export type MyClaimsQuery = { readonly claims: ReadonlyArray<MyClaimFragment> };

export type MyReceiptQueryVariables = Exact<{
  claimId: string;
}>;

export type MyReceiptQuery = { readonly claim: { readonly receipt: { readonly text: string, readonly publicKey: string, readonly signature: string } | null } | null };

export type MyPaymentFragment = { readonly id: string, readonly intentId: string, readonly status: Types.PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly currency: string, readonly coinType: string, readonly quantity: number, readonly itemsLeft: number, readonly walletAddress: string, readonly paymentUrl: string, readonly txHash: string | null, readonly expiresAt: string, readonly createdAt: string };

export type MyPaymentsQueryVariables = Exact<{
  dropId: string;
}>;

export type MyPaymentsQuery = { readonly paymentIntents: ReadonlyArray<MyPaymentFragment> };

export type WatchMyPaymentSubscriptionVariables = Exact<{
  paymentIntentId: string;
}>;

export type WatchMyPaymentSubscription = { readonly paymentUpdates: { readonly type: string, readonly paymentIntent: { readonly id: string, readonly status: Types.PaymentIntentStatus } } };

export type CancelMyPaymentMutationVariables = Exact<{
  id: string;
}>;

export type CancelMyPaymentMutation = { readonly cancelPaymentIntent: { readonly id: string } | null };

export type LotteryNowQueryVariables = Exact<{
  dropId: string;
  address: string;
  isConnected: boolean;
}>;

export type LotteryNowQuery = { readonly drop: { readonly id: string, readonly entriesCloseAt: string | null, readonly lottery: { readonly phase: Types.LotteryPhase, readonly entries: number, readonly drawsAt: string | null } | null } | null, readonly lotteryEntry?: { readonly userAddress: string, readonly state: Types.LotteryEntryState, readonly rank: number | null, readonly place: number | null, readonly claimBy: string | null } | null };

export type ClaimLinkNowQueryVariables = Exact<{
  dropId: string;
  id: string;
}>;

export type ClaimLinkNowQuery = { readonly claimLink: { readonly id: string, readonly status: Types.ClaimLinkStatus, readonly amount: string | null, readonly expiresAt: string | null, readonly claim: MyClaimFragment | null } | null };

export type CoinsOfRulesQueryVariables = Exact<{
  username: string;
}>;

export type CoinsOfRulesQuery = { readonly service: { readonly currencies: ReadonlyArray<{ readonly code: string, readonly coinType: string, readonly decimals: number }> }, readonly creator: { readonly id: string, readonly tokens: ReadonlyArray<{ readonly id: string, readonly symbol: string, readonly coinType: string | null, readonly decimals: number }> } | null };

export type CreatorOfPageQueryVariables = Exact<{
  username: string;
}>;

export type CreatorOfPageQuery = { readonly creator: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string> } | null };

export type PublicDropsQueryVariables = Exact<{
  username: string;
  phase?: Types.DropPhase | null | undefined;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type PublicDropsQuery = { readonly publicDrops: ReadonlyArray<PublicDropFragment> };

export type PublicDropFragment = { readonly id: string, readonly title: string, readonly shortcode: string | null, readonly status: Types.DropStatus, readonly type: Types.DropType, readonly imageUrl: string | null, readonly tokenAmount: string | null, readonly maxAmount: string | null, readonly supply: number | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly randomness: Types.Randomness | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly token: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly imageUrl: string | null } | null };

export type CreateDropSurroundingsQueryVariables = Exact<{ [key: string]: never; }>;

export type CreateDropSurroundingsQuery = { readonly service: { readonly chain: string, readonly now: string, readonly currencies: ReadonlyArray<{ readonly code: string, readonly decimals: number, readonly usdRate: number }> }, readonly me: { readonly id: string, readonly tokens: ReadonlyArray<TokenRowFragment> } | null };

export type TokenRowFragment = { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly totalSupply: string, readonly imageUrl: string | null, readonly status: Types.TokenStatus, readonly isExternal: boolean, readonly createdAt: string };

export type ShortcodeTakenQueryVariables = Exact<{
  shortcode: string;
}>;

export type ShortcodeTakenQuery = { readonly dropByShortcode: { readonly id: string } | null };

export type LaunchDropMutationVariables = Exact<{
  input: Types.CreateDropInput;
}>;

export type LaunchDropMutation = { readonly createDrop: { readonly id: string, readonly title: string, readonly shortcode: string | null, readonly status: Types.DropStatus } | null };

export type OpenDropMutationVariables = Exact<{
  id: string;
  status: Types.DropStatus;
}>;

export type OpenDropMutation = { readonly updateDrop: { readonly id: string, readonly status: Types.DropStatus } | null };

export type LaunchedDropQueryVariables = Exact<{
  id: string;
}>;

export type LaunchedDropQuery = { readonly drop: { readonly id: string, readonly tokenBalance: string | null, readonly token: { readonly id: string, readonly symbol: string, readonly status: Types.TokenStatus } | null } | null };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;

export type MeQuery = { readonly me: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string } | null };

export type DropsOfCreatorQueryVariables = Exact<{
  filter: Types.DropFilter;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type DropsOfCreatorQuery = { readonly drops: ReadonlyArray<DropCardFragment> };

export type DropCardFragment = (
  { readonly id: string, readonly title: string, readonly type: Types.DropType, readonly shortcode: string | null, readonly imageUrl: string | null, readonly price: number | null, readonly currency: string, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly token: { readonly id: string, readonly symbol: string, readonly decimals: number } | null }
  & DropProgressFragment
);

export type DropProgressFragment = { readonly id: string, readonly status: Types.DropStatus, readonly claimedAmount: string, readonly claimCount: number | null, readonly percentClaimed: number };

export type WatchDropCardSubscriptionVariables = Exact<{
  dropId: string;
}>;

export type WatchDropCardSubscription = { readonly dropUpdates: { readonly drop: DropProgressFragment } };

export type PaymentsNeedingAttentionQueryVariables = Exact<{
  dropId?: string | null | undefined;
}>;

export type PaymentsNeedingAttentionQuery = { readonly me: { readonly id: string } | null, readonly toReview: ReadonlyArray<WaitingPaymentFragment>, readonly newest: ReadonlyArray<WaitingPaymentFragment> };

export type WaitingPaymentFragment = { readonly id: string, readonly status: Types.PaymentIntentStatus, readonly drop: { readonly id: string, readonly title: string, readonly creator: { readonly id: string } } | null, readonly refunds: ReadonlyArray<{ readonly id: string, readonly status: Types.RefundStatus }> };

export type OpenUnmatchedPaymentsQueryVariables = Exact<{ [key: string]: never; }>;

export type OpenUnmatchedPaymentsQuery = { readonly unmatchedPayments: ReadonlyArray<{ readonly id: string }> };

export type StuckDeliveriesQueryVariables = Exact<{
  creatorId: string;
}>;

export type StuckDeliveriesQuery = { readonly drops: ReadonlyArray<{ readonly id: string, readonly title: string, readonly tokenBalance: string | null, readonly remainingBalance: string }>, readonly webhooks: ReadonlyArray<{ readonly id: string, readonly url: string, readonly failingSince: string | null }> };

export type UnmatchedPaymentsQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
  state?: Types.UnmatchedPaymentState | null | undefined;
}>;

export type UnmatchedPaymentsQuery = { readonly unmatchedPayments: ReadonlyArray<UnmatchedRowFragment> };

export type UnmatchedRowFragment = { readonly id: string, readonly txHash: string, readonly sender: string, readonly coinType: string, readonly amountAtomic: string, readonly memo: string | null, readonly reason: Types.UnmatchedPaymentReason, readonly state: Types.UnmatchedPaymentState, readonly paymentIntentId: string | null, readonly returnTxHash: string | null, readonly problem: string | null, readonly paidAt: string };

export type AssignUnmatchedPaymentMutationVariables = Exact<{
  input: Types.AssignUnmatchedPaymentInput;
}>;

export type AssignUnmatchedPaymentMutation = { readonly assignUnmatchedPayment: UnmatchedRowFragment | null };

export type ReturnUnmatchedPaymentMutationVariables = Exact<{
  id: string;
}>;

export type ReturnUnmatchedPaymentMutation = { readonly returnUnmatchedPayment: UnmatchedRowFragment | null };

export type DropTitlesQueryVariables = Exact<{
  filter: Types.DropFilter;
  limit?: number | null | undefined;
}>;

export type DropTitlesQuery = { readonly drops: ReadonlyArray<{ readonly id: string, readonly title: string, readonly status: Types.DropStatus }> };

export type DropOnScreenQueryVariables = Exact<{
  id: string;
}>;

export type DropOnScreenQuery = { readonly drop: DropOnScreenFragment | null, readonly me: { readonly id: string, readonly walletAddress: string | null } | null };

export type DropOnScreenFragment = (
  { readonly title: string, readonly description: string | null, readonly type: Types.DropType, readonly claimType: Types.ClaimType, readonly shortcode: string | null, readonly imageUrl: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly tokenAmount: string | null, readonly randomness: Types.Randomness | null, readonly admission: Types.Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly maxPerWallet: number | null, readonly claimAccess: Types.ClaimAccess, readonly isLinkOnly: boolean, readonly humanCheck: Types.HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly delivery: Types.ClaimDelivery, readonly createdAt: string, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly claims: ReadonlyArray<{ readonly id: string | null }>, readonly creator: { readonly id: string }, readonly token: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly coinType: string | null, readonly status: Types.TokenStatus } | null, readonly gatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<{ readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }> } | null }
  & DropStateFragment
);

export type DropStateFragment = { readonly id: string, readonly status: Types.DropStatus, readonly isActive: boolean, readonly isSoldOut: boolean, readonly maxAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly orderHead: string | null, readonly updatedAt: string };

export type DropStateNowQueryVariables = Exact<{
  id: string;
}>;

export type DropStateNowQuery = { readonly drop: DropStateFragment | null };

export type WatchOwnDropSubscriptionVariables = Exact<{
  dropId: string;
}>;

export type WatchOwnDropSubscription = { readonly dropUpdates: { readonly id: string, readonly type: string, readonly drop: DropStateFragment } };

export type ChangeDropStatusMutationVariables = Exact<{
  id: string;
  input: Types.UpdateDropInput;
}>;

export type ChangeDropStatusMutation = { readonly updateDrop: DropStateFragment | null };

export type DeleteDropMutationVariables = Exact<{
  id: string;
}>;

export type DeleteDropMutation = { readonly deleteDrop: boolean | null };

export type PreviewedDropQueryVariables = Exact<{
  id: string;
}>;

export type PreviewedDropQuery = { readonly me: { readonly id: string } | null, readonly drop: ClaimableDropFragment | null };

export type ClaimLinksPageQueryVariables = Exact<{
  dropId: string;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type ClaimLinksPageQuery = { readonly claimLinks: ReadonlyArray<{ readonly id: string, readonly status: Types.ClaimLinkStatus, readonly amount: string | null, readonly expiresAt: string | null, readonly createdAt: string, readonly claim: { readonly id: string | null, readonly userAddress: string | null, readonly status: Types.ClaimStatus | null } | null }> };

export type CreateClaimLinksMutationVariables = Exact<{
  input: Types.CreateClaimLinksInput;
}>;

export type CreateClaimLinksMutation = { readonly createClaimLinks: { readonly count: number } };

export type RevokeClaimLinksMutationVariables = Exact<{
  input: Types.RevokeClaimLinksInput;
}>;

export type RevokeClaimLinksMutation = { readonly revokeClaimLinks: number };

export type TestAddressQueryVariables = Exact<{
  input: Types.GatingCheckInput;
}>;

export type TestAddressQuery = { readonly checkGatingEligibility: { readonly eligible: boolean, readonly retryable: boolean, readonly reason: string | null, readonly missingRequirements: ReadonlyArray<string>, readonly exempt: boolean, readonly checks: ReadonlyArray<RuleCheckFragment> } | null };

export type ExemptionRowFragment = { readonly id: string, readonly walletAddress: string, readonly reason: string, readonly grantedAt: string, readonly revokedAt: string | null };

export type DropExemptionsQueryVariables = Exact<{
  dropId: string;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type DropExemptionsQuery = { readonly exemptions: ReadonlyArray<ExemptionRowFragment> };

export type GrantExemptionMutationVariables = Exact<{
  input: Types.GrantExemptionInput;
}>;

export type GrantExemptionMutation = { readonly grantExemption: ExemptionRowFragment | null };

export type RevokeExemptionMutationVariables = Exact<{
  id: string;
}>;

export type RevokeExemptionMutation = { readonly revokeExemption: ExemptionRowFragment | null };

export type SaveDropMutationVariables = Exact<{
  id: string;
  input: Types.UpdateDropInput;
}>;

export type SaveDropMutation = { readonly updateDrop: DropOnScreenFragment | null };

export type ServiceCurrenciesQueryVariables = Exact<{ [key: string]: never; }>;

export type ServiceCurrenciesQuery = { readonly service: { readonly currencies: ReadonlyArray<{ readonly code: string, readonly decimals: number }> } };

export type DropClaimsQueryVariables = Exact<{
  limit: number;
  after?: string | null | undefined;
  filter: Types.ClaimFilter;
}>;

export type DropClaimsQuery = { readonly claims: ReadonlyArray<{ readonly id: string | null, readonly sequence: number | null, readonly userAddress: string | null, readonly recipient: string | null, readonly amount: string | null, readonly revealsAt: string | null, readonly status: Types.ClaimStatus | null, readonly streak: number | null, readonly txHash: string | null, readonly createdAt: string | null }> };

export type GiveOutMutationVariables = Exact<{
  dropId: string;
  userAddress: string;
  amount?: string | null | undefined;
}>;

export type GiveOutMutation = { readonly claimDrop: { readonly claim: { readonly id: string | null, readonly amount: string | null } | null } | null };

export type GiveOutRandomMutationVariables = Exact<{
  dropId: string;
  userAddress: string;
}>;

export type GiveOutRandomMutation = { readonly claimRandomDrop: { readonly success: boolean, readonly message: string | null, readonly code: string | null, readonly claim: { readonly id: string | null, readonly amount: string | null } | null } | null };

export type DropNumbersQueryVariables = Exact<{
  id: string;
  points: number;
  from?: string | null | undefined;
}>;

export type DropNumbersQuery = { readonly dropDashboardStats: { readonly recentClaims: number, readonly claimHistory: ReadonlyArray<{ readonly at: string, readonly claims: number, readonly amount: string }> } | null };

export type DropAnalyticsQueryVariables = Exact<{
  id: string;
  interval: Types.AnalyticsInterval;
}>;

export type DropAnalyticsQuery = { readonly dropAnalytics: { readonly views: number, readonly wallets: number, readonly tries: number, readonly claims: number, readonly conversion: number | null, readonly refusals: ReadonlyArray<{ readonly code: string, readonly count: number }>, readonly points: ReadonlyArray<{ readonly at: string, readonly views: number, readonly wallets: number, readonly tries: number, readonly claims: number }> } | null };

export type DropActivityQueryVariables = Exact<{
  dropId: string;
}>;

export type DropActivityQuery = { readonly platformEvents: ReadonlyArray<{ readonly id: string, readonly event: string, readonly timestamp: string, readonly details: unknown }> };

export type DropVaultQueryVariables = Exact<{
  id: string;
}>;

export type DropVaultQuery = { readonly drop: { readonly id: string, readonly tokenBalance: string | null } | null };

export type PrepareFundingMutationVariables = Exact<{
  input: Types.PrepareDropFundingInput;
}>;

export type PrepareFundingMutation = { readonly prepareDropFunding: { readonly transactionBytes: string } | null };

export type DropLotteryQueryVariables = Exact<{
  id: string;
}>;

export type DropLotteryQuery = { readonly drop: { readonly id: string, readonly lottery: { readonly phase: Types.LotteryPhase, readonly entries: number, readonly round: number | null, readonly drawsAt: string | null, readonly admittedRank: number, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null } | null };

export type DropPaymentsQueryVariables = Exact<{
  dropId: string;
  limit: number;
  after?: string | null | undefined;
  status?: Types.PaymentIntentStatus | null | undefined;
}>;

export type DropPaymentsQuery = { readonly paymentIntents: ReadonlyArray<DropPaymentFragment>, readonly service: { readonly currencies: ReadonlyArray<{ readonly code: string, readonly coinType: string, readonly decimals: number }> } };

export type DropPaymentFragment = { readonly id: string, readonly intentId: string, readonly status: Types.PaymentIntentStatus, readonly statusReason: string | null, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly coinType: string, readonly quantity: number, readonly walletAddress: string, readonly expiresAt: string, readonly txHash: string | null, readonly createdAt: string, readonly refunds: ReadonlyArray<(
    { readonly id: string, readonly amountAtomic: string, readonly reason: string | null, readonly createdAt: string }
    & TransferStateFragment
  )> };

export type TransferStateFragment = { readonly status: Types.RefundStatus, readonly txHash: string | null, readonly attempts: number | null, readonly nextAttemptAt: string | null, readonly lastError: string | null };

export type DropProceedsQueryVariables = Exact<{
  id: string;
}>;

export type DropProceedsQuery = { readonly drop: { readonly id: string, readonly proceeds: { readonly receivedAtomic: string, readonly refundedAtomic: string, readonly paidOutAtomic: string, readonly withdrawableAtomic: string, readonly currency: string } | null } | null };

export type ApprovePaymentMutationVariables = Exact<{
  id: string;
  seen: Types.SeenPaymentInput;
}>;

export type ApprovePaymentMutation = { readonly approvePaymentIntent: DropPaymentFragment | null };

export type RefundPaymentMutationVariables = Exact<{
  input: Types.ProcessRefundInput;
}>;

export type RefundPaymentMutation = { readonly processRefund: { readonly id: string, readonly status: Types.RefundStatus, readonly amountAtomic: string } };

export type RetryRefundMutationVariables = Exact<{
  id: string;
}>;

export type RetryRefundMutation = { readonly retryRefund: (
    { readonly id: string }
    & TransferStateFragment
  ) };

export type WithdrawProceedsMutationVariables = Exact<{
  input: Types.WithdrawProceedsInput;
}>;

export type WithdrawProceedsMutation = { readonly withdrawProceeds: { readonly id: string, readonly amountAtomic: string, readonly currency: string, readonly status: Types.RefundStatus } | null };

export type DropPayoutsQueryVariables = Exact<{
  dropId: string;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type DropPayoutsQuery = { readonly payouts: ReadonlyArray<{ readonly id: string, readonly amountAtomic: string, readonly currency: string, readonly toAddress: string, readonly status: Types.RefundStatus, readonly txHash: string | null, readonly attempts: number | null, readonly nextAttemptAt: string | null, readonly lastError: string | null, readonly createdAt: string }> };

export type RetryPayoutMutationVariables = Exact<{
  id: string;
}>;

export type RetryPayoutMutation = { readonly retryPayout: { readonly id: string, readonly status: Types.RefundStatus } };

export type GatingTemplatesQueryVariables = Exact<{ [key: string]: never; }>;

export type GatingTemplatesQuery = { readonly gatingTemplates: ReadonlyArray<{ readonly id: string, readonly name: string, readonly description: string | null, readonly category: string, readonly rules: ReadonlyArray<WrittenRuleFragment> }> };

export type WrittenRuleFragment = { readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null };

export type SetGatingMutationVariables = Exact<{
  dropId: string;
  input: Types.UpdateGatingConfigInput;
}>;

export type SetGatingMutation = { readonly updateGatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<WrittenRuleFragment> } | null };

export type KnownCoinsQueryVariables = Exact<{ [key: string]: never; }>;

export type KnownCoinsQuery = { readonly service: { readonly currencies: ReadonlyArray<{ readonly code: string, readonly coinType: string, readonly decimals: number }> }, readonly me: { readonly id: string, readonly tokens: ReadonlyArray<{ readonly id: string, readonly symbol: string, readonly coinType: string | null, readonly decimals: number }> } | null };

export type MyDropTitlesQueryVariables = Exact<{ [key: string]: never; }>;

export type MyDropTitlesQuery = { readonly myDrops: ReadonlyArray<{ readonly id: string, readonly title: string }> };

export type UpdateProfileMutationVariables = Exact<{
  input: Types.UpdateProfileInput;
}>;

export type UpdateProfileMutation = { readonly updateProfile: { readonly id: string, readonly displayName: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string> } | null };

export type HasCreatorPageQueryVariables = Exact<{
  username: string;
}>;

export type HasCreatorPageQuery = { readonly creator: { readonly id: string } | null };

export type MyApiKeysQueryVariables = Exact<{ [key: string]: never; }>;

export type MyApiKeysQuery = { readonly apiKeys: ReadonlyArray<ApiKeyRowFragment> };

export type ApiKeyRowFragment = { readonly id: string, readonly name: string, readonly project: string | null, readonly preview: string, readonly requestsPerMinute: number | null, readonly lastUsedAt: string | null, readonly createdAt: string };

export type CreateApiKeyMutationVariables = Exact<{
  input: Types.CreateApiKeyInput;
}>;

export type CreateApiKeyMutation = { readonly createApiKey: { readonly secret: string, readonly apiKey: ApiKeyRowFragment } | null };

export type CreatePublishableKeyMutationVariables = Exact<{
  input: Types.CreatePublishableKeyInput;
}>;

export type CreatePublishableKeyMutation = { readonly createPublishableKey: { readonly secret: string, readonly apiKey: ApiKeyRowFragment } | null };

export type RevokeApiKeyMutationVariables = Exact<{
  id: string;
}>;

export type RevokeApiKeyMutation = { readonly revokeApiKey: boolean | null };

export type MyTokensQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type MyTokensQuery = { readonly me: { readonly id: string, readonly tokens: ReadonlyArray<TokenRowFragment> } | null };

export type TokenOfCreatorQueryVariables = Exact<{
  id: string;
  dropLimit?: number | null | undefined;
}>;

export type TokenOfCreatorQuery = { readonly token: (
    { readonly description: string | null, readonly address: string | null, readonly packageId: string | null, readonly coinType: string | null, readonly communityDropsReserve: string, readonly publicSaleReserve: string, readonly creatorReserve: string, readonly creator: { readonly id: string }, readonly drops: ReadonlyArray<{ readonly id: string, readonly title: string, readonly status: Types.DropStatus, readonly claimCount: number | null, readonly percentClaimed: number }> }
    & TokenRowFragment
  ) | null };

export type CreateTokenMutationVariables = Exact<{
  input: Types.CreateTokenInput;
}>;

export type CreateTokenMutation = { readonly createToken: TokenRowFragment | null };

export type PrepareTokenDeploymentMutationVariables = Exact<{
  input: Types.PrepareTokenDeploymentInput;
}>;

export type PrepareTokenDeploymentMutation = { readonly prepareTokenDeployment: { readonly transactionBytes: string } | null };

export type ConfirmTokenDeploymentMutationVariables = Exact<{
  input: Types.ConfirmTokenDeploymentInput;
}>;

export type ConfirmTokenDeploymentMutation = { readonly confirmTokenDeployment: { readonly id: string, readonly status: Types.TokenStatus } };

export type MyWebhooksQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
  deliveries?: number | null | undefined;
}>;

export type MyWebhooksQuery = { readonly webhooks: ReadonlyArray<WebhookRowFragment> };

export type WebhookRowFragment = { readonly id: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly isActive: boolean, readonly createdAt: string, readonly deliveries: ReadonlyArray<{ readonly id: string, readonly status: Types.WebhookDeliveryStatus, readonly statusCode: number | null, readonly error: string | null }> };

export type RegisterWebhookMutationVariables = Exact<{
  input: Types.RegisterWebhookInput;
}>;

export type RegisterWebhookMutation = { readonly registerWebhook: { readonly id: string, readonly url: string, readonly secret: string | null } | null };

export type WebhookOfCreatorQueryVariables = Exact<{
  id: string;
  deliveries?: number | null | undefined;
  status?: Types.WebhookDeliveryStatus | null | undefined;
}>;

export type WebhookOfCreatorQuery = { readonly webhook: { readonly id: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly isActive: boolean, readonly createdAt: string, readonly deliveries: ReadonlyArray<DeliveryRowFragment>, readonly latest: ReadonlyArray<{ readonly status: Types.WebhookDeliveryStatus, readonly error: string | null }> } | null };

export type DeliveryRowFragment = { readonly id: string, readonly event: string, readonly attempt: number, readonly status: Types.WebhookDeliveryStatus, readonly statusCode: number | null, readonly error: string | null, readonly deliveredAt: string | null, readonly nextAttemptAt: string | null, readonly body: unknown, readonly attempts: ReadonlyArray<{ readonly number: number, readonly at: string, readonly statusCode: number | null, readonly error: string | null, readonly durationMs: number | null, readonly nextAttemptAt: string | null }> };

export type UpdateWebhookMutationVariables = Exact<{
  input: Types.UpdateWebhookInput;
}>;

export type UpdateWebhookMutation = { readonly updateWebhook: { readonly id: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly isActive: boolean } };

export type DeleteWebhookMutationVariables = Exact<{
  input: Types.DeleteWebhookInput;
}>;

export type DeleteWebhookMutation = { readonly deleteWebhook: boolean };

export type TestWebhookMutationVariables = Exact<{
  input: Types.TestWebhookInput;
}>;

export type TestWebhookMutation = { readonly testWebhook: { readonly success: boolean, readonly statusCode: number | null, readonly durationMs: number | null, readonly error: string | null } };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string;
}>;

export type RotateWebhookSecretMutation = { readonly rotateWebhookSecret: { readonly id: string, readonly secret: string | null } | null };

export type ResendWebhookDeliveryMutationVariables = Exact<{
  id: string;
}>;

export type ResendWebhookDeliveryMutation = { readonly resendWebhookDelivery: DeliveryRowFragment | null };

export type PaymentQueryVariables = Exact<{
  id: string;
}>;

export type PaymentQuery = { readonly paymentIntent: PaymentOnPageFragment | null, readonly service: { readonly currencies: ReadonlyArray<{ readonly code: string, readonly decimals: number }> } };

export type PaymentOnPageFragment = { readonly id: string, readonly intentId: string, readonly status: Types.PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly quantity: number, readonly walletAddress: string, readonly recipientAddress: string, readonly coinType: string, readonly paymentUrl: string, readonly expiresAt: string, readonly txHash: string | null, readonly drop: { readonly id: string, readonly title: string, readonly shortcode: string | null, readonly imageUrl: string | null } | null, readonly refunds: ReadonlyArray<{ readonly id: string, readonly amountAtomic: string, readonly reason: string | null, readonly status: Types.RefundStatus, readonly txHash: string | null, readonly createdAt: string }> };

export type WatchPaymentSubscriptionVariables = Exact<{
  id: string;
}>;

export type WatchPaymentSubscription = { readonly paymentUpdates: { readonly type: string } };

export type CheckedDropQueryVariables = Exact<{
  id: string;
}>;

export type CheckedDropQuery = { readonly drop: DropToCheckFragment | null };

export type DropToCheckFragment = { readonly id: string, readonly title: string, readonly shortcode: string | null, readonly imageUrl: string | null, readonly status: Types.DropStatus, readonly type: Types.DropType, readonly maxAmount: string | null, readonly supply: number | null, readonly tokenAmount: string | null, readonly claimCount: number | null, readonly randomness: Types.Randomness | null, readonly orderHead: string | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null, readonly lottery: { readonly phase: Types.LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } } | null, readonly token: { readonly symbol: string, readonly decimals: number } | null };

export type DrawsPageQueryVariables = Exact<{
  dropId: string;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type DrawsPageQuery = { readonly claims: ReadonlyArray<{ readonly id: string | null, readonly sequence: number | null, readonly userAddress: string | null, readonly recipient: string | null, readonly amount: string | null, readonly round: number | null, readonly beaconSignature: string | null, readonly orderHead: string | null, readonly createdAt: string | null }> };

export type LotteryWalletsPageQueryVariables = Exact<{
  dropId: string;
  after?: string | null | undefined;
}>;

export type LotteryWalletsPageQuery = { readonly lotteryWallets: ReadonlyArray<string> };

export type LotteryEntryToCheckQueryVariables = Exact<{
  dropId: string;
  userAddress: string;
}>;

export type LotteryEntryToCheckQuery = { readonly lotteryEntry: { readonly userAddress: string, readonly rank: number | null, readonly proof: { readonly index: number, readonly size: number, readonly path: ReadonlyArray<string> } | null } | null };

export type DropKeysQueryVariables = Exact<{
  id: string;
}>;

export type DropKeysQuery = { readonly drop: { readonly publicKeys: ReadonlyArray<string>, readonly hasAllPublicKeys: boolean } | null };

export const ServiceTimeDocument: Document<ServiceTimeQuery, ServiceTimeQueryVariables> =
  'query ServiceTime{service{now}}'

export const UploadFileDocument: Document<UploadFileMutation, UploadFileMutationVariables> =
  'mutation UploadFile($input:UploadFileInput!){uploadFile(input:$input){url filename size contentType}}'

export const WhoAsksDocument: Document<WhoAsksQuery, WhoAsksQueryVariables> =
  'query WhoAsks{me{id username}}'

export const ClaimableDropAtDocument: Document<ClaimableDropAtQuery, ClaimableDropAtQueryVariables> =
  'fragment ClaimableDropState on Drop{id status maxAmount supply claimedAmount remainingBalance claimCount percentClaimed startsAt claimDeadline updatedAt}fragment ClaimableDrop on Drop{...ClaimableDropState title description type claimType claimAccess isLinkOnly delivery shortcode price priceUSD currency tokenAmount randomness admission maxPerWallet imageUrl randomnessCommitment creator{id username displayName avatarUrl bio logo cover accentColor}token{id name symbol decimals imageUrl}gatingConfig{id isActive rules{key operator value description}}}query ClaimableDropAt($place:String!$id:ID!$mayBeId:Boolean!){byId:drop(id:$id)@include(if:$mayBeId){...ClaimableDrop}byShortcode:dropByShortcode(shortcode:$place){...ClaimableDrop}}'

export const OtherDropDocument: Document<OtherDropQuery, OtherDropQueryVariables> =
  'query OtherDrop($id:ID!){drop(id:$id){id title shortcode}}'

export const WatchDropDocument: Document<WatchDropSubscription, WatchDropSubscriptionVariables> =
  'fragment ClaimableDropState on Drop{id status maxAmount supply claimedAmount remainingBalance claimCount percentClaimed startsAt claimDeadline updatedAt}subscription WatchDrop($dropId:ID!){dropUpdates(dropId:$dropId){type drop{...ClaimableDropState}}}'

export const WalletEligibilityDocument: Document<WalletEligibilityQuery, WalletEligibilityQueryVariables> =
  'fragment RuleCheck on EligibilityCheck{result needed rule{key operator value description}facts{source subject value observedAt}}query WalletEligibility($dropId:ID!$address:String!){byEverything:checkEligibility(input:{dropId:$dropId walletAddress:$address}){eligible retryable reason missingRequirements}byRules:checkGatingEligibility(input:{dropId:$dropId walletAddress:$address}){eligible retryable reason missingRequirements checks{...RuleCheck}}}'

export const MyClaimsDocument: Document<MyClaimsQuery, MyClaimsQueryVariables> =
  'fragment MyClaim on Claim{id amount status userAddress recipient sequence streak txHash createdAt revealsAt claimedAt expiresAt}query MyClaims($dropId:ID!$address:String!){claims(limit:50 filter:{dropId:$dropId userAddress:$address}){...MyClaim}}'

export const MyReceiptDocument: Document<MyReceiptQuery, MyReceiptQueryVariables> =
  'query MyReceipt($claimId:ID!){claim(id:$claimId){receipt{text publicKey signature}}}'

export const MyPaymentsDocument: Document<MyPaymentsQuery, MyPaymentsQueryVariables> =
  'fragment MyPayment on PaymentIntent{id intentId status statusReason amount amountAtomic currency coinType quantity itemsLeft walletAddress paymentUrl txHash expiresAt createdAt}query MyPayments($dropId:ID!){paymentIntents(limit:50 dropId:$dropId){...MyPayment}}'

export const WatchMyPaymentDocument: Document<WatchMyPaymentSubscription, WatchMyPaymentSubscriptionVariables> =
  'subscription WatchMyPayment($paymentIntentId:ID!){paymentUpdates(paymentIntentId:$paymentIntentId){type paymentIntent{id status}}}'

export const CancelMyPaymentDocument: Document<CancelMyPaymentMutation, CancelMyPaymentMutationVariables> =
  'mutation CancelMyPayment($id:ID!){cancelPaymentIntent(id:$id){id}}'

export const LotteryNowDocument: Document<LotteryNowQuery, LotteryNowQueryVariables> =
  'query LotteryNow($dropId:ID!$address:String!$isConnected:Boolean!){drop(id:$dropId){id entriesCloseAt lottery{phase entries drawsAt}}lotteryEntry(dropId:$dropId userAddress:$address)@include(if:$isConnected){userAddress state rank place claimBy}}'

export const ClaimLinkNowDocument: Document<ClaimLinkNowQuery, ClaimLinkNowQueryVariables> =
  'fragment MyClaim on Claim{id amount status userAddress recipient sequence streak txHash createdAt revealsAt claimedAt expiresAt}query ClaimLinkNow($dropId:ID!$id:ID!){claimLink(dropId:$dropId id:$id){id status amount expiresAt claim{...MyClaim}}}'

export const CoinsOfRulesDocument: Document<CoinsOfRulesQuery, CoinsOfRulesQueryVariables> =
  'query CoinsOfRules($username:String!){service{currencies{code coinType decimals}}creator(username:$username){id tokens(limit:200){id symbol coinType decimals}}}'

export const CreatorOfPageDocument: Document<CreatorOfPageQuery, CreatorOfPageQueryVariables> =
  'query CreatorOfPage($username:String!){creator(username:$username){id username displayName bio avatarUrl logo cover accentColor links}}'

export const PublicDropsDocument: Document<PublicDropsQuery, PublicDropsQueryVariables> =
  'query PublicDrops($username:String!$phase:DropPhase$limit:Int$after:ID){publicDrops(username:$username phase:$phase limit:$limit after:$after){...PublicDrop}}fragment PublicDrop on Drop{id title shortcode status type imageUrl tokenAmount maxAmount supply claimedAmount remainingBalance claimCount randomness price priceUSD currency startsAt claimDeadline token{id name symbol decimals imageUrl}}'

export const CreateDropSurroundingsDocument: Document<CreateDropSurroundingsQuery, CreateDropSurroundingsQueryVariables> =
  'query CreateDropSurroundings{service{chain now currencies{code decimals usdRate}}me{id tokens(limit:200){...TokenRow}}}fragment TokenRow on Token{id name symbol decimals totalSupply imageUrl status isExternal createdAt}'

export const ShortcodeTakenDocument: Document<ShortcodeTakenQuery, ShortcodeTakenQueryVariables> =
  'query ShortcodeTaken($shortcode:String!){dropByShortcode(shortcode:$shortcode){id}}'

export const LaunchDropDocument: Document<LaunchDropMutation, LaunchDropMutationVariables> =
  'mutation LaunchDrop($input:CreateDropInput!){createDrop(input:$input){id title shortcode status}}'

export const OpenDropDocument: Document<OpenDropMutation, OpenDropMutationVariables> =
  'mutation OpenDrop($id:ID!$status:DropStatus!){updateDrop(id:$id input:{status:$status}){id status}}'

export const LaunchedDropDocument: Document<LaunchedDropQuery, LaunchedDropQueryVariables> =
  'query LaunchedDrop($id:ID!){drop(id:$id){id tokenBalance token{id symbol status}}}'

export const MeDocument: Document<MeQuery, MeQueryVariables> =
  'query Me{me{id username displayName bio avatarUrl logo cover accentColor links identityProviderId walletAddress createdAt}}'

export const DropsOfCreatorDocument: Document<DropsOfCreatorQuery, DropsOfCreatorQueryVariables> =
  'query DropsOfCreator($filter:DropFilter!$limit:Int$after:ID){drops(limit:$limit after:$after filter:$filter){...DropCard}}fragment DropCard on Drop{id title type shortcode imageUrl price currency maxAmount tokenAmount startsAt claimDeadline token{id symbol decimals}...DropProgress}fragment DropProgress on Drop{id status claimedAmount claimCount percentClaimed}'

export const WatchDropCardDocument: Document<WatchDropCardSubscription, WatchDropCardSubscriptionVariables> =
  'subscription WatchDropCard($dropId:ID!){dropUpdates(dropId:$dropId){drop{...DropProgress}}}fragment DropProgress on Drop{id status claimedAmount claimCount percentClaimed}'

export const PaymentsNeedingAttentionDocument: Document<PaymentsNeedingAttentionQuery, PaymentsNeedingAttentionQueryVariables> =
  'query PaymentsNeedingAttention($dropId:ID){me{id}toReview:paymentIntents(limit:200 dropId:$dropId status:REQUIRES_REVIEW){...WaitingPayment}newest:paymentIntents(limit:200 dropId:$dropId){...WaitingPayment}}fragment WaitingPayment on PaymentIntent{id status drop{id title creator{id}}refunds{id status}}'

export const OpenUnmatchedPaymentsDocument: Document<OpenUnmatchedPaymentsQuery, OpenUnmatchedPaymentsQueryVariables> =
  'query OpenUnmatchedPayments{unmatchedPayments(limit:200 state:OPEN){id}}'

export const StuckDeliveriesDocument: Document<StuckDeliveriesQuery, StuckDeliveriesQueryVariables> =
  'query StuckDeliveries($creatorId:ID!){drops(limit:50 filter:{creatorId:$creatorId status:ACTIVE}){id title tokenBalance remainingBalance}webhooks(limit:100){id url failingSince}}'

export const UnmatchedPaymentsDocument: Document<UnmatchedPaymentsQuery, UnmatchedPaymentsQueryVariables> =
  'query UnmatchedPayments($limit:Int$after:ID$state:UnmatchedPaymentState){unmatchedPayments(limit:$limit after:$after state:$state){...UnmatchedRow}}fragment UnmatchedRow on UnmatchedPayment{id txHash sender coinType amountAtomic memo reason state paymentIntentId returnTxHash problem paidAt}'

export const AssignUnmatchedPaymentDocument: Document<AssignUnmatchedPaymentMutation, AssignUnmatchedPaymentMutationVariables> =
  'fragment UnmatchedRow on UnmatchedPayment{id txHash sender coinType amountAtomic memo reason state paymentIntentId returnTxHash problem paidAt}mutation AssignUnmatchedPayment($input:AssignUnmatchedPaymentInput!){assignUnmatchedPayment(input:$input){...UnmatchedRow}}'

export const ReturnUnmatchedPaymentDocument: Document<ReturnUnmatchedPaymentMutation, ReturnUnmatchedPaymentMutationVariables> =
  'fragment UnmatchedRow on UnmatchedPayment{id txHash sender coinType amountAtomic memo reason state paymentIntentId returnTxHash problem paidAt}mutation ReturnUnmatchedPayment($id:ID!){returnUnmatchedPayment(id:$id){...UnmatchedRow}}'

export const DropTitlesDocument: Document<DropTitlesQuery, DropTitlesQueryVariables> =
  'query DropTitles($filter:DropFilter!$limit:Int){drops(limit:$limit filter:$filter){id title status}}'

export const DropOnScreenDocument: Document<DropOnScreenQuery, DropOnScreenQueryVariables> =
  'query DropOnScreen($id:ID!){drop(id:$id){...DropOnScreen}me{id walletAddress}}fragment DropOnScreen on Drop{...DropState title description type claimType shortcode imageUrl price priceUSD currency supply tokenAmount randomness admission entriesCloseAt claimWindowSeconds maxPerWallet claimAccess isLinkOnly humanCheck embedOrigins delivery createdAt randomnessCommitment randomnessSeed claims(limit:1){id}creator{id}token{id name symbol decimals coinType status}gatingConfig{id isActive rules{key operator value description}}}fragment DropState on Drop{id status isActive isSoldOut maxAmount claimedAmount remainingBalance claimCount percentClaimed startsAt claimDeadline orderHead updatedAt}'

export const DropStateNowDocument: Document<DropStateNowQuery, DropStateNowQueryVariables> =
  'fragment DropState on Drop{id status isActive isSoldOut maxAmount claimedAmount remainingBalance claimCount percentClaimed startsAt claimDeadline orderHead updatedAt}query DropStateNow($id:ID!){drop(id:$id){...DropState}}'

export const WatchOwnDropDocument: Document<WatchOwnDropSubscription, WatchOwnDropSubscriptionVariables> =
  'fragment DropState on Drop{id status isActive isSoldOut maxAmount claimedAmount remainingBalance claimCount percentClaimed startsAt claimDeadline orderHead updatedAt}subscription WatchOwnDrop($dropId:ID!){dropUpdates(dropId:$dropId){id type drop{...DropState}}}'

export const ChangeDropStatusDocument: Document<ChangeDropStatusMutation, ChangeDropStatusMutationVariables> =
  'fragment DropState on Drop{id status isActive isSoldOut maxAmount claimedAmount remainingBalance claimCount percentClaimed startsAt claimDeadline orderHead updatedAt}mutation ChangeDropStatus($id:ID!$input:UpdateDropInput!){updateDrop(id:$id input:$input){...DropState}}'

export const DeleteDropDocument: Document<DeleteDropMutation, DeleteDropMutationVariables> =
  'mutation DeleteDrop($id:ID!){deleteDrop(id:$id)}'

export const PreviewedDropDocument: Document<PreviewedDropQuery, PreviewedDropQueryVariables> =
  'fragment ClaimableDropState on Drop{id status maxAmount supply claimedAmount remainingBalance claimCount percentClaimed startsAt claimDeadline updatedAt}fragment ClaimableDrop on Drop{...ClaimableDropState title description type claimType claimAccess isLinkOnly delivery shortcode price priceUSD currency tokenAmount randomness admission maxPerWallet imageUrl randomnessCommitment creator{id username displayName avatarUrl bio logo cover accentColor}token{id name symbol decimals imageUrl}gatingConfig{id isActive rules{key operator value description}}}query PreviewedDrop($id:ID!){me{id}drop(id:$id){...ClaimableDrop}}'

export const ClaimLinksPageDocument: Document<ClaimLinksPageQuery, ClaimLinksPageQueryVariables> =
  'query ClaimLinksPage($dropId:ID!$limit:Int$after:ID){claimLinks(dropId:$dropId limit:$limit after:$after){id status amount expiresAt createdAt claim{id userAddress status}}}'

export const CreateClaimLinksDocument: Document<CreateClaimLinksMutation, CreateClaimLinksMutationVariables> =
  'mutation CreateClaimLinks($input:CreateClaimLinksInput!){createClaimLinks(input:$input){count}}'

export const RevokeClaimLinksDocument: Document<RevokeClaimLinksMutation, RevokeClaimLinksMutationVariables> =
  'mutation RevokeClaimLinks($input:RevokeClaimLinksInput!){revokeClaimLinks(input:$input)}'

export const TestAddressDocument: Document<TestAddressQuery, TestAddressQueryVariables> =
  'fragment RuleCheck on EligibilityCheck{result needed rule{key operator value description}facts{source subject value observedAt}}query TestAddress($input:GatingCheckInput!){checkGatingEligibility(input:$input){eligible retryable reason missingRequirements exempt checks{...RuleCheck}}}'

export const DropExemptionsDocument: Document<DropExemptionsQuery, DropExemptionsQueryVariables> =
  'fragment ExemptionRow on Exemption{id walletAddress reason grantedAt revokedAt}query DropExemptions($dropId:ID!$limit:Int$after:ID){exemptions(dropId:$dropId limit:$limit after:$after){...ExemptionRow}}'

export const GrantExemptionDocument: Document<GrantExemptionMutation, GrantExemptionMutationVariables> =
  'fragment ExemptionRow on Exemption{id walletAddress reason grantedAt revokedAt}mutation GrantExemption($input:GrantExemptionInput!){grantExemption(input:$input){...ExemptionRow}}'

export const RevokeExemptionDocument: Document<RevokeExemptionMutation, RevokeExemptionMutationVariables> =
  'fragment ExemptionRow on Exemption{id walletAddress reason grantedAt revokedAt}mutation RevokeExemption($id:ID!){revokeExemption(id:$id){...ExemptionRow}}'

export const SaveDropDocument: Document<SaveDropMutation, SaveDropMutationVariables> =
  'fragment DropOnScreen on Drop{...DropState title description type claimType shortcode imageUrl price priceUSD currency supply tokenAmount randomness admission entriesCloseAt claimWindowSeconds maxPerWallet claimAccess isLinkOnly humanCheck embedOrigins delivery createdAt randomnessCommitment randomnessSeed claims(limit:1){id}creator{id}token{id name symbol decimals coinType status}gatingConfig{id isActive rules{key operator value description}}}fragment DropState on Drop{id status isActive isSoldOut maxAmount claimedAmount remainingBalance claimCount percentClaimed startsAt claimDeadline orderHead updatedAt}mutation SaveDrop($id:ID!$input:UpdateDropInput!){updateDrop(id:$id input:$input){...DropOnScreen}}'

export const ServiceCurrenciesDocument: Document<ServiceCurrenciesQuery, ServiceCurrenciesQueryVariables> =
  'query ServiceCurrencies{service{currencies{code decimals}}}'

export const DropClaimsDocument: Document<DropClaimsQuery, DropClaimsQueryVariables> =
  'query DropClaims($limit:Int!$after:ID$filter:ClaimFilter!){claims(limit:$limit after:$after filter:$filter){id sequence userAddress recipient amount revealsAt status streak txHash createdAt}}'

export const GiveOutDocument: Document<GiveOutMutation, GiveOutMutationVariables> =
  'mutation GiveOut($dropId:ID!$userAddress:String!$amount:String){claimDrop(input:{dropId:$dropId userAddress:$userAddress amount:$amount}){claim{id amount}}}'

export const GiveOutRandomDocument: Document<GiveOutRandomMutation, GiveOutRandomMutationVariables> =
  'mutation GiveOutRandom($dropId:ID!$userAddress:String!){claimRandomDrop(input:{dropId:$dropId userAddress:$userAddress}){success message code claim{id amount}}}'

export const DropNumbersDocument: Document<DropNumbersQuery, DropNumbersQueryVariables> =
  'query DropNumbers($id:ID!$points:Int!$from:DateTime){dropDashboardStats(id:$id){recentClaims claimHistory(points:$points from:$from){at claims amount}}}'

export const DropAnalyticsDocument: Document<DropAnalyticsQuery, DropAnalyticsQueryVariables> =
  'query DropAnalytics($id:ID!$interval:AnalyticsInterval!){dropAnalytics(id:$id interval:$interval){views wallets tries claims conversion refusals{code count}points{at views wallets tries claims}}}'

export const DropActivityDocument: Document<DropActivityQuery, DropActivityQueryVariables> =
  'query DropActivity($dropId:ID!){platformEvents(dropId:$dropId limit:12){id event timestamp details}}'

export const DropVaultDocument: Document<DropVaultQuery, DropVaultQueryVariables> =
  'query DropVault($id:ID!){drop(id:$id){id tokenBalance}}'

export const PrepareFundingDocument: Document<PrepareFundingMutation, PrepareFundingMutationVariables> =
  'mutation PrepareFunding($input:PrepareDropFundingInput!){prepareDropFunding(input:$input){transactionBytes}}'

export const DropLotteryDocument: Document<DropLotteryQuery, DropLotteryQueryVariables> =
  'query DropLottery($id:ID!){drop(id:$id){id lottery{phase entries round drawsAt admittedRank waves{firstRank lastRank claimBy}}}}'

export const DropPaymentsDocument: Document<DropPaymentsQuery, DropPaymentsQueryVariables> =
  'query DropPayments($dropId:ID!$limit:Int!$after:ID$status:PaymentIntentStatus){paymentIntents(dropId:$dropId limit:$limit after:$after status:$status){...DropPayment}service{currencies{code coinType decimals}}}fragment DropPayment on PaymentIntent{id intentId status statusReason amountAtomic receivedAtomic receivedCoinType receivedFrom currency coinType quantity walletAddress expiresAt txHash createdAt refunds{id amountAtomic reason ...TransferState createdAt}}fragment TransferState on Refund{status txHash attempts nextAttemptAt lastError}'

export const DropProceedsDocument: Document<DropProceedsQuery, DropProceedsQueryVariables> =
  'query DropProceeds($id:ID!){drop(id:$id){id proceeds{receivedAtomic refundedAtomic paidOutAtomic withdrawableAtomic currency}}}'

export const ApprovePaymentDocument: Document<ApprovePaymentMutation, ApprovePaymentMutationVariables> =
  'fragment DropPayment on PaymentIntent{id intentId status statusReason amountAtomic receivedAtomic receivedCoinType receivedFrom currency coinType quantity walletAddress expiresAt txHash createdAt refunds{id amountAtomic reason ...TransferState createdAt}}fragment TransferState on Refund{status txHash attempts nextAttemptAt lastError}mutation ApprovePayment($id:ID!$seen:SeenPaymentInput!){approvePaymentIntent(id:$id seen:$seen){...DropPayment}}'

export const RefundPaymentDocument: Document<RefundPaymentMutation, RefundPaymentMutationVariables> =
  'mutation RefundPayment($input:ProcessRefundInput!){processRefund(input:$input){id status amountAtomic}}'

export const RetryRefundDocument: Document<RetryRefundMutation, RetryRefundMutationVariables> =
  'fragment TransferState on Refund{status txHash attempts nextAttemptAt lastError}mutation RetryRefund($id:ID!){retryRefund(id:$id){id ...TransferState}}'

export const WithdrawProceedsDocument: Document<WithdrawProceedsMutation, WithdrawProceedsMutationVariables> =
  'mutation WithdrawProceeds($input:WithdrawProceedsInput!){withdrawProceeds(input:$input){id amountAtomic currency status}}'

export const DropPayoutsDocument: Document<DropPayoutsQuery, DropPayoutsQueryVariables> =
  'query DropPayouts($dropId:ID!$limit:Int$after:ID){payouts(dropId:$dropId limit:$limit after:$after){id amountAtomic currency toAddress status txHash attempts nextAttemptAt lastError createdAt}}'

export const RetryPayoutDocument: Document<RetryPayoutMutation, RetryPayoutMutationVariables> =
  'mutation RetryPayout($id:ID!){retryPayout(id:$id){id status}}'

export const GatingTemplatesDocument: Document<GatingTemplatesQuery, GatingTemplatesQueryVariables> =
  'query GatingTemplates{gatingTemplates{id name description category rules{...WrittenRule}}}fragment WrittenRule on GatingRule{key operator value description}'

export const SetGatingDocument: Document<SetGatingMutation, SetGatingMutationVariables> =
  'mutation SetGating($dropId:ID!$input:UpdateGatingConfigInput!){updateGatingConfig(dropId:$dropId input:$input){id isActive rules{...WrittenRule}}}fragment WrittenRule on GatingRule{key operator value description}'

export const KnownCoinsDocument: Document<KnownCoinsQuery, KnownCoinsQueryVariables> =
  'query KnownCoins{service{currencies{code coinType decimals}}me{id tokens(limit:200){id symbol coinType decimals}}}'

export const MyDropTitlesDocument: Document<MyDropTitlesQuery, MyDropTitlesQueryVariables> =
  'query MyDropTitles{myDrops(limit:200){id title}}'

export const UpdateProfileDocument: Document<UpdateProfileMutation, UpdateProfileMutationVariables> =
  'mutation UpdateProfile($input:UpdateProfileInput!){updateProfile(input:$input){id displayName bio avatarUrl logo cover accentColor links}}'

export const HasCreatorPageDocument: Document<HasCreatorPageQuery, HasCreatorPageQueryVariables> =
  'query HasCreatorPage($username:String!){creator(username:$username){id}}'

export const MyApiKeysDocument: Document<MyApiKeysQuery, MyApiKeysQueryVariables> =
  'query MyApiKeys{apiKeys{...ApiKeyRow}}fragment ApiKeyRow on ApiKey{id name project preview requestsPerMinute lastUsedAt createdAt}'

export const CreateApiKeyDocument: Document<CreateApiKeyMutation, CreateApiKeyMutationVariables> =
  'fragment ApiKeyRow on ApiKey{id name project preview requestsPerMinute lastUsedAt createdAt}mutation CreateApiKey($input:CreateApiKeyInput!){createApiKey(input:$input){secret apiKey{...ApiKeyRow}}}'

export const CreatePublishableKeyDocument: Document<CreatePublishableKeyMutation, CreatePublishableKeyMutationVariables> =
  'fragment ApiKeyRow on ApiKey{id name project preview requestsPerMinute lastUsedAt createdAt}mutation CreatePublishableKey($input:CreatePublishableKeyInput!){createPublishableKey(input:$input){secret apiKey{...ApiKeyRow}}}'

export const RevokeApiKeyDocument: Document<RevokeApiKeyMutation, RevokeApiKeyMutationVariables> =
  'mutation RevokeApiKey($id:ID!){revokeApiKey(id:$id)}'

export const MyTokensDocument: Document<MyTokensQuery, MyTokensQueryVariables> =
  'query MyTokens($limit:Int$after:ID){me{id tokens(limit:$limit after:$after){...TokenRow}}}fragment TokenRow on Token{id name symbol decimals totalSupply imageUrl status isExternal createdAt}'

export const TokenOfCreatorDocument: Document<TokenOfCreatorQuery, TokenOfCreatorQueryVariables> =
  'fragment TokenRow on Token{id name symbol decimals totalSupply imageUrl status isExternal createdAt}query TokenOfCreator($id:ID!$dropLimit:Int){token(id:$id){...TokenRow description address packageId coinType communityDropsReserve publicSaleReserve creatorReserve creator{id}drops(limit:$dropLimit){id title status claimCount percentClaimed}}}'

export const CreateTokenDocument: Document<CreateTokenMutation, CreateTokenMutationVariables> =
  'fragment TokenRow on Token{id name symbol decimals totalSupply imageUrl status isExternal createdAt}mutation CreateToken($input:CreateTokenInput!){createToken(input:$input){...TokenRow}}'

export const PrepareTokenDeploymentDocument: Document<PrepareTokenDeploymentMutation, PrepareTokenDeploymentMutationVariables> =
  'mutation PrepareTokenDeployment($input:PrepareTokenDeploymentInput!){prepareTokenDeployment(input:$input){transactionBytes}}'

export const ConfirmTokenDeploymentDocument: Document<ConfirmTokenDeploymentMutation, ConfirmTokenDeploymentMutationVariables> =
  'mutation ConfirmTokenDeployment($input:ConfirmTokenDeploymentInput!){confirmTokenDeployment(input:$input){id status}}'

export const MyWebhooksDocument: Document<MyWebhooksQuery, MyWebhooksQueryVariables> =
  'query MyWebhooks($limit:Int$after:ID$deliveries:Int){webhooks(limit:$limit after:$after){...WebhookRow}}fragment WebhookRow on Webhook{id url events isActive createdAt deliveries(limit:$deliveries){id status statusCode error}}'

export const RegisterWebhookDocument: Document<RegisterWebhookMutation, RegisterWebhookMutationVariables> =
  'mutation RegisterWebhook($input:RegisterWebhookInput!){registerWebhook(input:$input){id url secret}}'

export const WebhookOfCreatorDocument: Document<WebhookOfCreatorQuery, WebhookOfCreatorQueryVariables> =
  'query WebhookOfCreator($id:ID!$deliveries:Int$status:WebhookDeliveryStatus){webhook(id:$id){id url events isActive createdAt deliveries(limit:$deliveries status:$status){...DeliveryRow}latest:deliveries(limit:5){status error}}}fragment DeliveryRow on WebhookDelivery{id event attempt status statusCode error deliveredAt nextAttemptAt body attempts(limit:50){number at statusCode error durationMs nextAttemptAt}}'

export const UpdateWebhookDocument: Document<UpdateWebhookMutation, UpdateWebhookMutationVariables> =
  'mutation UpdateWebhook($input:UpdateWebhookInput!){updateWebhook(input:$input){id url events isActive}}'

export const DeleteWebhookDocument: Document<DeleteWebhookMutation, DeleteWebhookMutationVariables> =
  'mutation DeleteWebhook($input:DeleteWebhookInput!){deleteWebhook(input:$input)}'

export const TestWebhookDocument: Document<TestWebhookMutation, TestWebhookMutationVariables> =
  'mutation TestWebhook($input:TestWebhookInput!){testWebhook(input:$input){success statusCode durationMs error}}'

export const RotateWebhookSecretDocument: Document<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables> =
  'mutation RotateWebhookSecret($id:ID!){rotateWebhookSecret(id:$id){id secret}}'

export const ResendWebhookDeliveryDocument: Document<ResendWebhookDeliveryMutation, ResendWebhookDeliveryMutationVariables> =
  'fragment DeliveryRow on WebhookDelivery{id event attempt status statusCode error deliveredAt nextAttemptAt body attempts(limit:50){number at statusCode error durationMs nextAttemptAt}}mutation ResendWebhookDelivery($id:ID!){resendWebhookDelivery(id:$id){...DeliveryRow}}'

export const PaymentDocument: Document<PaymentQuery, PaymentQueryVariables> =
  'query Payment($id:ID!){paymentIntent(id:$id){...PaymentOnPage}service{currencies{code decimals}}}fragment PaymentOnPage on PaymentIntent{id intentId status statusReason amount amountAtomic receivedAtomic receivedCoinType receivedFrom currency quantity walletAddress recipientAddress coinType paymentUrl expiresAt txHash drop{id title shortcode imageUrl}refunds{id amountAtomic reason status txHash createdAt}}'

export const WatchPaymentDocument: Document<WatchPaymentSubscription, WatchPaymentSubscriptionVariables> =
  'subscription WatchPayment($id:ID!){paymentUpdates(paymentIntentId:$id){type}}'

export const CheckedDropDocument: Document<CheckedDropQuery, CheckedDropQueryVariables> =
  'query CheckedDrop($id:ID!){drop(id:$id){...DropToCheck}}fragment DropToCheck on Drop{id title shortcode imageUrl status type maxAmount supply tokenAmount claimCount randomness beacon{chainHash scheme publicKey genesisAt periodMs}orderHead lottery{phase entries root round frozenAt beaconSignature beacon{chainHash scheme publicKey genesisAt periodMs}}randomnessCommitment randomnessSeed token{symbol decimals}}'

export const DrawsPageDocument: Document<DrawsPageQuery, DrawsPageQueryVariables> =
  'query DrawsPage($dropId:ID!$limit:Int$after:ID){claims(limit:$limit after:$after filter:{dropId:$dropId}){id sequence userAddress recipient amount round beaconSignature orderHead createdAt}}'

export const LotteryWalletsPageDocument: Document<LotteryWalletsPageQuery, LotteryWalletsPageQueryVariables> =
  'query LotteryWalletsPage($dropId:ID!$after:String){lotteryWallets(dropId:$dropId after:$after)}'

export const LotteryEntryToCheckDocument: Document<LotteryEntryToCheckQuery, LotteryEntryToCheckQueryVariables> =
  'query LotteryEntryToCheck($dropId:ID!$userAddress:String!){lotteryEntry(dropId:$dropId userAddress:$userAddress){userAddress rank proof{index size path}}}'

export const DropKeysDocument: Document<DropKeysQuery, DropKeysQueryVariables> =
  'query DropKeys($id:ID!){drop(id:$id){publicKeys hasAllPublicKeys}}'
