import { NavLink, Stack } from '@mantine/core'
import {
  IconApi,
  IconCoins,
  IconDroplet,
  IconExternalLink,
  IconSettings,
  IconWebhook,
} from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import classes from './frame.module.css'

const PLACES = [
  { to: '/', area: 'drops', label: 'Drops', Icon: IconDroplet },
  { to: '/tokens', area: 'tokens', label: 'Tokens', Icon: IconCoins },
  { to: '/webhooks', area: 'webhooks', label: 'Webhooks', Icon: IconWebhook },
  { to: '/settings', area: 'settings', label: 'Settings', Icon: IconSettings },
] as const

/** The places of the dashboard; `onGo` closes the menu of a phone. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const [, first = ''] = useLocation().pathname.split('/')
  const area = first === '' ? 'drops' : first
  return (
    <Stack gap={4} component="nav" aria-label="Dashboard">
      {PLACES.map(({ to, area: name, label, Icon }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          leftSection={<Icon size={19} aria-hidden />}
          active={area === name}
          aria-current={area === name ? 'page' : undefined}
          className={classes['place'] ?? ''}
          onClick={onGo}
        />
      ))}
      <NavLink
        href="/graphql?explorerIsOpen=true"
        label="API explorer"
        leftSection={<IconApi size={19} aria-hidden />}
        rightSection={<IconExternalLink size={15} aria-hidden />}
        className={classes['place'] ?? ''}
      />
    </Stack>
  )
}
