import type { Address } from '../domain/address.ts'
import type { Currency } from '../domain/amount.ts'
import type { FactRequest } from '../domain/gating/rule-kind.ts'
import type { ActiveHumanCheck } from '../domain/human-check.ts'
import type { DropId, UserId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { InputReason } from '../domain/refusal-reasons.ts'
import type { Result } from '../domain/result.ts'
import type { SignedVoucher } from './chain.ts'

/** Facts about wallets from a source of the embedder, for the embedder's own rule kinds. */
export interface OwnFacts {
  /**
   * Called outside of any transaction, once for all claims that wait on drops of one owner, up to 200 wallets. At most
   * eight calls run at once, at most six of them for one owner; drop owners take turns. An answer is used for 10 s. A
   * wallet that is missing from the answer counts as unknown: it may not claim now and is not called ineligible. The same
   * applies to all wallets if the call throws, or returns values other than bigints. The call must end by itself within
   * seconds (give your own request a deadline), because claims that wait for it count toward the limit on waiting claims.
   */
  ask(request: FactRequest, wallets: readonly Address[]): Promise<ReadonlyMap<Address, bigint>>
}

/** The currencies for prices, and their values. */
export interface PriceFeed {
  /** All currencies. The first is the default. Never empty. */
  currencies(): readonly Currency[]
  /** US dollars per whole unit, at the last known rate. Never fails; 0 if no rate was ever known. */
  usdRate(currencyCode: string): number
}

/** A transaction that its sender signs and the service pays for. */
export interface SponsoredClaim {
  /** The whole transaction, unsigned, base64. */
  readonly transactionBytes: string
  /** The transaction's digest on the chain. */
  readonly digest: string
  /** The largest possible cost in MIST. */
  readonly gas: bigint
}

/** Pays the gas of claims that wallets sign. Its budgets limit the cost per wallet, per drop and in total. */
export interface GasSponsor {
  /**
   * Prepares the claim of one voucher, sent by `sender`. Counts nothing in the budgets. Refused if the budgets have no
   * room for it, and with `conflict` if the chain would refuse the voucher.
   */
  prepare(voucher: SignedVoucher, coinType: string, sender: Address): Promise<Result<SponsoredClaim, Refusal>>
  /**
   * Signs a prepared transaction as its sponsor and sends it. Refused before anything is signed or counted if the signature
   * is not that of `claimer`, who is the sender, or if the transaction would fail now. From then on its whole gas counts as
   * spent, once per digest, unless the chain refuses the transaction. After `chain_unavailable` the transaction may have been
   * sent; it takes effect once. It is never sent again after `until`. `sender` is the user who sent the signature:
   * verifying the signatures of one user must not delay those of others by much.
   */
  send(
    claim: SponsoredClaim & {
      readonly claimer: Address
      readonly dropObjectId: Address
      readonly until: Instant
    },
    signature: string,
    sender: string,
  ): Promise<Result<void, Refusal>>
}

/** For what a proof is good: one wallet on one drop. */
export interface HumanSubject {
  readonly dropId: DropId
  readonly wallet: Address
}

/** What a claimer needs to make a proof. */
export type HumanChallenge =
  | {
      readonly check: 'PROOF_OF_WORK'
      /** Part of the proof, which is `<text>.<nonce>`. */
      readonly text: string
      /** Leading zero bits that the digest of a solution has. */
      readonly difficulty: number
      /** The parameter N of scrypt; r is 8 and p is 1. A hash takes 1,024 × N bytes of memory. */
      readonly cost: number
      readonly expiresAt: Instant
    }
  | {
      readonly check: 'TURNSTILE'
      readonly siteKey: string
      /** The widget's `cData`, which binds its token to the subject. */
      readonly text: string
    }

/** One way to tell people from programs. Verification must not block the process, and must refuse when it has too much to do. */
export interface HumanCheck {
  challenge(subject: HumanSubject): HumanChallenge
  /**
   * When the challenge of a correct proof was issued. Refuses with `human_check_failed` for a bad proof; with
   * `human_check_unavailable` or `overloaded` if it cannot tell now, which must never pass a proof. Never throws. `userId` is
   * the user who sent the proof: the proofs of one user must not delay those of others by much.
   */
  verify(subject: HumanSubject, proof: string, userId: UserId): Promise<Result<Instant, Refusal>>
}

/** The checks that a service can make. Drops can ask for these only. */
export type HumanChecks = { readonly [Check in ActiveHumanCheck]?: HumanCheck | undefined }

/** One attempt to deliver an event. */
export interface WebhookMessage {
  readonly url: string
  /** The event's id. It is the same on every attempt, so that a receiver recognizes repeats. */
  readonly id: string
  /** The JSON text, sent byte for byte as it was signed. */
  readonly body: string
  /** `whsec_…`: the current secret first, then the replaced ones that are still valid. One signature per secret. */
  readonly secrets: readonly string[]
  /** Additional headers that the receiver may ignore. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The result of one attempt. */
export type WebhookAnswer =
  | {
      readonly kind: 'answered'
      readonly statusCode: number
      /** The wait that Retry-After requested, counted from the answer; null without the header. */
      readonly retryAfterMs: number | null
      readonly durationMs: number
    }
  /** The address is forbidden (private, loopback, …). Nothing was sent. */
  | { readonly kind: 'forbidden'; readonly reason: string }
  /** There was no answer: the name, the connection, TLS or the time failed. */
  | { readonly kind: 'failed'; readonly reason: string; readonly durationMs: number }
  /** The sender itself ended before an answer, so the attempt says nothing about the receiver. */
  | { readonly kind: 'aborted'; readonly reason: string; readonly durationMs: number }

/**
 * Sends webhooks according to Standard Webhooks 1.0. It uses real time, because receivers reject messages that are minutes
 * off, whatever the service's own clock says. Never throws because of a receiver.
 */
export interface WebhookSender {
  send(message: WebhookMessage): Promise<WebhookAnswer>
  /** A secret in the form of Standard Webhooks, `whsec_…`, from 24 to 64 unpredictable bytes. */
  secretFrom(entropy: Uint8Array): string
  /**
   * Why this URL can never be used (its syntax, a literal address); undefined if it can. Names are checked when sending.
   */
  objection(url: string): UrlObjection | undefined
}

/** Why a URL can never be used. */
export interface UrlObjection {
  readonly reason: Extract<InputReason, 'HAS_CREDENTIALS' | 'NOT_PUBLIC' | 'NO_URL' | 'TOO_LONG'>
  readonly message: string
}
