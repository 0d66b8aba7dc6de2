/** By what somebody is signed in on a page, until they sign out or it expires. */
export interface SignedIn {
  /** `ds_…` of a wallet, or an API key. */
  readonly secret: string
  /** Null: until it is revoked. */
  readonly expiresAt: string | null
  /** The wallet by which one came. */
  readonly walletAddress: string | null
}

/** Where a session is kept for all tabs of a browser. */
export interface SessionStore {
  /** Null when there is none, or it is over. */
  read(): SignedIn | null
  write(next: SignedIn | null): void
}

/** Told after the fact. `isElsewhere`: it was done in another tab. */
type Listener = (now: SignedIn | null, how: { readonly isElsewhere: boolean }) => void

/**
 * Who is signed in in one of the tabs that share a store. A tab takes away what it has put there itself, never what
 * another has put in its place.
 *
 * @param bear Has the page ask by this secret from now on; told before the listeners are.
 * @param endOnServer Ends a wallet's session. An API key stays good: it is somebody's, not this browser's.
 */
export function keepSession(
  store: SessionStore,
  bear: (secret: string | null) => void,
  endOnServer: (secret: string) => Promise<void>,
) {
  let current = store.read()
  bear(current?.secret ?? null)
  const listeners = new Set<Listener>()

  const become = (next: SignedIn | null, isElsewhere: boolean) => {
    if (next?.secret === current?.secret) return
    current = next
    bear(next?.secret ?? null)
    for (const listener of listeners) listener(next, { isElsewhere })
  }
  /** Leaves a session that is over; who has signed in elsewhere since is signed in here, too. */
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
    /** Leaves, and ends the session on the server. */
    async end(): Promise<void> {
      const secret = current?.secret
      leave()
      if (secret?.startsWith('ds_')) await endOnServer(secret)
    },
    /** Another tab has changed what is stored. */
    follow: (): void => become(store.read(), true),
    onChange(listener: Listener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
