import { Anchor, Avatar, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import {
  createDAppKit,
  DAppKitProvider,
  type UiWallet,
  type UiWalletAccount,
  useWallets,
} from '@mysten/dapp-kit-react'
import { SuiGrpcClient } from '@mysten/sui/grpc'
import { useState } from 'react'
import { ApiRefusal } from '../api/errors.ts'
import { addressForTab, isFramed } from '../page/links.ts'
import { pageData } from '../page/page-data.ts'
import { t } from '../words/messages.ts'
import { mobileWalletLinks } from './mobile-wallets.ts'
import { OpenInTab } from './open-in-tab.tsx'
import type { Wallet } from './wallet.ts'
import classes from './wallet-list.module.css'

const network = pageData.network ?? 'testnet'

/**
 * Connects the Sui wallets of this browser. The page itself calls no Sui node: the server builds transactions and wallets
 * send them.
 */
const dAppKit = createDAppKit({
  networks: [network],
  defaultNetwork: network,
  createClient: () => new SuiGrpcClient({ network, baseUrl: location.origin }),
  autoConnect: false,
  slushWalletConfig: null,
})

const walletOf = (account: UiWalletAccount, name: string): Wallet => ({
  name: account.label ?? name,
  address: account.address,
  async signMessage(message) {
    const { signature } = await dAppKit.signPersonalMessage({
      account,
      message: new TextEncoder().encode(message),
    })
    return signature
  },
  async execute(transactionBytes) {
    const result = await dAppKit.signAndExecuteTransaction({ account, transaction: transactionBytes })
    if (result.FailedTransaction)
      throw new ApiRefusal('The transaction failed on the chain', { code: 'TX_FAILED' })
    return result.Transaction.digest
  },
  async signTransaction(transactionBytes) {
    const { signature } = await dAppKit.signTransaction({ account, transaction: transactionBytes })
    return signature
  },
})

/** On a phone, wallets show pages in a browser of their own. A claim link stays here, because its secret must. */
function MobileWalletLinks() {
  const isPhone = matchMedia('(pointer: coarse)').matches
  if (!isPhone || location.hash !== '') return null
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {t('openInWallet')}
      </Text>
      {mobileWalletLinks(addressForTab()).map(({ name, href }) => (
        <Anchor key={name} href={href} rel="noopener noreferrer">
          {name}
        </Anchor>
      ))}
    </Stack>
  )
}

function Wallets({ onChosen }: { readonly onChosen: (wallet: Wallet) => void }) {
  const wallets = useWallets()
  const [error, setError] = useState<string | null>(null)
  const connect = async (wallet: UiWallet) => {
    setError(null)
    try {
      const { accounts } = await dAppKit.connectWallet({ wallet })
      const [account] = accounts
      if (account) onChosen(walletOf(account, wallet.name))
      else setError(t('walletNoAccount', { wallet: wallet.name }))
    } catch {
      setError(t('walletNotConnected', { wallet: wallet.name }))
    }
  }
  if (wallets.length === 0)
    return (
      <Stack gap="xs">
        <Text>{t('noSuiWallet')}</Text>
        {isFramed() ? <OpenInTab why={t('walletsNeedTab')} /> : null}
        <MobileWalletLinks />
      </Stack>
    )
  return (
    <Stack gap="xs">
      {wallets.map((wallet) => (
        <UnstyledButton key={wallet.name} className={classes['wallet']} onClick={() => connect(wallet)}>
          <Group gap="sm" wrap="nowrap">
            <Avatar src={wallet.icon} alt="" radius="sm" size="md" />
            <Text fw={600}>{wallet.name}</Text>
          </Group>
        </UnstyledButton>
      ))}
      {error === null ? null : (
        <Text role="alert" c="red">
          {error}
        </Text>
      )}
    </Stack>
  )
}

export default function SuiWallets(props: { readonly onChosen: (wallet: Wallet) => void }) {
  return (
    <DAppKitProvider dAppKit={dAppKit}>
      <Wallets {...props} />
    </DAppKitProvider>
  )
}
