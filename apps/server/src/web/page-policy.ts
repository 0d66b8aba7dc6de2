export interface PolicyTerms {
  readonly nonce: string
  /** From where pictures come besides this server. */
  readonly imageOrigins: readonly string[]
  /** Whether Cloudflare's widget runs on the page. */
  readonly hasTurnstile?: boolean | undefined
}

const TURNSTILE = 'https://challenges.cloudflare.com'

const policyOf = (
  { imageOrigins, hasTurnstile = false }: Omit<PolicyTerms, 'nonce'>,
  style: string,
  further: readonly string[] = [],
): string =>
  [
    "default-src 'none'",
    hasTurnstile ? `script-src 'self' ${TURNSTILE}` : "script-src 'self'",
    ...(hasTurnstile ? [`frame-src ${TURNSTILE}`] : []),
    `style-src 'self' ${style}`,
    ["img-src 'self' data: blob:", ...imageOrigins].join(' '),
    "font-src 'self'",
    // Browsers count a WebSocket to the same place as 'self'.
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...further,
  ].join('; ')

/** What a page may load and run. Nothing that is written into it runs. */
export const pagePolicy = (terms: PolicyTerms): string => policyOf(terms, `'nonce-${terms.nonce}'`)

/** The explorer's editor writes styles of its own and works in threads of its own. */
export const explorerPolicy = (terms: PolicyTerms): string =>
  policyOf(terms, "'unsafe-inline'", ["worker-src 'self' blob:"])

/** Of a script that is loaded as a thread: it has its own policy, not the page's. */
export const ASSET_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
