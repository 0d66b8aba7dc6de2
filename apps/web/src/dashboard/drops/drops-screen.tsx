import { Button, Group, Select, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type DropStatus, DropsOfCreatorDocument } from '../../api/generated/operations.ts'
import { usePages } from '../../api/pages.ts'
import { FaultMessage } from '../../components/fault-message.tsx'
import { LoadMore } from '../../components/load-more.tsx'
import { ScreenHead } from '../../components/screen-head.tsx'
import { NeedsAttention } from '../attention/needs-attention.tsx'
import { type Me, useMe } from '../frame/use-me.ts'
import { DropGrid, LoadingDrops } from './drop-grid.tsx'
import { FirstDrop } from './first-drop.tsx'

const STATES: readonly { readonly value: DropStatus; readonly label: string }[] = [
  { value: 'ACTIVE', label: 'Open' },
  { value: 'SCHEDULED', label: 'Scheduled' },
  { value: 'DRAFT', label: 'Drafts' },
  { value: 'PAUSED', label: 'Paused' },
  { value: 'SOLD_OUT', label: 'Sold out' },
  { value: 'ENDED', label: 'Ended' },
  { value: 'CANCELLED', label: 'Cancelled' },
]

const PAGE = 24
/** What no subscription tells is read again so often. */
const READ_EVERY_MS = 5_000

/** One's drops, newest first. */
export default function DropsScreen() {
  const { me, fault, readAgain } = useMe()
  return (
    <>
      <ScreenHead
        title="Drops"
        actions={
          <Button component={Link} to="/drops/new" leftSection={<IconPlus size={18} />}>
            Create a drop
          </Button>
        }
      />
      <NeedsAttention />
      {me ? <Drops me={me} /> : fault ? <FaultMessage fault={fault} onRetry={readAgain} /> : <LoadingDrops />}
    </>
  )
}

function Drops({ me }: { readonly me: Me }) {
  const [status, setStatus] = useState<DropStatus | null>(null)
  const [search, setSearch] = useState('')
  const filter = { creatorId: me.id, ...(status === null ? {} : { status }) }
  const list = usePages(DropsOfCreatorDocument, { filter }, ({ drops }) => drops, {
    size: PAGE,
    refetchInterval: READ_EVERY_MS,
  })
  if (list.items?.length === 0 && status === null) return <FirstDrop />
  const sought = search.trim().toLocaleLowerCase()
  const found = list.items?.filter(({ title }) => title.toLocaleLowerCase().includes(sought))
  return (
    <>
      <Group mb="md" gap="sm">
        <TextInput
          aria-label="Search by title"
          placeholder="Search by title"
          leftSection={<IconSearch size={17} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          style={{ flex: '1 1 150px' }}
          maw={360}
        />
        <Select
          aria-label="State"
          placeholder="All states"
          data={[...STATES]}
          value={status}
          onChange={(chosen) => setStatus(STATES.find(({ value }) => value === chosen)?.value ?? null)}
          clearable
          clearButtonProps={{ 'aria-label': 'Show all states' }}
          style={{ flex: '0 1 150px' }}
        />
      </Group>
      {list.fault ? <FaultMessage fault={list.fault} onRetry={list.readAgain} /> : null}
      {found ? (
        <DropGrid
          drops={found}
          nothing={
            sought === ''
              ? 'No drop of yours is in this state.'
              : list.hasMore
                ? 'None of those loaded so far has this in its title. Load more below.'
                : 'No drop of yours has this in its title.'
          }
        />
      ) : list.fault ? null : (
        <LoadingDrops />
      )}
      <LoadMore list={list} />
    </>
  )
}
