import { networkOf, type RateRefusal } from '@dropkit/adapter-graphql'
import type { Authenticated, Caller } from '@dropkit/core'
import { publishableOf, visitorOf, WEBHOOK_SENDS_PER_MINUTE } from '@dropkit/core/internal'
import { type Bucket, type Buckets, msUntil } from './buckets.ts'

export interface TokensTaken {
  /** Null if the request is allowed. */
  readonly refusal: RateRefusal | null
  /**
   * The headers `RateLimit` and `RateLimit-Policy` for the response, also if it is a refusal. Empty if nothing is limited.
   */
  readonly headers: Readonly<Record<string, string>>
}

/** The rate limits of requests. These methods never reject. */
export interface RateLimits {
  /**
   * Takes tokens of the credential and its user, or of the address for an anonymous visitor. A GraphQL request takes one
   * token per root field.
   */
  takeTokens(authenticated: Authenticated, count: number, address: string): Promise<TokensTaken>
  /**
   * Takes tokens for an answer that was made already: as many as there are, up to `count`. Returns after how many
   * milliseconds there are `count` tokens again, or 0 if there were enough.
   */
  chargeTokens(authenticated: Authenticated, count: number, address: string): Promise<number>
  /** Takes a token of an address, for a request without a credential. */
  takeTokensOf(address: string): Promise<TokensTaken>
  /**
   * Counts an invalid credential (not a missing one) by the address that sent it. A refusal replaces the 401 or 4403
   * response.
   */
  countBadCredential(address: string): Promise<RateRefusal | null>
  /**
   * Counts a webhook send that the caller triggers directly, to an address of the caller's choice. No setting turns this
   * limit off.
   */
  countWebhookSend(caller: Caller): Promise<RateRefusal | null>
}

export interface RateLimitsOptions {
  readonly buckets: Buckets
  /** The default for a credential without its own limit. 0 turns the limit off. */
  readonly requestsPerMinute: number
  /** The limit per address. 0 turns it off. */
  readonly authFailuresPerMinute: number
}

interface Limit extends Bucket {
  /** The limit's name in the refusal. */
  readonly limit: string
  /** The policy's name in the headers. */
  readonly policy: string
  readonly of: string
}

/** An address may use one tenth of what is allowed for a publishable key. */
const KEY_LIMIT_PER_ADDRESS = 10
const UNLIMITED: TokensTaken = { refusal: null, headers: {} }

export function createRateLimits(options: RateLimitsOptions): RateLimits {
  const { buckets, requestsPerMinute, authFailuresPerMinute } = options

  async function take(limits: readonly Limit[], count: number): Promise<TokensTaken> {
    const known = limits.filter(({ perMinute }) => perMinute > 0)
    if (known.length === 0) return UNLIMITED
    const { isGranted, left } = await buckets.take(known, count)
    const levels = known.map((limit, index) => ({ ...limit, left: left[index] ?? 0 }))
    const headers = {
      'ratelimit-policy': levels.map(({ policy, perMinute }) => `"${policy}";q=${perMinute};w=60`).join(', '),
      ratelimit: levels.map(describeLevel).join(', '),
    }
    return { headers, refusal: isGranted ? null : refusalOf(levels, count) }
  }

  const limitOfAddress = (address: string): Limit => ({
    key: `requests/address/${networkOf(address)}`,
    perMinute: requestsPerMinute,
    limit: 'requestsPerMinute',
    policy: 'address',
    of: 'this address',
  })

  /** A limit per address, so that one address cannot use up the limit of a publishable key or its owner for everyone else. */
  const limitOfKeyAt = (
    { caller, requestsPerMinute: own }: Authenticated,
    address: string,
  ): readonly Limit[] => {
    const key = publishableOf(caller)
    if (!key) return []
    const all = [own ?? requestsPerMinute, caller.user.requestsPerMinute ?? 0].filter((limit) => limit > 0)
    const perMinute = all.length === 0 ? 0 : Math.ceil(Math.min(...all) / KEY_LIMIT_PER_ADDRESS)
    return [
      {
        key: `requests/credential/{${key.ownerId}}/${key.id}/${networkOf(address)}`,
        perMinute,
        limit: 'requestsPerMinute',
        policy: 'credential-and-address',
        of: 'this key from this address',
      },
    ]
  }

  const limitsFor = (authenticated: Authenticated, address: string): readonly Limit[] =>
    visitorOf(authenticated.caller)
      ? [limitOfAddress(address)]
      : [...limitsOf(authenticated, requestsPerMinute), ...limitOfKeyAt(authenticated, address)]

  return {
    takeTokens: (authenticated, count, address) => take(limitsFor(authenticated, address), count),
    async chargeTokens(authenticated, count, address) {
      const known = limitsFor(authenticated, address).filter(({ perMinute }) => perMinute > 0)
      if (known.length === 0) return 0
      const { isGranted, left } = await buckets.take(known, count)
      if (isGranted) return 0
      const rest = Math.max(0, Math.floor(Math.min(...left)))
      if (rest > 0) await buckets.take(known, rest)
      return Math.max(
        ...known.map(({ perMinute }, index) => msUntil(count, (left[index] ?? 0) - rest, perMinute)),
      )
    },
    takeTokensOf: (address) => take([limitOfAddress(address)], 1),
    async countBadCredential(address) {
      const taken = await take(
        [
          {
            key: `bad-credentials/${networkOf(address)}`,
            perMinute: authFailuresPerMinute,
            limit: 'authFailuresPerMinute',
            policy: 'bad-credentials',
            of: 'this address',
          },
        ],
        1,
      )
      if (taken.refusal === null) return null
      const { value } = taken.refusal
      return {
        ...taken.refusal,
        message: `At most ${value} wrong credentials per minute are accepted from one address`,
      }
    },
    async countWebhookSend({ user }) {
      const { refusal } = await take(
        [
          {
            key: `webhook-sends/user/{${user.id}}`,
            perMinute: WEBHOOK_SENDS_PER_MINUTE,
            limit: 'webhookSendsPerMinute',
            policy: 'webhook-sends',
            of: 'this user',
          },
        ],
        1,
      )
      if (refusal === null) return null
      const message = `At most ${refusal.value} tests and repeated deliveries of webhooks a minute are sent for one user`
      return { ...refusal, message }
    },
  }
}

/**
 * Each credential has a bucket. A user with its own limit also has one bucket for all its credentials, and another for all
 * its publishable keys, so that visitors of the user's pages cannot use up the limit of the user.
 */
function limitsOf({ caller, requestsPerMinute }: Authenticated, byDefault: number): readonly Limit[] {
  const { credential, user } = caller
  if (credential.kind === 'system' || credential.kind === 'visitor') return []
  const name = credential.kind === 'openid' ? credential.subject : credential.id
  const isPublishable = credential.kind === 'publishable_key'
  const userId = isPublishable ? credential.ownerId : user.id
  const own: Limit = {
    key: `requests/credential/{${userId}}/${name}`,
    perMinute: requestsPerMinute ?? byDefault,
    limit: 'requestsPerMinute',
    policy: 'credential',
    of: 'this credential',
  }
  const together: Limit = {
    key: isPublishable ? `requests/publishable-keys/{${userId}}` : `requests/user/{${userId}}`,
    perMinute: user.requestsPerMinute ?? 0,
    limit: 'userRequestsPerMinute',
    policy: 'user',
    of: `all of this user's ${isPublishable ? 'publishable keys' : 'credentials'} together`,
  }
  return [own, together]
}

type Level = Limit & { readonly left: number }

/** The remaining tokens, and the seconds until the bucket is full. */
const describeLevel = ({ policy, perMinute, left }: Level): string =>
  `"${policy}";r=${Math.max(0, Math.floor(left))};t=${Math.ceil(msUntil(perMinute, left, perMinute) / 1_000)}`

/** Describes the limit with the longest wait. */
function refusalOf(levels: readonly Level[], asked: number): RateRefusal {
  const waits = levels.map((level) => {
    return { ...level, retryAfterMs: Math.max(1, msUntil(asked, level.left, level.perMinute)) }
  })
  const longest = waits.reduce((one, other) => (other.retryAfterMs > one.retryAfterMs ? other : one))
  const { limit, perMinute: value, of, retryAfterMs } = longest
  const message =
    asked > value
      ? `At most ${value} requests a minute are answered for ${of}. This request counts as ${asked}, so it is never answered: ask for less at once`
      : `At most ${value} requests a minute are answered for ${of}; ${asked} more were asked for`
  return { message, limit, value, asked, retryAfterMs }
}
