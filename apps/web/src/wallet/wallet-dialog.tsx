import { Avatar, Button, Group, Loader, Modal, Stack, Text, UnstyledButton } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { lazyPart } from '../components/lazy-part.ts'
import { pageData } from '../page/page-data.ts'
import { shortAddress } from '../words/addresses.ts'
import { t } from '../words/messages.ts'
import {
  addDevelopmentAccount,
  type DevelopmentAccount,
  developmentAccounts,
  developmentWallet,
} from './development-wallet.ts'
import { OpenInTab } from './open-in-tab.tsx'
import { passkeysNeedTab, takesPasskeys } from './passkey-support.ts'
import type { Wallet, WalletPurpose } from './wallet.ts'
import classes from './wallet-list.module.css'

// Loaded on demand, because it is large and not used on the fake chain.
const SuiWallets = lazyPart(() => import('./sui-wallets.tsx'))

// Loaded on demand, because it is large and only drops without gas offer it.
const PasskeyChoice = lazyPart(() => import('./passkey-choice.tsx'))

const NEXT = { message: 'signMessage', transaction: 'signTransaction' } as const satisfies Readonly<
  Record<WalletPurpose, string>
>

/** The accounts of the development wallet, with a button that creates another one. */
export function DevelopmentAccounts({ onChosen }: { readonly onChosen: (wallet: Wallet) => void }) {
  const [isMaking, setMaking] = useState(false)
  const accounts = developmentAccounts()
  const choose = (account: DevelopmentAccount) => onChosen(developmentWallet(account))
  const make = async () => {
    setMaking(true)
    choose(await addDevelopmentAccount())
  }

  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('testChain')}
      </Text>
      {accounts.map((account) => (
        <UnstyledButton key={account.address} className={classes['wallet']} onClick={() => choose(account)}>
          <Group gap="sm" wrap="nowrap">
            <Avatar name={account.name} color="initials" radius="xl" size="md" aria-hidden />
            <div>
              <Text fw={600}>{account.name}</Text>
              <Text size="xs" c="dimmed" ff="monospace">
                {shortAddress(account.address)}
              </Text>
            </div>
          </Group>
        </UnstyledButton>
      ))}
      <Button
        variant={accounts.length === 0 ? 'filled' : 'light'}
        size="md"
        loading={isMaking}
        onClick={make}
      >
        {t(accounts.length === 0 ? 'createTestWallet' : 'anotherTestWallet')}
      </Button>
    </Stack>
  )
}

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
  // The dialog returns the focus to where it was when it opened, which it notices only after it is mounted.
  const isMounted = useMounted()
  return (
    <Modal opened={isOpen && isMounted} onClose={() => onFinish(null)} title={t('connectWallet')} centered>
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
