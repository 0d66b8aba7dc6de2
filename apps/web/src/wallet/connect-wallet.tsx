import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { lazyPart } from '../components/lazy-part.ts'
import type { Wallet, WalletPurpose } from './wallet.ts'

const LOAD_AHEAD_AFTER_MS = 1_500

const loadDialog = () => import('./wallet-dialog.tsx')
// Loaded on demand, because the dialog is not needed to read the page.
const WalletDialog = lazyPart(loadDialog)

/**
 * `purpose`: what the wallet will be asked to sign next. The dialog shows it. `takesPasskeys`: whether a passkey can do
 * everything that follows; it signs, but sends no transactions on Sui.
 */
type Connect = (purpose: WalletPurpose, takesPasskeys?: boolean) => Promise<Wallet | null>

const ConnectContext = createContext<Connect>(() => Promise.resolve(null))

/** Lets the user choose a wallet. Null if the user cancels. */
export const useConnectWallet = (): Connect => useContext(ConnectContext)

/** Renders the wallet dialog and provides `useConnectWallet`. */
export function WalletProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  // The dialog is loaded a little after the page, so that it is there when the user opens it.
  useEffect(() => {
    const ahead = setTimeout(() => void loadDialog().catch(() => {}), LOAD_AHEAD_AFTER_MS)
    return () => clearTimeout(ahead)
  }, [])
  const [hasPasskeys, setPasskeys] = useState(false)
  const [purpose, setPurpose] = useState<WalletPurpose>('message')
  const waiting = useRef<(wallet: Wallet | null) => void>(() => {})

  const connect = useCallback<Connect>(
    (next, takesPasskeys = false) =>
      new Promise((resolve) => {
        setPurpose(next)
        setPasskeys(takesPasskeys)
        waiting.current(null)
        waiting.current = resolve
        setOpened(true)
        setOpen(true)
      }),
    [],
  )
  const finish = (wallet: Wallet | null) => {
    setOpen(false)
    waiting.current(wallet)
    waiting.current = () => {}
  }

  return (
    <ConnectContext.Provider value={connect}>
      {children}
      {wasOpened ? (
        <Suspense>
          <WalletDialog isOpen={isOpen} purpose={purpose} hasPasskeys={hasPasskeys} onFinish={finish} />
        </Suspense>
      ) : null}
    </ConnectContext.Provider>
  )
}
