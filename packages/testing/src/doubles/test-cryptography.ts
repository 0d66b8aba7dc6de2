import {
  type Address,
  type Hashes,
  type OpenIdVerifier,
  ok,
  type RandomSource,
  type Secrets,
  type VoucherKey,
  type VoucherSigner,
  type WalletVerifier,
} from '@dropkit/core'
import { bytesOfHex, hexOfBytes, invariant, utf8 } from '@dropkit/core/internal'

const BLOCK_BYTES = 64

/** The first 32 bits of the fractional parts of the `power`-th roots of the first primes (FIPS 180-4, 4.2.2, 5.3.3). */
function rootsOfPrimes(count: number, power: 2n | 3n): Uint32Array {
  const roots = new Uint32Array(count)
  let found = 0
  for (let candidate = 2; found < count; candidate++) {
    if (hasDivisor(candidate)) continue
    roots[found++] = Number(BigInt.asUintN(32, root(BigInt(candidate) << (32n * power), power)))
  }
  return roots
}

function hasDivisor(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) return true
  return false
}

/** The integer part of a root, by bisection. */
function root(value: bigint, power: bigint): bigint {
  let [low, high] = [0n, 1n << 64n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle ** power <= value) low = middle
    else high = middle
  }
  return low
}

const ROUND_CONSTANTS = rootsOfPrimes(64, 3n)
const INITIAL_STATE = rootsOfPrimes(8, 2n)

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

function padded(message: Uint8Array): DataView {
  const length = Math.ceil((message.length + 9) / BLOCK_BYTES) * BLOCK_BYTES
  const bytes = new Uint8Array(length)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setBigUint64(length - 8, BigInt(message.length) * 8n)
  return view
}

/** SHA-256 (FIPS 180-4) in plain arithmetic, for tests and for platforms without another implementation. Not fast. */
export function sha256(message: Uint8Array): Uint8Array {
  const blocks = padded(message)
  const state = INITIAL_STATE.slice()
  const words = new Uint32Array(64)
  const word = (index: number) => words[index] ?? 0
  for (let offset = 0; offset < blocks.byteLength; offset += BLOCK_BYTES) {
    for (let t = 0; t < 64; t++) {
      if (t < 16) words[t] = blocks.getUint32(offset + 4 * t)
      else {
        const [w15, w2] = [word(t - 15), word(t - 2)]
        const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
        const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
        words[t] = word(t - 16) + s0 + word(t - 7) + s1
      }
    }
    mixInto(state, words)
  }
  const digest = new Uint8Array(32)
  const view = new DataView(digest.buffer)
  state.forEach((value, index) => {
    view.setUint32(4 * index, value)
  })
  return digest
}

function mixInto(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + s1 + choice + (ROUND_CONSTANTS[t] ?? 0) + (words[t] ?? 0)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = (s0 + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const mixed = [a, b, c, d, e, f, g, h]
  for (let index = 0; index < mixed.length; index++) state[index] = (state[index] ?? 0) + (mixed[index] ?? 0)
}

/** HMAC-SHA256 (RFC 2104) of a message in UTF-8. */
export function hmacSha256(key: Uint8Array, message: string): Uint8Array {
  const block = new Uint8Array(BLOCK_BYTES)
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key)
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      utf8(message),
    ),
  )
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  )
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length)
  bytes.set(one)
  bytes.set(other, one.length)
  return bytes
}

/** Both hashes without any library. */
export const pureHashes: Hashes = { sha256, hmacSha256 }

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const digits = [18, 12, 6, 0].map((shift) => ALPHABET[(group >> shift) & 63])
    text += digits.slice(0, Math.min(4, bytes.length - at + 1)).join('')
  }
  return text.padEnd(4 * Math.ceil(text.length / 4), '=')
}

export function fromBase64(text: string): Uint8Array {
  const bytes: number[] = []
  let [bits, count] = [0, 0]
  for (const digit of text.replace(/=+$/, '')) {
    const value = ALPHABET.indexOf(digit)
    invariant(value >= 0, `${digit} is not a digit of base64`)
    bits = ((bits << 6) | value) & 0xffff
    count += 6
    if (count >= 8) {
      count -= 8
      bytes.push((bits >> count) & 255)
    }
  }
  return Uint8Array.from(bytes)
}

/** Seals that hide nothing, so that a test can read their content. They can still be opened only for their purpose. */
export const transparentSecrets: Secrets = {
  seal: (bytes, purpose) => `sealed for ${purpose}:${hexOfBytes(bytes)}`,
  open(sealed, purpose) {
    const prefix = `sealed for ${purpose}:`
    const bytes = sealed.startsWith(prefix) ? bytesOfHex(sealed.slice(prefix.length)) : undefined
    if (!bytes) throw new Error(`this was not sealed for ${purpose}`)
    return bytes
  },
}

const PREFIX = 'suiprivkey1'
const purposeOf = (dropId: string) => `voucher key of ${dropId}`

/** 64 bytes that depend only on the public key and the message, so the public key is enough to sign. */
function mark(publicKey: Uint8Array, message: Uint8Array): string {
  const halves = ['first', 'second'].map((half) => hmacSha256(publicKey, `${half}:${hexOfBytes(message)}`))
  return toBase64(Uint8Array.from(halves.flatMap((half) => [...half])))
}

/** Verifies a signature of `createTestSigner`. */
export const verifyTestSignature = (publicKey: string, message: Uint8Array, signature: string): boolean =>
  mark(fromBase64(publicKey), message) === signature

/**
 * A signer with the format of Ed25519 only. It signs deterministically, and `verifyTestSignature` verifies its signatures.
 */
export function createTestSigner(random: RandomSource): VoucherSigner {
  const publicKeyOf = (privateKey: Uint8Array) => sha256(privateKey)

  const keyFrom = (dropId: string, privateKey: Uint8Array): VoucherKey => ({
    publicKey: toBase64(publicKeyOf(privateKey)),
    privateKey: transparentSecrets.seal(privateKey, purposeOf(dropId)),
  })
  const privateKeyOf = (dropId: string, key: VoucherKey) =>
    transparentSecrets.open(key.privateKey, purposeOf(dropId))

  return {
    generate: (dropId) => keyFrom(dropId, random.bytes(32)),
    import(dropId, text) {
      const bytes = text.startsWith(PREFIX) ? bytesOfHex(text.slice(PREFIX.length)) : undefined
      return bytes?.length === 32 ? keyFrom(dropId, bytes) : undefined
    },
    export: (dropId, key) => PREFIX + hexOfBytes(privateKeyOf(dropId, key)),
    sign: async (dropId, key, bytes) => mark(publicKeyOf(privateKeyOf(dropId, key)), bytes),
  }
}

/** The signature of a message by the wallet of this address, for `testWallets`. */
export const testWalletSignature = (address: Address, message: string): string =>
  `signed:${hexOfBytes(sha256(utf8(`${address}\n${message}`)))}`

/** Accepts only signatures of `testWalletSignature`. */
export const testWallets: WalletVerifier = {
  verify: async (address, message, signature) => ok(signature === testWalletSignature(address, message)),
}

/** A provider that accepts only these tokens. */
export const testOpenId = (
  tokens: Readonly<Record<string, { readonly subject: string; readonly email: string | null }>>,
): OpenIdVerifier => ({
  verify: async (token) => (Object.hasOwn(tokens, token) ? (tokens[token] ?? null) : null),
})
