import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Wallet } from './wallet.ts'
import type { WalletPurpose } from './wallet-purpose.ts'

const LOAD_AHEAD_AFTER_MS = 1_500

const loadDialog = () => import('./wallet-dialog.tsx')
// Nobody needs it before the page can be read.
const WalletDialog = lazy(loadDialog)

/** `purpose`: what the wallet is asked to sign next, which the dialog says. */
type Connect = (purpose: WalletPurpose) => Promise<Wallet | null>

const ConnectContext = createContext<Connect>(() => Promise.resolve(null))

/** Lets one choose a wallet; null when one has thought better of it. */
export const useConnectWallet = (): Connect => useContext(ConnectContext)

/** Holds the dialog in which a wallet is chosen. */
export function WalletProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  // There when the button is pressed; until then the page has more to do.
  useEffect(() => {
    const ahead = setTimeout(() => void loadDialog().catch(() => {}), LOAD_AHEAD_AFTER_MS)
    return () => clearTimeout(ahead)
  }, [])
  const [purpose, setPurpose] = useState<WalletPurpose>('message')
  const waiting = useRef<(wallet: Wallet | null) => void>(() => {})

  const connect = useCallback<Connect>(
    (next) =>
      new Promise((resolve) => {
        setPurpose(next)
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
          <WalletDialog isOpen={isOpen} purpose={purpose} onFinish={finish} />
        </Suspense>
      ) : null}
    </ConnectContext.Provider>
  )
}
