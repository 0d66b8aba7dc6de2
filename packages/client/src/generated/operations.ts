// Generated from the schema by `npm run codegen -w @dropkit/client`. Do not edit.
import type { Document } from '../transport.ts'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
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

/** A claim with a claim link. */
export type ClaimWithLinkInput = {
  readonly dropId: string;
  /** The link's public key: 32 bytes in base64url. */
  readonly linkId: string;
  /** The wallet that receives the amount. Any wallet may be given; the signature must name the same one. */
  readonly userAddress: string;
  /**
   * Ed25519 signature with the link's private key, 64 bytes in base64url, over the UTF-8 text
   * `Dropkit claim link\n\nDrop: <dropId>\nLink: <linkId>\nRecipient: <userAddress>`. The address is written as 0x and 64
   * lower-case digits.
   */
  readonly signature: string;
  /** In base units. Only if neither the link nor the drop fixes the amount. */
  readonly amount?: string | null | undefined;
  /** The proof of `humanChallenge`, if `Drop.humanCheck` asks for one. */
  readonly humanProof?: string | null | undefined;
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

/** A wallet's permission to deliver its claim to another address. It can be used for one claim. */
export type RecipientInput = {
  /** The text that `recipientMessage` returned. It names the site, the drop, the wallet, the recipient, a nonce and an expiry. */
  readonly message: string;
  /** The signature of the wallet `userAddress` over the message, as a personal message, base64 as the chain's wallets write it. */
  readonly signature: string;
};

/** The wallet and the amount of a claim. */
export type CreateClaimInput = {
  readonly dropId: string;
  /** The wallet that claims. It receives the amount, unless `recipient` names another address. */
  readonly userAddress: string;
  /**
   * In base units. Optional if the drop has a fixed amount. On a priced drop without `tokenAmount` and `supply`, each base unit
   * is an item, and all items of a claim must be of one payment intent.
   */
  readonly amount?: string | null | undefined;
  /** The proof of `humanChallenge`, if `Drop.humanCheck` asks for one. The drop owner's keys need none. */
  readonly humanProof?: string | null | undefined;
  /** Delivers the amount to another address, as the wallet has signed. Default: to `userAddress`. */
  readonly recipient?: RecipientInput | null | undefined;
};

/** The transaction that used the claim's voucher. */
export type ConfirmClaimInput = {
  readonly claimId: string;
  readonly txHash: string;
};

/** A sponsored transaction that its wallet has signed. */
export type SubmitSponsoredClaimInput = {
  /** What `prepareSponsoredClaim` returned with the transaction. */
  readonly sponsorship: string;
  /** The wallet's signature over the transaction bytes, base64 as the chain's wallets write it. */
  readonly signature: string;
};

/** The wallet and the amount of a claim. */
export type ClaimDropInput = {
  readonly dropId: string;
  /**
   * In base units. Optional if the drop has a fixed amount. On a priced drop without `tokenAmount` and `supply`, each base unit
   * is an item, and all items of a claim must be of one payment intent.
   */
  readonly amount?: string | null | undefined;
  /** The wallet that claims. It receives the amount, unless `recipient` names another address. */
  readonly userAddress: string;
  /** The proof of `humanChallenge`, if `Drop.humanCheck` asks for one. The drop owner's keys need none. */
  readonly humanProof?: string | null | undefined;
  /** Delivers the amount to another address, as the wallet has signed. Default: to `userAddress`. */
  readonly recipient?: RecipientInput | null | undefined;
};

/** The wallet of a random claim. */
export type ClaimRandomDropInput = {
  readonly dropId: string;
  /** The wallet that claims. It receives the amount, unless `recipient` names another address. */
  readonly userAddress: string;
  /** The proof of `humanChallenge`, if `Drop.humanCheck` asks for one. The drop owner's keys need none. */
  readonly humanProof?: string | null | undefined;
  /** Delivers the amount to another address, as the wallet has signed. Default: to `userAddress`. */
  readonly recipient?: RecipientInput | null | undefined;
};

/** A wallet and a drop. */
export type CheckEligibilityInput = {
  readonly dropId: string;
  readonly walletAddress: string;
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
   * and `image` and one for each attribute. Only `number` is required. At most 10,000 pieces, 64 columns and 4 MiB. Pieces
   * that are not in it look like all others. What a piece shows cannot be changed later.
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
  /**
   * The new status, if the current one allows it. An ENDED drop, or a DRAFT whose `claimDeadline` has passed, becomes ACTIVE only
   * with a new `claimDeadline`.
   */
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

/** The drop to delete. */
export type DeleteDropInput = {
  readonly id: string;
};

/** Input of `updateDropKey`, which is always declined. */
export type UpdateDropKeyInput = {
  readonly dropId: string;
  readonly reason: string;
  readonly newPrivateKey?: string | null | undefined;
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

/** The file to delete. */
export type DeleteFileInput = {
  /** The URL that `uploadFile` returned. */
  readonly url: string;
};

/** Outcome of one rule. */
export type EligibilityCheckResult =
  /** The wallet meets the rule. */
  | 'PASS'
  /** The wallet does not meet the rule. */
  | 'FAIL'
  /** A fact could not be read. The wallet is neither admitted nor called ineligible. */
  | 'UNKNOWN';

/** The statement and the signature of `EligibilityResult.signed`. */
export type ReplayEligibilityInput = {
  readonly statement: string;
  readonly signature: string;
};

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
  /** Shown to wallets that do not meet the rule. Default: key, operator and value; the pages describe the rule in words. */
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
  /** It may claim until `claimBy`. If the drop is PAUSED, its claim window starts again when the drop is resumed. */
  | 'ADMITTED'
  /** It is on the waiting list, at `place`. */
  | 'WAITING'
  /** Its time to claim has ended, or the drop is over. */
  | 'WINDOW_ENDED';

/** A wallet that enters a lottery. */
export type EnterDropInput = {
  readonly dropId: string;
  /** The wallet. */
  readonly userAddress: string;
  /** The proof of `humanChallenge`, if `Drop.humanCheck` asks for one. */
  readonly humanProof?: string | null | undefined;
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

/** Properties of a new payment intent. */
export type CreatePaymentIntentInput = {
  readonly dropId: string;
  /** The wallet that pays and claims. */
  readonly walletAddress: string;
  /** The network of the payment. */
  readonly paymentMethod: string;
  /** Number of items. */
  readonly quantity?: number | null | undefined;
  /** The proof of `humanChallenge`, if `Drop.humanCheck` asks for one. */
  readonly humanProof?: string | null | undefined;
};

/** A payment intent and the transaction that paid it. */
export type ConfirmPaymentIntentInput = {
  readonly id: string;
  readonly txHash?: string | null | undefined;
};

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

/** Whether the server holds back attempts at a receiver. */
export type WebhookCircuit =
  /** Deliveries are attempted as they come, up to ten at a time. */
  | 'CLOSED'
  /** No attempt has succeeded for at least 20 seconds. */
  | 'OPEN';

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

/** Properties of a new webhook. */
export type CreateWebhookInput = {
  /** A public URL. In production it must use https. */
  readonly url: string;
  /** At most 50 event names. `*` means all events, `drop.*` all events of drops. */
  readonly events: ReadonlyArray<string>;
  readonly isActive?: boolean | null | undefined;
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

export type ApiKeysQueryVariables = Exact<{ [key: string]: never; }>;

export type ApiKeysQuery = { readonly apiKeys: ReadonlyArray<{ readonly id: string, readonly name: string, readonly project: string | null, readonly preview: string, readonly requestsPerMinute: number | null, readonly lastUsedAt: string | null, readonly createdAt: string }> };

export type CheckEligibilityQueryVariables = Exact<{
  input: CheckEligibilityInput;
}>;

export type CheckEligibilityQuery = { readonly checkEligibility: { readonly eligible: boolean, readonly retryable: boolean, readonly reason: string | null, readonly missingRequirements: ReadonlyArray<string>, readonly exempt: boolean, readonly checkedAt: string, readonly checks: ReadonlyArray<{ readonly result: EligibilityCheckResult, readonly needed: string, readonly rule: { readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }, readonly facts: ReadonlyArray<{ readonly source: string, readonly subject: string, readonly value: string | null, readonly observedAt: string | null }> }>, readonly signed: { readonly statement: string, readonly signature: string, readonly publicKey: string } } };

export type CheckGatingEligibilityQueryVariables = Exact<{
  input: GatingCheckInput;
}>;

export type CheckGatingEligibilityQuery = { readonly checkGatingEligibility: { readonly eligible: boolean, readonly retryable: boolean, readonly reason: string | null, readonly missingRequirements: ReadonlyArray<string>, readonly exempt: boolean, readonly checkedAt: string, readonly checks: ReadonlyArray<{ readonly result: EligibilityCheckResult, readonly needed: string, readonly rule: { readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }, readonly facts: ReadonlyArray<{ readonly source: string, readonly subject: string, readonly value: string | null, readonly observedAt: string | null }> }>, readonly signed: { readonly statement: string, readonly signature: string, readonly publicKey: string } } | null };

export type ClaimQueryVariables = Exact<{
  id: string;
}>;

export type ClaimQuery = { readonly claim: { readonly id: string | null, readonly amount: string | null, readonly status: ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly streak: number | null, readonly sequence: number | null, readonly round: number | null, readonly revealsAt: string | null, readonly revealedAt: string | null, readonly beaconSignature: string | null, readonly orderHead: string | null, readonly txHash: string | null, readonly createdAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null, readonly receipt: { readonly text: string, readonly publicKey: string, readonly signature: string } | null, readonly user: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } | null, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null } | null };

export type ClaimLinkQueryVariables = Exact<{
  dropId: string;
  id: string;
}>;

export type ClaimLinkQuery = { readonly claimLink: { readonly id: string, readonly status: ClaimLinkStatus, readonly amount: string | null, readonly expiresAt: string | null, readonly revokedAt: string | null, readonly createdAt: string, readonly claim: { readonly id: string | null, readonly amount: string | null, readonly status: ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly streak: number | null, readonly sequence: number | null, readonly round: number | null, readonly revealsAt: string | null, readonly revealedAt: string | null, readonly beaconSignature: string | null, readonly orderHead: string | null, readonly txHash: string | null, readonly createdAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null, readonly receipt: { readonly text: string, readonly publicKey: string, readonly signature: string } | null, readonly user: { readonly id: string } | null, readonly drop: { readonly id: string } | null } | null } | null };

export type ClaimLinksQueryVariables = Exact<{
  dropId: string;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type ClaimLinksQuery = { readonly claimLinks: ReadonlyArray<{ readonly id: string, readonly status: ClaimLinkStatus, readonly amount: string | null, readonly expiresAt: string | null, readonly revokedAt: string | null, readonly createdAt: string, readonly claim: { readonly id: string | null } | null }> };

export type ClaimsQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
  filter?: ClaimFilter | null | undefined;
}>;

export type ClaimsQuery = { readonly claims: ReadonlyArray<{ readonly id: string | null, readonly amount: string | null, readonly status: ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly streak: number | null, readonly sequence: number | null, readonly round: number | null, readonly revealsAt: string | null, readonly revealedAt: string | null, readonly beaconSignature: string | null, readonly orderHead: string | null, readonly txHash: string | null, readonly createdAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null, readonly receipt: { readonly text: string, readonly publicKey: string, readonly signature: string } | null, readonly user: { readonly id: string } | null, readonly drop: { readonly id: string } | null }> };

export type CreatorQueryVariables = Exact<{
  username: string;
}>;

export type CreatorQuery = { readonly creator: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } | null };

export type DropQueryVariables = Exact<{
  id: string;
}>;

export type DropQuery = { readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string }, readonly token: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly totalSupply: string, readonly description: string | null, readonly imageUrl: string | null, readonly address: string | null, readonly packageId: string | null, readonly coinType: string | null, readonly status: TokenStatus, readonly isExternal: boolean, readonly communityDropsReserve: string, readonly publicSaleReserve: string, readonly creatorReserve: string, readonly createdAt: string, readonly updatedAt: string, readonly creator: { readonly id: string } } | null, readonly gatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<{ readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }> } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null };

export type DropAnalyticsQueryVariables = Exact<{
  id: string;
  interval?: AnalyticsInterval | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;

export type DropAnalyticsQuery = { readonly dropAnalytics: { readonly interval: AnalyticsInterval, readonly from: string, readonly to: string, readonly views: number, readonly wallets: number, readonly tries: number, readonly claims: number, readonly conversion: number | null, readonly refusals: ReadonlyArray<{ readonly code: string, readonly count: number }>, readonly points: ReadonlyArray<{ readonly at: string, readonly views: number, readonly wallets: number, readonly tries: number, readonly claims: number }> } | null };

export type DropByShortcodeQueryVariables = Exact<{
  shortcode: string;
}>;

export type DropByShortcodeQuery = { readonly dropByShortcode: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string }, readonly token: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly totalSupply: string, readonly description: string | null, readonly imageUrl: string | null, readonly address: string | null, readonly packageId: string | null, readonly coinType: string | null, readonly status: TokenStatus, readonly isExternal: boolean, readonly communityDropsReserve: string, readonly publicSaleReserve: string, readonly creatorReserve: string, readonly createdAt: string, readonly updatedAt: string, readonly creator: { readonly id: string } } | null, readonly gatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<{ readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }> } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null };

export type DropDashboardStatsQueryVariables = Exact<{
  id: string;
}>;

export type DropDashboardStatsQuery = { readonly dropDashboardStats: { readonly totalClaims: number, readonly recentClaims: number, readonly claimRate: number, readonly totalAmount: string, readonly claimedAmount: string } | null };

export type DropsQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
  filter?: DropFilter | null | undefined;
}>;

export type DropsQuery = { readonly drops: ReadonlyArray<{ readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null }> };

export type EventQueryVariables = Exact<{
  id: string;
}>;

export type EventQuery = { readonly event: { readonly id: string, readonly type: string, readonly timestamp: string, readonly data: unknown, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null, readonly user: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } | null } | null };

export type EventsQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
  since?: string | null | undefined;
  types?: ReadonlyArray<string> | string | null | undefined;
}>;

export type EventsQuery = { readonly events: ReadonlyArray<{ readonly id: string, readonly type: string, readonly timestamp: string, readonly data: unknown, readonly drop: { readonly id: string } | null, readonly user: { readonly id: string } | null }> };

export type ExemptionsQueryVariables = Exact<{
  dropId: string;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type ExemptionsQuery = { readonly exemptions: ReadonlyArray<{ readonly id: string, readonly walletAddress: string, readonly reason: string, readonly grantedAt: string, readonly revokedAt: string | null, readonly grantedBy: { readonly id: string } | null, readonly drop: { readonly id: string } | null }> };

export type FailingJobsQueryVariables = Exact<{
  limit?: number | null | undefined;
  kind?: string | null | undefined;
  dropId?: string | null | undefined;
}>;

export type FailingJobsQuery = { readonly failingJobs: ReadonlyArray<{ readonly kind: string, readonly subject: string, readonly attempts: number, readonly reasonClass: JobFailureClass, readonly reason: string, readonly nextAttemptAt: string | null }> };

export type GatingTemplatesQueryVariables = Exact<{ [key: string]: never; }>;

export type GatingTemplatesQuery = { readonly gatingTemplates: ReadonlyArray<{ readonly id: string, readonly name: string, readonly description: string | null, readonly category: string, readonly rules: ReadonlyArray<{ readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }> }> };

export type HumanChallengeQueryVariables = Exact<{
  dropId: string;
  userAddress: string;
}>;

export type HumanChallengeQuery = { readonly humanChallenge: { readonly check: HumanCheck, readonly text: string, readonly difficulty: number | null, readonly cost: number | null, readonly siteKey: string | null, readonly expiresAt: string | null } | null };

export type LotteryEntryQueryVariables = Exact<{
  dropId: string;
  userAddress: string;
}>;

export type LotteryEntryQuery = { readonly lotteryEntry: { readonly userAddress: string, readonly enteredAt: string, readonly state: LotteryEntryState, readonly rank: number | null, readonly place: number | null, readonly claimBy: string | null, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null, readonly proof: { readonly index: number, readonly size: number, readonly path: ReadonlyArray<string> } | null } | null };

export type LotteryWalletsQueryVariables = Exact<{
  dropId: string;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type LotteryWalletsQuery = { readonly lotteryWallets: ReadonlyArray<string> };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;

export type MeQuery = { readonly me: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } | null };

export type MyDropsQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type MyDropsQuery = { readonly myDrops: ReadonlyArray<{ readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null }> };

export type PaymentIntentQueryVariables = Exact<{
  id: string;
}>;

export type PaymentIntentQuery = { readonly paymentIntent: { readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly quantity: number, readonly itemsLeft: number, readonly paymentMethod: string, readonly walletAddress: string, readonly paymentUrl: string, readonly recipientAddress: string, readonly coinType: string, readonly expiresAt: string, readonly txHash: string | null, readonly createdAt: string, readonly updatedAt: string, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null } | null };

export type PaymentIntentsQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
  dropId?: string | null | undefined;
  status?: PaymentIntentStatus | null | undefined;
}>;

export type PaymentIntentsQuery = { readonly paymentIntents: ReadonlyArray<{ readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly quantity: number, readonly itemsLeft: number, readonly paymentMethod: string, readonly walletAddress: string, readonly paymentUrl: string, readonly recipientAddress: string, readonly coinType: string, readonly expiresAt: string, readonly txHash: string | null, readonly createdAt: string, readonly updatedAt: string, readonly drop: { readonly id: string } | null }> };

export type PayoutsQueryVariables = Exact<{
  dropId: string;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type PayoutsQuery = { readonly payouts: ReadonlyArray<{ readonly id: string, readonly amountAtomic: string, readonly currency: string, readonly toAddress: string, readonly status: RefundStatus, readonly txHash: string | null, readonly attempts: number | null, readonly nextAttemptAt: string | null, readonly lastError: string | null, readonly createdAt: string }> };

export type PlatformEventsQueryVariables = Exact<{
  dropId?: string | null | undefined;
  limit?: number | null | undefined;
  after?: string | null | undefined;
  since?: string | null | undefined;
}>;

export type PlatformEventsQuery = { readonly platformEvents: ReadonlyArray<{ readonly id: string, readonly event: string, readonly timestamp: string, readonly details: unknown, readonly drop: { readonly id: string } | null, readonly user: { readonly id: string } | null }> };

export type PublicDropsQueryVariables = Exact<{
  username: string;
  phase?: DropPhase | null | undefined;
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type PublicDropsQuery = { readonly publicDrops: ReadonlyArray<{ readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null }> };

export type RecipientMessageQueryVariables = Exact<{
  dropId: string;
  userAddress: string;
  recipient: string;
}>;

export type RecipientMessageQuery = { readonly recipientMessage: string };

export type ReplayEligibilityQueryVariables = Exact<{
  input: ReplayEligibilityInput;
}>;

export type ReplayEligibilityQuery = { readonly replayEligibility: { readonly authentic: boolean, readonly reproduced: boolean, readonly rulesUnchanged: boolean, readonly now: { readonly eligible: boolean, readonly retryable: boolean, readonly reason: string | null, readonly missingRequirements: ReadonlyArray<string>, readonly exempt: boolean, readonly checkedAt: string, readonly checks: ReadonlyArray<{ readonly result: EligibilityCheckResult, readonly needed: string, readonly rule: { readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }, readonly facts: ReadonlyArray<{ readonly source: string, readonly subject: string, readonly value: string | null, readonly observedAt: string | null }> }>, readonly signed: { readonly statement: string, readonly signature: string, readonly publicKey: string } } } };

export type ServiceQueryVariables = Exact<{ [key: string]: never; }>;

export type ServiceQuery = { readonly service: { readonly chain: string, readonly network: string | null, readonly now: string, readonly humanChecks: ReadonlyArray<HumanCheck>, readonly version: string, readonly eventCursor: string, readonly currencies: ReadonlyArray<{ readonly code: string, readonly coinType: string, readonly decimals: number, readonly usdRate: number }> } };

export type StoredBytesQueryVariables = Exact<{ [key: string]: never; }>;

export type StoredBytesQuery = { readonly storedBytes: { readonly used: string, readonly limit: string } | null };

export type TokenQueryVariables = Exact<{
  id: string;
}>;

export type TokenQuery = { readonly token: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly totalSupply: string, readonly description: string | null, readonly imageUrl: string | null, readonly address: string | null, readonly packageId: string | null, readonly coinType: string | null, readonly status: TokenStatus, readonly isExternal: boolean, readonly communityDropsReserve: string, readonly publicSaleReserve: string, readonly creatorReserve: string, readonly createdAt: string, readonly updatedAt: string, readonly creator: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } } | null };

export type TokensQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type TokensQuery = { readonly tokens: ReadonlyArray<{ readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly totalSupply: string, readonly description: string | null, readonly imageUrl: string | null, readonly address: string | null, readonly packageId: string | null, readonly coinType: string | null, readonly status: TokenStatus, readonly isExternal: boolean, readonly communityDropsReserve: string, readonly publicSaleReserve: string, readonly creatorReserve: string, readonly createdAt: string, readonly updatedAt: string, readonly creator: { readonly id: string } }> };

export type UnmatchedPaymentsQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
  state?: UnmatchedPaymentState | null | undefined;
}>;

export type UnmatchedPaymentsQuery = { readonly unmatchedPayments: ReadonlyArray<{ readonly id: string, readonly txHash: string, readonly transferIndex: number, readonly sender: string, readonly coinType: string, readonly amountAtomic: string, readonly memo: string | null, readonly reason: UnmatchedPaymentReason, readonly state: UnmatchedPaymentState, readonly paymentIntentId: string | null, readonly returnTxHash: string | null, readonly problem: string | null, readonly paidAt: string, readonly createdAt: string }> };

export type UserQueryVariables = Exact<{
  id: string;
}>;

export type UserQuery = { readonly user: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } | null };

export type UsersQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type UsersQuery = { readonly users: ReadonlyArray<{ readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string }> };

export type WebhookQueryVariables = Exact<{
  id: string;
}>;

export type WebhookQuery = { readonly webhook: { readonly id: string, readonly webhookId: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly secret: string | null, readonly isActive: boolean, readonly circuit: WebhookCircuit, readonly failingSince: string | null, readonly createdAt: string } | null };

export type WebhooksQueryVariables = Exact<{
  limit?: number | null | undefined;
  after?: string | null | undefined;
}>;

export type WebhooksQuery = { readonly webhooks: ReadonlyArray<{ readonly id: string, readonly webhookId: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly secret: string | null, readonly isActive: boolean, readonly circuit: WebhookCircuit, readonly failingSince: string | null, readonly createdAt: string }> };

export type ApprovePaymentIntentMutationVariables = Exact<{
  id: string;
  seen?: SeenPaymentInput | null | undefined;
}>;

export type ApprovePaymentIntentMutation = { readonly approvePaymentIntent: { readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly quantity: number, readonly itemsLeft: number, readonly paymentMethod: string, readonly walletAddress: string, readonly paymentUrl: string, readonly recipientAddress: string, readonly coinType: string, readonly expiresAt: string, readonly txHash: string | null, readonly createdAt: string, readonly updatedAt: string, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null } | null };

export type AssignUnmatchedPaymentMutationVariables = Exact<{
  input: AssignUnmatchedPaymentInput;
}>;

export type AssignUnmatchedPaymentMutation = { readonly assignUnmatchedPayment: { readonly id: string, readonly txHash: string, readonly transferIndex: number, readonly sender: string, readonly coinType: string, readonly amountAtomic: string, readonly memo: string | null, readonly reason: UnmatchedPaymentReason, readonly state: UnmatchedPaymentState, readonly paymentIntentId: string | null, readonly returnTxHash: string | null, readonly problem: string | null, readonly paidAt: string, readonly createdAt: string } | null };

export type CancelPaymentIntentMutationVariables = Exact<{
  id: string;
}>;

export type CancelPaymentIntentMutation = { readonly cancelPaymentIntent: { readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly quantity: number, readonly itemsLeft: number, readonly paymentMethod: string, readonly walletAddress: string, readonly paymentUrl: string, readonly recipientAddress: string, readonly coinType: string, readonly expiresAt: string, readonly txHash: string | null, readonly createdAt: string, readonly updatedAt: string, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null } | null };

export type ClaimDropMutationVariables = Exact<{
  input: ClaimDropInput;
}>;

export type ClaimDropMutation = { readonly claimDrop: { readonly claim: { readonly id: string | null, readonly amount: string | null, readonly status: ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly streak: number | null, readonly sequence: number | null, readonly round: number | null, readonly revealsAt: string | null, readonly revealedAt: string | null, readonly beaconSignature: string | null, readonly orderHead: string | null, readonly txHash: string | null, readonly createdAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null, readonly receipt: { readonly text: string, readonly publicKey: string, readonly signature: string } | null, readonly user: { readonly id: string } | null, readonly drop: { readonly id: string } | null } | null, readonly claimParams: { readonly amount: string, readonly nonce: string, readonly expiry: string, readonly signature: string } | null, readonly dropInfo: { readonly dropObjectId: string | null, readonly packageId: string | null, readonly coinType: string | null } | null } | null };

export type ClaimRandomDropMutationVariables = Exact<{
  input: ClaimRandomDropInput;
}>;

export type ClaimRandomDropMutation = { readonly claimRandomDrop: { readonly success: boolean, readonly message: string | null, readonly code: string | null, readonly claimedAmount: string | null, readonly revealsAt: string | null, readonly claim: { readonly id: string | null, readonly amount: string | null, readonly status: ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly streak: number | null, readonly sequence: number | null, readonly round: number | null, readonly revealsAt: string | null, readonly revealedAt: string | null, readonly beaconSignature: string | null, readonly orderHead: string | null, readonly txHash: string | null, readonly createdAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null, readonly receipt: { readonly text: string, readonly publicKey: string, readonly signature: string } | null, readonly user: { readonly id: string } | null, readonly drop: { readonly id: string } | null } | null } | null };

export type ClaimWithLinkMutationVariables = Exact<{
  input: ClaimWithLinkInput;
}>;

export type ClaimWithLinkMutation = { readonly claimWithLink: { readonly claim: { readonly id: string | null, readonly amount: string | null, readonly status: ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly streak: number | null, readonly sequence: number | null, readonly round: number | null, readonly revealsAt: string | null, readonly revealedAt: string | null, readonly beaconSignature: string | null, readonly orderHead: string | null, readonly txHash: string | null, readonly createdAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null, readonly receipt: { readonly text: string, readonly publicKey: string, readonly signature: string } | null, readonly user: { readonly id: string } | null, readonly drop: { readonly id: string } | null } | null, readonly claimParams: { readonly amount: string, readonly nonce: string, readonly expiry: string, readonly signature: string } | null, readonly dropInfo: { readonly dropObjectId: string | null, readonly packageId: string | null, readonly coinType: string | null } | null } };

export type ConfirmClaimMutationVariables = Exact<{
  input: ConfirmClaimInput;
}>;

export type ConfirmClaimMutation = { readonly confirmClaim: { readonly id: string | null, readonly amount: string | null, readonly status: ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly streak: number | null, readonly sequence: number | null, readonly round: number | null, readonly revealsAt: string | null, readonly revealedAt: string | null, readonly beaconSignature: string | null, readonly orderHead: string | null, readonly txHash: string | null, readonly createdAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null, readonly receipt: { readonly text: string, readonly publicKey: string, readonly signature: string } | null, readonly user: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } | null, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null } };

export type ConfirmPaymentIntentMutationVariables = Exact<{
  id?: string | null | undefined;
  txHash?: string | null | undefined;
  input?: ConfirmPaymentIntentInput | null | undefined;
}>;

export type ConfirmPaymentIntentMutation = { readonly confirmPaymentIntent: { readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly quantity: number, readonly itemsLeft: number, readonly paymentMethod: string, readonly walletAddress: string, readonly paymentUrl: string, readonly recipientAddress: string, readonly coinType: string, readonly expiresAt: string, readonly txHash: string | null, readonly createdAt: string, readonly updatedAt: string, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null } | null };

export type ConfirmTokenDeploymentMutationVariables = Exact<{
  input: ConfirmTokenDeploymentInput;
}>;

export type ConfirmTokenDeploymentMutation = { readonly confirmTokenDeployment: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly totalSupply: string, readonly description: string | null, readonly imageUrl: string | null, readonly address: string | null, readonly packageId: string | null, readonly coinType: string | null, readonly status: TokenStatus, readonly isExternal: boolean, readonly communityDropsReserve: string, readonly publicSaleReserve: string, readonly creatorReserve: string, readonly createdAt: string, readonly updatedAt: string, readonly creator: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } } };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;

export type CreateApiKeyMutation = { readonly createApiKey: { readonly secret: string, readonly apiKey: { readonly id: string, readonly name: string, readonly project: string | null, readonly preview: string, readonly requestsPerMinute: number | null, readonly lastUsedAt: string | null, readonly createdAt: string } } | null };

export type CreateClaimMutationVariables = Exact<{
  input: CreateClaimInput;
}>;

export type CreateClaimMutation = { readonly createClaim: { readonly id: string | null, readonly amount: string | null, readonly status: ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly streak: number | null, readonly sequence: number | null, readonly round: number | null, readonly revealsAt: string | null, readonly revealedAt: string | null, readonly beaconSignature: string | null, readonly orderHead: string | null, readonly txHash: string | null, readonly createdAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null, readonly receipt: { readonly text: string, readonly publicKey: string, readonly signature: string } | null, readonly user: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } | null, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null } };

export type CreateClaimLinksMutationVariables = Exact<{
  input: CreateClaimLinksInput;
}>;

export type CreateClaimLinksMutation = { readonly createClaimLinks: { readonly count: number, readonly secret: string | null, readonly urls: ReadonlyArray<string> | null } };

export type CreateDropMutationVariables = Exact<{
  input: CreateDropInput;
}>;

export type CreateDropMutation = { readonly createDrop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string }, readonly token: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly totalSupply: string, readonly description: string | null, readonly imageUrl: string | null, readonly address: string | null, readonly packageId: string | null, readonly coinType: string | null, readonly status: TokenStatus, readonly isExternal: boolean, readonly communityDropsReserve: string, readonly publicSaleReserve: string, readonly creatorReserve: string, readonly createdAt: string, readonly updatedAt: string, readonly creator: { readonly id: string } } | null, readonly gatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<{ readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }> } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null };

export type CreatePaymentIntentMutationVariables = Exact<{
  input: CreatePaymentIntentInput;
}>;

export type CreatePaymentIntentMutation = { readonly createPaymentIntent: { readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly quantity: number, readonly itemsLeft: number, readonly paymentMethod: string, readonly walletAddress: string, readonly paymentUrl: string, readonly recipientAddress: string, readonly coinType: string, readonly expiresAt: string, readonly txHash: string | null, readonly createdAt: string, readonly updatedAt: string, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null } | null };

export type CreatePublishableKeyMutationVariables = Exact<{
  input: CreatePublishableKeyInput;
}>;

export type CreatePublishableKeyMutation = { readonly createPublishableKey: { readonly secret: string, readonly apiKey: { readonly id: string, readonly name: string, readonly project: string | null, readonly preview: string, readonly requestsPerMinute: number | null, readonly lastUsedAt: string | null, readonly createdAt: string } } | null };

export type CreateTokenMutationVariables = Exact<{
  input: CreateTokenInput;
}>;

export type CreateTokenMutation = { readonly createToken: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly totalSupply: string, readonly description: string | null, readonly imageUrl: string | null, readonly address: string | null, readonly packageId: string | null, readonly coinType: string | null, readonly status: TokenStatus, readonly isExternal: boolean, readonly communityDropsReserve: string, readonly publicSaleReserve: string, readonly creatorReserve: string, readonly createdAt: string, readonly updatedAt: string, readonly creator: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } } | null };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;

export type CreateWebhookMutation = { readonly createWebhook: { readonly id: string, readonly webhookId: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly secret: string | null, readonly isActive: boolean, readonly circuit: WebhookCircuit, readonly failingSince: string | null, readonly createdAt: string } };

export type DeleteDropMutationVariables = Exact<{
  id?: string | null | undefined;
  input?: DeleteDropInput | null | undefined;
}>;

export type DeleteDropMutation = { readonly deleteDrop: boolean | null };

export type DeleteFileMutationVariables = Exact<{
  input: DeleteFileInput;
}>;

export type DeleteFileMutation = { readonly deleteFile: boolean };

export type DeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
}>;

export type DeleteWebhookMutation = { readonly deleteWebhook: boolean };

export type EnterDropMutationVariables = Exact<{
  input: EnterDropInput;
}>;

export type EnterDropMutation = { readonly enterDrop: { readonly userAddress: string, readonly enteredAt: string, readonly state: LotteryEntryState, readonly rank: number | null, readonly place: number | null, readonly claimBy: string | null, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null, readonly proof: { readonly index: number, readonly size: number, readonly path: ReadonlyArray<string> } | null } };

export type GrantExemptionMutationVariables = Exact<{
  input: GrantExemptionInput;
}>;

export type GrantExemptionMutation = { readonly grantExemption: { readonly id: string, readonly walletAddress: string, readonly reason: string, readonly grantedAt: string, readonly revokedAt: string | null, readonly grantedBy: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } | null, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null } | null };

export type PrepareClaimMutationVariables = Exact<{
  claimId: string;
}>;

export type PrepareClaimMutation = { readonly prepareClaim: { readonly transactionBytes: string } | null };

export type PrepareDropFundingMutationVariables = Exact<{
  input: PrepareDropFundingInput;
}>;

export type PrepareDropFundingMutation = { readonly prepareDropFunding: { readonly transactionBytes: string } | null };

export type PrepareSponsoredClaimMutationVariables = Exact<{
  claimId: string;
}>;

export type PrepareSponsoredClaimMutation = { readonly prepareSponsoredClaim: { readonly transactionBytes: string, readonly sponsorship: string } | null };

export type PrepareTokenDeploymentMutationVariables = Exact<{
  input: PrepareTokenDeploymentInput;
}>;

export type PrepareTokenDeploymentMutation = { readonly prepareTokenDeployment: { readonly transactionBytes: string } | null };

export type ProcessRefundMutationVariables = Exact<{
  input: ProcessRefundInput;
}>;

export type ProcessRefundMutation = { readonly processRefund: { readonly id: string, readonly amount: number, readonly amountAtomic: string, readonly reason: string | null, readonly status: RefundStatus, readonly txHash: string | null, readonly attempts: number | null, readonly nextAttemptAt: string | null, readonly lastError: string | null, readonly createdAt: string, readonly paymentIntent: { readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly quantity: number, readonly itemsLeft: number, readonly paymentMethod: string, readonly walletAddress: string, readonly paymentUrl: string, readonly recipientAddress: string, readonly coinType: string, readonly expiresAt: string, readonly txHash: string | null, readonly createdAt: string, readonly updatedAt: string, readonly drop: { readonly id: string } | null } } };

export type RegisterWebhookMutationVariables = Exact<{
  input: RegisterWebhookInput;
}>;

export type RegisterWebhookMutation = { readonly registerWebhook: { readonly id: string, readonly webhookId: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly secret: string | null, readonly isActive: boolean, readonly circuit: WebhookCircuit, readonly failingSince: string | null, readonly createdAt: string } | null };

export type ResendWebhookDeliveryMutationVariables = Exact<{
  id: string;
}>;

export type ResendWebhookDeliveryMutation = { readonly resendWebhookDelivery: { readonly id: string, readonly event: string, readonly attempt: number, readonly statusCode: number | null, readonly error: string | null, readonly deliveredAt: string | null, readonly nextAttemptAt: string | null, readonly status: WebhookDeliveryStatus, readonly body: unknown } | null };

export type RetryJobMutationVariables = Exact<{
  kind: string;
  subject: string;
}>;

export type RetryJobMutation = { readonly retryJob: { readonly kind: string, readonly subject: string, readonly attempts: number, readonly reasonClass: JobFailureClass, readonly reason: string, readonly nextAttemptAt: string | null } };

export type RetryPayoutMutationVariables = Exact<{
  id: string;
}>;

export type RetryPayoutMutation = { readonly retryPayout: { readonly id: string, readonly amountAtomic: string, readonly currency: string, readonly toAddress: string, readonly status: RefundStatus, readonly txHash: string | null, readonly attempts: number | null, readonly nextAttemptAt: string | null, readonly lastError: string | null, readonly createdAt: string } };

export type RetryRefundMutationVariables = Exact<{
  id: string;
}>;

export type RetryRefundMutation = { readonly retryRefund: { readonly id: string, readonly amount: number, readonly amountAtomic: string, readonly reason: string | null, readonly status: RefundStatus, readonly txHash: string | null, readonly attempts: number | null, readonly nextAttemptAt: string | null, readonly lastError: string | null, readonly createdAt: string, readonly paymentIntent: { readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly quantity: number, readonly itemsLeft: number, readonly paymentMethod: string, readonly walletAddress: string, readonly paymentUrl: string, readonly recipientAddress: string, readonly coinType: string, readonly expiresAt: string, readonly txHash: string | null, readonly createdAt: string, readonly updatedAt: string, readonly drop: { readonly id: string } | null } } };

export type ReturnUnmatchedPaymentMutationVariables = Exact<{
  id: string;
}>;

export type ReturnUnmatchedPaymentMutation = { readonly returnUnmatchedPayment: { readonly id: string, readonly txHash: string, readonly transferIndex: number, readonly sender: string, readonly coinType: string, readonly amountAtomic: string, readonly memo: string | null, readonly reason: UnmatchedPaymentReason, readonly state: UnmatchedPaymentState, readonly paymentIntentId: string | null, readonly returnTxHash: string | null, readonly problem: string | null, readonly paidAt: string, readonly createdAt: string } | null };

export type RevokeApiKeyMutationVariables = Exact<{
  id: string;
}>;

export type RevokeApiKeyMutation = { readonly revokeApiKey: boolean | null };

export type RevokeClaimLinksMutationVariables = Exact<{
  input: RevokeClaimLinksInput;
}>;

export type RevokeClaimLinksMutation = { readonly revokeClaimLinks: number };

export type RevokeExemptionMutationVariables = Exact<{
  id: string;
}>;

export type RevokeExemptionMutation = { readonly revokeExemption: { readonly id: string, readonly walletAddress: string, readonly reason: string, readonly grantedAt: string, readonly revokedAt: string | null, readonly grantedBy: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } | null, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null } | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  id: string;
}>;

export type RotateWebhookSecretMutation = { readonly rotateWebhookSecret: { readonly id: string, readonly webhookId: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly secret: string | null, readonly isActive: boolean, readonly circuit: WebhookCircuit, readonly failingSince: string | null, readonly createdAt: string } | null };

export type SubmitSponsoredClaimMutationVariables = Exact<{
  input: SubmitSponsoredClaimInput;
}>;

export type SubmitSponsoredClaimMutation = { readonly submitSponsoredClaim: { readonly id: string | null, readonly amount: string | null, readonly status: ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly streak: number | null, readonly sequence: number | null, readonly round: number | null, readonly revealsAt: string | null, readonly revealedAt: string | null, readonly beaconSignature: string | null, readonly orderHead: string | null, readonly txHash: string | null, readonly createdAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null, readonly receipt: { readonly text: string, readonly publicKey: string, readonly signature: string } | null, readonly user: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } | null, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null } };

export type TestWebhookMutationVariables = Exact<{
  input: TestWebhookInput;
}>;

export type TestWebhookMutation = { readonly testWebhook: { readonly success: boolean, readonly statusCode: number | null, readonly durationMs: number | null, readonly error: string | null } };

export type UpdateDropMutationVariables = Exact<{
  id?: string | null | undefined;
  input: UpdateDropInput;
}>;

export type UpdateDropMutation = { readonly updateDrop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string }, readonly token: { readonly id: string, readonly name: string, readonly symbol: string, readonly decimals: number, readonly totalSupply: string, readonly description: string | null, readonly imageUrl: string | null, readonly address: string | null, readonly packageId: string | null, readonly coinType: string | null, readonly status: TokenStatus, readonly isExternal: boolean, readonly communityDropsReserve: string, readonly publicSaleReserve: string, readonly creatorReserve: string, readonly createdAt: string, readonly updatedAt: string, readonly creator: { readonly id: string } } | null, readonly gatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<{ readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }> } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null };

export type UpdateDropKeyMutationVariables = Exact<{
  input: UpdateDropKeyInput;
}>;

export type UpdateDropKeyMutation = { readonly updateDropKey: { readonly success: boolean, readonly newPublicKey: string | null, readonly newPrivateKey: string | null, readonly transactionDigest: string | null, readonly error: string | null } | null };

export type UpdateGatingConfigMutationVariables = Exact<{
  dropId: string;
  input: UpdateGatingConfigInput;
}>;

export type UpdateGatingConfigMutation = { readonly updateGatingConfig: { readonly id: string, readonly isActive: boolean, readonly rules: ReadonlyArray<{ readonly key: string, readonly operator: string, readonly value: string, readonly description: string | null }> } | null };

export type UpdateProfileMutationVariables = Exact<{
  input: UpdateProfileInput;
}>;

export type UpdateProfileMutation = { readonly updateProfile: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } | null };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;

export type UpdateWebhookMutation = { readonly updateWebhook: { readonly id: string, readonly webhookId: string, readonly url: string, readonly events: ReadonlyArray<string>, readonly secret: string | null, readonly isActive: boolean, readonly circuit: WebhookCircuit, readonly failingSince: string | null, readonly createdAt: string } };

export type UploadFileMutationVariables = Exact<{
  input: UploadFileInput;
}>;

export type UploadFileMutation = { readonly uploadFile: { readonly url: string, readonly filename: string, readonly size: number, readonly contentType: string } | null };

export type WithdrawProceedsMutationVariables = Exact<{
  input: WithdrawProceedsInput;
}>;

export type WithdrawProceedsMutation = { readonly withdrawProceeds: { readonly id: string, readonly amountAtomic: string, readonly currency: string, readonly toAddress: string, readonly status: RefundStatus, readonly txHash: string | null, readonly attempts: number | null, readonly nextAttemptAt: string | null, readonly lastError: string | null, readonly createdAt: string } | null };

export type ClaimNotificationsSubscriptionVariables = Exact<{
  userId: string;
  after?: string | null | undefined;
}>;

export type ClaimNotificationsSubscription = { readonly claimNotifications: { readonly id: string, readonly type: string, readonly timestamp: string, readonly claim: { readonly id: string | null, readonly amount: string | null, readonly status: ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly streak: number | null, readonly sequence: number | null, readonly round: number | null, readonly revealsAt: string | null, readonly revealedAt: string | null, readonly beaconSignature: string | null, readonly orderHead: string | null, readonly txHash: string | null, readonly createdAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null, readonly receipt: { readonly text: string, readonly publicKey: string, readonly signature: string } | null, readonly user: { readonly id: string } | null, readonly drop: { readonly id: string } | null } } };

export type DropUpdatesSubscriptionVariables = Exact<{
  dropId: string;
  after?: string | null | undefined;
}>;

export type DropUpdatesSubscription = { readonly dropUpdates: { readonly id: string, readonly type: string, readonly timestamp: string, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } } };

export type EventStreamSubscriptionVariables = Exact<{
  types?: ReadonlyArray<string> | string | null | undefined;
  after?: string | null | undefined;
}>;

export type EventStreamSubscription = { readonly eventStream: { readonly id: string, readonly type: string, readonly timestamp: string, readonly data: unknown, readonly drop: { readonly id: string, readonly title: string, readonly description: string | null, readonly type: DropType, readonly claimType: ClaimType, readonly status: DropStatus, readonly shortcode: string | null, readonly price: number | null, readonly priceUSD: number, readonly currency: string, readonly supply: number | null, readonly maxAmount: string | null, readonly tokenAmount: string | null, readonly claimedAmount: string, readonly remainingBalance: string, readonly claimCount: number | null, readonly percentClaimed: number, readonly estimatedValueUsd: number | null, readonly startsAt: string | null, readonly claimDeadline: string | null, readonly maxPerWallet: number | null, readonly claimAccess: ClaimAccess, readonly isLinkOnly: boolean, readonly admission: Admission, readonly entriesCloseAt: string | null, readonly claimWindowSeconds: number | null, readonly delivery: ClaimDelivery, readonly humanCheck: HumanCheck, readonly embedOrigins: ReadonlyArray<string>, readonly imageUrl: string | null, readonly metadata: unknown, readonly communityId: string | null, readonly isActive: boolean, readonly isSoldOut: boolean, readonly randomness: Randomness | null, readonly orderHead: string | null, readonly orderSince: number | null, readonly randomnessCommitment: string | null, readonly randomnessSeed: string | null, readonly createdAt: string, readonly updatedAt: string, readonly lottery: { readonly phase: LotteryPhase, readonly entries: number, readonly root: string | null, readonly round: number | null, readonly drawsAt: string | null, readonly frozenAt: string | null, readonly beaconSignature: string | null, readonly drawnAt: string | null, readonly admittedRank: number, readonly claimBy: string | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number }, readonly waves: ReadonlyArray<{ readonly firstRank: number, readonly lastRank: number, readonly claimBy: string }> } | null, readonly collection: { readonly type: string | null, readonly pieceImageUrl: string | null, readonly royaltyPercent: number, readonly owner: string | null, readonly attributes: ReadonlyArray<{ readonly name: string, readonly value: string }> } | null, readonly creator: { readonly id: string }, readonly token: { readonly id: string } | null, readonly gatingConfig: { readonly id: string } | null, readonly beacon: { readonly chainHash: string, readonly scheme: string, readonly publicKey: string, readonly genesisAt: string, readonly periodMs: number } | null } | null, readonly user: { readonly id: string, readonly username: string, readonly displayName: string | null, readonly email: string | null, readonly bio: string | null, readonly avatarUrl: string | null, readonly avatar: string | null, readonly logo: string | null, readonly cover: string | null, readonly accentColor: string | null, readonly links: ReadonlyArray<string>, readonly identityProviderId: string, readonly walletAddress: string | null, readonly createdAt: string, readonly updatedAt: string } | null } };

export type PaymentUpdatesSubscriptionVariables = Exact<{
  paymentIntentId: string;
  after?: string | null | undefined;
}>;

export type PaymentUpdatesSubscription = { readonly paymentUpdates: { readonly id: string, readonly type: string, readonly timestamp: string, readonly paymentIntent: { readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly receivedAtomic: string, readonly receivedCoinType: string | null, readonly receivedFrom: string | null, readonly currency: string, readonly quantity: number, readonly itemsLeft: number, readonly paymentMethod: string, readonly walletAddress: string, readonly paymentUrl: string, readonly recipientAddress: string, readonly coinType: string, readonly expiresAt: string, readonly txHash: string | null, readonly createdAt: string, readonly updatedAt: string, readonly drop: { readonly id: string } | null } } };

export const ApiKeysDocument: Document<ApiKeysQuery, ApiKeysQueryVariables> =
  'query ApiKeys { apiKeys { id name project preview requestsPerMinute lastUsedAt createdAt } }'

export const CheckEligibilityDocument: Document<CheckEligibilityQuery, CheckEligibilityQueryVariables> =
  'query CheckEligibility($input: CheckEligibilityInput!) { checkEligibility(input: $input) { eligible retryable reason missingRequirements checks { rule { key operator value description } result needed facts { source subject value observedAt } } exempt checkedAt signed { statement signature publicKey } } }'

export const CheckGatingEligibilityDocument: Document<CheckGatingEligibilityQuery, CheckGatingEligibilityQueryVariables> =
  'query CheckGatingEligibility($input: GatingCheckInput!) { checkGatingEligibility(input: $input) { eligible retryable reason missingRequirements checks { rule { key operator value description } result needed facts { source subject value observedAt } } exempt checkedAt signed { statement signature publicKey } } }'

export const ClaimDocument: Document<ClaimQuery, ClaimQueryVariables> =
  'query Claim($id: ID!) { claim(id: $id) { id amount status userAddress recipient streak sequence round revealsAt revealedAt beaconSignature orderHead receipt { text publicKey signature } txHash createdAt claimedAt expiresAt user { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } } }'

export const ClaimLinkDocument: Document<ClaimLinkQuery, ClaimLinkQueryVariables> =
  'query ClaimLink($dropId: ID!, $id: ID!) { claimLink(dropId: $dropId, id: $id) { id status amount expiresAt revokedAt claim { id amount status userAddress recipient streak sequence round revealsAt revealedAt beaconSignature orderHead receipt { text publicKey signature } txHash createdAt claimedAt expiresAt user { id } drop { id } } createdAt } }'

export const ClaimLinksDocument: Document<ClaimLinksQuery, ClaimLinksQueryVariables> =
  'query ClaimLinks($dropId: ID!, $limit: Int = 50, $after: ID) { claimLinks(dropId: $dropId, limit: $limit, after: $after) { id status amount expiresAt revokedAt claim { id } createdAt } }'

export const ClaimsDocument: Document<ClaimsQuery, ClaimsQueryVariables> =
  'query Claims($limit: Int = 50, $after: ID, $filter: ClaimFilter) { claims(limit: $limit, after: $after, filter: $filter) { id amount status userAddress recipient streak sequence round revealsAt revealedAt beaconSignature orderHead receipt { text publicKey signature } txHash createdAt claimedAt expiresAt user { id } drop { id } } }'

export const CreatorDocument: Document<CreatorQuery, CreatorQueryVariables> =
  'query Creator($username: String!) { creator(username: $username) { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } }'

export const DropDocument: Document<DropQuery, DropQueryVariables> =
  'query Drop($id: ID!) { drop(id: $id) { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } token { id name symbol decimals totalSupply description imageUrl address packageId coinType status isExternal communityDropsReserve publicSaleReserve creatorReserve creator { id } createdAt updatedAt } gatingConfig { id isActive rules { key operator value description } } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } }'

export const DropAnalyticsDocument: Document<DropAnalyticsQuery, DropAnalyticsQueryVariables> =
  'query DropAnalytics($id: ID!, $interval: AnalyticsInterval, $from: DateTime, $to: DateTime) { dropAnalytics(id: $id, interval: $interval, from: $from, to: $to) { interval from to views wallets tries claims conversion refusals { code count } points { at views wallets tries claims } } }'

export const DropByShortcodeDocument: Document<DropByShortcodeQuery, DropByShortcodeQueryVariables> =
  'query DropByShortcode($shortcode: String!) { dropByShortcode(shortcode: $shortcode) { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } token { id name symbol decimals totalSupply description imageUrl address packageId coinType status isExternal communityDropsReserve publicSaleReserve creatorReserve creator { id } createdAt updatedAt } gatingConfig { id isActive rules { key operator value description } } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } }'

export const DropDashboardStatsDocument: Document<DropDashboardStatsQuery, DropDashboardStatsQueryVariables> =
  'query DropDashboardStats($id: ID!) { dropDashboardStats(id: $id) { totalClaims recentClaims claimRate totalAmount claimedAmount } }'

export const DropsDocument: Document<DropsQuery, DropsQueryVariables> =
  'query Drops($limit: Int = 50, $after: ID, $filter: DropFilter) { drops(limit: $limit, after: $after, filter: $filter) { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } }'

export const EventDocument: Document<EventQuery, EventQueryVariables> =
  'query Event($id: ID!) { event(id: $id) { id type timestamp data drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } user { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } } }'

export const EventsDocument: Document<EventsQuery, EventsQueryVariables> =
  'query Events($limit: Int = 50, $after: ID, $since: ID, $types: [String!]) { events(limit: $limit, after: $after, since: $since, types: $types) { id type timestamp data drop { id } user { id } } }'

export const ExemptionsDocument: Document<ExemptionsQuery, ExemptionsQueryVariables> =
  'query Exemptions($dropId: ID!, $limit: Int = 50, $after: ID) { exemptions(dropId: $dropId, limit: $limit, after: $after) { id walletAddress reason grantedBy { id } grantedAt revokedAt drop { id } } }'

export const FailingJobsDocument: Document<FailingJobsQuery, FailingJobsQueryVariables> =
  'query FailingJobs($limit: Int = 50, $kind: String, $dropId: ID) { failingJobs(limit: $limit, kind: $kind, dropId: $dropId) { kind subject attempts reasonClass reason nextAttemptAt } }'

export const GatingTemplatesDocument: Document<GatingTemplatesQuery, GatingTemplatesQueryVariables> =
  'query GatingTemplates { gatingTemplates { id name description category rules { key operator value description } } }'

export const HumanChallengeDocument: Document<HumanChallengeQuery, HumanChallengeQueryVariables> =
  'query HumanChallenge($dropId: ID!, $userAddress: String!) { humanChallenge(dropId: $dropId, userAddress: $userAddress) { check text difficulty cost siteKey expiresAt } }'

export const LotteryEntryDocument: Document<LotteryEntryQuery, LotteryEntryQueryVariables> =
  'query LotteryEntry($dropId: ID!, $userAddress: String!) { lotteryEntry(dropId: $dropId, userAddress: $userAddress) { userAddress drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } enteredAt state rank place claimBy proof { index size path } } }'

export const LotteryWalletsDocument: Document<LotteryWalletsQuery, LotteryWalletsQueryVariables> =
  'query LotteryWallets($dropId: ID!, $limit: Int = 1000, $after: String) { lotteryWallets(dropId: $dropId, limit: $limit, after: $after) }'

export const MeDocument: Document<MeQuery, MeQueryVariables> =
  'query Me { me { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } }'

export const MyDropsDocument: Document<MyDropsQuery, MyDropsQueryVariables> =
  'query MyDrops($limit: Int = 50, $after: ID) { myDrops(limit: $limit, after: $after) { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } }'

export const PaymentIntentDocument: Document<PaymentIntentQuery, PaymentIntentQueryVariables> =
  'query PaymentIntent($id: ID!) { paymentIntent(id: $id) { id intentId status statusReason amount amountAtomic receivedAtomic receivedCoinType receivedFrom currency quantity itemsLeft paymentMethod walletAddress paymentUrl recipientAddress coinType expiresAt txHash drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } createdAt updatedAt } }'

export const PaymentIntentsDocument: Document<PaymentIntentsQuery, PaymentIntentsQueryVariables> =
  'query PaymentIntents($limit: Int = 50, $after: ID, $dropId: ID, $status: PaymentIntentStatus) { paymentIntents(limit: $limit, after: $after, dropId: $dropId, status: $status) { id intentId status statusReason amount amountAtomic receivedAtomic receivedCoinType receivedFrom currency quantity itemsLeft paymentMethod walletAddress paymentUrl recipientAddress coinType expiresAt txHash drop { id } createdAt updatedAt } }'

export const PayoutsDocument: Document<PayoutsQuery, PayoutsQueryVariables> =
  'query Payouts($dropId: ID!, $limit: Int = 50, $after: ID) { payouts(dropId: $dropId, limit: $limit, after: $after) { id amountAtomic currency toAddress status txHash attempts nextAttemptAt lastError createdAt } }'

export const PlatformEventsDocument: Document<PlatformEventsQuery, PlatformEventsQueryVariables> =
  'query PlatformEvents($dropId: ID, $limit: Int, $after: ID, $since: ID) { platformEvents(dropId: $dropId, limit: $limit, after: $after, since: $since) { id event timestamp details drop { id } user { id } } }'

export const PublicDropsDocument: Document<PublicDropsQuery, PublicDropsQueryVariables> =
  'query PublicDrops($username: String!, $phase: DropPhase, $limit: Int = 50, $after: ID) { publicDrops(username: $username, phase: $phase, limit: $limit, after: $after) { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } }'

export const RecipientMessageDocument: Document<RecipientMessageQuery, RecipientMessageQueryVariables> =
  'query RecipientMessage($dropId: ID!, $userAddress: String!, $recipient: String!) { recipientMessage(dropId: $dropId, userAddress: $userAddress, recipient: $recipient) }'

export const ReplayEligibilityDocument: Document<ReplayEligibilityQuery, ReplayEligibilityQueryVariables> =
  'query ReplayEligibility($input: ReplayEligibilityInput!) { replayEligibility(input: $input) { authentic reproduced rulesUnchanged now { eligible retryable reason missingRequirements checks { rule { key operator value description } result needed facts { source subject value observedAt } } exempt checkedAt signed { statement signature publicKey } } } }'

export const ServiceDocument: Document<ServiceQuery, ServiceQueryVariables> =
  'query Service { service { chain network now currencies { code coinType decimals usdRate } humanChecks version eventCursor } }'

export const StoredBytesDocument: Document<StoredBytesQuery, StoredBytesQueryVariables> =
  'query StoredBytes { storedBytes { used limit } }'

export const TokenDocument: Document<TokenQuery, TokenQueryVariables> =
  'query Token($id: ID!) { token(id: $id) { id name symbol decimals totalSupply description imageUrl address packageId coinType status isExternal communityDropsReserve publicSaleReserve creatorReserve creator { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } createdAt updatedAt } }'

export const TokensDocument: Document<TokensQuery, TokensQueryVariables> =
  'query Tokens($limit: Int = 50, $after: ID) { tokens(limit: $limit, after: $after) { id name symbol decimals totalSupply description imageUrl address packageId coinType status isExternal communityDropsReserve publicSaleReserve creatorReserve creator { id } createdAt updatedAt } }'

export const UnmatchedPaymentsDocument: Document<UnmatchedPaymentsQuery, UnmatchedPaymentsQueryVariables> =
  'query UnmatchedPayments($limit: Int = 50, $after: ID, $state: UnmatchedPaymentState) { unmatchedPayments(limit: $limit, after: $after, state: $state) { id txHash transferIndex sender coinType amountAtomic memo reason state paymentIntentId returnTxHash problem paidAt createdAt } }'

export const UserDocument: Document<UserQuery, UserQueryVariables> =
  'query User($id: ID!) { user(id: $id) { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } }'

export const UsersDocument: Document<UsersQuery, UsersQueryVariables> =
  'query Users($limit: Int = 50, $after: ID) { users(limit: $limit, after: $after) { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } }'

export const WebhookDocument: Document<WebhookQuery, WebhookQueryVariables> =
  'query Webhook($id: ID!) { webhook(id: $id) { id webhookId url events secret isActive circuit failingSince createdAt } }'

export const WebhooksDocument: Document<WebhooksQuery, WebhooksQueryVariables> =
  'query Webhooks($limit: Int = 50, $after: ID) { webhooks(limit: $limit, after: $after) { id webhookId url events secret isActive circuit failingSince createdAt } }'

export const ApprovePaymentIntentDocument: Document<ApprovePaymentIntentMutation, ApprovePaymentIntentMutationVariables> =
  'mutation ApprovePaymentIntent($id: ID!, $seen: SeenPaymentInput) { approvePaymentIntent(id: $id, seen: $seen) { id intentId status statusReason amount amountAtomic receivedAtomic receivedCoinType receivedFrom currency quantity itemsLeft paymentMethod walletAddress paymentUrl recipientAddress coinType expiresAt txHash drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } createdAt updatedAt } }'

export const AssignUnmatchedPaymentDocument: Document<AssignUnmatchedPaymentMutation, AssignUnmatchedPaymentMutationVariables> =
  'mutation AssignUnmatchedPayment($input: AssignUnmatchedPaymentInput!) { assignUnmatchedPayment(input: $input) { id txHash transferIndex sender coinType amountAtomic memo reason state paymentIntentId returnTxHash problem paidAt createdAt } }'

export const CancelPaymentIntentDocument: Document<CancelPaymentIntentMutation, CancelPaymentIntentMutationVariables> =
  'mutation CancelPaymentIntent($id: ID!) { cancelPaymentIntent(id: $id) { id intentId status statusReason amount amountAtomic receivedAtomic receivedCoinType receivedFrom currency quantity itemsLeft paymentMethod walletAddress paymentUrl recipientAddress coinType expiresAt txHash drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } createdAt updatedAt } }'

export const ClaimDropDocument: Document<ClaimDropMutation, ClaimDropMutationVariables> =
  'mutation ClaimDrop($input: ClaimDropInput!) { claimDrop(input: $input) { claim { id amount status userAddress recipient streak sequence round revealsAt revealedAt beaconSignature orderHead receipt { text publicKey signature } txHash createdAt claimedAt expiresAt user { id } drop { id } } claimParams { amount nonce expiry signature } dropInfo { dropObjectId packageId coinType } } }'

export const ClaimRandomDropDocument: Document<ClaimRandomDropMutation, ClaimRandomDropMutationVariables> =
  'mutation ClaimRandomDrop($input: ClaimRandomDropInput!) { claimRandomDrop(input: $input) { success message code claimedAmount revealsAt claim { id amount status userAddress recipient streak sequence round revealsAt revealedAt beaconSignature orderHead receipt { text publicKey signature } txHash createdAt claimedAt expiresAt user { id } drop { id } } } }'

export const ClaimWithLinkDocument: Document<ClaimWithLinkMutation, ClaimWithLinkMutationVariables> =
  'mutation ClaimWithLink($input: ClaimWithLinkInput!) { claimWithLink(input: $input) { claim { id amount status userAddress recipient streak sequence round revealsAt revealedAt beaconSignature orderHead receipt { text publicKey signature } txHash createdAt claimedAt expiresAt user { id } drop { id } } claimParams { amount nonce expiry signature } dropInfo { dropObjectId packageId coinType } } }'

export const ConfirmClaimDocument: Document<ConfirmClaimMutation, ConfirmClaimMutationVariables> =
  'mutation ConfirmClaim($input: ConfirmClaimInput!) { confirmClaim(input: $input) { id amount status userAddress recipient streak sequence round revealsAt revealedAt beaconSignature orderHead receipt { text publicKey signature } txHash createdAt claimedAt expiresAt user { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } } }'

export const ConfirmPaymentIntentDocument: Document<ConfirmPaymentIntentMutation, ConfirmPaymentIntentMutationVariables> =
  'mutation ConfirmPaymentIntent($id: ID, $txHash: String, $input: ConfirmPaymentIntentInput) { confirmPaymentIntent(id: $id, txHash: $txHash, input: $input) { id intentId status statusReason amount amountAtomic receivedAtomic receivedCoinType receivedFrom currency quantity itemsLeft paymentMethod walletAddress paymentUrl recipientAddress coinType expiresAt txHash drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } createdAt updatedAt } }'

export const ConfirmTokenDeploymentDocument: Document<ConfirmTokenDeploymentMutation, ConfirmTokenDeploymentMutationVariables> =
  'mutation ConfirmTokenDeployment($input: ConfirmTokenDeploymentInput!) { confirmTokenDeployment(input: $input) { id name symbol decimals totalSupply description imageUrl address packageId coinType status isExternal communityDropsReserve publicSaleReserve creatorReserve creator { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } createdAt updatedAt } }'

export const CreateApiKeyDocument: Document<CreateApiKeyMutation, CreateApiKeyMutationVariables> =
  'mutation CreateApiKey($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id name project preview requestsPerMinute lastUsedAt createdAt } secret } }'

export const CreateClaimDocument: Document<CreateClaimMutation, CreateClaimMutationVariables> =
  'mutation CreateClaim($input: CreateClaimInput!) { createClaim(input: $input) { id amount status userAddress recipient streak sequence round revealsAt revealedAt beaconSignature orderHead receipt { text publicKey signature } txHash createdAt claimedAt expiresAt user { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } } }'

export const CreateClaimLinksDocument: Document<CreateClaimLinksMutation, CreateClaimLinksMutationVariables> =
  'mutation CreateClaimLinks($input: CreateClaimLinksInput!) { createClaimLinks(input: $input) { count secret urls } }'

export const CreateDropDocument: Document<CreateDropMutation, CreateDropMutationVariables> =
  'mutation CreateDrop($input: CreateDropInput!) { createDrop(input: $input) { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } token { id name symbol decimals totalSupply description imageUrl address packageId coinType status isExternal communityDropsReserve publicSaleReserve creatorReserve creator { id } createdAt updatedAt } gatingConfig { id isActive rules { key operator value description } } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } }'

export const CreatePaymentIntentDocument: Document<CreatePaymentIntentMutation, CreatePaymentIntentMutationVariables> =
  'mutation CreatePaymentIntent($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { id intentId status statusReason amount amountAtomic receivedAtomic receivedCoinType receivedFrom currency quantity itemsLeft paymentMethod walletAddress paymentUrl recipientAddress coinType expiresAt txHash drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } createdAt updatedAt } }'

export const CreatePublishableKeyDocument: Document<CreatePublishableKeyMutation, CreatePublishableKeyMutationVariables> =
  'mutation CreatePublishableKey($input: CreatePublishableKeyInput!) { createPublishableKey(input: $input) { apiKey { id name project preview requestsPerMinute lastUsedAt createdAt } secret } }'

export const CreateTokenDocument: Document<CreateTokenMutation, CreateTokenMutationVariables> =
  'mutation CreateToken($input: CreateTokenInput!) { createToken(input: $input) { id name symbol decimals totalSupply description imageUrl address packageId coinType status isExternal communityDropsReserve publicSaleReserve creatorReserve creator { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } createdAt updatedAt } }'

export const CreateWebhookDocument: Document<CreateWebhookMutation, CreateWebhookMutationVariables> =
  'mutation CreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { id webhookId url events secret isActive circuit failingSince createdAt } }'

export const DeleteDropDocument: Document<DeleteDropMutation, DeleteDropMutationVariables> =
  'mutation DeleteDrop($id: ID, $input: DeleteDropInput) { deleteDrop(id: $id, input: $input) }'

export const DeleteFileDocument: Document<DeleteFileMutation, DeleteFileMutationVariables> =
  'mutation DeleteFile($input: DeleteFileInput!) { deleteFile(input: $input) }'

export const DeleteWebhookDocument: Document<DeleteWebhookMutation, DeleteWebhookMutationVariables> =
  'mutation DeleteWebhook($input: DeleteWebhookInput!) { deleteWebhook(input: $input) }'

export const EnterDropDocument: Document<EnterDropMutation, EnterDropMutationVariables> =
  'mutation EnterDrop($input: EnterDropInput!) { enterDrop(input: $input) { userAddress drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } enteredAt state rank place claimBy proof { index size path } } }'

export const GrantExemptionDocument: Document<GrantExemptionMutation, GrantExemptionMutationVariables> =
  'mutation GrantExemption($input: GrantExemptionInput!) { grantExemption(input: $input) { id walletAddress reason grantedBy { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } grantedAt revokedAt drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } } }'

export const PrepareClaimDocument: Document<PrepareClaimMutation, PrepareClaimMutationVariables> =
  'mutation PrepareClaim($claimId: ID!) { prepareClaim(claimId: $claimId) { transactionBytes } }'

export const PrepareDropFundingDocument: Document<PrepareDropFundingMutation, PrepareDropFundingMutationVariables> =
  'mutation PrepareDropFunding($input: PrepareDropFundingInput!) { prepareDropFunding(input: $input) { transactionBytes } }'

export const PrepareSponsoredClaimDocument: Document<PrepareSponsoredClaimMutation, PrepareSponsoredClaimMutationVariables> =
  'mutation PrepareSponsoredClaim($claimId: ID!) { prepareSponsoredClaim(claimId: $claimId) { transactionBytes sponsorship } }'

export const PrepareTokenDeploymentDocument: Document<PrepareTokenDeploymentMutation, PrepareTokenDeploymentMutationVariables> =
  'mutation PrepareTokenDeployment($input: PrepareTokenDeploymentInput!) { prepareTokenDeployment(input: $input) { transactionBytes } }'

export const ProcessRefundDocument: Document<ProcessRefundMutation, ProcessRefundMutationVariables> =
  'mutation ProcessRefund($input: ProcessRefundInput!) { processRefund(input: $input) { id paymentIntent { id intentId status statusReason amount amountAtomic receivedAtomic receivedCoinType receivedFrom currency quantity itemsLeft paymentMethod walletAddress paymentUrl recipientAddress coinType expiresAt txHash drop { id } createdAt updatedAt } amount amountAtomic reason status txHash attempts nextAttemptAt lastError createdAt } }'

export const RegisterWebhookDocument: Document<RegisterWebhookMutation, RegisterWebhookMutationVariables> =
  'mutation RegisterWebhook($input: RegisterWebhookInput!) { registerWebhook(input: $input) { id webhookId url events secret isActive circuit failingSince createdAt } }'

export const ResendWebhookDeliveryDocument: Document<ResendWebhookDeliveryMutation, ResendWebhookDeliveryMutationVariables> =
  'mutation ResendWebhookDelivery($id: ID!) { resendWebhookDelivery(id: $id) { id event attempt statusCode error deliveredAt nextAttemptAt status body } }'

export const RetryJobDocument: Document<RetryJobMutation, RetryJobMutationVariables> =
  'mutation RetryJob($kind: String!, $subject: ID!) { retryJob(kind: $kind, subject: $subject) { kind subject attempts reasonClass reason nextAttemptAt } }'

export const RetryPayoutDocument: Document<RetryPayoutMutation, RetryPayoutMutationVariables> =
  'mutation RetryPayout($id: ID!) { retryPayout(id: $id) { id amountAtomic currency toAddress status txHash attempts nextAttemptAt lastError createdAt } }'

export const RetryRefundDocument: Document<RetryRefundMutation, RetryRefundMutationVariables> =
  'mutation RetryRefund($id: ID!) { retryRefund(id: $id) { id paymentIntent { id intentId status statusReason amount amountAtomic receivedAtomic receivedCoinType receivedFrom currency quantity itemsLeft paymentMethod walletAddress paymentUrl recipientAddress coinType expiresAt txHash drop { id } createdAt updatedAt } amount amountAtomic reason status txHash attempts nextAttemptAt lastError createdAt } }'

export const ReturnUnmatchedPaymentDocument: Document<ReturnUnmatchedPaymentMutation, ReturnUnmatchedPaymentMutationVariables> =
  'mutation ReturnUnmatchedPayment($id: ID!) { returnUnmatchedPayment(id: $id) { id txHash transferIndex sender coinType amountAtomic memo reason state paymentIntentId returnTxHash problem paidAt createdAt } }'

export const RevokeApiKeyDocument: Document<RevokeApiKeyMutation, RevokeApiKeyMutationVariables> =
  'mutation RevokeApiKey($id: ID!) { revokeApiKey(id: $id) }'

export const RevokeClaimLinksDocument: Document<RevokeClaimLinksMutation, RevokeClaimLinksMutationVariables> =
  'mutation RevokeClaimLinks($input: RevokeClaimLinksInput!) { revokeClaimLinks(input: $input) }'

export const RevokeExemptionDocument: Document<RevokeExemptionMutation, RevokeExemptionMutationVariables> =
  'mutation RevokeExemption($id: ID!) { revokeExemption(id: $id) { id walletAddress reason grantedBy { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } grantedAt revokedAt drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } } }'

export const RotateWebhookSecretDocument: Document<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables> =
  'mutation RotateWebhookSecret($id: ID!) { rotateWebhookSecret(id: $id) { id webhookId url events secret isActive circuit failingSince createdAt } }'

export const SubmitSponsoredClaimDocument: Document<SubmitSponsoredClaimMutation, SubmitSponsoredClaimMutationVariables> =
  'mutation SubmitSponsoredClaim($input: SubmitSponsoredClaimInput!) { submitSponsoredClaim(input: $input) { id amount status userAddress recipient streak sequence round revealsAt revealedAt beaconSignature orderHead receipt { text publicKey signature } txHash createdAt claimedAt expiresAt user { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } } }'

export const TestWebhookDocument: Document<TestWebhookMutation, TestWebhookMutationVariables> =
  'mutation TestWebhook($input: TestWebhookInput!) { testWebhook(input: $input) { success statusCode durationMs error } }'

export const UpdateDropDocument: Document<UpdateDropMutation, UpdateDropMutationVariables> =
  'mutation UpdateDrop($id: ID, $input: UpdateDropInput!) { updateDrop(id: $id, input: $input) { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } token { id name symbol decimals totalSupply description imageUrl address packageId coinType status isExternal communityDropsReserve publicSaleReserve creatorReserve creator { id } createdAt updatedAt } gatingConfig { id isActive rules { key operator value description } } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } }'

export const UpdateDropKeyDocument: Document<UpdateDropKeyMutation, UpdateDropKeyMutationVariables> =
  'mutation UpdateDropKey($input: UpdateDropKeyInput!) { updateDropKey(input: $input) { success newPublicKey newPrivateKey transactionDigest error } }'

export const UpdateGatingConfigDocument: Document<UpdateGatingConfigMutation, UpdateGatingConfigMutationVariables> =
  'mutation UpdateGatingConfig($dropId: ID!, $input: UpdateGatingConfigInput!) { updateGatingConfig(dropId: $dropId, input: $input) { id isActive rules { key operator value description } } }'

export const UpdateProfileDocument: Document<UpdateProfileMutation, UpdateProfileMutationVariables> =
  'mutation UpdateProfile($input: UpdateProfileInput!) { updateProfile(input: $input) { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } }'

export const UpdateWebhookDocument: Document<UpdateWebhookMutation, UpdateWebhookMutationVariables> =
  'mutation UpdateWebhook($input: UpdateWebhookInput!) { updateWebhook(input: $input) { id webhookId url events secret isActive circuit failingSince createdAt } }'

export const UploadFileDocument: Document<UploadFileMutation, UploadFileMutationVariables> =
  'mutation UploadFile($input: UploadFileInput!) { uploadFile(input: $input) { url filename size contentType } }'

export const WithdrawProceedsDocument: Document<WithdrawProceedsMutation, WithdrawProceedsMutationVariables> =
  'mutation WithdrawProceeds($input: WithdrawProceedsInput!) { withdrawProceeds(input: $input) { id amountAtomic currency toAddress status txHash attempts nextAttemptAt lastError createdAt } }'

export const ClaimNotificationsDocument: Document<ClaimNotificationsSubscription, ClaimNotificationsSubscriptionVariables> =
  'subscription ClaimNotifications($userId: ID!, $after: ID) { claimNotifications(userId: $userId, after: $after) { id type claim { id amount status userAddress recipient streak sequence round revealsAt revealedAt beaconSignature orderHead receipt { text publicKey signature } txHash createdAt claimedAt expiresAt user { id } drop { id } } timestamp } }'

export const DropUpdatesDocument: Document<DropUpdatesSubscription, DropUpdatesSubscriptionVariables> =
  'subscription DropUpdates($dropId: ID!, $after: ID) { dropUpdates(dropId: $dropId, after: $after) { id type drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } timestamp } }'

export const EventStreamDocument: Document<EventStreamSubscription, EventStreamSubscriptionVariables> =
  'subscription EventStream($types: [String!], $after: ID) { eventStream(types: $types, after: $after) { id type timestamp data drop { id title description type claimType status shortcode price priceUSD currency supply maxAmount tokenAmount claimedAmount remainingBalance claimCount percentClaimed estimatedValueUsd startsAt claimDeadline maxPerWallet claimAccess isLinkOnly admission entriesCloseAt claimWindowSeconds lottery { phase entries root round drawsAt frozenAt beacon { chainHash scheme publicKey genesisAt periodMs } beaconSignature drawnAt admittedRank claimBy waves { firstRank lastRank claimBy } } delivery humanCheck embedOrigins imageUrl metadata communityId collection { type pieceImageUrl attributes { name value } royaltyPercent owner } creator { id } token { id } gatingConfig { id } isActive isSoldOut randomness beacon { chainHash scheme publicKey genesisAt periodMs } orderHead orderSince randomnessCommitment randomnessSeed createdAt updatedAt } user { id username displayName email bio avatarUrl avatar logo cover accentColor links identityProviderId walletAddress createdAt updatedAt } } }'

export const PaymentUpdatesDocument: Document<PaymentUpdatesSubscription, PaymentUpdatesSubscriptionVariables> =
  'subscription PaymentUpdates($paymentIntentId: ID!, $after: ID) { paymentUpdates(paymentIntentId: $paymentIntentId, after: $after) { id type paymentIntent { id intentId status statusReason amount amountAtomic receivedAtomic receivedCoinType receivedFrom currency quantity itemsLeft paymentMethod walletAddress paymentUrl recipientAddress coinType expiresAt txHash drop { id } createdAt updatedAt } timestamp } }'
