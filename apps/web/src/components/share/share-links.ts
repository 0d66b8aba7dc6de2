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
