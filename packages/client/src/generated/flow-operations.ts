// Generated from the schema by `npm run codegen -w @dropkit/client`. Do not edit.
import { type Document, document } from '../transport.ts'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
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

/** A wallet's permission to deliver its claim to another address. It can be used for one claim. */
export type RecipientInput = {
  /** The text that `recipientMessage` returned. It names the site, the drop, the wallet, the recipient, a nonce and an expiry. */
  readonly message: string;
  /** The signature of the wallet `userAddress` over the message, as a personal message, base64 as the chain's wallets write it. */
  readonly signature: string;
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
  /** In base units. Optional if the drop has a fixed amount. */
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

export type DropFieldsFragment = { readonly id: string, readonly title: string, readonly status: DropStatus, readonly type: DropType, readonly price: number | null, readonly currency: string, readonly tokenAmount: string | null, readonly supply: number | null, readonly claimAccess: ClaimAccess, readonly delivery: ClaimDelivery };

export type FlowDropQueryVariables = Exact<{
  place: string;
  id: string;
  mayBeId: boolean;
}>;


export type FlowDropQuery = { readonly byId?: DropFieldsFragment | null, readonly byShortcode: DropFieldsFragment | null };

export type ClaimFieldsFragment = { readonly id: string | null, readonly amount: string | null, readonly status: ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly sequence: number | null, readonly txHash: string | null, readonly createdAt: string | null, readonly revealsAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null };

export type FlowClaimQueryVariables = Exact<{
  id: string;
}>;


export type FlowClaimQuery = { readonly claim: ClaimFieldsFragment | null };

export type FlowHumanChallengeQueryVariables = Exact<{
  dropId: string;
  userAddress: string;
}>;


export type FlowHumanChallengeQuery = { readonly humanChallenge: { readonly check: HumanCheck, readonly text: string, readonly difficulty: number | null, readonly cost: number | null, readonly siteKey: string | null } | null };

export type FlowRecipientMessageQueryVariables = Exact<{
  dropId: string;
  userAddress: string;
  recipient: string;
}>;


export type FlowRecipientMessageQuery = { readonly recipientMessage: string };

export type PaymentFieldsFragment = { readonly id: string, readonly intentId: string, readonly status: PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly currency: string, readonly coinType: string, readonly quantity: number, readonly itemsLeft: number, readonly walletAddress: string, readonly recipientAddress: string, readonly paymentUrl: string, readonly expiresAt: string, readonly txHash: string | null, readonly drop: { readonly id: string } | null };

export type FlowPaymentQueryVariables = Exact<{
  id: string;
}>;


export type FlowPaymentQuery = { readonly paymentIntent: PaymentFieldsFragment | null };

export type FlowPaymentTransactionQueryVariables = Exact<{
  id: string;
}>;


export type FlowPaymentTransactionQuery = { readonly paymentIntent: { readonly status: PaymentIntentStatus, readonly paymentTransaction: string | null } | null };

export type FlowPaymentsQueryVariables = Exact<{
  dropId: string;
}>;


export type FlowPaymentsQuery = { readonly paymentIntents: ReadonlyArray<PaymentFieldsFragment> };

export type FlowReserveMutationVariables = Exact<{
  input: ClaimDropInput;
}>;


export type FlowReserveMutation = { readonly claimDrop: { readonly claim: ClaimFieldsFragment | null, readonly claimParams: { readonly nonce: string } | null } | null };

export type FlowDrawMutationVariables = Exact<{
  input: ClaimRandomDropInput;
}>;


export type FlowDrawMutation = { readonly claimRandomDrop: { readonly success: boolean, readonly message: string | null, readonly code: string | null, readonly claim: ClaimFieldsFragment | null } | null };

export type FlowClaimWithLinkMutationVariables = Exact<{
  input: ClaimWithLinkInput;
}>;


export type FlowClaimWithLinkMutation = { readonly claimWithLink: { readonly claim: ClaimFieldsFragment | null, readonly claimParams: { readonly nonce: string } | null } };

export type FlowEnterMutationVariables = Exact<{
  input: EnterDropInput;
}>;


export type FlowEnterMutation = { readonly enterDrop: { readonly state: LotteryEntryState } };

export type FlowPrepareClaimMutationVariables = Exact<{
  claimId: string;
}>;


export type FlowPrepareClaimMutation = { readonly prepareClaim: { readonly transactionBytes: string } | null };

export type FlowPrepareSponsoredClaimMutationVariables = Exact<{
  claimId: string;
}>;


export type FlowPrepareSponsoredClaimMutation = { readonly prepareSponsoredClaim: { readonly transactionBytes: string, readonly sponsorship: string } | null };

export type FlowSubmitSponsoredClaimMutationVariables = Exact<{
  input: SubmitSponsoredClaimInput;
}>;


export type FlowSubmitSponsoredClaimMutation = { readonly submitSponsoredClaim: { readonly id: string | null } };

export type FlowConfirmClaimMutationVariables = Exact<{
  input: ConfirmClaimInput;
}>;


export type FlowConfirmClaimMutation = { readonly confirmClaim: ClaimFieldsFragment };

export type FlowBeginPaymentMutationVariables = Exact<{
  input: CreatePaymentIntentInput;
}>;


export type FlowBeginPaymentMutation = { readonly createPaymentIntent: PaymentFieldsFragment | null };

export type FlowConfirmPaymentMutationVariables = Exact<{
  id: string;
  txHash?: string | null | undefined;
}>;


export type FlowConfirmPaymentMutation = { readonly confirmPaymentIntent: PaymentFieldsFragment | null };

export const FlowDropDocument: Document<FlowDropQuery, FlowDropQueryVariables> = /* @__PURE__ */ document(
  'fragment DropFields on Drop{id title status type price currency tokenAmount supply claimAccess delivery}query FlowDrop($place:String!$id:ID!$mayBeId:Boolean!){byId:drop(id:$id)@include(if:$mayBeId){...DropFields}byShortcode:dropByShortcode(shortcode:$place){...DropFields}}',
)

export const FlowClaimDocument: Document<FlowClaimQuery, FlowClaimQueryVariables> = /* @__PURE__ */ document(
  'fragment ClaimFields on Claim{id amount status userAddress recipient sequence txHash createdAt revealsAt claimedAt expiresAt}query FlowClaim($id:ID!){claim(id:$id){...ClaimFields}}',
)

export const FlowHumanChallengeDocument: Document<FlowHumanChallengeQuery, FlowHumanChallengeQueryVariables> = /* @__PURE__ */ document(
  'query FlowHumanChallenge($dropId:ID!$userAddress:String!){humanChallenge(dropId:$dropId userAddress:$userAddress){check text difficulty cost siteKey}}',
)

export const FlowRecipientMessageDocument: Document<FlowRecipientMessageQuery, FlowRecipientMessageQueryVariables> = /* @__PURE__ */ document(
  'query FlowRecipientMessage($dropId:ID!$userAddress:String!$recipient:String!){recipientMessage(dropId:$dropId userAddress:$userAddress recipient:$recipient)}',
)

export const FlowPaymentDocument: Document<FlowPaymentQuery, FlowPaymentQueryVariables> = /* @__PURE__ */ document(
  'fragment PaymentFields on PaymentIntent{id intentId status statusReason amount amountAtomic currency coinType quantity itemsLeft walletAddress recipientAddress paymentUrl expiresAt txHash drop{id}}query FlowPayment($id:ID!){paymentIntent(id:$id){...PaymentFields}}',
)

export const FlowPaymentTransactionDocument: Document<FlowPaymentTransactionQuery, FlowPaymentTransactionQueryVariables> = /* @__PURE__ */ document(
  'query FlowPaymentTransaction($id:ID!){paymentIntent(id:$id){status paymentTransaction}}',
)

export const FlowPaymentsDocument: Document<FlowPaymentsQuery, FlowPaymentsQueryVariables> = /* @__PURE__ */ document(
  'fragment PaymentFields on PaymentIntent{id intentId status statusReason amount amountAtomic currency coinType quantity itemsLeft walletAddress recipientAddress paymentUrl expiresAt txHash drop{id}}query FlowPayments($dropId:ID!){paymentIntents(limit:200 dropId:$dropId){...PaymentFields}}',
)

export const FlowReserveDocument: Document<FlowReserveMutation, FlowReserveMutationVariables> = /* @__PURE__ */ document(
  'fragment ClaimFields on Claim{id amount status userAddress recipient sequence txHash createdAt revealsAt claimedAt expiresAt}mutation FlowReserve($input:ClaimDropInput!){claimDrop(input:$input){claim{...ClaimFields}claimParams{nonce}}}',
)

export const FlowDrawDocument: Document<FlowDrawMutation, FlowDrawMutationVariables> = /* @__PURE__ */ document(
  'fragment ClaimFields on Claim{id amount status userAddress recipient sequence txHash createdAt revealsAt claimedAt expiresAt}mutation FlowDraw($input:ClaimRandomDropInput!){claimRandomDrop(input:$input){success message code claim{...ClaimFields}}}',
)

export const FlowClaimWithLinkDocument: Document<FlowClaimWithLinkMutation, FlowClaimWithLinkMutationVariables> = /* @__PURE__ */ document(
  'fragment ClaimFields on Claim{id amount status userAddress recipient sequence txHash createdAt revealsAt claimedAt expiresAt}mutation FlowClaimWithLink($input:ClaimWithLinkInput!){claimWithLink(input:$input){claim{...ClaimFields}claimParams{nonce}}}',
)

export const FlowEnterDocument: Document<FlowEnterMutation, FlowEnterMutationVariables> = /* @__PURE__ */ document(
  'mutation FlowEnter($input:EnterDropInput!){enterDrop(input:$input){state}}',
)

export const FlowPrepareClaimDocument: Document<FlowPrepareClaimMutation, FlowPrepareClaimMutationVariables> = /* @__PURE__ */ document(
  'mutation FlowPrepareClaim($claimId:ID!){prepareClaim(claimId:$claimId){transactionBytes}}',
)

export const FlowPrepareSponsoredClaimDocument: Document<FlowPrepareSponsoredClaimMutation, FlowPrepareSponsoredClaimMutationVariables> = /* @__PURE__ */ document(
  'mutation FlowPrepareSponsoredClaim($claimId:ID!){prepareSponsoredClaim(claimId:$claimId){transactionBytes sponsorship}}',
)

export const FlowSubmitSponsoredClaimDocument: Document<FlowSubmitSponsoredClaimMutation, FlowSubmitSponsoredClaimMutationVariables> = /* @__PURE__ */ document(
  'mutation FlowSubmitSponsoredClaim($input:SubmitSponsoredClaimInput!){submitSponsoredClaim(input:$input){id}}',
)

export const FlowConfirmClaimDocument: Document<FlowConfirmClaimMutation, FlowConfirmClaimMutationVariables> = /* @__PURE__ */ document(
  'fragment ClaimFields on Claim{id amount status userAddress recipient sequence txHash createdAt revealsAt claimedAt expiresAt}mutation FlowConfirmClaim($input:ConfirmClaimInput!){confirmClaim(input:$input){...ClaimFields}}',
)

export const FlowBeginPaymentDocument: Document<FlowBeginPaymentMutation, FlowBeginPaymentMutationVariables> = /* @__PURE__ */ document(
  'fragment PaymentFields on PaymentIntent{id intentId status statusReason amount amountAtomic currency coinType quantity itemsLeft walletAddress recipientAddress paymentUrl expiresAt txHash drop{id}}mutation FlowBeginPayment($input:CreatePaymentIntentInput!){createPaymentIntent(input:$input){...PaymentFields}}',
)

export const FlowConfirmPaymentDocument: Document<FlowConfirmPaymentMutation, FlowConfirmPaymentMutationVariables> = /* @__PURE__ */ document(
  'fragment PaymentFields on PaymentIntent{id intentId status statusReason amount amountAtomic currency coinType quantity itemsLeft walletAddress recipientAddress paymentUrl expiresAt txHash drop{id}}mutation FlowConfirmPayment($id:ID!$txHash:String){confirmPaymentIntent(id:$id txHash:$txHash){...PaymentFields}}',
)
