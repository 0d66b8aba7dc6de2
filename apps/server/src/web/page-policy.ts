export interface PolicyTerms {
  readonly nonce: string
  /** The origins of images besides this server. */
  readonly imageOrigins: readonly string[]
  /** Whether Cloudflare's widget runs on the page. */
  readonly hasTurnstile?: boolean | undefined
  /** The origins whose pages may embed the page; none unless given. */
  readonly embedOrigins?: readonly string[] | undefined
}

const TURNSTILE = 'https://challenges.cloudflare.com'

const policyOf = (
  { imageOrigins, hasTurnstile = false, embedOrigins = [] }: Omit<PolicyTerms, 'nonce'>,
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
    // For browsers, 'self' includes a WebSocket to the same host.
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${embedOrigins.length === 0 ? "'none'" : embedOrigins.join(' ')}`,
    "object-src 'none'",
    ...further,
  ].join('; ')

/** The content security policy of a page. Inline scripts do not run. */
export const pagePolicy = (terms: PolicyTerms): string => policyOf(terms, `'nonce-${terms.nonce}'`)

/** The policy of the explorer. Its editor creates inline styles and web workers. */
export const explorerPolicy = (terms: PolicyTerms): string =>
  policyOf(terms, "'unsafe-inline'", ["worker-src 'self' blob:"])

/** The policy of asset files. A script that runs as a web worker has its own policy, not the page's. */
export const ASSET_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
