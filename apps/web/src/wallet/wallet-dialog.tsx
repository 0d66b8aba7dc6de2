import { Loader, Modal, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { pageData } from '../page/page-data.ts'
import { t } from '../words/messages.ts'
import { DevelopmentAccounts } from './development-accounts-list.tsx'
import type { Wallet } from './wallet.ts'
import type { WalletPurpose } from './wallet-purpose.ts'

// Loaded on demand, because it is large and not used on the fake chain.
const SuiWallets = lazy(() => import('./sui-wallets.tsx'))

const NEXT = { message: 'signMessage', transaction: 'signTransaction' } as const satisfies Readonly<
  Record<WalletPurpose, string>
>

/** The dialog in which the user chooses a wallet. The choice is null if the user cancels. */
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
    <Modal opened={isOpen} onClose={() => onFinish(null)} title={t('connectWallet')} centered>
      {pageData.chain === 'fake' ? (
        <DevelopmentAccounts onChosen={onFinish} />
      ) : (
        <Suspense fallback={<Loader />}>
          <SuiWallets onChosen={onFinish} />
        </Suspense>
      )}
      <Stack mt="md">
        <Text size="xs" c="dimmed">
          {t(NEXT[purpose])}
        </Text>
      </Stack>
    </Modal>
  )
}
