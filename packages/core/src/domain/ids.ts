declare const idBrand: unique symbol

type Id<Kind extends string> = string & { readonly [idBrand]: Kind }

/** Id of a user: `user_` and 32 hexadecimal digits. */
export type UserId = Id<'user'>
/** Id of an API key: `key_` and 32 hexadecimal digits. */
export type ApiKeyId = Id<'key'>
/** Id of a session of a signed-in user: `session_` and 32 hexadecimal digits. */
export type SessionId = Id<'session'>
/** Id of a token: `token_` and 32 hexadecimal digits. */
export type TokenId = Id<'token'>
/** Id of a drop: `drop_` and 32 hexadecimal digits. */
export type DropId = Id<'drop'>
/** Id of a claim. It contains the drop and the claim's number; `readClaimId` returns both. */
export type ClaimId = Id<'claim'>
/** Id of a drop's gating config: `gating_` and 32 hexadecimal digits. */
export type GatingConfigId = Id<'gating'>
/** Id of a payment intent: `intent_` and 32 hexadecimal digits. */
export type PaymentIntentId = Id<'intent'>
/** Id of a refund: `refund_` and 32 hexadecimal digits. */
export type RefundId = Id<'refund'>
/** Id of a payout of proceeds: `payout_` and 32 hexadecimal digits. */
export type PayoutId = Id<'payout'>
/** Id of a webhook: `webhook_` and 32 hexadecimal digits. */
export type WebhookId = Id<'webhook'>
/** Id of one delivery of an event to a webhook: `delivery_` and 32 hexadecimal digits. */
export type WebhookDeliveryId = Id<'delivery'>
/** Id of an uploaded file: `file_` and 32 hexadecimal digits. */
export type FileId = Id<'file'>
/** Id of a background job: `job_` and 32 hexadecimal digits. */
export type JobId = Id<'job'>
/** Id of a transaction that the service sends: `chaintx_` and 32 hexadecimal digits. */
export type ChainTransactionId = Id<'chaintx'>
/** Id of an unmatched payment: `unmatched_` and 32 hexadecimal digits. */
export type UnmatchedPaymentId = Id<'unmatched'>
/** Id of an exemption from gating rules: `exemption_` and 32 hexadecimal digits. */
export type ExemptionId = Id<'exemption'>

interface IdKinds {
  user: UserId
  key: ApiKeyId
  session: SessionId
  token: TokenId
  drop: DropId
  gating: GatingConfigId
  intent: PaymentIntentId
  refund: RefundId
  payout: PayoutId
  webhook: WebhookId
  delivery: WebhookDeliveryId
  file: FileId
  job: JobId
  chaintx: ChainTransactionId
  unmatched: UnmatchedPaymentId
  exemption: ExemptionId
}

const UNIQUE_PART = /^[0-9a-f]{32}$/

/**
 * Makes an id: the kind's name, an underscore and 32 hex digits from the `Ids` port. The digits begin with the time, so ids
 * of a kind sort by creation time.
 */
export function idOf<Kind extends keyof IdKinds>(kind: Kind, uniquePart: string): IdKinds[Kind] {
  if (!UNIQUE_PART.test(uniquePart)) throw new Error(`invariant broken: ${uniquePart} is not 32 hex digits`)
  return `${kind}_${uniquePart}` as unknown as IdKinds[Kind]
}

/** Parses an id from outside; undefined if it cannot be an id of that kind. */
export function readId<Kind extends keyof IdKinds>(kind: Kind, text: string): IdKinds[Kind] | undefined {
  const prefix = `${kind}_`
  return typeof text === 'string' && text.startsWith(prefix) && UNIQUE_PART.test(text.slice(prefix.length))
    ? (text as unknown as IdKinds[Kind])
    : undefined
}

/** The id of a claim contains its drop and its number, so a claim is found without an index over all claims. */
export function claimIdOf(dropId: DropId, sequence: number): ClaimId {
  return `claim_${dropId.slice('drop_'.length)}_${sequence}` as ClaimId
}

/** The drop and the number that a claim's id contains. */
export interface ClaimPlace {
  readonly dropId: DropId
  /** Counts from 1 within the drop. */
  readonly sequence: number
}

const CLAIM_ID = /^claim_([0-9a-f]{32})_([1-9][0-9]{0,14})$/

/** Parses a claim's id; undefined if no claim can have it. */
export function readClaimId(text: string): ClaimPlace | undefined {
  const match = typeof text === 'string' && CLAIM_ID.exec(text)
  if (!match) return undefined
  const [, drop = '', sequence = ''] = match
  return { dropId: `drop_${drop}` as DropId, sequence: Number(sequence) }
}

/** `event_0` is the position before the first event. */
const EVENT_ID = /^event_(0|[1-9][0-9]{0,14})$/

/** An event's id contains its position in the log, so a reader resumes from an id without a lookup. */
export const eventIdOf = (position: number): string => `event_${position}`

export function readEventId(text: string): number | undefined {
  const digits = EVENT_ID.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
