import { Badge, NavLink, Stack } from '@mantine/core'
import { IconApi, IconExternalLink } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { useAttention, useStuckDeliveries, useUnmatchedCount } from '../attention/use-attention.ts'
import classes from './frame.module.css'
import { placesFor } from './places.ts'
import { useMe } from './use-me.ts'

/** The dashboard's navigation. `onGo` closes the menu on phones. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const [, first = ''] = useLocation().pathname.split('/')
  const area = first === '' ? 'drops' : first
  const { me } = useMe()
  const stuck = useStuckDeliveries()
  const waiting: Readonly<Record<string, number>> = {
    drops: useAttention().reduce(
      (sum, { toReview, failedRefunds }) => sum + toReview + failedRefunds,
      stuck.drops.length,
    ),
    webhooks: stuck.webhooks.length,
    unmatched: useUnmatchedCount(),
  }
  return (
    <Stack gap={4} component="nav" aria-label={inDashboard('dashboard')}>
      {placesFor(me).map(({ to, area: name, label, Icon }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          leftSection={<Icon size={19} aria-hidden />}
          rightSection={waiting[name] ? <WaitingBadge value={waiting[name]} /> : null}
          active={area === name}
          aria-current={area === name ? 'page' : undefined}
          className={classes['place'] ?? ''}
          onClick={onGo}
        />
      ))}
      <NavLink
        href="/graphql?explorerIsOpen=true"
        label={inDashboard('apiExplorer')}
        leftSection={<IconApi size={19} aria-hidden />}
        rightSection={<IconExternalLink size={15} aria-hidden />}
        className={classes['place'] ?? ''}
      />
    </Stack>
  )
}

const WaitingBadge = ({ value }: { readonly value: number }) => (
  <Badge color="orange" size="sm" variant="light" aria-label={inDashboard('thingsToDo', { count: value })}>
    {value}
  </Badge>
)
