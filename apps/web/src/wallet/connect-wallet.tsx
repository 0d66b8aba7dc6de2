import { Loader, Modal, Stack, Text } from '@mantine/core'
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useRef,
  useState,
} from 'react'
import { pageData } from '../page/page-data.ts'
import { DevelopmentAccounts } from './development-accounts-list.tsx'
import type { Wallet } from './wallet.ts'

// Large, and nothing to those who are on the fake chain.
const SuiWallets = lazy(() => import('./sui-wallets.tsx'))

type Connect = () => Promise<Wallet | null>

const ConnectContext = createContext<Connect>(() => Promise.resolve(null))

/** Lets one choose a wallet; null when one has thought better of it. */
export const useConnectWallet = (): Connect => useContext(ConnectContext)

/** Holds the dialog in which a wallet is chosen. */
export function WalletProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<(wallet: Wallet | null) => void>(() => {})

  const connect = useCallback<Connect>(
    () =>
      new Promise((resolve) => {
        waiting.current(null)
        waiting.current = resolve
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
      <Modal
        opened={isOpen}
        onClose={() => finish(null)}
        title="Connect a wallet"
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {pageData.chain === 'fake' ? (
          <DevelopmentAccounts onChosen={finish} />
        ) : (
          <Suspense fallback={<Loader />}>
            <SuiWallets onChosen={finish} />
          </Suspense>
        )}
        <Stack mt="md">
          <Text size="xs" c="dimmed">
            You are asked to sign a message. It proves that the wallet is yours, costs nothing and moves
            nothing.
          </Text>
        </Stack>
      </Modal>
    </ConnectContext.Provider>
  )
}
