import { Badge, Box, Skeleton, Stack, Tabs } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Suspense, useEffect, useRef } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { ErrorMessage } from '../../components/error-message.tsx'
import { lazyPart } from '../../components/lazy-part.ts'
import { inDrop } from '../../words/messages/drop.ts'
import { useAttention, useFailedPayouts } from '../attention/needs-attention.tsx'
import classes from './drop.module.css'
import { DropHead } from './head/drop-head.tsx'
import { NoSuchDrop } from './no-such-drop.tsx'
import { OverviewTab } from './overview/overview-tab.tsx'
import { type ShownDrop, useDrop } from './use-drop.ts'

// Loaded on demand, because most visits open only the first tab.
const ClaimsTab = lazyPart(async () => ({ default: (await import('./claims/claims-tab.tsx')).ClaimsTab }))
const LinksTab = lazyPart(async () => ({ default: (await import('./links/links-tab.tsx')).LinksTab }))
const PaymentsTab = lazyPart(async () => ({
  default: (await import('./payments/payments-tab.tsx')).PaymentsTab,
}))
const RulesTab = lazyPart(async () => ({ default: (await import('./rules/rules-tab.tsx')).RulesTab }))
const SettingsTab = lazyPart(async () => ({
  default: (await import('./settings/settings-tab.tsx')).SettingsTab,
}))

/** The screen of one of the user's drops. */
export default function DropScreen() {
  const { id = '', tab = 'overview' } = useParams()
  const { read, isUp } = useDrop(id)
  const drop = read.data?.drop
  useDocumentTitle(`${drop?.title ?? inDrop('drop')} · Dropkit`)

  if (read.isPending) return <LoadingDrop />
  if (!read.data) return <ErrorMessage error={read.error} onRetry={() => void read.refetch()} />
  if (!drop || drop.creator.id !== read.data.me?.id) return <NoSuchDrop />
  return (
    <Stack gap="lg">
      <DropHead drop={drop} isUp={isUp} />
      <DropTabs key={drop.id} drop={drop} tab={tab} ownWallet={read.data.me.walletAddress} />
    </Stack>
  )
}

const TABS = [
  { name: 'overview', label: inDrop('overview') },
  { name: 'claims', label: inDrop('claims') },
  { name: 'links', label: inDrop('links') },
  { name: 'payments', label: inDrop('payments') },
  { name: 'rules', label: inDrop('whoMayClaim') },
  { name: 'settings', label: inDrop('settings') },
] as const

function DropTabs({
  drop,
  tab,
  ownWallet,
}: {
  readonly drop: ShownDrop
  readonly tab: string
  readonly ownWallet: string | null
}) {
  const navigate = useNavigate()
  const failedPayouts = useFailedPayouts(drop.id)
  const waiting = useAttention(drop.id).reduce(
    (sum, { toReview, failedRefunds }) => sum + toReview + failedRefunds,
    failedPayouts,
  )
  const home = `/drops/${drop.id}`
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new tab is moved into view.
  useEffect(() => {
    const active = list.current?.querySelector('[aria-selected=true]')
    if (list.current && active) centerIn(list.current, active)
  }, [tab])
  if (!TABS.some(({ name }) => name === tab)) return <Navigate to={home} replace />
  const goTo = (name: string | null) => void navigate(name === 'overview' ? home : `${home}/${name}`)

  return (
    <Tabs value={tab} onChange={goTo} keepMounted={false}>
      {/* On phones, the tab list scrolls sideways. */}
      <Box ref={list} className={classes['tabs']}>
        <Tabs.List className={classes['list'] ?? ''}>
          {TABS.map(({ name, label }) => (
            <Tabs.Tab
              key={name}
              value={name}
              style={{ whiteSpace: 'nowrap' }}
              rightSection={
                name === 'payments' && waiting > 0 ? (
                  <Badge
                    color="orange"
                    size="sm"
                    variant="light"
                    aria-label={inDrop('paymentsToReview', { payments: waiting })}
                  >
                    {waiting}
                  </Badge>
                ) : null
              }
            >
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Box>
      <Suspense fallback={<Skeleton height={280} radius="lg" mt="lg" />}>
        <Tabs.Panel value="overview" pt="lg">
          <OverviewTab drop={drop} />
        </Tabs.Panel>
        <Tabs.Panel value="claims" pt="lg">
          <ClaimsTab drop={drop} />
        </Tabs.Panel>
        <Tabs.Panel value="links" pt="lg">
          <LinksTab drop={drop} />
        </Tabs.Panel>
        <Tabs.Panel value="payments" pt="lg">
          <PaymentsTab drop={drop} ownWallet={ownWallet} />
        </Tabs.Panel>
        <Tabs.Panel value="rules" pt="lg">
          <RulesTab drop={drop} />
        </Tabs.Panel>
        <Tabs.Panel value="settings" pt="lg">
          <SettingsTab drop={drop} />
        </Tabs.Panel>
      </Suspense>
    </Tabs>
  )
}

const LoadingDrop = () => (
  <Stack gap="lg" aria-busy="true" aria-label={inDrop('dropIsLoading')}>
    <Skeleton height={18} width={90} />
    <Skeleton height={190} radius="lg" />
    <Skeleton height={40} />
    <Skeleton height={280} radius="lg" />
  </Stack>
)

/** Scrolls the list sideways. `scrollIntoView` would also scroll the page. */
function centerIn(list: HTMLElement, element: Element): void {
  const centerOf = (box: DOMRect) => box.left + box.width / 2
  const away = centerOf(element.getBoundingClientRect()) - centerOf(list.getBoundingClientRect())
  list.scrollBy({ left: away, behavior: 'instant' })
}
