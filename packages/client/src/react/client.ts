import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  use,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { DropkitClient } from '../client.ts'
import { type FoundWallet, findWallets } from '../element/wallet-standard.ts'
import {
  CheckEligibilityDocument,
  type CheckEligibilityQuery,
  DropByShortcodeDocument,
  DropDocument,
  type DropQuery,
  DropUpdatesDocument,
  PaymentIntentDocument,
  type PaymentIntentQuery,
  PaymentUpdatesDocument,
} from '../generated/operations.ts'
import { notLoaded, ok, type Refusal, type Result } from '../result.ts'
import { EVENT_CURSOR, pause } from '../transport.ts'

/** Returns the client, and loads it if needed. */
type LoadClient = () => Promise<DropkitClient>

interface Source {
  /** Null if it is loaded when it is needed. */
  readonly client: DropkitClient | null
  readonly load: LoadClient
  /** `load` for flows and reads, which show why it failed. */
  readonly ask: () => Promise<Result<DropkitClient>>
}

const SourceContext = createContext<Source | null>(null)

/**
 * Provides a client to the hooks below it. Create the client once, outside of components. A function that imports the
 * client loads it when a hook first needs it.
 */
export function DropkitProvider({
  client,
  children,
}: {
  readonly client: DropkitClient | LoadClient
  readonly children?: ReactNode
}): ReactElement {
  const source = useMemo(() => sourceOf(client), [client])
  return createElement(SourceContext, { value: source }, children)
}

function sourceOf(client: DropkitClient | LoadClient): Source {
  if (typeof client !== 'function') return { client, load: async () => client, ask: async () => ok(client) }
  let loading: Promise<DropkitClient> | undefined
  const load = () => {
    // A file that could not be loaded is asked for again.
    loading ??= client().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return { client: null, load, ask: () => load().then(ok, notLoaded) }
}

function useSource(): Source {
  const source = useContext(SourceContext)
  if (source === null)
    throw new Error('Render a DropkitProvider above components that use hooks of @dropkit/client/react')
  return source
}

/** For hooks that wait for the client themselves. */
export const useClientLater = (): Source['ask'] => useSource().ask

/** Returns the client of the nearest provider. Suspends while it is loaded. */
export function useDropkit(): DropkitClient {
  const { client, load } = useSource()
  return client ?? use(load())
}

/** Returns the Sui wallets of this browser; updates when a wallet announces itself. */
export function useWallets(network = 'mainnet'): readonly FoundWallet[] {
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([])
  useEffect(() => findWallets(`sui:${network}`, setWallets), [network])
  return wallets
}

/**
 * The result of a read. `value` stays while the data is read again, and after a refusal. After a retryable refusal, the data
 * is read again after a few seconds.
 */
export interface Read<Value> {
  /** Undefined until it is known; null if it does not exist. */
  readonly value: Value | undefined
  readonly refusal: Refusal | null
  /** Whether updates are known to arrive: true from the first one on, until the connection is lost. */
  readonly isLive: boolean
  readonly readAgain: () => void
}

type Drop = NonNullable<DropQuery['drop']>
type Payment = NonNullable<PaymentIntentQuery['paymentIntent']>
type Eligibility = CheckEligibilityQuery['checkEligibility']

const PASSING_MS = 5_000

/**
 * Reads with `read` and, if given, follows the updates of `changes`. `asked` identifies what is read; null reads nothing.
 * `read` gets what it has read before, if it found anything.
 */
function useFollowed<Value>(
  asked: string | null,
  read: (client: DropkitClient, signal: AbortSignal, known: Value | undefined) => Promise<Result<Value>>,
  changes?: (
    client: DropkitClient,
    value: Value,
    after: string | null,
    options: { readonly signal: AbortSignal; readonly onConnection: (isConnected: boolean) => void },
  ) => AsyncIterable<unknown>,
): Read<Value> {
  const load = useClientLater()
  const [shown, setShown] = useState<Omit<Read<Value>, 'readAgain'>>(NOTHING)
  const [turn, setTurn] = useState(0)
  const readAgain = useCallback(() => setTurn((before) => before + 1), [])
  const known = useRef<Value>(undefined)
  const latest = useRef({ read, changes })
  latest.current = { read, changes }

  // A new key for each turn, so that the same data is read again.
  const key = asked === null ? null : `${turn} ${asked}`
  useEffect(() => {
    if (key === null) return
    const own = new AbortController()
    const { signal } = own
    const look = async (client: DropkitClient) => {
      const hadSession = client.session() !== undefined
      const result = await latest.current.read(client, signal, known.current)
      if (signal.aborted) return undefined
      // The client has forgotten the session that has ended, and reads without it.
      if (!result.ok && result.refusal.code === 'UNAUTHENTICATED' && hadSession) readAgain()
      if (result.ok) known.current = result.value ?? known.current
      setShown((before) =>
        result.ok
          ? { ...before, value: result.value, refusal: null }
          : { ...before, refusal: result.refusal },
      )
      return result.ok ? result.value : undefined
    }
    const follow = async () => {
      const loaded = await load()
      if (!loaded.ok) return signal.aborted || setShown((before) => ({ ...before, refusal: loaded.refusal }))
      const { value: client } = loaded
      const { changes } = latest.current
      // It is taken before the read, so that no change between them is missed.
      const cursor = changes && (await client.query(EVENT_CURSOR, {}, { signal }))
      const value = await look(client)
      if (value == null || !changes) return
      const after = cursor?.ok ? cursor.value.service.eventCursor : null
      const onConnection = (isLive: boolean) => {
        if (!signal.aborted) setShown((before) => ({ ...before, isLive }))
      }
      for await (const _ of changes(client, value, after, { signal, onConnection })) await look(client)
    }
    void follow().catch((error: unknown) => signal.aborted || reportError(error))
    return () => own.abort()
  }, [load, key, readAgain])
  // Also begins to follow again.
  const { refusal } = shown
  useEffect(() => {
    if (!refusal?.retryable) return
    const own = new AbortController()
    void pause(PASSING_MS, own.signal).then((isOver) => isOver && readAgain())
    return () => own.abort()
  }, [refusal, readAgain])
  // The result of an earlier key is not shown.
  useEffect(() => {
    if (asked === null) return undefined
    return () => {
      known.current = undefined
      setShown(NOTHING)
    }
  }, [asked])

  return { ...shown, readAgain }
}

const NOTHING = { value: undefined, refusal: null, isLive: false }

/** Returns a drop by its id or shortcode, and follows its updates, also if its shortcode changes. */
export function useDrop(place: string): Read<Drop | null> {
  return useFollowed<Drop | null>(
    place,
    async (client, signal, known) => {
      const id = known?.id ?? place
      if (id.startsWith('drop_')) {
        const byId = await client.query(DropDocument, { id }, { signal })
        if (!byId.ok || byId.value.drop || known) return byId.ok ? ok(byId.value.drop) : byId
      }
      const found = await client.query(DropByShortcodeDocument, { shortcode: place }, { signal })
      return found.ok ? ok(found.value.dropByShortcode) : found
    },
    (client, drop, after, options) =>
      client.subscribe(DropUpdatesDocument, { dropId: drop?.id ?? '', after }, options),
  )
}

/** Whether a wallet could claim now. Reads again while a requirement could not be checked. */
export function useEligibility(dropId: string | null, walletAddress: string | null): Read<Eligibility> {
  const asked = dropId === null || walletAddress === null ? null : `${dropId} ${walletAddress}`
  const read = useFollowed<Eligibility>(asked, async (client, signal) => {
    const input = { dropId: dropId ?? '', walletAddress: walletAddress ?? '' }
    const answer = await client.query(CheckEligibilityDocument, { input }, { signal })
    return answer.ok ? ok(answer.value.checkEligibility) : answer
  })
  const { value, refusal, readAgain } = read
  useEffect(() => {
    // After a refusal, the value before it stays.
    if (!value?.retryable || refusal?.retryable) return
    const own = new AbortController()
    void pause(PASSING_MS, own.signal).then((isOver) => isOver && readAgain())
    return () => own.abort()
  }, [value, refusal, readAgain])
  return read
}

/** Returns a payment intent, and follows its updates. */
export function usePayment(paymentIntentId: string | null): Read<Payment | null> {
  return useFollowed<Payment | null>(
    paymentIntentId,
    async (client, signal) => {
      const answer = await client.query(PaymentIntentDocument, { id: paymentIntentId ?? '' }, { signal })
      return answer.ok ? ok(answer.value.paymentIntent) : answer
    },
    (client, payment, after, options) =>
      client.subscribe(PaymentUpdatesDocument, { paymentIntentId: payment?.id ?? '', after }, options),
  )
}
