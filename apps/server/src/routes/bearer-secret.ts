const BEARER = /^bearer +/i
const BEYOND_LATIN_1 = /[\u{100}-\u{10ffff}]/u

/** The secret in `Authorization: Bearer …`. It may contain blanks, because an operator may have chosen it freely. */
export function bearerSecretOf(authorization: string): string | undefined {
  const given = authorization.trim()
  const scheme = BEARER.exec(given)?.[0]
  return scheme === undefined ? undefined : asUtf8(given.slice(scheme.length))
}

/** Node decodes header bytes as Latin-1, but most clients send text beyond ASCII as UTF-8. */
function asUtf8(text: string): string {
  if (BEYOND_LATIN_1.test(text)) return text
  const bytes = Buffer.from(text, 'latin1')
  const decoded = bytes.toString('utf8')
  return Buffer.from(decoded).equals(bytes) ? decoded : text
}
