import { isRecord, ok, type Result, refused } from './result.ts'
import type { ClientStorage } from './storage.ts'
import type { Transport } from './transport.ts'
import { type Wallet, walletRefusal } from './wallet.ts'

/** The session of a signed-in wallet. */
export interface Session {
  /** `ds_…` */
  readonly token: string
  readonly expiresAt: string
  readonly userId: string
  readonly address: string
}

/** A session that the caller keeps. */
export type KeptSession = Pick<Session, 'token' | 'address'>

/** The credentials with which the client sends requests. */
export interface Credentials {
  /** The token for the next request: the session's, the client's key, or an anonymous visitor's. */
  current(): Promise<Result<string>>
  /** Identifies the sender, unchanged when the same wallet gets a new token. Idempotency keys belong to this identity. */
  identity(): string
  /** The session of the next request. */
  session(): KeptSession | undefined
  /** Whether the caller keeps the session, and signs in by itself. */
  readonly isCallers: boolean
  /** The session that this client has signed in or restored. */
  own(): Session | undefined
  /** Restores the stored session of this wallet. Undefined if there is none. */
  resume(address: string): Promise<Session | undefined>
  signIn(wallet: Wallet, signal?: AbortSignal): Promise<Result<Session>>
  /** Deletes a session or visitor token that the server no longer accepts. */
  forget(token: string): Promise<void>
  signOut(): Promise<void>
}

interface CredentialParts {
  readonly transport: Transport
  readonly storage: ClientStorage
  /** The caller's key; null for an anonymous visitor. */
  readonly key: string | null
  readonly url: string
  /** Undefined: the client keeps its session itself. */
  readonly callersSession: (() => KeptSession | undefined) | undefined
  /** The payment that a visitor may read. */
  readonly paymentIntentId: string | undefined
}

interface Token {
  readonly token: string
  readonly expiresAt: string
}

export const bearing = (token: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
})

export function createCredentials(parts: CredentialParts): Credentials {
  const { transport, storage, key, url, callersSession, paymentIntentId } = parts
  let own: Session | undefined
  const session = callersSession ?? (() => own)
  let visit: Token | undefined
  /** The visit that is under way. Requests at the same time share it, and so its token. */
  let visiting: Promise<Result<string>> | undefined
  const about = paymentIntentId === undefined ? {} : { paymentIntentId }
  const ownKey = key === null ? {} : bearing(key)
  const placeOf = (address: string) => `session ${url} ${address}`

  // Tokens are used until the server refuses them: this machine's clock may be wrong.
  async function visitorToken(): Promise<Result<string>> {
    if (visit) return ok(visit.token)
    visiting ??= startVisit().finally(() => {
      visiting = undefined
    })
    return visiting
  }
  async function startVisit(): Promise<Result<string>> {
    const started = await transport.post<Token>('/auth/visit', about, {})
    if (!started.ok) return started
    visit = started.value
    return ok(visit.token)
  }

  const credentials: Credentials = {
    async current() {
      const token = session()?.token
      if (token !== undefined) return ok(token)
      return key === null ? visitorToken() : ok(key)
    },
    identity() {
      const address = session()?.address
      return address === undefined ? `key ${key ?? ''}` : `wallet ${address}`
    },
    session,
    isCallers: callersSession !== undefined,
    own: () => own,
    async resume(address) {
      const text = await storage.get(placeOf(address))
      const stored = text === undefined ? undefined : readSession(text)
      if (stored === undefined || stored.address !== address) return undefined
      own = stored
      return stored
    },
    async signIn(wallet, signal) {
      const { address } = wallet
      const challenge = await transport.post<{ readonly message: string }>(
        '/auth/challenge',
        { address },
        ownKey,
        signal,
      )
      if (!challenge.ok) return challenge
      const { message } = challenge.value
      let signature: string
      try {
        signature = await wallet.signMessage(message)
      } catch (error) {
        return refused(walletRefusal(error))
      }
      const verified = await transport.post<Token & { readonly user: { readonly id: string } }>(
        '/auth/verify',
        { address, signature, message },
        key?.startsWith('pk_') ? ownKey : {},
        signal,
      )
      if (!verified.ok) return verified
      const { token, expiresAt, user } = verified.value
      const made = { token, expiresAt, userId: user.id, address }
      if (callersSession) return ok(made)
      own = made
      await storage.set(placeOf(address), JSON.stringify(made))
      return ok(made)
    },
    async forget(token) {
      if (visit?.token === token) visit = undefined
      if (own?.token !== token) return
      await storage.delete(placeOf(own.address))
      own = undefined
    },
    async signOut() {
      const ended = own
      if (!ended) return
      await credentials.forget(ended.token)
      await transport.post('/auth/end', {}, bearing(ended.token))
    },
  }
  return credentials
}

function readSession(text: string): Session | undefined {
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) return undefined
  const { token, expiresAt, userId, address } = value
  return typeof token === 'string' &&
    typeof expiresAt === 'string' &&
    typeof userId === 'string' &&
    typeof address === 'string'
    ? { token, expiresAt, userId, address }
    : undefined
}
