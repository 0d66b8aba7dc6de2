import { Loader, Modal, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { pageData } from '../page/page-data.ts'
import { DevelopmentAccounts } from './development-accounts-list.tsx'
import type { Wallet } from './wallet.ts'
import type { WalletPurpose } from './wallet-purpose.ts'

// Large, and nothing to those who are on the fake chain.
const SuiWallets = lazy(() => import('./sui-wallets.tsx'))

const NEXT: Readonly<Record<WalletPurpose, string>> = {
  message:
    'You are asked to sign a message. It proves that the wallet is yours, costs nothing and moves nothing.',
  transaction:
    'You are asked to sign a transaction. Your wallet shows what it moves and what it costs before you agree.',
}

/** In which a wallet is chosen; null when one has thought better of it. */
export default function WalletDialog({
  isOpen,
  purpose,
  onFinish,
}: {
  readonly isOpen: boolean
  readonly purpose: WalletPurpose
  readonly onFinish: (wallet: Wallet | null) => void
}) {
  return (
    <Modal opened={isOpen} onClose={() => onFinish(null)} title="Connect a wallet" centered>
      {pageData.chain === 'fake' ? (
        <DevelopmentAccounts onChosen={onFinish} />
      ) : (
        <Suspense fallback={<Loader />}>
          <SuiWallets onChosen={onFinish} />
        </Suspense>
      )}
      <Stack mt="md">
        <Text size="xs" c="dimmed">
          {NEXT[purpose]}
        </Text>
      </Stack>
    </Modal>
  )
}
