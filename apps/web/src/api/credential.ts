import { pageData } from '../page/page-data.ts'

/** By what right the page asks: an API key, a session, or a visitor's token; null before one has signed in. */
let visit: string | null = pageData.visitor?.token ?? null
let current = visit
const listeners = new Set<() => void>()

export const credential = {
  get: (): string | null => current,
  /** Without one, a page for visitors asks as a visitor again. */
  set(secret: string | null): void {
    const next = secret ?? visit
    if (next === current) return
    current = next
    for (const listener of listeners) listener()
  },
  /** Another token for a visitor; whoever is signed in stays so. */
  visitAs(token: string): void {
    const wasVisitor = current === visit
    visit = token
    if (wasVisitor) credential.set(null)
  },
  onChange(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
