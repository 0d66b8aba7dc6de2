import { Button, Card, Group, List, SegmentedControl, Text, TextInput, ThemeIcon } from '@mantine/core'
import { IconDroplet, IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type DropStatus, DropsOfCreatorDocument } from '../../api/generated/operations.ts'
import { usePages } from '../../api/reads.ts'
import { ErrorMessage } from '../../components/error-message.tsx'
import { EmptyState, LoadMore, StatusFilter } from '../../components/list-parts.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { readSaved, save } from '../../session/saved.ts'
import { inDashboard } from '../../words/messages.ts'
import { NeedsAttention } from '../attention/needs-attention.tsx'
import { type Me, useMe } from '../creator.ts'
import { DropGrid, type DropLayout, LoadingDrops } from './drop-grid.tsx'

const STATUSES: readonly DropStatus[] = [
  'ACTIVE',
  'SCHEDULED',
  'DRAFT',
  'PAUSED',
  'SOLD_OUT',
  'ENDED',
  'CANCELLED',
]

const LAYOUT_STORAGE_KEY = 'dropkit.drop-layout'
const PAGE = 24
/** A search reads all drops, in pages of the API's largest size. */
const SEARCH_PAGE = 200
/** How often changes that no subscription reports are read. */
const READ_EVERY_MS = 5_000

/** The user's drops, newest first. */
export default function DropsScreen() {
  const { me, error, refetch } = useMe()
  return (
    <>
      <ScreenHead
        title={inDashboard('drops')}
        actions={
          <Button component={Link} to="/drops/new" leftSection={<IconPlus size={18} />}>
            {inDashboard('createDrop')}
          </Button>
        }
      />
      <NeedsAttention />
      {me ? <Drops me={me} /> : error ? <ErrorMessage error={error} onRetry={refetch} /> : <LoadingDrops />}
    </>
  )
}

const STEPS = [
  inDashboard('chooseTokenOfYours'),
  inDashboard('setWhoCanClaim'),
  inDashboard('shareLinkPeopleClaim'),
]

/** Shown if the user has no drop yet. */
const FirstDrop = () => (
  <Card withBorder radius="lg">
    <EmptyState
      icon={<IconDroplet size={28} />}
      title={inDashboard('giveSomethingAway')}
      action={
        <>
          <List spacing="sm" my="sm" listStyleType="none" pl={0}>
            {STEPS.map((step, index) => (
              <List.Item
                key={step}
                icon={
                  <ThemeIcon variant="light" radius="xl" size={28} className="numbers">
                    <Text component="span" size="sm" fw={700}>
                      {index + 1}
                    </Text>
                  </ThemeIcon>
                }
              >
                {step}
              </List.Item>
            ))}
          </List>
          <Button component={Link} to="/drops/new" size="md" leftSection={<IconPlus size={18} />}>
            {inDashboard('createYourFirstDrop')}
          </Button>
        </>
      }
    >
      {inDashboard('dropGivesOutPool')}
    </EmptyState>
  </Card>
)

function Drops({ me }: { readonly me: Me }) {
  const [status, setStatus] = useState<DropStatus | null>(null)
  const [search, setSearch] = useState('')
  const [layout, setLayout] = useState<DropLayout>(() =>
    readSaved(LAYOUT_STORAGE_KEY) === 'list' ? 'list' : 'cards',
  )
  const sought = search.trim().toLocaleLowerCase()
  const filter = { creatorId: me.id, ...(status === null ? {} : { status }) }
  const list = usePages(DropsOfCreatorDocument, { filter }, ({ drops }) => drops, {
    size: sought === '' ? PAGE : SEARCH_PAGE,
    refetchInterval: sought === '' ? READ_EVERY_MS : false,
  })
  const isSearching = sought !== '' && list.hasMore && list.error === null
  useEffect(() => {
    if (isSearching && !list.isLoadingMore) list.loadMore()
  }, [isSearching, list.isLoadingMore, list.loadMore])
  if (list.items?.length === 0 && status === null && sought === '') return <FirstDrop />
  const found = list.items?.filter(({ title }) => title.toLocaleLowerCase().includes(sought))
  return (
    <>
      <Group mb="md" gap="sm">
        <TextInput
          aria-label={inDashboard('searchByTitle')}
          placeholder={inDashboard('searchByTitle')}
          leftSection={<IconSearch size={17} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          style={{ flex: '1 1 150px' }}
          maw={360}
        />
        <StatusFilter
          statuses={STATUSES}
          value={status}
          onChange={setStatus}
          words={{
            label: inDashboard('state'),
            all: inDashboard('allStates'),
            clear: inDashboard('showAllStates'),
          }}
          style={{ flex: '0 1 150px' }}
        />
        <SegmentedControl
          aria-label={inDashboard('layout')}
          data={[
            { value: 'cards', label: inDashboard('layoutCards') },
            { value: 'list', label: inDashboard('layoutList') },
          ]}
          value={layout}
          onChange={(chosen) => {
            save(LAYOUT_STORAGE_KEY, chosen)
            setLayout(chosen as DropLayout)
          }}
          ms="auto"
        />
      </Group>
      {list.error ? <ErrorMessage error={list.error} onRetry={list.refetch} /> : null}
      {found ? (
        <DropGrid
          drops={found}
          layout={layout}
          nothing={
            sought === ''
              ? inDashboard('youHaveNoDrops')
              : isSearching
                ? inDashboard('searchingDropsSoFar', { drops: list.items?.length ?? 0 })
                : inDashboard('noneOfYourDrops')
          }
        />
      ) : list.error ? null : (
        <LoadingDrops />
      )}
      {isSearching ? null : <LoadMore list={list} />}
    </>
  )
}
