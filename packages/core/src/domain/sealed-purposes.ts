/**
 * The purpose of each sealed value. `Secrets` opens a value only for its purpose. They are all listed here, so that a
 * change of the master key finds every sealed value.
 */
export const SEALED_FOR = {
  /** The private half of a drop's voucher key. */
  voucherKey: (dropId: string): string => `voucher key of ${dropId}`,
  /** The seed of a random drop. */
  seed: (dropId: string): string => `seed of ${dropId}`,
  /** A secret that is shown to its owner: a webhook's secret, or a new API key while its answer may have been lost. */
  secret: (id: string): string => `secret of ${id}`,
  /** The secrets of a webhook that were replaced and are still valid. */
  earlierSecrets: (webhookId: string): string => `earlier secrets of ${webhookId}`,
  /** The answer to a request with an Idempotency-Key. */
  answer: (userId: string, key: string): string => `answer to ${userId} ${key}`,
  /** Proves that the service made a sign-in message. Stored only in the message. */
  challenge: (hashOfMessage: string): string => `challenge ${hashOfMessage}`,
  /** What an anonymous visitor may see, and until when. Stored only in the visitor's token. */
  visit: (): string => 'visit',
  /** A challenge of the proof of work. Stored only with the claimer who solves it. */
  humanChallenge: (): string => 'human challenge',
  /** A transaction that the service will pay for. Stored only with the claimer who signs it. */
  sponsorship: (): string => 'sponsored claim',
} as const
