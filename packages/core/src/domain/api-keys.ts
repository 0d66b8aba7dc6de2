import type { ApiKeyId, UserId } from './ids.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
import { type Caller, type Credential, NOBODY, type User, visitorOf } from './user.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 30
const CHECKSUM_LENGTH = 6
const PREVIEW_LENGTH = 8

/** The number of random bytes for one attempt to make a secret. */
export const SECRET_ENTROPY_BYTES = 64

/**
 * `dk_`, 30 random base-62 characters and their CRC-32 in base 62. With the checksum, a scanner for leaked secrets can
 * recognize a key offline. Undefined if the bytes gave too few characters: draw again.
 */
export function apiKeySecret(entropy: Uint8Array): string | undefined {
  const random = base62(entropy, RANDOM_LENGTH)
  return random === undefined ? undefined : `dk_${random}${checksum(random)}`
}

/** `ds_` and 43 random base-62 characters (256 bits). */
export function sessionSecret(entropy: Uint8Array): string | undefined {
  const random = base62(entropy, 43)
  return random === undefined ? undefined : `ds_${random}`
}

/** The start of a secret, which is safe to show. */
export const previewOf = (secret: string): string => `${secret.slice(0, PREVIEW_LENGTH)}…`

/** Characters with equal probability. Bytes above the last whole multiple of 62 are skipped. */
function base62(entropy: Uint8Array, length: number): string | undefined {
  const fair = entropy.filter((byte) => byte < 248)
  if (fair.length < length) return undefined
  return [...fair.slice(0, length)].map((byte) => ALPHABET[byte % 62]).join('')
}

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** CRC-32 as in zip and PNG (reflected, polynomial 0xEDB88320) of a text in ASCII. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

const MOST_ORIGINS = 10
const MAX_ORIGIN_LENGTH = 200
const HOST = String.raw`(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])`
const ORIGIN = new RegExp(`^(https?)://(${HOST})(?::([1-9][0-9]{0,4}))?$`)
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/
const KEY = /^pk_((?:[0-9a-f]{2}){1,2009})\.[0-9A-Za-z]{36}$/

/** A publishable key: its owner, and the origins whose pages may use it. */
type PublishableCredential = Extract<Credential, { readonly kind: 'publishable_key' }>

/**
 * The origins of web pages, as browsers write them in `Origin`. Plain HTTP is for loopback only: elsewhere anyone on the
 * network could change the page.
 */
export function parseOrigins(given: readonly string[], field: string): Result<readonly string[], Refusal> {
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_ORIGINS)
    return err(
      badInput(field, 'OUT_OF_RANGE', `${field} must have 1 to ${MOST_ORIGINS} origins`, {
        least: 1,
        most: MOST_ORIGINS,
      }),
    )
  const origins: string[] = []
  for (const text of given) {
    const origin = readOrigin(text)
    if (origin === undefined)
      return err(
        badInput(
          field,
          'NO_ORIGIN',
          `${field} must be origins such as https://shop.example; http:// is for localhost only`,
        ),
      )
    if (!origins.includes(origin)) origins.push(origin)
  }
  return ok(origins)
}

function readOrigin(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_ORIGIN_LENGTH) return undefined
  const [, scheme, host, port] = ORIGIN.exec(text.trim().toLowerCase().replace(/\/$/, '')) ?? []
  if (scheme === undefined || host === undefined || Number(port ?? 1) > 65_535) return undefined
  if (scheme === 'http' && !LOOPBACK.test(host)) return undefined
  const isDefault = port === undefined || port === (scheme === 'https' ? '443' : '80')
  return `${scheme}://${host}${isDefault ? '' : `:${port}`}`
}

/** `pk_`, the origins, and the 36 characters of an API key. Undefined if the entropy is not sufficient: draw again. */
export function publishableKey(entropy: Uint8Array, origins: readonly string[]): string | undefined {
  const secret = apiKeySecret(entropy)?.slice('dk_'.length)
  const written = [...origins.join(' ')].map((one) => one.charCodeAt(0).toString(16)).join('')
  return secret === undefined ? undefined : `pk_${written}.${secret}`
}

/** The origins in a key; undefined if the text is not a publishable key. Trust them only if the key is known. */
export function originsOfKey(key: string): readonly string[] | undefined {
  const written = KEY.exec(key)?.[1]
  if (written === undefined) return undefined
  const codes = (written.match(/../g) ?? []).map((hex) => Number.parseInt(hex, 16))
  const origins = String.fromCharCode(...codes).split(' ')
  return parseOrigins(origins, 'origins').ok ? origins : undefined
}

/**
 * The text whose hash is stored. It differs from the key, so that a server of a release without publishable keys does not
 * accept the key as an API key of its owner.
 */
export const hashedOfPublishableKey = (key: string): string => `publishable ${key}`

/**
 * The caller of a publishable key: an anonymous user with the key's id, under which its idempotent requests are stored, and
 * with its owner's limit of requests.
 */
export const publishableCaller = (
  id: ApiKeyId,
  { id: ownerId, requestsPerMinute }: Pick<User, 'id' | 'requestsPerMinute'>,
  origins: readonly string[],
): Caller => ({
  user: {
    ...NOBODY,
    id: `user_${id.slice('key_'.length)}` as UserId,
    username: 'publishable-key',
    requestsPerMinute,
  },
  credential: { kind: 'publishable_key', id, ownerId, origins },
})

export const publishableOf = ({
  credential,
}: {
  readonly credential: Credential
}): PublishableCredential | undefined => (credential.kind === 'publishable_key' ? credential : undefined)

/** Whether the caller is anonymous: an anonymous visitor, or a page with a publishable key. */
export const isPublicCaller = (caller: { readonly credential: Credential }): boolean =>
  visitorOf(caller) !== undefined || publishableOf(caller) !== undefined

/** Parses a limit of requests per minute: a whole number of at least 1, or null for no limit. */
export const parseRequestsPerMinute = (given: number | null): Result<number | null, Refusal> =>
  given === null || (Number.isSafeInteger(given) && given >= 1)
    ? ok(given)
    : err(
        badInput('requestsPerMinute', 'TOO_SMALL', 'requestsPerMinute must be a whole number of at least 1', {
          least: 1,
        }),
      )
