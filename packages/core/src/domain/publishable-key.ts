import { apiKeySecret } from './api-key-secret.ts'
import type { ApiKeyId, UserId } from './ids.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
import type { Caller, Credential } from './user.ts'
import { NOBODY, visitorOf } from './visitor.ts'

const MOST_ORIGINS = 10
const MAX_ORIGIN_LENGTH = 200
const HOST = String.raw`(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])`
const ORIGIN = new RegExp(`^(https?)://(${HOST})(?::([1-9][0-9]{0,4}))?$`)
const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/
const KEY = /^pk_((?:[0-9a-f]{2}){1,2009})\.[0-9A-Za-z]{36}$/

/** A publishable key: its owner, and the origins whose pages may use it. */
export type PublishableCredential = Extract<Credential, { readonly kind: 'publishable_key' }>

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

/** The caller of a publishable key: an anonymous user with the key's id, under which its idempotent requests are stored. */
export const publishableCaller = (id: ApiKeyId, ownerId: UserId, origins: readonly string[]): Caller => ({
  user: { ...NOBODY, id: `user_${id.slice('key_'.length)}` as UserId, username: 'publishable-key' },
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
