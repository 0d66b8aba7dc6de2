import { type ClaimOrder, type ClaimState, claimFlow } from './claim-flow.ts'
import { type EntryOrder, type EntryState, entryFlow } from './entry-flow.ts'
import { loaded } from './flow.ts'
import { digestOf, storedId } from './idempotency.ts'
import type { PaymentOrder, PaymentState } from './payment-flow.ts'
import type { Refusal, Result } from './result.ts'
import { bearing, type Credentials, createCredentials, type KeptSession, type Session } from './session.ts'
import { type ClientStorage, defaultStorage } from './storage.ts'
import { createSubscriber, type SubscribeOptions } from './subscribe.ts'
import { createTransport, type Document, type RetryTerms, type Transport, withRetries } from './transport.ts'
import type { Wallet } from './wallet.ts'

/** How to reach a Dropkit server. */
export interface ClientOptions {
  /** The server's address, such as `https://drops.example`. */
  readonly url: string
  /**
   * A publishable key (`pk_…`) for web pages, or an API key (`dk_…`) for servers only. Without a key, the client reads as
   * an anonymous visitor, and claims after a sign-in.
   */
  readonly key?: string
  /** Default: IndexedDB in browsers, memory elsewhere. `@dropkit/client/node` has one for Node. */
  readonly storage?: ClientStorage
  /**
   * Returns the session that the page keeps itself, for example to share it between its tabs. It is asked before each
   * request. `signIn` then stores nothing, and a claim without a session of its wallet ends with UNAUTHENTICATED.
   */
  readonly session?: () => KeptSession | undefined
  /** `PaymentIntent.intentId` of the payment that an anonymous visitor may read and pay, on a payment page. */
  readonly paymentIntentId?: string
  /** If the server asks for a longer wait than this, the refusal is the result. Default: two minutes. */
  readonly longestWaitMs?: number
  readonly fetch?: typeof globalThis.fetch
  /** Default: the global `WebSocket`. */
  readonly webSocket?: unknown
}

/** Options of one operation. */
export interface OperationOptions {
  readonly signal?: AbortSignal
  /** Called before each wait for a retry. */
  readonly onWait?: (refusal: Refusal, delayMs: number) => void
  /** Called after each wait. */
  readonly onRetry?: () => void
}

export interface MutationOptions extends OperationOptions {
  /**
   * Names what must happen only once, such as `order-17`. Within 23 hours, all mutations with this intent and the same
   * content have one effect, also after reloads and retries. Without an intent, repeated mutations have one effect until an
   * answer arrives.
   */
  readonly intent?: string
}

/** A typed client of one Dropkit server. */
export interface DropkitClient {
  readonly url: string
  /** Reads data. Retries if the refusal is retryable. */
  query<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: OperationOptions,
  ): Promise<Result<Data>>
  /**
   * Runs a mutation exactly once. The idempotency key is stored before the first attempt: if the same mutation is repeated
   * after a reload or a crash, it finishes the first one.
   */
  mutate<Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: MutationOptions,
  ): Promise<Result<Data>>
  /**
   * Returns updates as they happen. After a lost connection, it continues after the last update, without gaps or
   * duplicates. The document must have the variable `after`, and select `id` of the update. A refusal is the last item.
   */
  subscribe<Data, Variables extends { readonly after?: string | null | undefined }>(
    document: Document<Data, Variables>,
    variables: Variables,
    options?: SubscribeOptions,
  ): AsyncGenerator<Result<Data>, void, undefined>
  /**
   * Claims from a drop, and pays first if it has a price. Yields states until the claim is confirmed or refused, or, with
   * `until: 'sent'`, until the wallet has nothing more to do.
   */
  claim(order: ClaimOrder): AsyncGenerator<ClaimState, void, undefined>
  /** Pays a payment intent of the wallet. Yields states until the payment is confirmed or refused. */
  pay(order: PaymentOrder): AsyncGenerator<PaymentState, void, undefined>
  /** Enters the lottery of a drop. Yields states until the wallet has entered, or is refused. */
  enter(order: EntryOrder): AsyncGenerator<EntryState, void, undefined>
  /** Proves that the user controls the wallet. The session is stored; `resumeSession` restores it after a reload. */
  signIn(wallet: Wallet, options?: { readonly signal?: AbortSignal }): Promise<Result<Session>>
  /** The stored session of this wallet. If it has expired, the server refuses the next request with UNAUTHENTICATED. */
  resumeSession(address: string): Promise<Session | undefined>
  session(): Session | undefined
  signOut(): Promise<void>
}

/** What the modules of a client share. */
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
  // `fetch` throws if it is called as a method of another object than the global object.
  const fetchOf: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const key = options.key ?? null
  const transport = createTransport(url, fetchOf, key)
  const credentials = createCredentials({
    transport,
    storage,
    key,
    url,
    callersSession: options.session,
    paymentIntentId: options.paymentIntentId,
  })
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
        mutateOnce(document, variables, await storedId(storage, name, Date.now()), terms)
      let result = await attempt()
      if (!result.ok && result.refusal.code === 'IDEMPOTENCY_KEY_REUSED') {
        await storage.delete(name)
        result = await attempt()
      }
      // With an intent, the key stays stored, so that a repeated mutation gets the same answer.
      if (intent === undefined && !mayHaveEffect(result)) await storage.delete(name)
      return result
    },
    subscribe,
    claim: (order) => claimFlow(parts, order),
    async *pay(order) {
      const flow = await loaded(() => import('./payment-flow.ts'))
      if (flow.ok) yield* flow.value.paymentFlow(parts, order)
      else yield { kind: 'refused', refusal: flow.refusal }
    },
    enter: (order) => entryFlow(parts, order),
    signIn: (wallet, terms = {}) => credentials.signIn(wallet, terms.signal),
    resumeSession: credentials.resume,
    session: credentials.own,
    signOut: credentials.signOut,
  }
}

/**
 * Whether the operation may have had an effect that the caller does not know about. UNAUTHENTICATED says nothing about
 * earlier attempts, whose answers may have been lost.
 */
const mayHaveEffect = (result: Result<unknown>): boolean =>
  !result.ok &&
  (result.refusal.retryable ||
    ['INTERNAL', 'ABORTED', 'BAD_ANSWER', 'UNAUTHENTICATED'].includes(result.refusal.code))

/** Sends operations with the current credential, and retries after retryable refusals. */
function createSender(transport: Transport, credentials: Credentials, longestWaitMs: number) {
  async function once<Data>(
    text: string,
    variables: unknown,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<Result<Data>> {
    const hadSession = credentials.session() !== undefined
    const token = await credentials.current()
    if (!token.ok) return token
    const bearer = bearing(token.value)
    const result = await transport.operation<Data>(text, variables, { ...bearer, ...headers }, signal)
    if (result.ok || result.refusal.code !== 'UNAUTHENTICATED') return result
    // An expired visitor token is replaced, here or by a request at the same time. An expired session is returned to the
    // caller, because a new one may be another identity.
    await credentials.forget(token.value)
    if (hadSession) return result
    const another = await credentials.current()
    if (!another.ok) return another
    if (another.value === token.value) return result
    return transport.operation<Data>(text, variables, { ...bearing(another.value), ...headers }, signal)
  }

  return <Data, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    headers: Readonly<Record<string, string>>,
    { signal, onWait, onRetry }: OperationOptions,
  ): Promise<Result<Data>> => {
    const terms: RetryTerms = { signal, onWait, onRetry, longestWaitMs }
    return withRetries(() => once<Data>(document.toString(), variables, headers, signal), terms)
  }
}
