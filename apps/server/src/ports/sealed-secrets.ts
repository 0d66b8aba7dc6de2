import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '@dropkit/core'

export interface MasterKeys {
  /** 32 bytes. New values are sealed under this key, unless `sealUnder` selects another. */
  readonly current: Uint8Array
  /** Previous keys, which still open the values that were sealed under them. */
  readonly earlier?: readonly Uint8Array[]
}

/** Seals and opens values with several master keys, by key id. */
export interface KeyRing extends Secrets {
  /** The ids of all keys, the current one first. */
  readonly keyIds: readonly string[]
  /** Selects the key for new values. Throws if the key is unknown. */
  sealUnder(keyId: string): void
  /** The id of the key for new values. */
  readonly sealsUnder: string
}

/** The prefix of values that are sealed under this key. */
export const sealedPrefix = (keyId: string): string => `${VERSION}.${keyId}.`

export interface SealedSecretsOptions {
  /** How many opened values are cached in memory; 1,000 by default. */
  readonly cachedValues?: number
}

const CIPHER = 'aes-256-gcm'
const VERSION = 'v1'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_DIGITS = 8
/** Keys and seeds are far smaller. Stored responses can be large, and are rarely opened twice. */
const LARGEST_CACHED_BYTES = 256

/** Identifies a key without revealing anything about it. */
export const masterKeyId = (key: Uint8Array): string =>
  createHmac('sha256', key).update('dropkit master key id').digest('hex').slice(0, KEY_ID_DIGITS)

/**
 * AES-256-GCM. A sealed value is `v1.<key id>.<base64url of iv, ciphertext and tag>`. Version, key id and purpose are
 * authenticated. The key id lets a new key take over while values sealed under earlier keys still open.
 */
export function createSealedSecrets(
  { current, earlier = [] }: MasterKeys,
  { cachedValues = 1_000 }: SealedSecretsOptions = {},
): KeyRing {
  for (const key of [current, ...earlier]) {
    if (key.length !== KEY_BYTES) throw new Error(`invariant broken: a master key has ${KEY_BYTES} bytes`)
  }
  const keys = new Map([...earlier, current].map((key) => [masterKeyId(key), key]))
  let sealing = { id: masterKeyId(current), key: current }
  const opened = new Map<string, Uint8Array>()

  function remember(name: string, bytes: Uint8Array): void {
    opened.delete(name)
    opened.set(name, bytes)
    const [oldest] = opened.keys()
    if (opened.size > cachedValues && oldest !== undefined) opened.delete(oldest)
  }

  return {
    keyIds: [...keys.keys()].reverse(),
    get sealsUnder() {
      return sealing.id
    },
    sealUnder(keyId) {
      const key = keys.get(keyId)
      if (!key) throw new Error(`this server does not have the master key ${JSON.stringify(keyId)}`)
      sealing = { id: keyId, key }
    },

    seal(bytes, purpose) {
      const { id, key } = sealing
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(authenticated(id, purpose))
      const sealed = Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
      return `${sealedPrefix(id)}${sealed.toString('base64url')}`
    },

    open(sealed, purpose) {
      // A sealed value contains no blank, so no other pair of value and purpose has the same cache key.
      const name = `${sealed} ${purpose}`
      const bytes = opened.get(name) ?? openSealed(keys, sealed, purpose)
      if (bytes.length <= LARGEST_CACHED_BYTES) remember(name, bytes)
      // Returns a copy, because the caller may wipe or change it.
      return bytes.slice()
    },
  }
}

function openSealed(keys: ReadonlyMap<string, Uint8Array>, sealed: string, purpose: string): Uint8Array {
  const [version, keyId = '', body = '', ...more] = sealed.split('.')
  if (version !== VERSION || more.length > 0) throw new Error('a sealed value has an unknown format')
  const key = keys.get(keyId)
  if (!key)
    throw new Error(`a value was sealed under another master key (its id is ${JSON.stringify(keyId)})`)
  const bytes = Buffer.from(body, 'base64url')
  // Decoding skips characters that are not base64url, so several texts decode to the same bytes. Only the original text is
  // accepted.
  if (bytes.toString('base64url') !== body) throw new Error('a sealed value was changed')
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('a sealed value is too short')
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(authenticated(keyId, purpose))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const plain = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]
    return new Uint8Array(Buffer.concat(plain))
  } catch (cause) {
    throw new Error(`a sealed value was changed, or was not sealed as ${purpose}`, { cause })
  }
}

const authenticated = (keyId: string, purpose: string): Buffer =>
  Buffer.from(`${VERSION}.${keyId}.${purpose}`, 'utf8')
