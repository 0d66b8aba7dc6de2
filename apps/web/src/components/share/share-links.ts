import { encode } from 'uqr'

/** The sites on which a link can be shared, each with the URL of its share form. */
export function shareLinks(title: string, url: string) {
  const [text, link] = [encodeURIComponent(title), encodeURIComponent(url)]
  return [
    { kind: 'x', href: `https://x.com/intent/post?text=${text}&url=${link}` },
    { kind: 'telegram', href: `https://t.me/share/url?url=${link}&text=${text}` },
    { kind: 'whatsapp', href: `https://wa.me/?text=${text}%20${link}` },
    { kind: 'email', href: `mailto:?subject=${text}&body=${link}` },
  ] as const
}

/** A QR code for a text: its width in modules, including the quiet zone, and its dark modules as an SVG path. */
export function qrOutline(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

interface Embedded {
  /** The public URL of the service. */
  readonly publicUrl: string
  readonly shortcode: string
  readonly title: string
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** HTML that shows a drop's claim page inside another page, and follows its height. */
export function embedSnippet({ publicUrl, shortcode, title }: Embedded): string {
  const { origin } = new URL(publicUrl)
  const src = `${publicUrl}/embed/${encodeURIComponent(shortcode)}`
  return `<iframe src="${src}" title="${escaped(title)}"
  style="width: 100%; max-width: 640px; height: 640px; border: 0"
  allow="publickey-credentials-create ${origin}; publickey-credentials-get ${origin}; clipboard-write ${origin}"></iframe>
<script>
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== '${origin}' || data.type !== 'dropkit:height') return
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) frame.style.height = data.height + 'px'
  })
</script>`
}
