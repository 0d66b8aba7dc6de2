import { Avatar, Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconLogout, IconSelector, IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router'
import { pictureSources } from '../../page/shown-picture.ts'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { shortAddress } from '../../words/short-address.ts'
import { creator } from '../creator.ts'
import classes from './frame.module.css'
import { useMe } from './use-me.ts'

/** The user who is signed in, with the sign-out button. */
export function UserMenu() {
  const { me } = useMe()
  const name = me?.displayName ?? me?.username ?? ''
  return (
    <Menu position="top-start" width={220} withArrow>
      <Menu.Target>
        <UnstyledButton
          className={classes['user']}
          aria-label={name === '' ? inDashboard('yourAccount') : inDashboard('yourAccountNamed', { name })}
        >
          <Group gap="sm" wrap="nowrap">
            <Avatar
              src={pictureSources(me?.avatarUrl, 36)?.src ?? null}
              name={name}
              color="leaf"
              radius="xl"
              size={36}
              alt=""
            />
            <div className={classes['userName']}>
              <Text size="sm" fw={600} dir="auto" truncate>
                {name}
              </Text>
              <Text size="xs" c="dimmed" truncate ff={me?.walletAddress ? 'monospace' : 'text'}>
                {me && (me.walletAddress === null ? inDashboard('noWallet') : shortAddress(me.walletAddress))}
              </Text>
            </div>
            <IconSelector size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} />}>
          {inDashboard('profileAndKeys')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void creator.end()}>
          {inDashboard('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
