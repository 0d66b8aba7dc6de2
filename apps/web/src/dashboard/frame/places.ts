import { IconCoins, IconDroplet, IconQuestionMark, IconSettings, IconWebhook } from '@tabler/icons-react'
import { inDashboard } from '../../words/messages.ts'
import { isOperator } from '../attention/needs-attention.tsx'
import type { Me } from '../creator.ts'

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

/** The areas of the dashboard that this user may see. */
export const placesFor = (me: Me | undefined) => [...placesOf(), ...(isOperator(me) ? operatorPlaces() : [])]
