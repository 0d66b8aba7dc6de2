import type { Secrets } from '../../ports/secrets.ts'

/** Every JavaScript engine has them, though not every type library says so. */
declare const atob: (text: string) => string
declare const btoa: (text: string) => string

/** Sealed bytes in letters that URLs and messages can hold. */
export const sealToken = (secrets: Secrets, bytes: Uint8Array, purpose: string): string =>
  toBase64Url(secrets.seal(bytes, purpose))

/** What a token holds; undefined if it is not one that `sealToken` gave for this purpose. */
export function openToken(secrets: Secrets, token: string, purpose: string): Uint8Array | undefined {
  try {
    const sealed = fromBase64Url(token)
    // Two texts can decode to the same: only the one that was given counts.
    return toBase64Url(sealed) === token ? secrets.open(sealed, purpose) : undefined
  } catch {
    // What is not ours does not decode or does not open, and both throw.
    return undefined
  }
}

const toBase64Url = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

const fromBase64Url = (text: string): string => atob(text.replaceAll('-', '+').replaceAll('_', '/'))
