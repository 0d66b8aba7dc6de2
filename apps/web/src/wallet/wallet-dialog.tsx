import { Loader, Modal, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { pageData } from '../page/page-data.ts'
import { t } from '../words/messages.ts'
import { DevelopmentAccounts } from './development-accounts-list.tsx'
import { OpenInTab } from './open-in-tab.tsx'
import { passkeysNeedTab, takesPasskeys } from './passkey-support.ts'
import type { Wallet } from './wallet.ts'
import type { WalletPurpose } from './wallet-purpose.ts'

// Loaded on demand, because it is large and not used on the fake chain.
const SuiWallets = lazy(() => import('./sui-wallets.tsx'))

// Loaded on demand, because it is large and only drops without gas offer it.
const PasskeyChoice = lazy(() => import('./passkey-choice.tsx'))

const NEXT = { message: 'signMessage', transaction: 'signTransaction' } as const satisfies Readonly<
  Record<WalletPurpose, string>
>

/** The dialog in which the user chooses a wallet. The choice is null if the user cancels. */
export default function WalletDialog({
  isOpen,
  purpose,
  hasPasskeys,
  onFinish,
}: {
  readonly isOpen: boolean
  readonly purpose: WalletPurpose
  /** Whether to offer passkeys, if this browser can use them on this page. */
  readonly hasPasskeys: boolean
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
      {hasPasskeys && takesPasskeys() ? (
        <Suspense fallback={<Loader />}>
          <PasskeyChoice onChosen={onFinish} />
        </Suspense>
      ) : null}
      {hasPasskeys && passkeysNeedTab() ? <OpenInTab why={t('passkeysNeedTab')} /> : null}
      <Stack mt="md">
        <Text size="xs" c="dimmed">
          {t(NEXT[purpose])}
        </Text>
      </Stack>
    </Modal>
  )
}
