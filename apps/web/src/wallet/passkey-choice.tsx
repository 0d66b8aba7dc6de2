import { Anchor, Button, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { isFramed } from '../page/links.ts'
import { shortAddress } from '../words/addresses.ts'
import { isPromptClosed } from '../words/error-words.ts'
import { t } from '../words/messages.ts'
import { OpenInTab } from './open-in-tab.tsx'
import { createPasskeyWallet, findPasskeyWallet, savedPasskeyWallet } from './passkey-wallet.ts'
import type { Wallet } from './wallet.ts'

/** Passkeys as wallets: the one that this browser used last, a new one, or one that the user has. */
export default function PasskeyChoice({ onChosen }: { readonly onChosen: (wallet: Wallet) => void }) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const saved = savedPasskeyWallet()
  const choose = async (find: () => Promise<Wallet>) => {
    setBusy(true)
    setFailed(false)
    setRefused(false)
    try {
      onChosen(await find())
    } catch (cause) {
      // The user has closed the browser's own dialog, which is not an error. Or the frame may not use passkeys: outside of
      // Chromium, nothing else says so.
      const isClosed = isPromptClosed(cause)
      setFailed(!isClosed)
      setRefused(isClosed && isFramed())
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap="xs" mt="xs">
      <Button
        size="md"
        variant="light"
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={isBusy}
        onClick={() => (saved === null ? choose(createPasskeyWallet) : onChosen(saved))}
      >
        {saved === null
          ? t('createPasskeyWallet')
          : t('usePasskeyWallet', { address: shortAddress(saved.address) })}
      </Button>
      {saved === null ? (
        <Anchor component="button" type="button" size="sm" onClick={() => choose(findPasskeyWallet)}>
          {t('findPasskeyWallet')}
        </Anchor>
      ) : null}
      {hasFailed ? (
        <Text role="alert" c="red" size="sm">
          {t('passkeyFailed')}
        </Text>
      ) : null}
      {isRefused ? <OpenInTab why={t('passkeysNeedTab')} /> : null}
    </Stack>
  )
}
