import { Anchor, Stack, Text } from '@mantine/core'
import { addressForTab } from '../page/own-tab.ts'
import { t } from '../words/messages.ts'
import { mobileWalletLinks } from './mobile-wallets.ts'

/** On a phone, wallets show pages in a browser of their own. A claim link stays here, because its secret must. */
export function MobileWalletLinks() {
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
