import { useSyncExternalStore } from 'react'
import { credential } from '../api/credential.ts'
import { serviceNow } from '../page/page-data.ts'
import { keepSession, type SignedIn } from './kept-session.ts'
import { readSaved, save } from './saved.ts'
import { endSession } from './sign-in.ts'

type Place = 'dropkit.dashboard' | 'dropkit.claimer'

const storeAt = (place: Place) => ({
  read(): SignedIn | null {
    const saved = readSaved<SignedIn>(place)
    return saved && (saved.expiresAt === null || Date.parse(saved.expiresAt) > serviceNow()) ? saved : null
  },
  write: (next: SignedIn | null) => save(place, next),
})

/**
 * Who is signed in, kept in this browser for all of its tabs. The dashboard and the claim pages each have their own, so
 * that a creator who tries a drop out stays signed in as the creator.
 */
export function createSignedIn(place: Place) {
  const session = keepSession(storeAt(place), credential.set, endSession)
  // Without a key: all that is stored was cleared.
  addEventListener('storage', ({ key }) => {
    if (key === place || key === null) session.follow()
  })
  return { ...session, use: () => useSyncExternalStore(session.onChange, session.get) }
}
