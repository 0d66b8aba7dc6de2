import { readSaved } from '../session/saved.ts'
import type { SignedIn } from '../session/session.ts'

/** By what a creator is signed in to the dashboard in this browser; null when nobody is. */
export function savedSecret(): string | null {
  const saved = readSaved<SignedIn>('dropkit.dashboard')
  if (saved === null || (saved.expiresAt !== null && Date.parse(saved.expiresAt) <= Date.now())) return null
  return saved.secret
}
