import { useSyncExternalStore } from 'react'
import { credential } from '../api/credential.ts'
import { serviceNow } from '../page/page-data.ts'
import { readSaved, save } from './saved.ts'
import { endSession } from './sign-in.ts'

/** By what somebody is signed in on a page, until they sign out or it expires. */
export interface SignedIn {
  /** `ds_…` of a wallet, or an API key. */
  readonly secret: string
  /** Null: until it is revoked. */
  readonly expiresAt: string | null
  /** The wallet by which one came. */
  readonly walletAddress: string | null
}

type Place = 'dropkit.dashboard' | 'dropkit.claimer'

/** Who was signed in at a place when this browser was last there; null when nobody was, or the session is over. */
export function readSignedIn(place: Place): SignedIn | null {
  const saved = readSaved<SignedIn>(place)
  return saved && (saved.expiresAt === null || Date.parse(saved.expiresAt) > serviceNow()) ? saved : null
}

/**
 * Who is signed in, kept in this browser. The dashboard and the claim pages each have their own, so that a creator who
 * tries a drop out stays signed in as the creator.
 */
export function createSignedIn(place: Place) {
  let current = readSignedIn(place)
  credential.set(current?.secret ?? null)
  const listeners = new Set<() => void>()

  const set = (next: SignedIn | null) => {
    current = next
    save(place, next)
    credential.set(next?.secret ?? null)
    for (const listener of listeners) listener()
  }
  return {
    set,
    /** Signs out, on the server too. An API key stays good: it is somebody's, not this browser's. */
    async end(): Promise<void> {
      const secret = current?.secret
      set(null)
      if (secret?.startsWith('ds_')) await endSession(secret)
    },
    use: (): SignedIn | null =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        () => current,
      ),
  }
}
