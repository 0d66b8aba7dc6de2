import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  use,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import type { DropkitClient } from '../client.ts'
import { type FoundWallet, findWallets } from '../element/wallet-standard.ts'
import { ok, type Result, refusalOf, refused } from '../result.ts'

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

const notLoaded = (cause: unknown) =>
  refused(refusalOf('UNREACHABLE', 'The client could not be loaded', { retryable: true, cause }))

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
