import type { Secrets } from '../../ports/secrets.ts'

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
