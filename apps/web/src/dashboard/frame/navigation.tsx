import { Badge, NavLink, Stack } from '@mantine/core'
import {
  IconApi,
  IconCoins,
  IconDroplet,
  IconExternalLink,
  IconQuestionMark,
  IconSettings,
  IconWebhook,
} from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { isOperator, useAttention, useUnmatchedCount } from '../attention/use-attention.ts'
import classes from './frame.module.css'
import { useMe } from './use-me.ts'

const placesOf = () =>
  [
    { to: '/', area: 'drops', label: inDashboard('drops'), Icon: IconDroplet },
    { to: '/tokens', area: 'tokens', label: inDashboard('tokens'), Icon: IconCoins },
    { to: '/webhooks', area: 'webhooks', label: inDashboard('webhooks'), Icon: IconWebhook },
    { to: '/settings', area: 'settings', label: inDashboard('settings'), Icon: IconSettings },
  ] as const

const operatorPlaces = () =>
  [
    { to: '/unmatched', area: 'unmatched', label: inDashboard('unmatchedPayments'), Icon: IconQuestionMark },
  ] as const

/** The dashboard's navigation. `onGo` closes the menu on phones. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const [, first = ''] = useLocation().pathname.split('/')
  const area = first === '' ? 'drops' : first
  const { me } = useMe()
  const waiting: Readonly<Record<string, number>> = {
    drops: useAttention().reduce((sum, { toReview, failedRefunds }) => sum + toReview + failedRefunds, 0),
    unmatched: useUnmatchedCount(),
  }
  return (
    <Stack gap={4} component="nav" aria-label={inDashboard('dashboard')}>
      {[...placesOf(), ...(isOperator(me) ? operatorPlaces() : [])].map(({ to, area: name, label, Icon }) => (
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
  <Badge
    color="orange"
    size="sm"
    variant="light"
    aria-label={inDashboard('paymentsToReview', { count: value })}
  >
    {value}
  </Badge>
)
