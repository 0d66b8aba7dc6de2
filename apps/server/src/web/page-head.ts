import { CARD_SIZE } from './share-card.ts'

/** What a page says of itself to browsers, search engines and whoever shows a link to it. */
export interface PageAbout {
  readonly title: string
  readonly description: string
  /** Where its share card is, in full: a PNG with the size of `CARD_SIZE`. */
  readonly card?: string | undefined
  /** http or https, in full. */
  readonly picture?: string | undefined
  /** Where it is, in full. */
  readonly url?: string | undefined
  /** Whether search engines may show it. */
  readonly isListed: boolean
}

/** What the page's own script begins with. */
export interface PageData {
  /** Null where a page is for those who sign in. */
  readonly visitor: { readonly token: string; readonly expiresAt: string } | null
  readonly nonce: string
  /** The service's time. */
  readonly now: string
  readonly chain: string
  readonly network: string | null
  readonly publicUrl: string
  /** From where pictures come besides this server. */
  readonly imageOrigins: readonly string[]
}

const PLACE = '<!--page-->'
const NONCE = '__NONCE__'
const MAX_DESCRIPTION_LENGTH = 200

/** A built page with what this answer has to say. What stands in `about` may be anybody's words. */
export function writePage(template: string, about: PageAbout, data: PageData): string {
  const head = `${metaOf(about)}\n${dataOf(data)}`
  return template.replaceAll(NONCE, data.nonce).replace(PLACE, () => head)
}

function metaOf({ title, description, card, picture, url, isListed }: PageAbout): string {
  const shown = shortened(description)
  // Apps show the first picture.
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

/** A text that holds no `<` ends no element. */
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
