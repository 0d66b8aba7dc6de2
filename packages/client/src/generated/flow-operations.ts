// Generated from the schema by `npm run codegen -w @dropkit/client`. Do not edit.
import type { Document } from '../transport.ts'
export type * from './operations.ts'

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
import type * as Types from './operations.ts';

export type DropFieldsFragment = { readonly id: string, readonly title: string, readonly status: Types.DropStatus, readonly type: Types.DropType, readonly price: number | null, readonly currency: string, readonly tokenAmount: string | null, readonly supply: number | null, readonly claimAccess: Types.ClaimAccess, readonly delivery: Types.ClaimDelivery };

export type FlowDropQueryVariables = Exact<{
  place: string;
  id: string;
  mayBeId: boolean;
}>;

export type FlowDropQuery = { readonly byId?: DropFieldsFragment | null, readonly byShortcode: DropFieldsFragment | null };

export type ClaimFieldsFragment = { readonly id: string | null, readonly amount: string | null, readonly status: Types.ClaimStatus | null, readonly userAddress: string | null, readonly recipient: string | null, readonly sequence: number | null, readonly txHash: string | null, readonly createdAt: string | null, readonly revealsAt: string | null, readonly claimedAt: string | null, readonly expiresAt: string | null };

export type FlowClaimQueryVariables = Exact<{
  id: string;
}>;

export type FlowClaimQuery = { readonly claim: ClaimFieldsFragment | null };

export type FlowHumanChallengeQueryVariables = Exact<{
  dropId: string;
  userAddress: string;
}>;

export type FlowHumanChallengeQuery = { readonly humanChallenge: { readonly check: Types.HumanCheck, readonly text: string, readonly difficulty: number | null, readonly cost: number | null, readonly siteKey: string | null } | null };

export type FlowRecipientMessageQueryVariables = Exact<{
  dropId: string;
  userAddress: string;
  recipient: string;
}>;

export type FlowRecipientMessageQuery = { readonly recipientMessage: string };

export type PaymentFieldsFragment = { readonly id: string, readonly intentId: string, readonly status: Types.PaymentIntentStatus, readonly statusReason: string | null, readonly amount: number, readonly amountAtomic: string, readonly currency: string, readonly coinType: string, readonly quantity: number, readonly itemsLeft: number, readonly walletAddress: string, readonly recipientAddress: string, readonly paymentUrl: string, readonly expiresAt: string, readonly txHash: string | null, readonly drop: { readonly id: string } | null };

export type FlowPaymentQueryVariables = Exact<{
  id: string;
}>;

export type FlowPaymentQuery = { readonly paymentIntent: PaymentFieldsFragment | null };

export type FlowPaymentTransactionQueryVariables = Exact<{
  id: string;
}>;

export type FlowPaymentTransactionQuery = { readonly paymentIntent: { readonly status: Types.PaymentIntentStatus, readonly paymentTransaction: string | null } | null };

export type FlowPaymentsQueryVariables = Exact<{
  dropId: string;
}>;

export type FlowPaymentsQuery = { readonly service: { readonly now: string }, readonly drop: { readonly price: number | null, readonly currency: string } | null, readonly paymentIntents: ReadonlyArray<PaymentFieldsFragment> };

export type FlowReserveMutationVariables = Exact<{
  input: Types.ClaimDropInput;
}>;

export type FlowReserveMutation = { readonly claimDrop: { readonly claim: ClaimFieldsFragment | null } | null };

export type FlowDrawMutationVariables = Exact<{
  input: Types.ClaimRandomDropInput;
}>;

export type FlowDrawMutation = { readonly claimRandomDrop: { readonly message: string | null, readonly code: string | null, readonly claim: ClaimFieldsFragment | null } | null };

export type FlowClaimWithLinkMutationVariables = Exact<{
  input: Types.ClaimWithLinkInput;
}>;

export type FlowClaimWithLinkMutation = { readonly claimWithLink: { readonly claim: ClaimFieldsFragment | null } };

export type FlowEnterMutationVariables = Exact<{
  input: Types.EnterDropInput;
}>;

export type FlowEnterMutation = { readonly enterDrop: { readonly state: Types.LotteryEntryState } };

export type FlowPrepareClaimMutationVariables = Exact<{
  claimId: string;
}>;

export type FlowPrepareClaimMutation = { readonly prepareClaim: { readonly transactionBytes: string } | null };

export type FlowPrepareSponsoredClaimMutationVariables = Exact<{
  claimId: string;
}>;

export type FlowPrepareSponsoredClaimMutation = { readonly prepareSponsoredClaim: { readonly transactionBytes: string, readonly sponsorship: string } | null };

export type FlowSubmitSponsoredClaimMutationVariables = Exact<{
  input: Types.SubmitSponsoredClaimInput;
}>;

export type FlowSubmitSponsoredClaimMutation = { readonly submitSponsoredClaim: { readonly id: string | null } };

export type FlowConfirmClaimMutationVariables = Exact<{
  input: Types.ConfirmClaimInput;
}>;

export type FlowConfirmClaimMutation = { readonly confirmClaim: ClaimFieldsFragment };

export type FlowBeginPaymentMutationVariables = Exact<{
  input: Types.CreatePaymentIntentInput;
}>;

export type FlowBeginPaymentMutation = { readonly createPaymentIntent: PaymentFieldsFragment | null };

export type FlowConfirmPaymentMutationVariables = Exact<{
  id: string;
  txHash?: string | null | undefined;
}>;

export type FlowConfirmPaymentMutation = { readonly confirmPaymentIntent: PaymentFieldsFragment | null };

export type FlowCancelPaymentMutationVariables = Exact<{
  id: string;
}>;

export type FlowCancelPaymentMutation = { readonly cancelPaymentIntent: PaymentFieldsFragment | null };

export const FlowDropDocument: Document<FlowDropQuery, FlowDropQueryVariables> =
  'fragment DropFields on Drop{id title status type price currency tokenAmount supply claimAccess delivery}query FlowDrop($place:String!$id:ID!$mayBeId:Boolean!){byId:drop(id:$id)@include(if:$mayBeId){...DropFields}byShortcode:dropByShortcode(shortcode:$place){...DropFields}}'

export const FlowClaimDocument: Document<FlowClaimQuery, FlowClaimQueryVariables> =
  'fragment ClaimFields on Claim{id amount status userAddress recipient sequence txHash createdAt revealsAt claimedAt expiresAt}query FlowClaim($id:ID!){claim(id:$id){...ClaimFields}}'

export const FlowHumanChallengeDocument: Document<FlowHumanChallengeQuery, FlowHumanChallengeQueryVariables> =
  'query FlowHumanChallenge($dropId:ID!$userAddress:String!){humanChallenge(dropId:$dropId userAddress:$userAddress){check text difficulty cost siteKey}}'

export const FlowRecipientMessageDocument: Document<FlowRecipientMessageQuery, FlowRecipientMessageQueryVariables> =
  'query FlowRecipientMessage($dropId:ID!$userAddress:String!$recipient:String!){recipientMessage(dropId:$dropId userAddress:$userAddress recipient:$recipient)}'

export const FlowPaymentDocument: Document<FlowPaymentQuery, FlowPaymentQueryVariables> =
  'fragment PaymentFields on PaymentIntent{id intentId status statusReason amount amountAtomic currency coinType quantity itemsLeft walletAddress recipientAddress paymentUrl expiresAt txHash drop{id}}query FlowPayment($id:ID!){paymentIntent(id:$id){...PaymentFields}}'

export const FlowPaymentTransactionDocument: Document<FlowPaymentTransactionQuery, FlowPaymentTransactionQueryVariables> =
  'query FlowPaymentTransaction($id:ID!){paymentIntent(id:$id){status paymentTransaction}}'

export const FlowPaymentsDocument: Document<FlowPaymentsQuery, FlowPaymentsQueryVariables> =
  'fragment PaymentFields on PaymentIntent{id intentId status statusReason amount amountAtomic currency coinType quantity itemsLeft walletAddress recipientAddress paymentUrl expiresAt txHash drop{id}}query FlowPayments($dropId:ID!){service{now}drop(id:$dropId){price currency}paymentIntents(limit:200 dropId:$dropId){...PaymentFields}}'

export const FlowReserveDocument: Document<FlowReserveMutation, FlowReserveMutationVariables> =
  'fragment ClaimFields on Claim{id amount status userAddress recipient sequence txHash createdAt revealsAt claimedAt expiresAt}mutation FlowReserve($input:ClaimDropInput!){claimDrop(input:$input){claim{...ClaimFields}}}'

export const FlowDrawDocument: Document<FlowDrawMutation, FlowDrawMutationVariables> =
  'fragment ClaimFields on Claim{id amount status userAddress recipient sequence txHash createdAt revealsAt claimedAt expiresAt}mutation FlowDraw($input:ClaimRandomDropInput!){claimRandomDrop(input:$input){message code claim{...ClaimFields}}}'

export const FlowClaimWithLinkDocument: Document<FlowClaimWithLinkMutation, FlowClaimWithLinkMutationVariables> =
  'fragment ClaimFields on Claim{id amount status userAddress recipient sequence txHash createdAt revealsAt claimedAt expiresAt}mutation FlowClaimWithLink($input:ClaimWithLinkInput!){claimWithLink(input:$input){claim{...ClaimFields}}}'

export const FlowEnterDocument: Document<FlowEnterMutation, FlowEnterMutationVariables> =
  'mutation FlowEnter($input:EnterDropInput!){enterDrop(input:$input){state}}'

export const FlowPrepareClaimDocument: Document<FlowPrepareClaimMutation, FlowPrepareClaimMutationVariables> =
  'mutation FlowPrepareClaim($claimId:ID!){prepareClaim(claimId:$claimId){transactionBytes}}'

export const FlowPrepareSponsoredClaimDocument: Document<FlowPrepareSponsoredClaimMutation, FlowPrepareSponsoredClaimMutationVariables> =
  'mutation FlowPrepareSponsoredClaim($claimId:ID!){prepareSponsoredClaim(claimId:$claimId){transactionBytes sponsorship}}'

export const FlowSubmitSponsoredClaimDocument: Document<FlowSubmitSponsoredClaimMutation, FlowSubmitSponsoredClaimMutationVariables> =
  'mutation FlowSubmitSponsoredClaim($input:SubmitSponsoredClaimInput!){submitSponsoredClaim(input:$input){id}}'

export const FlowConfirmClaimDocument: Document<FlowConfirmClaimMutation, FlowConfirmClaimMutationVariables> =
  'fragment ClaimFields on Claim{id amount status userAddress recipient sequence txHash createdAt revealsAt claimedAt expiresAt}mutation FlowConfirmClaim($input:ConfirmClaimInput!){confirmClaim(input:$input){...ClaimFields}}'

export const FlowBeginPaymentDocument: Document<FlowBeginPaymentMutation, FlowBeginPaymentMutationVariables> =
  'fragment PaymentFields on PaymentIntent{id intentId status statusReason amount amountAtomic currency coinType quantity itemsLeft walletAddress recipientAddress paymentUrl expiresAt txHash drop{id}}mutation FlowBeginPayment($input:CreatePaymentIntentInput!){createPaymentIntent(input:$input){...PaymentFields}}'

export const FlowConfirmPaymentDocument: Document<FlowConfirmPaymentMutation, FlowConfirmPaymentMutationVariables> =
  'fragment PaymentFields on PaymentIntent{id intentId status statusReason amount amountAtomic currency coinType quantity itemsLeft walletAddress recipientAddress paymentUrl expiresAt txHash drop{id}}mutation FlowConfirmPayment($id:ID!$txHash:String){confirmPaymentIntent(id:$id txHash:$txHash){...PaymentFields}}'

export const FlowCancelPaymentDocument: Document<FlowCancelPaymentMutation, FlowCancelPaymentMutationVariables> =
  'fragment PaymentFields on PaymentIntent{id intentId status statusReason amount amountAtomic currency coinType quantity itemsLeft walletAddress recipientAddress paymentUrl expiresAt txHash drop{id}}mutation FlowCancelPayment($id:ID!){cancelPaymentIntent(id:$id){...PaymentFields}}'
