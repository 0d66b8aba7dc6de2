/** The credential of a signed-in user, valid until the user signs out or it expires. */
export interface SignedIn {
  /** `ds_…` of a wallet, or an API key. */
  readonly secret: string
  /** Null if it does not expire; it can still be revoked. */
  readonly expiresAt: string | null
  /** The wallet that signed in. Null for an API key. */
  readonly walletAddress: string | null
}

/** Stores a session for all tabs of a browser. */
export interface SessionStore {
  /** Null if there is no session, or if it has expired. */
  read(): SignedIn | null
  write(next: SignedIn | null): void
}

/** Called after the change. `isElsewhere`: another tab made the change. */
type Listener = (now: SignedIn | null, how: { readonly isElsewhere: boolean }) => void

/**
 * The session of one of the tabs that share a store. A tab removes only the session that it uses itself, never one that
 * another tab has stored since.
 * @param bear Makes the page send this secret from now on. Called before the listeners.
 * @param endOnServer Ends a wallet's session. API keys are not ended, because other programs may use them.
 */
export function createTabSession(
  store: SessionStore,
  setSecret: (secret: string | null) => void,
  endOnServer: (secret: string) => Promise<void>,
) {
  let current = store.read()
  setSecret(current?.secret ?? null)
  const listeners = new Set<Listener>()

  const become = (next: SignedIn | null, isElsewhere: boolean) => {
    if (next?.secret === current?.secret) return
    current = next
    setSecret(next?.secret ?? null)
    for (const listener of listeners) listener(next, { isElsewhere })
  }
  /** Leaves a session that has ended. If another tab has stored a new session, this tab takes it over. */
  const leave = () => {
    const stored = store.read()
    const isOwn = stored === null || stored.secret === current?.secret
    if (isOwn) store.write(null)
    become(isOwn ? null : stored, !isOwn)
  }
  return {
    get: (): SignedIn | null => current,
    signIn(next: SignedIn): void {
      store.write(next)
      become(next, false)
    },
    leave,
    /** Leaves the session and ends it on the server. */
    async end(): Promise<void> {
      const secret = current?.secret
      leave()
      if (secret?.startsWith('ds_')) await endOnServer(secret)
    },
    /** Takes over the stored session after another tab has changed it. */
    follow: (): void => become(store.read(), true),
    onChange(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
