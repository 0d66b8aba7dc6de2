/**
 * What each sealed value is sealed for: `Secrets` opens it for nothing else. They stand together so that code that seals
 * everything anew, under another master key, knows all there is.
 */
export const SEALED_FOR = {
  /** The private part of a key by which a drop signs vouchers. */
  voucherKey: (dropId: string): string => `voucher key of ${dropId}`,
  /** What a random drop draws with. */
  seed: (dropId: string): string => `seed of ${dropId}`,
  /** A secret that is shown to its owner: a webhook's, or a new API key for as long as its answer may be lost. */
  secret: (id: string): string => `secret of ${id}`,
  /** The answer to a request with an Idempotency-Key. */
  answer: (userId: string, key: string): string => `answer to ${userId} ${key}`,
  /** The proof that a message for signing in is ours; it is kept nowhere but in the message. */
  challenge: (hashOfMessage: string): string => `challenge ${hashOfMessage}`,
  /** What a visitor may see, and until when; it is kept nowhere but in the visitor's own token. */
  visit: (): string => 'visit',
  /** A transaction that the service will pay for; it is kept nowhere but with the claimer who is to sign it. */
  sponsorship: (): string => 'sponsored claim',
} as const
