import { SECRET_ENTROPY_BYTES } from '../../domain/api-keys.ts'
import { hexHashOf } from '../../domain/encodings.ts'
import { invariant } from '../../domain/invariant.ts'
import type { Secrets } from '../../ports/cryptography.ts'
import type { Ports, RandomSource } from '../../ports/index.ts'

/** SHA-256 of a bearer secret, hex. Only this hash is stored. */
export const hashSecret = (ports: Pick<Ports, 'hashes'>, secret: string): string =>
  hexHashOf(secret, ports.hashes.sha256)

/** Makes a secret from random bytes. `secretFrom` rarely returns undefined; then new bytes are drawn. */
export function drawSecret(
  random: RandomSource,
  secretFrom: (entropy: Uint8Array) => string | undefined,
): string {
  for (;;) {
    const entropy = random.bytes(SECRET_ENTROPY_BYTES)
    // With fewer bytes, this loop might never end.
    invariant(entropy.length === SECRET_ENTROPY_BYTES, 'random gives as many bytes as it is asked for')
    const secret = secretFrom(entropy)
    if (secret !== undefined) return secret
  }
}

/** Every JavaScript engine has this function, but not every type library declares it. */
declare const atob: (text: string) => string
declare const btoa: (text: string) => string

/** Sealed bytes as base64url. */
export const sealToken = (secrets: Secrets, bytes: Uint8Array, purpose: string): string =>
  toBase64Url(secrets.seal(bytes, purpose))

/** The content of a token; undefined unless `sealToken` made the token for this purpose. */
export function openToken(secrets: Secrets, token: string, purpose: string): Uint8Array | undefined {
  try {
    const sealed = fromBase64Url(token)
    // Several texts can decode to the same bytes. Only the canonical one is accepted.
    return toBase64Url(sealed) === token ? secrets.open(sealed, purpose) : undefined
  } catch {
    // Foreign tokens do not decode or do not open; both throw.
    return undefined
  }
}

const toBase64Url = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

const fromBase64Url = (text: string): string => atob(text.replaceAll('-', '+').replaceAll('_', '/'))
