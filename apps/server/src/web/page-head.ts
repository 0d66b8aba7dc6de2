import { CARD_SIZE } from './share-card.ts'

/** The metadata of a page for browsers, search engines and apps that preview links. */
export interface PageAbout {
  readonly title: string
  readonly description: string
  /** The absolute URL of the page's share card: a PNG of the size `CARD_SIZE`. */
  readonly card?: string | undefined
  /** An absolute http or https URL. */
  readonly picture?: string | undefined
  /** The absolute URL of the page. */
  readonly url?: string | undefined
  /** Whether search engines may list the page. */
  readonly isListed: boolean
}

/** The initial data of the page's script. */
export interface PageData {
  /** Null on pages that need a sign-in. */
  readonly visitor: { readonly token: string; readonly expiresAt: string } | null
  readonly nonce: string
  /** The service's time. */
  readonly now: string
  readonly chain: string
  readonly network: string | null
  readonly publicUrl: string
  /** The origins of images besides this server. */
  readonly imageOrigins: readonly string[]
  /** The origins whose pages may embed this page. Empty on all pages except `/embed/<shortcode>`. */
  readonly embedOrigins: readonly string[]
}

const PLACE = '<!--page-->'
const NONCE = '__NONCE__'
const MAX_DESCRIPTION_LENGTH = 200

/** Inserts metadata and data into a built page. The texts in `about` are untrusted, so they are escaped. */
export function writePage(template: string, about: PageAbout, data: PageData): string {
  const head = `${metaOf(about)}\n${dataOf(data)}`
  return template.replaceAll(NONCE, data.nonce).replace(PLACE, () => head)
}

function metaOf({ title, description, card, picture, url, isListed }: PageAbout): string {
  const shown = shortened(description)
  // Many apps show the first image.
  const first = card ?? picture
  return [
    `<title>${escaped(title)}</title>`,
    named('description', shown),
    ...(isListed ? [] : [named('robots', 'noindex')]),
    property('og:site_name', 'Dropkit'),
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', shown),
    ...(url === undefined ? [] : [property('og:url', url)]),
    ...(card === undefined ? [] : cardMeta(card, title)),
    ...(picture === undefined ? [] : [property('og:image', picture)]),
    named('twitter:card', first === undefined ? 'summary' : 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', shown),
    ...(first === undefined ? [] : [named('twitter:image', first)]),
  ].join('\n')
}

const cardMeta = (card: string, title: string): readonly string[] => [
  property('og:image', card),
  property('og:image:type', 'image/png'),
  property('og:image:width', String(CARD_SIZE.width)),
  property('og:image:height', String(CARD_SIZE.height)),
  property('og:image:alt', title),
]

const named = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}">`
const property = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}">`

/** A text without `<` cannot close the element. */
const dataOf = (data: PageData): string =>
  `<script type="application/json" id="page">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

function shortened(text: string): string {
  const plain = [...text.replace(/\s+/g, ' ').trim()]
  if (plain.length <= MAX_DESCRIPTION_LENGTH) return plain.join('')
  return `${plain
    .slice(0, MAX_DESCRIPTION_LENGTH - 1)
    .join('')
    .trimEnd()}…`
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

interface PolicyTerms {
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

/** The page for an unknown path. It loads no other file. */
export const NOT_FOUND_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found · Dropkit</title>
</head>
<body>
<h1>Page not found</h1>
<p>There is nothing at this address. Check the link, or <a href="/dashboard">go to the dashboard</a>.</p>
</body>
</html>
`

export const NOT_FOUND_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Whether the request accepts HTML, as a browser does when it opens a page. */
export const wantsPage = (method: string, accept: string | undefined): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(accept ?? '')
