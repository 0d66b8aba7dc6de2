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
