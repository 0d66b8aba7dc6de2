import { defaultStorage } from './browser-storage.ts'
import { type ClaimOrder, type ClaimState, claimFlow } from './claim-flow.ts'
import type { Document } from './document.ts'
import { digestOf, keptId } from './idempotency.ts'
import type { Refusal, Result } from './result.ts'
import { type RetryTerms, withRetries } from './retry.ts'
import { bearing, type Credentials, createCredentials, type Session } from './session.ts'
import type { ClientStorage } from './storage.ts'
import { createSubscriber, type SubscribeOptions } from './subscribe.ts'
import { createTransport, type Transport } from './transport.ts'
import type { Wallet } from './wallet.ts'

/** How to reach a Dropkit server. */
export interface ClientOptions {
  /** The server's address, such as `https://drops.example`. */
  readonly url: string
  /**
   * A publishable key (`pk_…`) in pages, an API key (`dk_…`) on servers only. Without it, the client reads as an anonymous
   * visitor, and claims after a sign-in.
   */
  readonly key?: string
  /** Default: IndexedDB in browsers, memory elsewhere. `@dropkit/client/node` has one for Node. */
  readonly storage?: ClientStorage
  /** Waits that the service asks for, and that are longer than this, become refusals. Default: two minutes. */
  readonly longestWaitMs?: number
  readonly fetch?: typeof globalThis.fetch
  /** Default: the global `WebSocket`. */
  readonly webSocket?: unknown
}

/** How one operation runs. */
export interface OperationOptions {
  readonly signal?: AbortSignal
  /** Called before each wait for a retry. */
  readonly onWait?: (refusal: Refusal, delayMs: number) => void
}

export interface MutationOptions extends OperationOptions {
  /**
   * Names what the caller wants to happen once, such as `order-17`: within 23 hours, all mutations with this intent and the
   * same content have one effect, whatever is reloaded or repeated. Without it, a mutation has one effect until its answer
   * has arrived.
   */
  readonly intent?: string
}

/** A typed client of one Dropkit server. */
export interface DropkitClient {
  readonly url: string
  /** Reads. Retries by itself while the refusal says so. */
  query<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: OperationOptions,
  ): Promise<Result<Data>>
  /**
   * Changes something, once. The idempotency key is stored before the first attempt: repeating the same mutation after a
   * reload or a crash finishes the first one.
   */
  mutate<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: MutationOptions,
  ): Promise<Result<Data>>
  /**
   * Updates as they happen. After a lost connection it continues after the last update, without gap or repeat. The document
   * must have the variable `after`. A refusal is the last item.
   */
  subscribe<Data, Variables extends { readonly after?: string | null | undefined }>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: SubscribeOptions,
  ): AsyncGenerator<Result<Data>, void, undefined>
  /** Claims from a drop, and pays if it has a price: the states until the claim is confirmed or refused. */
  claim(order: ClaimOrder): AsyncGenerator<ClaimState, void, undefined>
  /** Proves that the wallet is here. The session is stored, and taken up by `resumeSession` after a reload. */
  signIn(wallet: Wallet, options?: { readonly signal?: AbortSignal }): Promise<Result<Session>>
  resumeSession(address: string): Promise<Session | undefined>
  session(): Session | undefined
  signOut(): Promise<void>
}

/** What the parts of a client share. */
export interface ClientParts {
  readonly storage: ClientStorage
  readonly credentials: Credentials
  readonly keyKind: 'none' | 'publishable' | 'api'
  readonly url: string
  query: DropkitClient['query']
  /** Sends a mutation under this idempotency key. */
  mutateOnce<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    idempotencyKey: string,
    options?: OperationOptions,
  ): Promise<Result<Data>>
}

const LONGEST_WAIT_MS = 120_000

export function createClient(options: ClientOptions): DropkitClient {
  const url = options.url.replace(/\/+$/, '')
  const storage = options.storage ?? defaultStorage()
  // Called as a method of something else than the global object, fetch throws.
  const fetchOf: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const key = options.key ?? null
  const transport = createTransport(url, fetchOf, key)
  const credentials = createCredentials({ transport, storage, key, url })
  const send = createSender(transport, credentials, options.longestWaitMs ?? LONGEST_WAIT_MS)

  const query: DropkitClient['query'] = (document, variables, terms = {}) =>
    send(document, variables, {}, terms)
  const mutateOnce: ClientParts['mutateOnce'] = (document, variables, idempotencyKey, terms = {}) =>
    send(document, variables, { 'idempotency-key': idempotencyKey }, terms)
  const keyKind = key === null ? 'none' : key.startsWith('pk_') ? 'publishable' : 'api'
  const parts: ClientParts = { storage, credentials, keyKind, url, query, mutateOnce }
  const subscribe = createSubscriber(parts, options.webSocket)

  return {
    url,
    query,
    async mutate(document, variables, terms = {}) {
      const { intent } = terms
      const asked = JSON.stringify([url, credentials.identity(), intent, document.toString(), variables])
      const name = `mutation ${digestOf(asked)}`
      const attempt = async () =>
        mutateOnce(document, variables, await keptId(storage, name, Date.now()), terms)
      let result = await attempt()
      if (!result.ok && result.refusal.code === 'IDEMPOTENCY_KEY_REUSED') {
        await storage.delete(name)
        result = await attempt()
      }
      // With an intent the key stays, so that a repetition gets the same answer.
      if (intent === undefined && !mayHaveEffect(result)) await storage.delete(name)
      return result
    },
    subscribe,
    claim: (order) => claimFlow(parts, order),
    signIn: (wallet, terms = {}) => credentials.signIn(wallet, terms.signal),
    resumeSession: credentials.resume,
    session: credentials.session,
    signOut: credentials.signOut,
  }
}

/** Whether the operation may have an effect of which the caller does not know. */
const mayHaveEffect = (result: Result<unknown>): boolean =>
  !result.ok &&
  (result.refusal.retryable || ['INTERNAL', 'ABORTED', 'BAD_ANSWER'].includes(result.refusal.code))

/** Sends operations with the current credential, again after refusals that pass. */
function createSender(transport: Transport, credentials: Credentials, longestWaitMs: number) {
  async function once<Data>(
    text: string,
    variables: unknown,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<Result<Data>> {
    const token = await credentials.current(signal)
    if (!token.ok) return token
    const bearer = bearing(token.value)
    const result = await transport.operation<Data>(text, variables, { ...bearer, ...headers }, signal)
    if (result.ok || result.refusal.code !== 'UNAUTHENTICATED') return result
    // A visitor's token that is over is replaced. A session that is over is the caller's business: it changes who asks.
    const hadSession = credentials.session() !== undefined
    if (!(await credentials.forget(token.value)) || hadSession) return result
    const another = await credentials.current(signal)
    if (!another.ok) return another
    return transport.operation<Data>(text, variables, { ...bearing(another.value), ...headers }, signal)
  }

  return <Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    headers: Readonly<Record<string, string>>,
    { signal, onWait }: OperationOptions,
  ): Promise<Result<Data>> => {
    const terms: RetryTerms = { signal, onWait, longestWaitMs }
    return withRetries(() => once<Data>(document.toString(), variables, headers, signal), terms)
  }
}
