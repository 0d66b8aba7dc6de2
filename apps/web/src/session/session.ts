import { useSyncExternalStore } from 'react'
import { credential, postOrThrow } from '../api/http.ts'
import { serviceNow } from '../page/page-data.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { readSaved, save } from './saved.ts'
import { createTabSession, type SignedIn } from './tab-session.ts'

type StorageKey = 'dropkit.dashboard' | 'dropkit.claimer'

const storeIn = (storageKey: StorageKey) => ({
  read(): SignedIn | null {
    const saved = readSaved<SignedIn>(storageKey)
    return saved && (saved.expiresAt === null || Date.parse(saved.expiresAt) > serviceNow()) ? saved : null
  },
  write: (next: SignedIn | null) => save(storageKey, next),
})

/**
 * A session that all tabs of this browser share. The dashboard and the claim pages have separate sessions, so that a
 * creator who tests a drop with a wallet stays signed in to the dashboard.
 */
export function createSharedSession(storageKey: StorageKey) {
  const session = createTabSession(storeIn(storageKey), credential.set, endSession)
  // `key` is null if the whole storage was cleared.
  addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) session.follow()
  })
  return { ...session, use: () => useSyncExternalStore(session.onChange, session.get) }
}

export interface Session {
  /** `ds_…` */
  readonly token: string
  readonly expiresAt: string
  readonly user: { readonly id: string; readonly username: string; readonly walletAddress: string | null }
}

type Headers = Readonly<Record<string, string>>

const bearerHeader = (secret: string): Headers => ({ authorization: `Bearer ${secret}` })

/** Signs in with a signature of the wallet. Throws if the server refuses or the wallet's owner declines. */
export const signIn = (wallet: Wallet): Promise<Session> => prove(wallet, {})

/** Links the wallet to the user who is signed in with `secret`. Throws as `signIn` does. */
export const linkWallet = (wallet: Wallet, secret: string): Promise<Session> =>
  prove(wallet, bearerHeader(secret))

async function prove(wallet: Wallet, headers: Headers): Promise<Session> {
  const { address } = wallet
  const { message } = await postOrThrow<{ readonly message: string }>('/auth/challenge', { address })
  const signature = await wallet.signMessage(message)
  return postOrThrow<Session>('/auth/verify', { address, signature, message }, headers)
}

/** Ends a session on the server. If the server cannot be reached, the session expires on its own. */
export async function endSession(token: string): Promise<void> {
  await postOrThrow('/auth/end', {}, bearerHeader(token)).catch(() => {})
}
