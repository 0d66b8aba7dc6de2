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
 * A session that all tabs of this browser share. The dashboard and the claim pages have separate sessions, so that a
 * creator who tests a drop with a wallet stays signed in to the dashboard.
 */
export function createSignedIn(place: Place) {
  const session = keepSession(storeAt(place), credential.set, endSession)
  // `key` is null if the whole storage was cleared.
  addEventListener('storage', ({ key }) => {
    if (key === place || key === null) session.follow()
  })
  return { ...session, use: () => useSyncExternalStore(session.onChange, session.get) }
}
