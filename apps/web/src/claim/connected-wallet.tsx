import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconLogout, IconRefresh, IconWallet } from '@tabler/icons-react'
import { shortAddress } from '../words/addresses.ts'
import { inClaiming } from '../words/messages/claiming.ts'

/** Shows the connected wallet, with actions to switch or disconnect it. */
export default function ConnectedWallet({
  address,
  onAnother,
  onDisconnect,
}: {
  readonly address: string
  readonly onAnother: () => void
  readonly onDisconnect: () => void
}) {
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          radius="xl"
          leftSection={<IconWallet size={15} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={inClaiming('wallet', { address: shortAddress(address) })}
        >
          {shortAddress(address)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={onAnother}>
          {inClaiming('anotherWallet')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={onDisconnect}>
          {inClaiming('disconnect')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
