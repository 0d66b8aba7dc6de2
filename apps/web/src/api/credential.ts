import { pageData } from '../page/page-data.ts'

/**
 * The token of the anonymous visitor. `current` is what requests send: an API key, a session token or this token; null
 * before the user has signed in.
 */
let visit: string | null = pageData.visitor?.token ?? null
let current = visit
const listeners = new Set<() => void>()

export const credential = {
  get: (): string | null => current,
  /** Null makes a page for anonymous visitors use the visitor's token again. */
  set(secret: string | null): void {
    const next = secret ?? visit
    if (next === current) return
    current = next
    for (const listener of listeners) listener()
  },
  /** Replaces the visitor's token. Signed-in users stay signed in. */
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
