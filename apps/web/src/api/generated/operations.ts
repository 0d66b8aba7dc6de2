// Generated from the operations (src/**/*.graphql) and the schema by `npm run codegen -w @dropkit/web`. Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Properties of a new API key. */
export type CreateApiKeyInput = {
  /** 1 to 120 characters. */
  readonly name: string;
  readonly project?: string | null | undefined;
  /** Limit of requests per minute. Default: the service's limit. */
  readonly requestsPerMinute?: number | null | undefined;
};

/** Properties of a new publishable key. */
export type CreatePublishableKeyInput = {
  /** 1 to 120 characters. */
  readonly name: string;
  readonly project?: string | null | undefined;
  /** Origins of the pages that may use the key, such as `https://shop.example`; at most 10. `http://` is for localhost only. */
  readonly origins: ReadonlyArray<string>;
  /** Limit of requests per minute for all pages together. Default: the service's limit. One address gets a tenth of it. */
  readonly requestsPerMinute?: number | null | undefined;
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

/** The links to create: give either `publicKeys` or `count`. */
export type CreateClaimLinksInput = {
  readonly dropId: string;
  /**
   * 1 to 100,000 Ed25519 public keys in base64url. You make the key pairs, and the private keys never leave your machine. A
   * key that the drop already has is left as it is, so this call can be repeated.
   */
  readonly publicKeys?: ReadonlyArray<string> | null | undefined;
  /** 1 to 100,000. The service makes the keys and returns them once. */
  readonly count?: number | null | undefined;
  /** What each link gets, in base units. Only for drops whose claimers choose the amount. */
  readonly amount?: string | null | undefined;
  /** Default: never. */
  readonly expiresAt?: string | null | undefined;
};

/** The links to revoke. */
export type RevokeClaimLinksInput = {
  readonly dropId: string;
  /** 1 to 1,000 ids. */
  readonly ids: ReadonlyArray<string>;
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

/** Conditions that all returned claims meet. */
export type ClaimFilter = {
  readonly dropId?: string | null | undefined;
  readonly status?: ClaimStatus | null | undefined;
  /** The wallet that claimed. */
  readonly userAddress?: string | null | undefined;
};

/** What claimers have to solve, so that programs cannot claim for many wallets. */
export type HumanCheck =
  /** Nothing. */
  | 'NONE'
  /** A computation that takes a device about a second, and more while many claim. It needs no other service. */
  | 'PROOF_OF_WORK'
  /** Cloudflare Turnstile. */
  | 'TURNSTILE';

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
  /** Open for claims. */
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
  /** Callers with an API key for any wallet; callers who signed in with a wallet only for that wallet. */
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

/** The lengths of the intervals of analytics. Both begin by UTC. */
export type AnalyticsInterval =
  /** Stored for 14 days. */
  | 'HOUR'
  /** Stored for 400 days. */
  | 'DAY';

/** Conditions that all returned drops meet. */
export type DropFilter = {
  /** Status at the time of the query. DRAFT returns only the caller's own drops. */
  readonly status?: DropStatus | null | undefined;
  readonly type?: DropType | null | undefined;
  readonly claimType?: ClaimType | null | undefined;
  readonly creatorId?: string | null | undefined;
  readonly tokenId?: string | null | undefined;
  readonly communityId?: string | null | undefined;
};

/** Properties of a new drop. */
export type CreateDropInput = {
  /** 1 to 120 characters. */
  readonly title: string;
  readonly type: DropType;
  readonly claimType: ClaimType;
  /** The whole pool, in base units. */
  readonly maxAmount: string;
  /** Id of the token to give away. The token must exist. */
  readonly existingTokenId?: string | null | undefined;
  /** At most 5000 characters. */
  readonly description?: string | null | undefined;
  /**
   * What one claim gets, in base units. If it is left out, the claimer names the amount, and on an NFT drop a claim gets
   * 1 piece. `0` draws the amount at random. A claim on an NFT drop gets at most 250 pieces; terms by which a claim could
   * get more are refused.
   */
  readonly tokenAmount?: string | null | undefined;
  /** How random amounts are drawn; INSTANT by default. BEACON needs `tokenAmount` 0 and `supply`. */
  readonly randomness?: Randomness | null | undefined;
  /** Estimated value of the pool in US dollars, for display only. */
  readonly estimatedValueUsd?: number | null | undefined;
  /** Required for SCHEDULED. */
  readonly startsAt?: string | null | undefined;
  /** No claims are accepted from this time on. Must be later than `startsAt`. */
  readonly claimDeadline?: string | null | undefined;
  /** DRAFT, SCHEDULED, ACTIVE or PAUSED. Default: ACTIVE. */
  readonly status?: DropStatus | null | undefined;
  /** Default: generated from the title. */
  readonly shortcode?: string | null | undefined;
  /** Maximum number of claims per wallet. Default: one on a free drop, no limit on a priced one. */
  readonly maxPerWallet?: number | null | undefined;
  /** Default: OPEN. */
  readonly claimAccess?: ClaimAccess | null | undefined;
  /** Whether the drop can only be claimed with a claim link. Default: false. */
  readonly isLinkOnly?: boolean | null | undefined;
  /**
   * Who may claim. Default: FIRST_COME. LOTTERY needs `entriesCloseAt`, `supply` and `tokenAmount`; the drop must be free, and
   * each wallet claims once.
   */
  readonly admission?: Admission | null | undefined;
  /** With LOTTERY: wallets may enter until then. */
  readonly entriesCloseAt?: string | null | undefined;
  /** With LOTTERY: how long a wallet that was drawn may claim, 60 to 2592000. Default: 86400, which is a day. */
  readonly claimWindowSeconds?: number | null | undefined;
  /** Default: WALLET. */
  readonly delivery?: ClaimDelivery | null | undefined;
  /** Default: NONE. TURNSTILE needs a server that has keys for it. */
  readonly humanCheck?: HumanCheck | null | undefined;
  /** Origins such as `https://shop.example` whose pages may embed the claim page; at most 10. `http://` is for localhost only. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** An http, https or ipfs URL, or a path on this server. */
  readonly imageUrl?: string | null | undefined;
  /** Price of one item, in whole units of `currency`. */
  readonly price?: number | null | undefined;
  /** Code of the currency. Default: the service's first currency. */
  readonly currency?: string | null | undefined;
  /** Number of items. */
  readonly supply?: number | null | undefined;
  /** Any JSON of at most 65536 characters. */
  readonly metadata?: unknown;
  /** Id of a gating template, or of one of your gating configs. Its rules are copied. */
  readonly gatingId?: string | null | undefined;
  /** A name of your choice, to group and filter drops. */
  readonly communityId?: string | null | undefined;
  /** Of an NFT drop: what its pieces have in common. It cannot be changed later. */
  readonly collection?: CollectionInput | null | undefined;
  /** @deprecated Use existingTokenId */
  readonly tokenName?: string | null | undefined;
  /** @deprecated Use existingTokenId */
  readonly tokenSymbol?: string | null | undefined;
  /** @deprecated Use existingTokenId */
  readonly tokenDescription?: string | null | undefined;
};

/** What the pieces of an NFT drop have in common, besides its title, description and picture. */
export type CollectionInput = {
  /**
   * A picture for each piece: an http, https or ipfs URL in which `{number}` stands for the piece's number. Default: the drop's
   * picture.
   */
  readonly pieceImageUrl?: string | null | undefined;
  /** Properties of every piece that marketplaces show. At most 20, with different names and 2,000 bytes in all. */
  readonly attributes?: ReadonlyArray<PieceAttributeInput> | null | undefined;
  /**
   * URL of a file that you uploaded with `uploadFile`: a name, a picture and attributes for single pieces. It is a JSON list of
   * `{"number": 1, "name": "…", "image": "https://…", "attributes": {"Wood": "beech"}}`, or CSV with the columns `number`, `name`
   * and `image` and one for each attribute. Only `number` is required. At most 10,000 pieces and 4 MiB. Pieces that are not in
   * it look like all others. What a piece shows cannot be changed later.
   */
  readonly manifestUrl?: string | null | undefined;
  /**
   * What a sale in a kiosk pays to the collection's owner, in percent of the price: 0 to 25, with at most two decimals. With a
   * royalty, pieces that were sold once stay in kiosks. Default: 0.
   */
  readonly royaltyPercent?: number | null | undefined;
  /**
   * The account that gets the right to change how wallets show the pieces, the right to change the rules of their sales, and
   * the royalties. Default: your wallet, or the service's treasury if you have none.
   */
  readonly owner?: string | null | undefined;
};

/** A property of a piece that marketplaces show. */
export type PieceAttributeInput = {
  readonly name: string;
  readonly value: string;
};

/** Changes of a drop. Omitted fields stay; null clears an optional field. */
export type UpdateDropInput = {
  /** The drop's id, here or as the argument `id`. */
  readonly id?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly claimType?: ClaimType | null | undefined;
  /** Cannot be lower than the claimed amount. */
  readonly maxAmount?: string | null | undefined;
  readonly tokenAmount?: string | null | undefined;
  /** Can be changed only while the drop is a DRAFT. */
  readonly randomness?: Randomness | null | undefined;
  readonly estimatedValueUsd?: number | null | undefined;
  readonly claimDeadline?: string | null | undefined;
  /** The new status, if the current one allows it. An ENDED drop becomes ACTIVE only with a new `claimDeadline`. */
  readonly status?: DropStatus | null | undefined;
  readonly imageUrl?: string | null | undefined;
  readonly price?: number | null | undefined;
  readonly supply?: number | null | undefined;
  readonly startsAt?: string | null | undefined;
  readonly maxPerWallet?: number | null | undefined;
  readonly claimAccess?: ClaimAccess | null | undefined;
  readonly isLinkOnly?: boolean | null | undefined;
  /** Only while the drop is a DRAFT, as the next two. */
  readonly admission?: Admission | null | undefined;
  readonly entriesCloseAt?: string | null | undefined;
  readonly claimWindowSeconds?: number | null | undefined;
  /** Claims that exist keep the delivery they were made with. */
  readonly delivery?: ClaimDelivery | null | undefined;
  readonly humanCheck?: HumanCheck | null | undefined;
  /** As in CreateDropInput. They replace the previous ones; an empty list or null removes all. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** Id of a gating template, or of one of your gating configs. Its rules are copied. */
  readonly gatingId?: string | null | undefined;
  readonly metadata?: unknown;
  readonly shortcode?: string | null | undefined;
};

/** A deposit into a drop's vault. */
export type PrepareDropFundingInput = {
  readonly dropId: string;
  /** The wallet that signs and pays. */
  readonly senderAddress: string;
  /** In base units. Default: the amount that the vault still needs. */
  readonly amount?: string | null | undefined;
};

/** A file of at most 10 MiB. */
export type UploadFileInput = {
  /** Base64, or a data: URL. */
  readonly file: string;
  readonly filename: string;
  /** A media type. Browsers display images and videos whose content matches it; they download everything else. */
  readonly contentType: string;
};

/** Outcome of one rule. */
export type EligibilityCheckResult =
  /** The wallet meets the rule. */
  | 'PASS'
  /** The wallet does not meet the rule. */
  | 'FAIL'
  /** A fact could not be read. The wallet is neither admitted nor called ineligible. */
  | 'UNKNOWN';

/** The wallet to exempt, and why. */
export type GrantExemptionInput = {
  readonly dropId: string;
  readonly walletAddress: string;
  /** 1 to 500 characters. It is written to the event log. */
  readonly reason: string;
};

/** A wallet and a drop. */
export type GatingCheckInput = {
  readonly dropId: string;
  readonly walletAddress: string;
};

/** One rule: a fact about the wallet (`key`), an `operator` and a `value`. */
export type GatingRuleInput = {
  /** Kind of the rule; see the reference of rule kinds. */
  readonly key: string;
  readonly operator: string;
  readonly value: string;
  /** Shown to wallets that do not meet the rule. Default: generated from the rule. */
  readonly description?: string | null | undefined;
};

/** Changes of a gating config. Omitted fields stay. */
export type UpdateGatingConfigInput = {
  readonly isActive?: boolean | null | undefined;
  /** The complete new list of rules, at most 20. */
  readonly rules?: ReadonlyArray<GatingRuleInput> | null | undefined;
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

/** Where a wallet stands in a lottery. */
export type LotteryEntryState =
  /** It has entered. The lottery is not drawn yet. */
  | 'ENTERED'
  /** It may claim until `claimBy`. */
  | 'ADMITTED'
  /** It is on the waiting list, at `place`. */
  | 'WAITING'
  /** Its time to claim has ended. */
  | 'WINDOW_ENDED';

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

/**
 * A payment as you saw it, to decide about that payment and no other. If the intent holds another one, the mutation is refused
 * with `CONFLICT`, changes nothing, and `details` say what is held.
 */
export type SeenPaymentInput = {
  /** `PaymentIntent.txHash`. */
  readonly txHash: string;
  /** `PaymentIntent.receivedAtomic`. One transaction can contain several transfers, so its hash alone names no payment. */
  readonly receivedAtomic: string;
  /** `PaymentIntent.receivedCoinType`. */
  readonly receivedCoinType: string;
  /** `PaymentIntent.status`. Default: not compared. */
  readonly status?: PaymentIntentStatus | null | undefined;
};

/** A refund of a payment intent. */
export type ProcessRefundInput = {
  /** The `id` or `intentId` of the payment intent. */
  readonly paymentIntentId: string;
  /** In whole units of the received coin; refused if its decimals are not known. Default: everything that is not refunded yet. */
  readonly amount?: number | null | undefined;
  /** In the smallest unit. If both amounts are given, they must agree. */
  readonly amountAtomic?: string | null | undefined;
  readonly reason?: string | null | undefined;
  /** Refuses the refund with `CONFLICT` if the intent holds another payment than this. Default: the payment that it holds. */
  readonly seen?: SeenPaymentInput | null | undefined;
};

/** A drop and the address that receives its proceeds. */
export type WithdrawProceedsInput = {
  readonly dropId: string;
  readonly toAddress: string;
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

/** An unmatched payment and the intent that it is for. */
export type AssignUnmatchedPaymentInput = {
  readonly id: string;
  /** The `id` or `intentId` of the payment intent. */
  readonly paymentIntentId: string;
};

/** Deployment status of a token. */
export type TokenStatus =
  /** Not on the chain yet. */
  | 'PENDING'
  /** On the chain. Its drops can have vaults. */
  | 'DEPLOYED'
  /** The publish transaction failed; you can try again. */
  | 'FAILED';

/** A new coin, or an existing coin on the chain. */
export type CreateTokenInput = {
  /** 1 to 120 characters. */
  readonly name: string;
  /** 1 to 32 letters, digits or `_ $ . -`. */
  readonly symbol: string;
  /** In base units. Becomes `totalSupply`. */
  readonly supply: string;
  readonly description?: string | null | undefined;
  /** 0 to 18. */
  readonly decimals?: number | null | undefined;
  /** An http, https or ipfs URL, or a path on this server. */
  readonly imageUrl?: string | null | undefined;
  /** Type of an existing coin on the chain: `0xPACKAGE::module::TYPE`. */
  readonly coinType?: string | null | undefined;
  /** Default: the whole supply, if no reserve is given. */
  readonly communityDropsReserve?: string | null | undefined;
  readonly publicSaleReserve?: string | null | undefined;
  readonly creatorReserve?: string | null | undefined;
};

/** A token and the wallet that publishes it. */
export type PrepareTokenDeploymentInput = {
  readonly tokenId: string;
  /** The wallet that signs and pays. */
  readonly senderAddress: string;
};

/** A token and the transaction that published it. */
export type ConfirmTokenDeploymentInput = {
  readonly tokenId: string;
  readonly txHash: string;
};

/** Changes of the caller's profile. Omitted fields stay; null clears a field. */
export type UpdateProfileInput = {
  /** 1 to 80 characters. */
  readonly displayName?: string | null | undefined;
  /** At most 1000 characters. */
  readonly bio?: string | null | undefined;
  /** An http, https or ipfs URL, or a path on this server. */
  readonly avatar?: string | null | undefined;
  /** Like `avatar`. */
  readonly logo?: string | null | undefined;
  /** Like `avatar`. */
  readonly cover?: string | null | undefined;
  /** A color such as `#0b6e4f`. */
  readonly accentColor?: string | null | undefined;
  /** At most 5 different https URLs of at most 200 characters each, with a host name in ASCII letters. Null clears the list. */
  readonly links?: ReadonlyArray<string> | null | undefined;
};

/** A part of a creator's page. */
export type DropPhase =
  /** ACTIVE or PAUSED. */
  | 'LIVE'
  /** It opens later. */
  | 'SCHEDULED'
  /** ENDED or SOLD_OUT. */
  | 'ENDED';

/** Status of a delivery. */
export type WebhookDeliveryStatus =
  /** The next attempt is at `nextAttemptAt`. */
  | 'PENDING'
  /** The receiver accepted it. */
  | 'DELIVERED'
  /** All attempts failed, or the receiver answered 410. */
  | 'FAILED';

/** Properties of a new webhook. */
export type RegisterWebhookInput = {
  /** A public URL. In production it must use https. */
  readonly url: string;
  /** At most 50 event names. `*` means all events, `drop.*` all events of drops. */
  readonly events: ReadonlyArray<string>;
};

/** Changes of a webhook. Omitted fields stay. */
export type UpdateWebhookInput = {
  readonly id: string;
  readonly url?: string | null | undefined;
  /** The complete new list of event names. */
  readonly events?: ReadonlyArray<string> | null | undefined;
  /** If set to true, earlier failures are forgotten. */
  readonly isActive?: boolean | null | undefined;
};

/** The webhook to delete. */
export type DeleteWebhookInput = {
  readonly id: string;
};

/** The webhook to test. */
export type TestWebhookInput = {
  readonly id: string;
};

export type ServiceTimeQueryVariables = Exact<{ [key: string]: never; }>;


export type ServiceTimeQuery = { readonly service: { readonly now: string } };

export type UploadFileMutationVariables = Exact<{
  input: UploadFileInput;
}>;


export type UploadFileMutation = { readonly uploadFile: { readonly url: string, readonly filename: string, readonly size: number, readonly contentType: string } | null };

export type ClaimableDropStateFragment = { readonly id: string, readonly status: DropStatus, readonly maxAmount: string | null, readonly supply: number | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly updatedAt: string };

export type ClaimableDropFragment = (
  { readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly delivery: ClaimDelivery, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly tokenAmount: string | null, readonly randomness: Randomness | null, readonly admission: Admission, readonly maxPerWallet: number | null, readonly imageUrl: string | null, readonly randomnessCommitment: string | null, readonly creator: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly avatarUrl: string | null, readonly bio: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null }, readonly token: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly imageUrl: string | null } | null, readonly gatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<{ readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }> } | null }
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

export type RuleCheckFragment = { readonly result: EligibilityCheckResult, readonly needed: string, readonly rule: { readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }, readonly facts: ReadonlyArray<{ readonly source: string, readonly subject: string, readonly value: string | null, readonly observedAt: string | null }> };

export type WalletEligibilityQueryVariables = Exact<{
  dropId: string;
  address: string;
}>;


export type WalletEligibilityQuery = { readonly byEverything: { readonly eligible: boolean, readonly retryable: boolean, readonly reason: string | null, readonly missingRequirements: ReadonlyArray<string> }, readonly byRules: { readonly eligible: boolean, readonly retryable: boolean, readonly reason: string | null, readonly missingRequirements: ReadonlyArray<string>, readonly checks: ReadonlyArray<RuleCheckFragment> } | null };

export type MyClaimFragment = { readonly id: string | null, readonly amount: string | null, readonly status: ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly sequence: number | null, readonly streak: number | null, readonly txHash: string | null, readonly createdAt: string | null, readonly revealsAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null };

export type MyClaimsQueryVariables = Exact<{
  dropId: string;
  address: string;
}>;


export type MyClaimsQuery = { readonly claims: ReadonlyArray<MyClaimFragment> };

export type MyReceiptQueryVariables = Exact<{
  claimId: string;
}>;


export type MyReceiptQuery = { readonly claim: { readonly receipt: { readonly text: string, readonly publicKey: string, readonly signature: string } | null } | null };

export type MyPaymentFragment = { readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly currency: string, readonly coinType: string, readonly quantity: number, readonly itemsLeft: number, readonly walletAddress: string, readonly paymentUrl: string, readonly txHash: string | null, readonly expiresAt: string, readonly createdAt: string };

export type MyPaymentsQueryVariables = Exact<{
  dropId: string;
}>;


export type MyPaymentsQuery = { readonly paymentIntents: ReadonlyArray<MyPaymentFragment> };

export type WatchMyPaymentSubscriptionVariables = Exact<{
  paymentIntentId: string;
}>;


export type WatchMyPaymentSubscription = { readonly paymentUpdates: { readonly type: string, readonly paymentIntent: { readonly id: string, readonly status: PaymentIntentStatus } } };

export type CancelMyPaymentMutationVariables = Exact<{
  id: string;
}>;


export type CancelMyPaymentMutation = { readonly cancelPaymentIntent: { readonly id: string } | null };

export type LotteryNowQueryVariables = Exact<{
  dropId: string;
  address: string;
  isConnected: boolean;
}>;


export type LotteryNowQuery = { readonly drop: { readonly id: string, readonly entriesCloseAt: string | null, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly drawsAt: string | null } | null } | null, readonly lotteryEntry?: { readonly userAddress: string, readonly state: LotteryEntryState, readonly rank: number | null, readonly place: number | null, readonly claimBy: string | null } | null };

export type ClaimLinkNowQueryVariables = Exact<{
  dropId: string;
  id: string;
}>;


export type ClaimLinkNowQuery = { readonly claimLink: { readonly id: string, readonly status: ClaimLinkStatus, readonly amount: string | null, readonly expiresAt: string | null, readonly claim: MyClaimFragment | null } | null };

export type CreatorOfPageQueryVariables = Exact<{
  username: string;
}>;


export type CreatorOfPageQuery = { readonly creator: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string> } | null };

export type PublicDropsQueryVariables = Exact<{
  username: string;
  phase?: DropPhase | null | undefined;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PublicDropsQuery = { readonly publicDrops: ReadonlyArray<PublicDropFragment> };

export type PublicDropFragment = { readonly id: string, readonly title: string, readonly shortcode: string | null, readonly status: DropStatus, readonly type: DropType, readonly imageUrl: string | null, readonly tokenAmount: string | null, readonly maxAmount: string | null, readonly supply: number | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly randomness: Randomness | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly token: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly imageUrl: string | null } | null };

export type CreateDropSurroundingsQueryVariables = Exact<{ [key: string]: never; }>;


export type CreateDropSurroundingsQuery = { readonly service: { readonly chain: string, readonly now: string, readonly currencies: ReadonlyArray<{ readonly code: string, readonly decimals: number, readonly usdRate: number }> }, readonly me: { readonly id: string, readonly tokens: ReadonlyArray<TokenRowFragment> } | null };

export type ShortcodeTakenQueryVariables = Exact<{
  shortcode: string;
}>;


export type ShortcodeTakenQuery = { readonly dropByShortcode: { readonly id: string } | null };

export type LaunchDropMutationVariables = Exact<{
  input: CreateDropInput;
}>;


export type LaunchDropMutation = { readonly createDrop: { readonly id: string, readonly title: string, readonly shortcode: string | null, readonly status: DropStatus } | null };

export type OpenDropMutationVariables = Exact<{
  id: string;
  status: DropStatus;
}>;


export type OpenDropMutation = { readonly updateDrop: { readonly id: string, readonly status: DropStatus } | null };

export type LaunchedDropQueryVariables = Exact<{
  id: string;
}>;


export type LaunchedDropQuery = { readonly drop: { readonly id: string, readonly tokenBalance: string | null, readonly token: { readonly id: string, readonly symbol: string, readonly status: TokenStatus } | null } | null };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { readonly me: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string } | null };

export type DropsOfCreatorQueryVariables = Exact<{
  filter: DropFilter;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DropsOfCreatorQuery = { readonly drops: ReadonlyArray<DropCardFragment> };

export type WatchDropCardSubscriptionVariables = Exact<{
  dropId: string;
}>;


export type WatchDropCardSubscription = { readonly dropUpdates: { readonly drop: DropProgressFragment } };

export type DropCardFragment = (
  { readonly id: string, readonly title: string, readonly type: DropType, readonly shortcode: string | null, readonly imageUrl: string | null, readonly price: number | null, readonly currency: string, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly token: { readonly id: string, readonly symbol: string, readonly decimals: number } | null }
  & DropProgressFragment
);

export type DropProgressFragment = { readonly id: string, readonly status: DropStatus, readonly claimedAmount: string, readonly claimCount: number | null, readonly percentClaimed: number };

export type PaymentsNeedingAttentionQueryVariables = Exact<{
  dropId?: string | null | undefined;
}>;


export type PaymentsNeedingAttentionQuery = { readonly me: { readonly id: string } | null, readonly toReview: ReadonlyArray<WaitingPaymentFragment>, readonly newest: ReadonlyArray<WaitingPaymentFragment> };

export type WaitingPaymentFragment = { readonly id: string, readonly status: PaymentIntentStatus, readonly drop: { readonly id: string, readonly title: string, readonly creator: { readonly id: string } } | null, readonly refunds: ReadonlyArray<{ readonly id: string, readonly status: RefundStatus }> };

export type OpenUnmatchedPaymentsQueryVariables = Exact<{ [key: string]: never; }>;


export type OpenUnmatchedPaymentsQuery = { readonly unmatchedPayments: ReadonlyArray<{ readonly id: string }> };

export type StuckDeliveriesQueryVariables = Exact<{
  creatorId: string;
}>;


export type StuckDeliveriesQuery = { readonly drops: ReadonlyArray<{ readonly id: string, readonly title: string, readonly tokenBalance: string | null, readonly remainingBalance: string }>, readonly webhooks: ReadonlyArray<{ readonly id: string, readonly url: string, readonly failingSince: string | null }> };

export type UnmatchedPaymentsQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
  state?: UnmatchedPaymentState | null | undefined;
}>;


export type UnmatchedPaymentsQuery = { readonly unmatchedPayments: ReadonlyArray<UnmatchedRowFragment> };

export type UnmatchedRowFragment = { readonly id: string, readonly txHash: string, readonly sender: string, readonly coinType: string, readonly amountAtomic: string, readonly memo: string | null, readonly reason: UnmatchedPaymentReason, readonly state: UnmatchedPaymentState, readonly paymentIntentId: string | null, readonly returnTxHash: string | null, readonly problem: string | null, readonly paidAt: string };

export type AssignUnmatchedPaymentMutationVariables = Exact<{
  input: AssignUnmatchedPaymentInput;
}>;


export type AssignUnmatchedPaymentMutation = { readonly assignUnmatchedPayment: UnmatchedRowFragment | null };

export type ReturnUnmatchedPaymentMutationVariables = Exact<{
  id: string;
}>;


export type ReturnUnmatchedPaymentMutation = { readonly returnUnmatchedPayment: UnmatchedRowFragment | null };

export type DropTitlesQueryVariables = Exact<{
  filter: DropFilter;
  limit?: number | null | undefined;
}>;


export type DropTitlesQuery = { readonly drops: ReadonlyArray<{ readonly id: string, readonly title: string, readonly status: DropStatus }> };

export type DropClaimsQueryVariables = Exact<{
  limit: number;
  after?: string | null | undefined;
  filter: ClaimFilter;
}>;


export type DropClaimsQuery = { readonly claims: ReadonlyArray<{ readonly id: string | null, readonly sequence: number | null, readonly userAddress: string | null, readonly recipient: string | null, readonly amount: string | null, readonly revealsAt: string | null, readonly status: ClaimStatus | null, readonly streak: number | null, readonly txHash: string | null, readonly createdAt: string | null }> };

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

export type DropOnScreenQueryVariables = Exact<{
  id: string;
}>;


export type DropOnScreenQuery = { readonly drop: DropOnScreenFragment | null, readonly me: { readonly id: string, readonly walletAddress: string | null } | null };

export type DropOnScreenFragment = (
  { readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly shortcode: string | null, readonly imageUrl: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly tokenAmount: string | null, readonly randomness: Randomness | null, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly delivery: ClaimDelivery, readonly createdAt: string, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly claims: ReadonlyArray<{ readonly id: string | null }>, readonly creator: { readonly id: string }, readonly token: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly coinType: string | null, readonly status: TokenStatus } | null, readonly gatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<{ readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }> } | null }
  & DropStateFragment
);

export type DropStateFragment = { readonly id: string, readonly status: DropStatus, readonly isActive: boolean, readonly isSoldOut: boolean, readonly maxAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly orderHead: string | null, readonly updatedAt: string };

export type WatchOwnDropSubscriptionVariables = Exact<{
  dropId: string;
}>;


export type WatchOwnDropSubscription = { readonly dropUpdates: { readonly id: string, readonly type: string, readonly drop: DropStateFragment } };

export type ChangeDropStatusMutationVariables = Exact<{
  id: string;
  input: UpdateDropInput;
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


export type ClaimLinksPageQuery = { readonly claimLinks: ReadonlyArray<{ readonly id: string, readonly status: ClaimLinkStatus, readonly amount: string | null, readonly expiresAt: string | null, readonly createdAt: string, readonly claim: { readonly id: string | null, readonly userAddress: string | null, readonly status: ClaimStatus | null } | null }> };

export type CreateClaimLinksMutationVariables = Exact<{
  input: CreateClaimLinksInput;
}>;


export type CreateClaimLinksMutation = { readonly createClaimLinks: { readonly count: number } };

export type RevokeClaimLinksMutationVariables = Exact<{
  input: RevokeClaimLinksInput;
}>;


export type RevokeClaimLinksMutation = { readonly revokeClaimLinks: number };

export type TestAddressQueryVariables = Exact<{
  input: GatingCheckInput;
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
  input: GrantExemptionInput;
}>;


export type GrantExemptionMutation = { readonly grantExemption: ExemptionRowFragment | null };

export type RevokeExemptionMutationVariables = Exact<{
  id: string;
}>;


export type RevokeExemptionMutation = { readonly revokeExemption: ExemptionRowFragment | null };

export type SaveDropMutationVariables = Exact<{
  id: string;
  input: UpdateDropInput;
}>;


export type SaveDropMutation = { readonly updateDrop: DropOnScreenFragment | null };

export type ServiceCurrenciesQueryVariables = Exact<{ [key: string]: never; }>;


export type ServiceCurrenciesQuery = { readonly service: { readonly currencies: ReadonlyArray<{ readonly code: string, readonly decimals: number }> } };

export type DropNumbersQueryVariables = Exact<{
  id: string;
  points: number;
  from?: string | null | undefined;
}>;


export type DropNumbersQuery = { readonly dropDashboardStats: { readonly recentClaims: number, readonly claimHistory: ReadonlyArray<{ readonly at: string, readonly claims: number, readonly amount: string }> } | null };

export type DropAnalyticsQueryVariables = Exact<{
  id: string;
  interval: AnalyticsInterval;
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
  input: PrepareDropFundingInput;
}>;


export type PrepareFundingMutation = { readonly prepareDropFunding: { readonly transactionBytes: string } | null };

export type DropLotteryQueryVariables = Exact<{
  id: string;
}>;


export type DropLotteryQuery = { readonly drop: { readonly id: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly round: number | null, readonly drawsAt: string | null, readonly admittedRank: number, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null } | null };

export type DropPaymentsQueryVariables = Exact<{
  dropId: string;
  limit: number;
  after?: string | null | undefined;
  status?: PaymentIntentStatus | null | undefined;
}>;


export type DropPaymentsQuery = { readonly paymentIntents: ReadonlyArray<DropPaymentFragment>, readonly service: { readonly currencies: ReadonlyArray<{ readonly code: string, readonly coinType: string, readonly decimals: number }> } };

export type DropPaymentFragment = { readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly coinType: string, readonly quantity: number, readonly walletAddress: string, readonly expiresAt: string, readonly txHash: string | null, readonly createdAt: string, readonly refunds: ReadonlyArray<(
    { readonly id: string, readonly amountAtomic: string, readonly reason: string | null, readonly createdAt: string }
    & TransferStateFragment
  )> };

export type TransferStateFragment = { readonly status: RefundStatus, readonly txHash: string | null, readonly attempts: number | null, readonly nextAttemptAt: string | null, readonly lastError: string | null };

export type DropProceedsQueryVariables = Exact<{
  id: string;
}>;


export type DropProceedsQuery = { readonly drop: { readonly id: string, readonly proceeds: { readonly receivedAtomic: string, readonly refundedAtomic: string, readonly paidOutAtomic: string, readonly withdrawableAtomic: string, readonly currency: string } | null } | null };

export type ApprovePaymentMutationVariables = Exact<{
  id: string;
  seen: SeenPaymentInput;
}>;


export type ApprovePaymentMutation = { readonly approvePaymentIntent: DropPaymentFragment | null };

export type RefundPaymentMutationVariables = Exact<{
  input: ProcessRefundInput;
}>;


export type RefundPaymentMutation = { readonly processRefund: { readonly id: string, readonly status: RefundStatus, readonly amountAtomic: string } };

export type RetryRefundMutationVariables = Exact<{
  id: string;
}>;


export type RetryRefundMutation = { readonly retryRefund: (
    { readonly id: string }
    & TransferStateFragment
  ) };

export type WithdrawProceedsMutationVariables = Exact<{
  input: WithdrawProceedsInput;
}>;


export type WithdrawProceedsMutation = { readonly withdrawProceeds: { readonly id: string, readonly amountAtomic: string, readonly currency: string, readonly status: RefundStatus } | null };

export type DropPayoutsQueryVariables = Exact<{
  dropId: string;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DropPayoutsQuery = { readonly payouts: ReadonlyArray<{ readonly id: string, readonly amountAtomic: string, readonly currency: string, readonly toAddress: string, readonly status: RefundStatus, readonly txHash: string | null, readonly attempts: number | null, readonly nextAttemptAt: string | null, readonly lastError: string | null, readonly createdAt: string }> };

export type RetryPayoutMutationVariables = Exact<{
  id: string;
}>;


export type RetryPayoutMutation = { readonly retryPayout: { readonly id: string, readonly status: RefundStatus } };

export type GatingTemplatesQueryVariables = Exact<{ [key: string]: never; }>;


export type GatingTemplatesQuery = { readonly gatingTemplates: ReadonlyArray<{ readonly id: string, readonly name: string, readonly description: string | null, readonly category: string, readonly rules: ReadonlyArray<WrittenRuleFragment> }> };

export type SetGatingMutationVariables = Exact<{
  dropId: string;
  input: UpdateGatingConfigInput;
}>;


export type SetGatingMutation = { readonly updateGatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<WrittenRuleFragment> } | null };

export type WrittenRuleFragment = { readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null };

export type KnownCoinsQueryVariables = Exact<{ [key: string]: never; }>;


export type KnownCoinsQuery = { readonly service: { readonly currencies: ReadonlyArray<{ readonly code: string, readonly coinType: string, readonly decimals: number }> }, readonly me: { readonly id: string, readonly tokens: ReadonlyArray<{ readonly id: string, readonly symbol: string, readonly coinType: string | null, readonly decimals: number }> } | null };

export type MyDropTitlesQueryVariables = Exact<{ [key: string]: never; }>;


export type MyDropTitlesQuery = { readonly myDrops: ReadonlyArray<{ readonly id: string, readonly title: string }> };

export type UpdateProfileMutationVariables = Exact<{
  input: UpdateProfileInput;
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
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { readonly createApiKey: { readonly secret: string, readonly apiKey: ApiKeyRowFragment } | null };

export type CreatePublishableKeyMutationVariables = Exact<{
  input: CreatePublishableKeyInput;
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

export type TokenRowFragment = { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly totalSupply: string, readonly imageUrl: string | null, readonly status: TokenStatus, readonly isExternal: boolean, readonly createdAt: string };

export type TokenOfCreatorQueryVariables = Exact<{
  id: string;
  dropLimit?: number | null | undefined;
}>;


export type TokenOfCreatorQuery = { readonly token: (
    { readonly description: string | null, readonly address: string | null, readonly packageId: string | null, readonly coinType: string | null, readonly communityDropsReserve: string, readonly publicSaleReserve: string, readonly creatorReserve: string, readonly creator: { readonly id: string }, readonly drops: ReadonlyArray<{ readonly id: string, readonly title: string, readonly status: DropStatus, readonly claimCount: number | null, readonly percentClaimed: number }> }
    & TokenRowFragment
  ) | null };

export type CreateTokenMutationVariables = Exact<{
  input: CreateTokenInput;
}>;


export type CreateTokenMutation = { readonly createToken: TokenRowFragment | null };

export type PrepareTokenDeploymentMutationVariables = Exact<{
  input: PrepareTokenDeploymentInput;
}>;


export type PrepareTokenDeploymentMutation = { readonly prepareTokenDeployment: { readonly transactionBytes: string } | null };

export type ConfirmTokenDeploymentMutationVariables = Exact<{
  input: ConfirmTokenDeploymentInput;
}>;


export type ConfirmTokenDeploymentMutation = { readonly confirmTokenDeployment: { readonly id: string, readonly status: TokenStatus } };

export type MyWebhooksQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
  deliveries?: number | null | undefined;
}>;


export type MyWebhooksQuery = { readonly webhooks: ReadonlyArray<WebhookRowFragment> };

export type WebhookRowFragment = { readonly id: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly isActive: boolean, readonly createdAt: string, readonly deliveries: ReadonlyArray<{ readonly id: string, readonly status: WebhookDeliveryStatus, readonly statusCode: number | null, readonly error: string | null }> };

export type RegisterWebhookMutationVariables = Exact<{
  input: RegisterWebhookInput;
}>;


export type RegisterWebhookMutation = { readonly registerWebhook: { readonly id: string, readonly url: string, readonly secret: string | null } | null };

export type WebhookOfCreatorQueryVariables = Exact<{
  id: string;
  deliveries?: number | null | undefined;
  status?: WebhookDeliveryStatus | null | undefined;
}>;


export type WebhookOfCreatorQuery = { readonly webhook: { readonly id: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly isActive: boolean, readonly createdAt: string, readonly deliveries: ReadonlyArray<DeliveryRowFragment>, readonly latest: ReadonlyArray<{ readonly status: WebhookDeliveryStatus, readonly error: string | null }> } | null };

export type DeliveryRowFragment = { readonly id: string, readonly event: string, readonly attempt: number, readonly status: WebhookDeliveryStatus, readonly statusCode: number | null, readonly error: string | null, readonly deliveredAt: string | null, readonly nextAttemptAt: string | null, readonly body: unknown, readonly attempts: ReadonlyArray<{ readonly number: number, readonly at: string, readonly statusCode: number | null, readonly error: string | null, readonly durationMs: number | null, readonly nextAttemptAt: string | null }> };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { readonly updateWebhook: { readonly id: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly isActive: boolean } };

export type DeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
}>;


export type DeleteWebhookMutation = { readonly deleteWebhook: boolean };

export type TestWebhookMutationVariables = Exact<{
  input: TestWebhookInput;
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

export type WhoAsksQueryVariables = Exact<{ [key: string]: never; }>;


export type WhoAsksQuery = { readonly me: { readonly id: string, readonly username: string } | null };

export type PaymentQueryVariables = Exact<{
  id: string;
}>;


export type PaymentQuery = { readonly paymentIntent: PaymentOnPageFragment | null, readonly service: { readonly currencies: ReadonlyArray<{ readonly code: string, readonly decimals: number }> } };

export type WatchPaymentSubscriptionVariables = Exact<{
  id: string;
}>;


export type WatchPaymentSubscription = { readonly paymentUpdates: { readonly type: string } };

export type PaymentOnPageFragment = { readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly quantity: number, readonly walletAddress: string, readonly recipientAddress: string, readonly coinType: string, readonly paymentUrl: string, readonly expiresAt: string, readonly txHash: string | null, readonly drop: { readonly id: string, readonly title: string, readonly shortcode: string | null, readonly imageUrl: string | null } | null, readonly refunds: ReadonlyArray<{ readonly id: string, readonly amountAtomic: string, readonly reason: string | null, readonly status: RefundStatus, readonly txHash: string | null, readonly createdAt: string }> };

export type CheckedDropQueryVariables = Exact<{
  id: string;
}>;


export type CheckedDropQuery = { readonly drop: DropToCheckFragment | null };

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

export type ReceiptClaimQueryVariables = Exact<{
  dropId: string;
  userAddress: string;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ReceiptClaimQuery = { readonly claims: ReadonlyArray<{ readonly id: string | null, readonly sequence: number | null, readonly orderHead: string | null }> };

export type DropToCheckFragment = { readonly id: string, readonly title: string, readonly shortcode: string | null, readonly imageUrl: string | null, readonly status: DropStatus, readonly type: DropType, readonly maxAmount: string | null, readonly supply: number | null, readonly tokenAmount: string | null, readonly claimCount: number | null, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } } | null, readonly token: { readonly symbol: string, readonly decimals: number } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const ClaimableDropStateFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ClaimableDropState on Drop {
  id
  status
  maxAmount
  supply
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  updatedAt
}
    `, {"fragmentName":"ClaimableDropState"}) as unknown as TypedDocumentString<ClaimableDropStateFragment, unknown>;
export const ClaimableDropFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ClaimableDrop on Drop {
  ...ClaimableDropState
  title
  description
  type
  claimType
  claimAccess
  isLinkOnly
  delivery
  shortcode
  price
  priceUSD
  currency
  tokenAmount
  randomness
  admission
  maxPerWallet
  imageUrl
  randomnessCommitment
  creator {
    id
    username
    displayName
    avatarUrl
    bio
    logo
    cover
    accentColor
  }
  token {
    id
    name
    symbol
    decimals
    imageUrl
  }
  gatingConfig {
    id
    isActive
    rules {
      key
      operator
      value
      description
    }
  }
}
    fragment ClaimableDropState on Drop {
  id
  status
  maxAmount
  supply
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  updatedAt
}`, {"fragmentName":"ClaimableDrop"}) as unknown as TypedDocumentString<ClaimableDropFragment, unknown>;
export const RuleCheckFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment RuleCheck on EligibilityCheck {
  result
  needed
  rule {
    key
    operator
    value
    description
  }
  facts {
    source
    subject
    value
    observedAt
  }
}
    `, {"fragmentName":"RuleCheck"}) as unknown as TypedDocumentString<RuleCheckFragment, unknown>;
export const MyClaimFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment MyClaim on Claim {
  id
  amount
  status
  userAddress
  recipient
  sequence
  streak
  txHash
  createdAt
  revealsAt
  claimedAt
  expiresAt
}
    `, {"fragmentName":"MyClaim"}) as unknown as TypedDocumentString<MyClaimFragment, unknown>;
export const MyPaymentFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment MyPayment on PaymentIntent {
  id
  intentId
  status
  statusReason
  amount
  amountAtomic
  currency
  coinType
  quantity
  itemsLeft
  walletAddress
  paymentUrl
  txHash
  expiresAt
  createdAt
}
    `, {"fragmentName":"MyPayment"}) as unknown as TypedDocumentString<MyPaymentFragment, unknown>;
export const PublicDropFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PublicDrop on Drop {
  id
  title
  shortcode
  status
  type
  imageUrl
  tokenAmount
  maxAmount
  supply
  claimedAmount
  remainingBalance
  claimCount
  randomness
  price
  priceUSD
  currency
  startsAt
  claimDeadline
  token {
    id
    name
    symbol
    decimals
    imageUrl
  }
}
    `, {"fragmentName":"PublicDrop"}) as unknown as TypedDocumentString<PublicDropFragment, unknown>;
export const DropProgressFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DropProgress on Drop {
  id
  status
  claimedAmount
  claimCount
  percentClaimed
}
    `, {"fragmentName":"DropProgress"}) as unknown as TypedDocumentString<DropProgressFragment, unknown>;
export const DropCardFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DropCard on Drop {
  id
  title
  type
  shortcode
  imageUrl
  price
  currency
  maxAmount
  tokenAmount
  startsAt
  claimDeadline
  token {
    id
    symbol
    decimals
  }
  ...DropProgress
}
    fragment DropProgress on Drop {
  id
  status
  claimedAmount
  claimCount
  percentClaimed
}`, {"fragmentName":"DropCard"}) as unknown as TypedDocumentString<DropCardFragment, unknown>;
export const WaitingPaymentFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment WaitingPayment on PaymentIntent {
  id
  status
  drop {
    id
    title
    creator {
      id
    }
  }
  refunds {
    id
    status
  }
}
    `, {"fragmentName":"WaitingPayment"}) as unknown as TypedDocumentString<WaitingPaymentFragment, unknown>;
export const UnmatchedRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment UnmatchedRow on UnmatchedPayment {
  id
  txHash
  sender
  coinType
  amountAtomic
  memo
  reason
  state
  paymentIntentId
  returnTxHash
  problem
  paidAt
}
    `, {"fragmentName":"UnmatchedRow"}) as unknown as TypedDocumentString<UnmatchedRowFragment, unknown>;
export const DropStateFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DropState on Drop {
  id
  status
  isActive
  isSoldOut
  maxAmount
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  orderHead
  updatedAt
}
    `, {"fragmentName":"DropState"}) as unknown as TypedDocumentString<DropStateFragment, unknown>;
export const DropOnScreenFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DropOnScreen on Drop {
  ...DropState
  title
  description
  type
  claimType
  shortcode
  imageUrl
  price
  priceUSD
  currency
  supply
  tokenAmount
  randomness
  admission
  entriesCloseAt
  claimWindowSeconds
  maxPerWallet
  claimAccess
  isLinkOnly
  humanCheck
  embedOrigins
  delivery
  createdAt
  randomnessCommitment
  randomnessSeed
  claims(limit: 1) {
    id
  }
  creator {
    id
  }
  token {
    id
    name
    symbol
    decimals
    coinType
    status
  }
  gatingConfig {
    id
    isActive
    rules {
      key
      operator
      value
      description
    }
  }
}
    fragment DropState on Drop {
  id
  status
  isActive
  isSoldOut
  maxAmount
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  orderHead
  updatedAt
}`, {"fragmentName":"DropOnScreen"}) as unknown as TypedDocumentString<DropOnScreenFragment, unknown>;
export const ExemptionRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ExemptionRow on Exemption {
  id
  walletAddress
  reason
  grantedAt
  revokedAt
}
    `, {"fragmentName":"ExemptionRow"}) as unknown as TypedDocumentString<ExemptionRowFragment, unknown>;
export const TransferStateFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment TransferState on Refund {
  status
  txHash
  attempts
  nextAttemptAt
  lastError
}
    `, {"fragmentName":"TransferState"}) as unknown as TypedDocumentString<TransferStateFragment, unknown>;
export const DropPaymentFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DropPayment on PaymentIntent {
  id
  intentId
  status
  statusReason
  amountAtomic
  receivedAtomic
  receivedCoinType
  receivedFrom
  currency
  coinType
  quantity
  walletAddress
  expiresAt
  txHash
  createdAt
  refunds {
    id
    amountAtomic
    reason
    ...TransferState
    createdAt
  }
}
    fragment TransferState on Refund {
  status
  txHash
  attempts
  nextAttemptAt
  lastError
}`, {"fragmentName":"DropPayment"}) as unknown as TypedDocumentString<DropPaymentFragment, unknown>;
export const WrittenRuleFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment WrittenRule on GatingRule {
  key
  operator
  value
  description
}
    `, {"fragmentName":"WrittenRule"}) as unknown as TypedDocumentString<WrittenRuleFragment, unknown>;
export const ApiKeyRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ApiKeyRow on ApiKey {
  id
  name
  project
  preview
  requestsPerMinute
  lastUsedAt
  createdAt
}
    `, {"fragmentName":"ApiKeyRow"}) as unknown as TypedDocumentString<ApiKeyRowFragment, unknown>;
export const TokenRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment TokenRow on Token {
  id
  name
  symbol
  decimals
  totalSupply
  imageUrl
  status
  isExternal
  createdAt
}
    `, {"fragmentName":"TokenRow"}) as unknown as TypedDocumentString<TokenRowFragment, unknown>;
export const WebhookRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment WebhookRow on Webhook {
  id
  url
  events
  isActive
  createdAt
  deliveries(limit: $deliveries) {
    id
    status
    statusCode
    error
  }
}
    `, {"fragmentName":"WebhookRow"}) as unknown as TypedDocumentString<WebhookRowFragment, unknown>;
export const DeliveryRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DeliveryRow on WebhookDelivery {
  id
  event
  attempt
  status
  statusCode
  error
  deliveredAt
  nextAttemptAt
  body
  attempts(limit: 50) {
    number
    at
    statusCode
    error
    durationMs
    nextAttemptAt
  }
}
    `, {"fragmentName":"DeliveryRow"}) as unknown as TypedDocumentString<DeliveryRowFragment, unknown>;
export const PaymentOnPageFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PaymentOnPage on PaymentIntent {
  id
  intentId
  status
  statusReason
  amount
  amountAtomic
  receivedAtomic
  receivedCoinType
  receivedFrom
  currency
  quantity
  walletAddress
  recipientAddress
  coinType
  paymentUrl
  expiresAt
  txHash
  drop {
    id
    title
    shortcode
    imageUrl
  }
  refunds {
    id
    amountAtomic
    reason
    status
    txHash
    createdAt
  }
}
    `, {"fragmentName":"PaymentOnPage"}) as unknown as TypedDocumentString<PaymentOnPageFragment, unknown>;
export const DropToCheckFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DropToCheck on Drop {
  id
  title
  shortcode
  imageUrl
  status
  type
  maxAmount
  supply
  tokenAmount
  claimCount
  randomness
  beacon {
    chainHash
    scheme
    publicKey
    genesisAt
    periodMs
  }
  orderHead
  lottery {
    phase
    entries
    root
    round
    frozenAt
    beaconSignature
    beacon {
      chainHash
      scheme
      publicKey
      genesisAt
      periodMs
    }
  }
  randomnessCommitment
  randomnessSeed
  token {
    symbol
    decimals
  }
}
    `, {"fragmentName":"DropToCheck"}) as unknown as TypedDocumentString<DropToCheckFragment, unknown>;
export const ServiceTimeDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ServiceTime {
  service {
    now
  }
}
    `) as unknown as TypedDocumentString<ServiceTimeQuery, ServiceTimeQueryVariables>;
export const UploadFileDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UploadFile($input: UploadFileInput!) {
  uploadFile(input: $input) {
    url
    filename
    size
    contentType
  }
}
    `) as unknown as TypedDocumentString<UploadFileMutation, UploadFileMutationVariables>;
export const ClaimableDropAtDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ClaimableDropAt($place: String!, $id: ID!, $mayBeId: Boolean!) {
  byId: drop(id: $id) @include(if: $mayBeId) {
    ...ClaimableDrop
  }
  byShortcode: dropByShortcode(shortcode: $place) {
    ...ClaimableDrop
  }
}
    fragment ClaimableDropState on Drop {
  id
  status
  maxAmount
  supply
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  updatedAt
}
fragment ClaimableDrop on Drop {
  ...ClaimableDropState
  title
  description
  type
  claimType
  claimAccess
  isLinkOnly
  delivery
  shortcode
  price
  priceUSD
  currency
  tokenAmount
  randomness
  admission
  maxPerWallet
  imageUrl
  randomnessCommitment
  creator {
    id
    username
    displayName
    avatarUrl
    bio
    logo
    cover
    accentColor
  }
  token {
    id
    name
    symbol
    decimals
    imageUrl
  }
  gatingConfig {
    id
    isActive
    rules {
      key
      operator
      value
      description
    }
  }
}`) as unknown as TypedDocumentString<ClaimableDropAtQuery, ClaimableDropAtQueryVariables>;
export const OtherDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OtherDrop($id: ID!) {
  drop(id: $id) {
    id
    title
    shortcode
  }
}
    `) as unknown as TypedDocumentString<OtherDropQuery, OtherDropQueryVariables>;
export const WatchDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchDrop($dropId: ID!) {
  dropUpdates(dropId: $dropId) {
    type
    drop {
      ...ClaimableDropState
    }
  }
}
    fragment ClaimableDropState on Drop {
  id
  status
  maxAmount
  supply
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  updatedAt
}`) as unknown as TypedDocumentString<WatchDropSubscription, WatchDropSubscriptionVariables>;
export const WalletEligibilityDocument = /*#__PURE__*/ new TypedDocumentString(`
    query WalletEligibility($dropId: ID!, $address: String!) {
  byEverything: checkEligibility(
    input: {dropId: $dropId, walletAddress: $address}
  ) {
    eligible
    retryable
    reason
    missingRequirements
  }
  byRules: checkGatingEligibility(
    input: {dropId: $dropId, walletAddress: $address}
  ) {
    eligible
    retryable
    reason
    missingRequirements
    checks {
      ...RuleCheck
    }
  }
}
    fragment RuleCheck on EligibilityCheck {
  result
  needed
  rule {
    key
    operator
    value
    description
  }
  facts {
    source
    subject
    value
    observedAt
  }
}`) as unknown as TypedDocumentString<WalletEligibilityQuery, WalletEligibilityQueryVariables>;
export const MyClaimsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query MyClaims($dropId: ID!, $address: String!) {
  claims(limit: 50, filter: {dropId: $dropId, userAddress: $address}) {
    ...MyClaim
  }
}
    fragment MyClaim on Claim {
  id
  amount
  status
  userAddress
  recipient
  sequence
  streak
  txHash
  createdAt
  revealsAt
  claimedAt
  expiresAt
}`) as unknown as TypedDocumentString<MyClaimsQuery, MyClaimsQueryVariables>;
export const MyReceiptDocument = /*#__PURE__*/ new TypedDocumentString(`
    query MyReceipt($claimId: ID!) {
  claim(id: $claimId) {
    receipt {
      text
      publicKey
      signature
    }
  }
}
    `) as unknown as TypedDocumentString<MyReceiptQuery, MyReceiptQueryVariables>;
export const MyPaymentsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query MyPayments($dropId: ID!) {
  paymentIntents(limit: 50, dropId: $dropId) {
    ...MyPayment
  }
}
    fragment MyPayment on PaymentIntent {
  id
  intentId
  status
  statusReason
  amount
  amountAtomic
  currency
  coinType
  quantity
  itemsLeft
  walletAddress
  paymentUrl
  txHash
  expiresAt
  createdAt
}`) as unknown as TypedDocumentString<MyPaymentsQuery, MyPaymentsQueryVariables>;
export const WatchMyPaymentDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchMyPayment($paymentIntentId: ID!) {
  paymentUpdates(paymentIntentId: $paymentIntentId) {
    type
    paymentIntent {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<WatchMyPaymentSubscription, WatchMyPaymentSubscriptionVariables>;
export const CancelMyPaymentDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CancelMyPayment($id: ID!) {
  cancelPaymentIntent(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<CancelMyPaymentMutation, CancelMyPaymentMutationVariables>;
export const LotteryNowDocument = /*#__PURE__*/ new TypedDocumentString(`
    query LotteryNow($dropId: ID!, $address: String!, $isConnected: Boolean!) {
  drop(id: $dropId) {
    id
    entriesCloseAt
    lottery {
      phase
      entries
      drawsAt
    }
  }
  lotteryEntry(dropId: $dropId, userAddress: $address) @include(if: $isConnected) {
    userAddress
    state
    rank
    place
    claimBy
  }
}
    `) as unknown as TypedDocumentString<LotteryNowQuery, LotteryNowQueryVariables>;
export const ClaimLinkNowDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ClaimLinkNow($dropId: ID!, $id: ID!) {
  claimLink(dropId: $dropId, id: $id) {
    id
    status
    amount
    expiresAt
    claim {
      ...MyClaim
    }
  }
}
    fragment MyClaim on Claim {
  id
  amount
  status
  userAddress
  recipient
  sequence
  streak
  txHash
  createdAt
  revealsAt
  claimedAt
  expiresAt
}`) as unknown as TypedDocumentString<ClaimLinkNowQuery, ClaimLinkNowQueryVariables>;
export const CreatorOfPageDocument = /*#__PURE__*/ new TypedDocumentString(`
    query CreatorOfPage($username: String!) {
  creator(username: $username) {
    id
    username
    displayName
    bio
    avatarUrl
    logo
    cover
    accentColor
    links
  }
}
    `) as unknown as TypedDocumentString<CreatorOfPageQuery, CreatorOfPageQueryVariables>;
export const PublicDropsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PublicDrops($username: String!, $phase: DropPhase, $limit: Int, $after: ID) {
  publicDrops(username: $username, phase: $phase, limit: $limit, after: $after) {
    ...PublicDrop
  }
}
    fragment PublicDrop on Drop {
  id
  title
  shortcode
  status
  type
  imageUrl
  tokenAmount
  maxAmount
  supply
  claimedAmount
  remainingBalance
  claimCount
  randomness
  price
  priceUSD
  currency
  startsAt
  claimDeadline
  token {
    id
    name
    symbol
    decimals
    imageUrl
  }
}`) as unknown as TypedDocumentString<PublicDropsQuery, PublicDropsQueryVariables>;
export const CreateDropSurroundingsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query CreateDropSurroundings {
  service {
    chain
    now
    currencies {
      code
      decimals
      usdRate
    }
  }
  me {
    id
    tokens(limit: 200) {
      ...TokenRow
    }
  }
}
    fragment TokenRow on Token {
  id
  name
  symbol
  decimals
  totalSupply
  imageUrl
  status
  isExternal
  createdAt
}`) as unknown as TypedDocumentString<CreateDropSurroundingsQuery, CreateDropSurroundingsQueryVariables>;
export const ShortcodeTakenDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ShortcodeTaken($shortcode: String!) {
  dropByShortcode(shortcode: $shortcode) {
    id
  }
}
    `) as unknown as TypedDocumentString<ShortcodeTakenQuery, ShortcodeTakenQueryVariables>;
export const LaunchDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation LaunchDrop($input: CreateDropInput!) {
  createDrop(input: $input) {
    id
    title
    shortcode
    status
  }
}
    `) as unknown as TypedDocumentString<LaunchDropMutation, LaunchDropMutationVariables>;
export const OpenDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation OpenDrop($id: ID!, $status: DropStatus!) {
  updateDrop(id: $id, input: {status: $status}) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<OpenDropMutation, OpenDropMutationVariables>;
export const LaunchedDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    query LaunchedDrop($id: ID!) {
  drop(id: $id) {
    id
    tokenBalance
    token {
      id
      symbol
      status
    }
  }
}
    `) as unknown as TypedDocumentString<LaunchedDropQuery, LaunchedDropQueryVariables>;
export const MeDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Me {
  me {
    id
    username
    displayName
    bio
    avatarUrl
    logo
    cover
    accentColor
    links
    identityProviderId
    walletAddress
    createdAt
  }
}
    `) as unknown as TypedDocumentString<MeQuery, MeQueryVariables>;
export const DropsOfCreatorDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropsOfCreator($filter: DropFilter!, $limit: Int, $after: ID) {
  drops(limit: $limit, after: $after, filter: $filter) {
    ...DropCard
  }
}
    fragment DropCard on Drop {
  id
  title
  type
  shortcode
  imageUrl
  price
  currency
  maxAmount
  tokenAmount
  startsAt
  claimDeadline
  token {
    id
    symbol
    decimals
  }
  ...DropProgress
}
fragment DropProgress on Drop {
  id
  status
  claimedAmount
  claimCount
  percentClaimed
}`) as unknown as TypedDocumentString<DropsOfCreatorQuery, DropsOfCreatorQueryVariables>;
export const WatchDropCardDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchDropCard($dropId: ID!) {
  dropUpdates(dropId: $dropId) {
    drop {
      ...DropProgress
    }
  }
}
    fragment DropProgress on Drop {
  id
  status
  claimedAmount
  claimCount
  percentClaimed
}`) as unknown as TypedDocumentString<WatchDropCardSubscription, WatchDropCardSubscriptionVariables>;
export const PaymentsNeedingAttentionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PaymentsNeedingAttention($dropId: ID) {
  me {
    id
  }
  toReview: paymentIntents(limit: 200, dropId: $dropId, status: REQUIRES_REVIEW) {
    ...WaitingPayment
  }
  newest: paymentIntents(limit: 200, dropId: $dropId) {
    ...WaitingPayment
  }
}
    fragment WaitingPayment on PaymentIntent {
  id
  status
  drop {
    id
    title
    creator {
      id
    }
  }
  refunds {
    id
    status
  }
}`) as unknown as TypedDocumentString<PaymentsNeedingAttentionQuery, PaymentsNeedingAttentionQueryVariables>;
export const OpenUnmatchedPaymentsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OpenUnmatchedPayments {
  unmatchedPayments(limit: 200, state: OPEN) {
    id
  }
}
    `) as unknown as TypedDocumentString<OpenUnmatchedPaymentsQuery, OpenUnmatchedPaymentsQueryVariables>;
export const StuckDeliveriesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query StuckDeliveries($creatorId: ID!) {
  drops(limit: 50, filter: {creatorId: $creatorId, status: ACTIVE}) {
    id
    title
    tokenBalance
    remainingBalance
  }
  webhooks(limit: 100) {
    id
    url
    failingSince
  }
}
    `) as unknown as TypedDocumentString<StuckDeliveriesQuery, StuckDeliveriesQueryVariables>;
export const UnmatchedPaymentsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query UnmatchedPayments($limit: Int, $after: ID, $state: UnmatchedPaymentState) {
  unmatchedPayments(limit: $limit, after: $after, state: $state) {
    ...UnmatchedRow
  }
}
    fragment UnmatchedRow on UnmatchedPayment {
  id
  txHash
  sender
  coinType
  amountAtomic
  memo
  reason
  state
  paymentIntentId
  returnTxHash
  problem
  paidAt
}`) as unknown as TypedDocumentString<UnmatchedPaymentsQuery, UnmatchedPaymentsQueryVariables>;
export const AssignUnmatchedPaymentDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation AssignUnmatchedPayment($input: AssignUnmatchedPaymentInput!) {
  assignUnmatchedPayment(input: $input) {
    ...UnmatchedRow
  }
}
    fragment UnmatchedRow on UnmatchedPayment {
  id
  txHash
  sender
  coinType
  amountAtomic
  memo
  reason
  state
  paymentIntentId
  returnTxHash
  problem
  paidAt
}`) as unknown as TypedDocumentString<AssignUnmatchedPaymentMutation, AssignUnmatchedPaymentMutationVariables>;
export const ReturnUnmatchedPaymentDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ReturnUnmatchedPayment($id: ID!) {
  returnUnmatchedPayment(id: $id) {
    ...UnmatchedRow
  }
}
    fragment UnmatchedRow on UnmatchedPayment {
  id
  txHash
  sender
  coinType
  amountAtomic
  memo
  reason
  state
  paymentIntentId
  returnTxHash
  problem
  paidAt
}`) as unknown as TypedDocumentString<ReturnUnmatchedPaymentMutation, ReturnUnmatchedPaymentMutationVariables>;
export const DropTitlesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropTitles($filter: DropFilter!, $limit: Int) {
  drops(limit: $limit, filter: $filter) {
    id
    title
    status
  }
}
    `) as unknown as TypedDocumentString<DropTitlesQuery, DropTitlesQueryVariables>;
export const DropClaimsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropClaims($limit: Int!, $after: ID, $filter: ClaimFilter!) {
  claims(limit: $limit, after: $after, filter: $filter) {
    id
    sequence
    userAddress
    recipient
    amount
    revealsAt
    status
    streak
    txHash
    createdAt
  }
}
    `) as unknown as TypedDocumentString<DropClaimsQuery, DropClaimsQueryVariables>;
export const GiveOutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation GiveOut($dropId: ID!, $userAddress: String!, $amount: String) {
  claimDrop(input: {dropId: $dropId, userAddress: $userAddress, amount: $amount}) {
    claim {
      id
      amount
    }
  }
}
    `) as unknown as TypedDocumentString<GiveOutMutation, GiveOutMutationVariables>;
export const GiveOutRandomDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation GiveOutRandom($dropId: ID!, $userAddress: String!) {
  claimRandomDrop(input: {dropId: $dropId, userAddress: $userAddress}) {
    success
    message
    code
    claim {
      id
      amount
    }
  }
}
    `) as unknown as TypedDocumentString<GiveOutRandomMutation, GiveOutRandomMutationVariables>;
export const DropOnScreenDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropOnScreen($id: ID!) {
  drop(id: $id) {
    ...DropOnScreen
  }
  me {
    id
    walletAddress
  }
}
    fragment DropOnScreen on Drop {
  ...DropState
  title
  description
  type
  claimType
  shortcode
  imageUrl
  price
  priceUSD
  currency
  supply
  tokenAmount
  randomness
  admission
  entriesCloseAt
  claimWindowSeconds
  maxPerWallet
  claimAccess
  isLinkOnly
  humanCheck
  embedOrigins
  delivery
  createdAt
  randomnessCommitment
  randomnessSeed
  claims(limit: 1) {
    id
  }
  creator {
    id
  }
  token {
    id
    name
    symbol
    decimals
    coinType
    status
  }
  gatingConfig {
    id
    isActive
    rules {
      key
      operator
      value
      description
    }
  }
}
fragment DropState on Drop {
  id
  status
  isActive
  isSoldOut
  maxAmount
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  orderHead
  updatedAt
}`) as unknown as TypedDocumentString<DropOnScreenQuery, DropOnScreenQueryVariables>;
export const WatchOwnDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchOwnDrop($dropId: ID!) {
  dropUpdates(dropId: $dropId) {
    id
    type
    drop {
      ...DropState
    }
  }
}
    fragment DropState on Drop {
  id
  status
  isActive
  isSoldOut
  maxAmount
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  orderHead
  updatedAt
}`) as unknown as TypedDocumentString<WatchOwnDropSubscription, WatchOwnDropSubscriptionVariables>;
export const ChangeDropStatusDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ChangeDropStatus($id: ID!, $input: UpdateDropInput!) {
  updateDrop(id: $id, input: $input) {
    ...DropState
  }
}
    fragment DropState on Drop {
  id
  status
  isActive
  isSoldOut
  maxAmount
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  orderHead
  updatedAt
}`) as unknown as TypedDocumentString<ChangeDropStatusMutation, ChangeDropStatusMutationVariables>;
export const DeleteDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteDrop($id: ID!) {
  deleteDrop(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteDropMutation, DeleteDropMutationVariables>;
export const PreviewedDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PreviewedDrop($id: ID!) {
  me {
    id
  }
  drop(id: $id) {
    ...ClaimableDrop
  }
}
    fragment ClaimableDropState on Drop {
  id
  status
  maxAmount
  supply
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  updatedAt
}
fragment ClaimableDrop on Drop {
  ...ClaimableDropState
  title
  description
  type
  claimType
  claimAccess
  isLinkOnly
  delivery
  shortcode
  price
  priceUSD
  currency
  tokenAmount
  randomness
  admission
  maxPerWallet
  imageUrl
  randomnessCommitment
  creator {
    id
    username
    displayName
    avatarUrl
    bio
    logo
    cover
    accentColor
  }
  token {
    id
    name
    symbol
    decimals
    imageUrl
  }
  gatingConfig {
    id
    isActive
    rules {
      key
      operator
      value
      description
    }
  }
}`) as unknown as TypedDocumentString<PreviewedDropQuery, PreviewedDropQueryVariables>;
export const ClaimLinksPageDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ClaimLinksPage($dropId: ID!, $limit: Int, $after: ID) {
  claimLinks(dropId: $dropId, limit: $limit, after: $after) {
    id
    status
    amount
    expiresAt
    createdAt
    claim {
      id
      userAddress
      status
    }
  }
}
    `) as unknown as TypedDocumentString<ClaimLinksPageQuery, ClaimLinksPageQueryVariables>;
export const CreateClaimLinksDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateClaimLinks($input: CreateClaimLinksInput!) {
  createClaimLinks(input: $input) {
    count
  }
}
    `) as unknown as TypedDocumentString<CreateClaimLinksMutation, CreateClaimLinksMutationVariables>;
export const RevokeClaimLinksDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RevokeClaimLinks($input: RevokeClaimLinksInput!) {
  revokeClaimLinks(input: $input)
}
    `) as unknown as TypedDocumentString<RevokeClaimLinksMutation, RevokeClaimLinksMutationVariables>;
export const TestAddressDocument = /*#__PURE__*/ new TypedDocumentString(`
    query TestAddress($input: GatingCheckInput!) {
  checkGatingEligibility(input: $input) {
    eligible
    retryable
    reason
    missingRequirements
    exempt
    checks {
      ...RuleCheck
    }
  }
}
    fragment RuleCheck on EligibilityCheck {
  result
  needed
  rule {
    key
    operator
    value
    description
  }
  facts {
    source
    subject
    value
    observedAt
  }
}`) as unknown as TypedDocumentString<TestAddressQuery, TestAddressQueryVariables>;
export const DropExemptionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropExemptions($dropId: ID!, $limit: Int, $after: ID) {
  exemptions(dropId: $dropId, limit: $limit, after: $after) {
    ...ExemptionRow
  }
}
    fragment ExemptionRow on Exemption {
  id
  walletAddress
  reason
  grantedAt
  revokedAt
}`) as unknown as TypedDocumentString<DropExemptionsQuery, DropExemptionsQueryVariables>;
export const GrantExemptionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation GrantExemption($input: GrantExemptionInput!) {
  grantExemption(input: $input) {
    ...ExemptionRow
  }
}
    fragment ExemptionRow on Exemption {
  id
  walletAddress
  reason
  grantedAt
  revokedAt
}`) as unknown as TypedDocumentString<GrantExemptionMutation, GrantExemptionMutationVariables>;
export const RevokeExemptionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RevokeExemption($id: ID!) {
  revokeExemption(id: $id) {
    ...ExemptionRow
  }
}
    fragment ExemptionRow on Exemption {
  id
  walletAddress
  reason
  grantedAt
  revokedAt
}`) as unknown as TypedDocumentString<RevokeExemptionMutation, RevokeExemptionMutationVariables>;
export const SaveDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SaveDrop($id: ID!, $input: UpdateDropInput!) {
  updateDrop(id: $id, input: $input) {
    ...DropOnScreen
  }
}
    fragment DropOnScreen on Drop {
  ...DropState
  title
  description
  type
  claimType
  shortcode
  imageUrl
  price
  priceUSD
  currency
  supply
  tokenAmount
  randomness
  admission
  entriesCloseAt
  claimWindowSeconds
  maxPerWallet
  claimAccess
  isLinkOnly
  humanCheck
  embedOrigins
  delivery
  createdAt
  randomnessCommitment
  randomnessSeed
  claims(limit: 1) {
    id
  }
  creator {
    id
  }
  token {
    id
    name
    symbol
    decimals
    coinType
    status
  }
  gatingConfig {
    id
    isActive
    rules {
      key
      operator
      value
      description
    }
  }
}
fragment DropState on Drop {
  id
  status
  isActive
  isSoldOut
  maxAmount
  claimedAmount
  remainingBalance
  claimCount
  percentClaimed
  startsAt
  claimDeadline
  orderHead
  updatedAt
}`) as unknown as TypedDocumentString<SaveDropMutation, SaveDropMutationVariables>;
export const ServiceCurrenciesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ServiceCurrencies {
  service {
    currencies {
      code
      decimals
    }
  }
}
    `) as unknown as TypedDocumentString<ServiceCurrenciesQuery, ServiceCurrenciesQueryVariables>;
export const DropNumbersDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropNumbers($id: ID!, $points: Int!, $from: DateTime) {
  dropDashboardStats(id: $id) {
    recentClaims
    claimHistory(points: $points, from: $from) {
      at
      claims
      amount
    }
  }
}
    `) as unknown as TypedDocumentString<DropNumbersQuery, DropNumbersQueryVariables>;
export const DropAnalyticsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropAnalytics($id: ID!, $interval: AnalyticsInterval!) {
  dropAnalytics(id: $id, interval: $interval) {
    views
    wallets
    tries
    claims
    conversion
    refusals {
      code
      count
    }
    points {
      at
      views
      wallets
      tries
      claims
    }
  }
}
    `) as unknown as TypedDocumentString<DropAnalyticsQuery, DropAnalyticsQueryVariables>;
export const DropActivityDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropActivity($dropId: ID!) {
  platformEvents(dropId: $dropId, limit: 12) {
    id
    event
    timestamp
    details
  }
}
    `) as unknown as TypedDocumentString<DropActivityQuery, DropActivityQueryVariables>;
export const DropVaultDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropVault($id: ID!) {
  drop(id: $id) {
    id
    tokenBalance
  }
}
    `) as unknown as TypedDocumentString<DropVaultQuery, DropVaultQueryVariables>;
export const PrepareFundingDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation PrepareFunding($input: PrepareDropFundingInput!) {
  prepareDropFunding(input: $input) {
    transactionBytes
  }
}
    `) as unknown as TypedDocumentString<PrepareFundingMutation, PrepareFundingMutationVariables>;
export const DropLotteryDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropLottery($id: ID!) {
  drop(id: $id) {
    id
    lottery {
      phase
      entries
      round
      drawsAt
      admittedRank
      waves {
        firstRank
        lastRank
        claimBy
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DropLotteryQuery, DropLotteryQueryVariables>;
export const DropPaymentsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropPayments($dropId: ID!, $limit: Int!, $after: ID, $status: PaymentIntentStatus) {
  paymentIntents(dropId: $dropId, limit: $limit, after: $after, status: $status) {
    ...DropPayment
  }
  service {
    currencies {
      code
      coinType
      decimals
    }
  }
}
    fragment DropPayment on PaymentIntent {
  id
  intentId
  status
  statusReason
  amountAtomic
  receivedAtomic
  receivedCoinType
  receivedFrom
  currency
  coinType
  quantity
  walletAddress
  expiresAt
  txHash
  createdAt
  refunds {
    id
    amountAtomic
    reason
    ...TransferState
    createdAt
  }
}
fragment TransferState on Refund {
  status
  txHash
  attempts
  nextAttemptAt
  lastError
}`) as unknown as TypedDocumentString<DropPaymentsQuery, DropPaymentsQueryVariables>;
export const DropProceedsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropProceeds($id: ID!) {
  drop(id: $id) {
    id
    proceeds {
      receivedAtomic
      refundedAtomic
      paidOutAtomic
      withdrawableAtomic
      currency
    }
  }
}
    `) as unknown as TypedDocumentString<DropProceedsQuery, DropProceedsQueryVariables>;
export const ApprovePaymentDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ApprovePayment($id: ID!, $seen: SeenPaymentInput!) {
  approvePaymentIntent(id: $id, seen: $seen) {
    ...DropPayment
  }
}
    fragment DropPayment on PaymentIntent {
  id
  intentId
  status
  statusReason
  amountAtomic
  receivedAtomic
  receivedCoinType
  receivedFrom
  currency
  coinType
  quantity
  walletAddress
  expiresAt
  txHash
  createdAt
  refunds {
    id
    amountAtomic
    reason
    ...TransferState
    createdAt
  }
}
fragment TransferState on Refund {
  status
  txHash
  attempts
  nextAttemptAt
  lastError
}`) as unknown as TypedDocumentString<ApprovePaymentMutation, ApprovePaymentMutationVariables>;
export const RefundPaymentDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RefundPayment($input: ProcessRefundInput!) {
  processRefund(input: $input) {
    id
    status
    amountAtomic
  }
}
    `) as unknown as TypedDocumentString<RefundPaymentMutation, RefundPaymentMutationVariables>;
export const RetryRefundDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RetryRefund($id: ID!) {
  retryRefund(id: $id) {
    id
    ...TransferState
  }
}
    fragment TransferState on Refund {
  status
  txHash
  attempts
  nextAttemptAt
  lastError
}`) as unknown as TypedDocumentString<RetryRefundMutation, RetryRefundMutationVariables>;
export const WithdrawProceedsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation WithdrawProceeds($input: WithdrawProceedsInput!) {
  withdrawProceeds(input: $input) {
    id
    amountAtomic
    currency
    status
  }
}
    `) as unknown as TypedDocumentString<WithdrawProceedsMutation, WithdrawProceedsMutationVariables>;
export const DropPayoutsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DropPayouts($dropId: ID!, $limit: Int, $after: ID) {
  payouts(dropId: $dropId, limit: $limit, after: $after) {
    id
    amountAtomic
    currency
    toAddress
    status
    txHash
    attempts
    nextAttemptAt
    lastError
    createdAt
  }
}
    `) as unknown as TypedDocumentString<DropPayoutsQuery, DropPayoutsQueryVariables>;
export const RetryPayoutDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RetryPayout($id: ID!) {
  retryPayout(id: $id) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<RetryPayoutMutation, RetryPayoutMutationVariables>;
export const GatingTemplatesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query GatingTemplates {
  gatingTemplates {
    id
    name
    description
    category
    rules {
      ...WrittenRule
    }
  }
}
    fragment WrittenRule on GatingRule {
  key
  operator
  value
  description
}`) as unknown as TypedDocumentString<GatingTemplatesQuery, GatingTemplatesQueryVariables>;
export const SetGatingDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetGating($dropId: ID!, $input: UpdateGatingConfigInput!) {
  updateGatingConfig(dropId: $dropId, input: $input) {
    id
    isActive
    rules {
      ...WrittenRule
    }
  }
}
    fragment WrittenRule on GatingRule {
  key
  operator
  value
  description
}`) as unknown as TypedDocumentString<SetGatingMutation, SetGatingMutationVariables>;
export const KnownCoinsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query KnownCoins {
  service {
    currencies {
      code
      coinType
      decimals
    }
  }
  me {
    id
    tokens(limit: 200) {
      id
      symbol
      coinType
      decimals
    }
  }
}
    `) as unknown as TypedDocumentString<KnownCoinsQuery, KnownCoinsQueryVariables>;
export const MyDropTitlesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query MyDropTitles {
  myDrops(limit: 200) {
    id
    title
  }
}
    `) as unknown as TypedDocumentString<MyDropTitlesQuery, MyDropTitlesQueryVariables>;
export const UpdateProfileDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateProfile($input: UpdateProfileInput!) {
  updateProfile(input: $input) {
    id
    displayName
    bio
    avatarUrl
    logo
    cover
    accentColor
    links
  }
}
    `) as unknown as TypedDocumentString<UpdateProfileMutation, UpdateProfileMutationVariables>;
export const HasCreatorPageDocument = /*#__PURE__*/ new TypedDocumentString(`
    query HasCreatorPage($username: String!) {
  creator(username: $username) {
    id
  }
}
    `) as unknown as TypedDocumentString<HasCreatorPageQuery, HasCreatorPageQueryVariables>;
export const MyApiKeysDocument = /*#__PURE__*/ new TypedDocumentString(`
    query MyApiKeys {
  apiKeys {
    ...ApiKeyRow
  }
}
    fragment ApiKeyRow on ApiKey {
  id
  name
  project
  preview
  requestsPerMinute
  lastUsedAt
  createdAt
}`) as unknown as TypedDocumentString<MyApiKeysQuery, MyApiKeysQueryVariables>;
export const CreateApiKeyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    secret
    apiKey {
      ...ApiKeyRow
    }
  }
}
    fragment ApiKeyRow on ApiKey {
  id
  name
  project
  preview
  requestsPerMinute
  lastUsedAt
  createdAt
}`) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const CreatePublishableKeyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreatePublishableKey($input: CreatePublishableKeyInput!) {
  createPublishableKey(input: $input) {
    secret
    apiKey {
      ...ApiKeyRow
    }
  }
}
    fragment ApiKeyRow on ApiKey {
  id
  name
  project
  preview
  requestsPerMinute
  lastUsedAt
  createdAt
}`) as unknown as TypedDocumentString<CreatePublishableKeyMutation, CreatePublishableKeyMutationVariables>;
export const RevokeApiKeyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RevokeApiKey($id: ID!) {
  revokeApiKey(id: $id)
}
    `) as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const MyTokensDocument = /*#__PURE__*/ new TypedDocumentString(`
    query MyTokens($limit: Int, $after: ID) {
  me {
    id
    tokens(limit: $limit, after: $after) {
      ...TokenRow
    }
  }
}
    fragment TokenRow on Token {
  id
  name
  symbol
  decimals
  totalSupply
  imageUrl
  status
  isExternal
  createdAt
}`) as unknown as TypedDocumentString<MyTokensQuery, MyTokensQueryVariables>;
export const TokenOfCreatorDocument = /*#__PURE__*/ new TypedDocumentString(`
    query TokenOfCreator($id: ID!, $dropLimit: Int) {
  token(id: $id) {
    ...TokenRow
    description
    address
    packageId
    coinType
    communityDropsReserve
    publicSaleReserve
    creatorReserve
    creator {
      id
    }
    drops(limit: $dropLimit) {
      id
      title
      status
      claimCount
      percentClaimed
    }
  }
}
    fragment TokenRow on Token {
  id
  name
  symbol
  decimals
  totalSupply
  imageUrl
  status
  isExternal
  createdAt
}`) as unknown as TypedDocumentString<TokenOfCreatorQuery, TokenOfCreatorQueryVariables>;
export const CreateTokenDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateToken($input: CreateTokenInput!) {
  createToken(input: $input) {
    ...TokenRow
  }
}
    fragment TokenRow on Token {
  id
  name
  symbol
  decimals
  totalSupply
  imageUrl
  status
  isExternal
  createdAt
}`) as unknown as TypedDocumentString<CreateTokenMutation, CreateTokenMutationVariables>;
export const PrepareTokenDeploymentDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation PrepareTokenDeployment($input: PrepareTokenDeploymentInput!) {
  prepareTokenDeployment(input: $input) {
    transactionBytes
  }
}
    `) as unknown as TypedDocumentString<PrepareTokenDeploymentMutation, PrepareTokenDeploymentMutationVariables>;
export const ConfirmTokenDeploymentDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ConfirmTokenDeployment($input: ConfirmTokenDeploymentInput!) {
  confirmTokenDeployment(input: $input) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<ConfirmTokenDeploymentMutation, ConfirmTokenDeploymentMutationVariables>;
export const MyWebhooksDocument = /*#__PURE__*/ new TypedDocumentString(`
    query MyWebhooks($limit: Int, $after: ID, $deliveries: Int) {
  webhooks(limit: $limit, after: $after) {
    ...WebhookRow
  }
}
    fragment WebhookRow on Webhook {
  id
  url
  events
  isActive
  createdAt
  deliveries(limit: $deliveries) {
    id
    status
    statusCode
    error
  }
}`) as unknown as TypedDocumentString<MyWebhooksQuery, MyWebhooksQueryVariables>;
export const RegisterWebhookDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RegisterWebhook($input: RegisterWebhookInput!) {
  registerWebhook(input: $input) {
    id
    url
    secret
  }
}
    `) as unknown as TypedDocumentString<RegisterWebhookMutation, RegisterWebhookMutationVariables>;
export const WebhookOfCreatorDocument = /*#__PURE__*/ new TypedDocumentString(`
    query WebhookOfCreator($id: ID!, $deliveries: Int, $status: WebhookDeliveryStatus) {
  webhook(id: $id) {
    id
    url
    events
    isActive
    createdAt
    deliveries(limit: $deliveries, status: $status) {
      ...DeliveryRow
    }
    latest: deliveries(limit: 5) {
      status
      error
    }
  }
}
    fragment DeliveryRow on WebhookDelivery {
  id
  event
  attempt
  status
  statusCode
  error
  deliveredAt
  nextAttemptAt
  body
  attempts(limit: 50) {
    number
    at
    statusCode
    error
    durationMs
    nextAttemptAt
  }
}`) as unknown as TypedDocumentString<WebhookOfCreatorQuery, WebhookOfCreatorQueryVariables>;
export const UpdateWebhookDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateWebhook($input: UpdateWebhookInput!) {
  updateWebhook(input: $input) {
    id
    url
    events
    isActive
  }
}
    `) as unknown as TypedDocumentString<UpdateWebhookMutation, UpdateWebhookMutationVariables>;
export const DeleteWebhookDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteWebhook($input: DeleteWebhookInput!) {
  deleteWebhook(input: $input)
}
    `) as unknown as TypedDocumentString<DeleteWebhookMutation, DeleteWebhookMutationVariables>;
export const TestWebhookDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation TestWebhook($input: TestWebhookInput!) {
  testWebhook(input: $input) {
    success
    statusCode
    durationMs
    error
  }
}
    `) as unknown as TypedDocumentString<TestWebhookMutation, TestWebhookMutationVariables>;
export const RotateWebhookSecretDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RotateWebhookSecret($id: ID!) {
  rotateWebhookSecret(id: $id) {
    id
    secret
  }
}
    `) as unknown as TypedDocumentString<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>;
export const ResendWebhookDeliveryDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ResendWebhookDelivery($id: ID!) {
  resendWebhookDelivery(id: $id) {
    ...DeliveryRow
  }
}
    fragment DeliveryRow on WebhookDelivery {
  id
  event
  attempt
  status
  statusCode
  error
  deliveredAt
  nextAttemptAt
  body
  attempts(limit: 50) {
    number
    at
    statusCode
    error
    durationMs
    nextAttemptAt
  }
}`) as unknown as TypedDocumentString<ResendWebhookDeliveryMutation, ResendWebhookDeliveryMutationVariables>;
export const WhoAsksDocument = /*#__PURE__*/ new TypedDocumentString(`
    query WhoAsks {
  me {
    id
    username
  }
}
    `) as unknown as TypedDocumentString<WhoAsksQuery, WhoAsksQueryVariables>;
export const PaymentDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Payment($id: ID!) {
  paymentIntent(id: $id) {
    ...PaymentOnPage
  }
  service {
    currencies {
      code
      decimals
    }
  }
}
    fragment PaymentOnPage on PaymentIntent {
  id
  intentId
  status
  statusReason
  amount
  amountAtomic
  receivedAtomic
  receivedCoinType
  receivedFrom
  currency
  quantity
  walletAddress
  recipientAddress
  coinType
  paymentUrl
  expiresAt
  txHash
  drop {
    id
    title
    shortcode
    imageUrl
  }
  refunds {
    id
    amountAtomic
    reason
    status
    txHash
    createdAt
  }
}`) as unknown as TypedDocumentString<PaymentQuery, PaymentQueryVariables>;
export const WatchPaymentDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchPayment($id: ID!) {
  paymentUpdates(paymentIntentId: $id) {
    type
  }
}
    `) as unknown as TypedDocumentString<WatchPaymentSubscription, WatchPaymentSubscriptionVariables>;
export const CheckedDropDocument = /*#__PURE__*/ new TypedDocumentString(`
    query CheckedDrop($id: ID!) {
  drop(id: $id) {
    ...DropToCheck
  }
}
    fragment DropToCheck on Drop {
  id
  title
  shortcode
  imageUrl
  status
  type
  maxAmount
  supply
  tokenAmount
  claimCount
  randomness
  beacon {
    chainHash
    scheme
    publicKey
    genesisAt
    periodMs
  }
  orderHead
  lottery {
    phase
    entries
    root
    round
    frozenAt
    beaconSignature
    beacon {
      chainHash
      scheme
      publicKey
      genesisAt
      periodMs
    }
  }
  randomnessCommitment
  randomnessSeed
  token {
    symbol
    decimals
  }
}`) as unknown as TypedDocumentString<CheckedDropQuery, CheckedDropQueryVariables>;
export const DrawsPageDocument = /*#__PURE__*/ new TypedDocumentString(`
    query DrawsPage($dropId: ID!, $limit: Int, $after: ID) {
  claims(limit: $limit, after: $after, filter: {dropId: $dropId}) {
    id
    sequence
    userAddress
    recipient
    amount
    round
    beaconSignature
    orderHead
    createdAt
  }
}
    `) as unknown as TypedDocumentString<DrawsPageQuery, DrawsPageQueryVariables>;
export const LotteryWalletsPageDocument = /*#__PURE__*/ new TypedDocumentString(`
    query LotteryWalletsPage($dropId: ID!, $after: String) {
  lotteryWallets(dropId: $dropId, after: $after)
}
    `) as unknown as TypedDocumentString<LotteryWalletsPageQuery, LotteryWalletsPageQueryVariables>;
export const LotteryEntryToCheckDocument = /*#__PURE__*/ new TypedDocumentString(`
    query LotteryEntryToCheck($dropId: ID!, $userAddress: String!) {
  lotteryEntry(dropId: $dropId, userAddress: $userAddress) {
    userAddress
    rank
    proof {
      index
      size
      path
    }
  }
}
    `) as unknown as TypedDocumentString<LotteryEntryToCheckQuery, LotteryEntryToCheckQueryVariables>;
export const ReceiptClaimDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ReceiptClaim($dropId: ID!, $userAddress: String!, $limit: Int, $after: ID) {
  claims(
    limit: $limit
    after: $after
    filter: {dropId: $dropId, userAddress: $userAddress}
  ) {
    id
    sequence
    orderHead
  }
}
    `) as unknown as TypedDocumentString<ReceiptClaimQuery, ReceiptClaimQueryVariables>;
