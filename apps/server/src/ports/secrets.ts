import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result, type Secrets } from '@dropkit/core'
import { makeFolder } from '../files/content-store.ts'
import { codeOf, createFile } from '../files/new-file.ts'

interface StoredMasterKey {
  readonly key: Uint8Array
  /** Whether other users of the machine can read the file. */
  readonly isExposed: boolean
}

/** The path of the file with the master key in DATA_DIR. */
export const masterKeyPath = (dataDir: string): string => join(dataDir, 'master.key')

/** The master key in a folder; null if there is none. */
export function readMasterKey(dataDir: string): Result<StoredMasterKey | null, string> {
  const path = masterKeyPath(dataDir)
  try {
    const text = readFileSync(path, 'utf8').trim()
    // An empty file is what a process leaves that ended while it created the key on a file system without hard links.
    if (text === '') return ok(null)
    if (!/^[0-9a-fA-F]{64}$/.test(text)) return holdsNone(path)
    const isExposed = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
    return ok({ key: new Uint8Array(Buffer.from(text, 'hex')), isExposed })
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? ok(null) : notKept(error)
  }
}

/**
 * Creates a master key in a folder, unless there is one. Servers that call it at the same time get the same key, because the
 * file is created once and appears complete. Values sealed under the key may be on the disk soon, so the key is on the disk
 * when this returns.
 */
export function makeMasterKey(dataDir: string): Result<StoredMasterKey, string> {
  try {
    makeFolder(dataDir)
    createFile(masterKeyPath(dataDir), `${randomBytes(KEY_BYTES).toString('hex')}\n`)
  } catch (error) {
    return notKept(error)
  }
  // If another server was faster, its key counts.
  const stored = readMasterKey(dataDir)
  if (!stored.ok) return stored
  return stored.value ? ok(stored.value) : holdsNone(masterKeyPath(dataDir))
}

const holdsNone = (path: string) => err(`${path} does not hold a master key (64 hex digits)`)

function notKept(error: unknown): Result<never, string> {
  const reason = error instanceof Error ? error.message : String(error)
  return err(`The master key cannot be kept in DATA_DIR: ${reason}`)
}

/**
 * The path of the folder's key file if it holds another key than this one, or cannot be read. Undefined if there is no such
 * file.
 */
export function fileOfOtherKey(dataDir: string, key: Uint8Array): string | undefined {
  const stored = readMasterKey(dataDir)
  const isOther = !stored.ok || (stored.value !== null && !Buffer.from(stored.value.key).equals(key))
  return isOther ? masterKeyPath(dataDir) : undefined
}

interface MasterKeys {
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

interface SealedSecretsOptions {
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
