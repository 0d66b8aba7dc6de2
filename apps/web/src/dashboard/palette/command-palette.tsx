import {
  Combobox,
  Group,
  Modal,
  Text,
  TextInput,
  useCombobox,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconApi, IconDroplet, IconMoon, IconPlus, IconSearch, IconSun } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { DropTitlesDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { inDashboard, t } from '../../words/messages.ts'
import { statusLook } from '../../words/status-words.ts'
import { useMe } from '../creator.ts'
import { placesFor } from '../frame/places.ts'

/** The API's largest page. */
const MAX_DROPS = 200
/** The number of drops before anything is typed. */
const LATEST = 4
const MAX_SHOWN = 20
const ICON_PX = 18

interface Action {
  readonly id: string
  readonly label: string
  readonly icon: ReactNode
  readonly right?: ReactNode
  readonly act: () => void
}

/** Finds drops, screens and actions by their names, by keyboard alone. */
export default function CommandPalette({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const [query, setQuery] = useState('')
  // The dialog returns the focus to where it was when it opened, which it notices only after it is mounted.
  const isMounted = useMounted()
  return (
    <Modal
      opened={isOpen && isMounted}
      onClose={onClose}
      onExitTransitionEnd={() => setQuery('')}
      withCloseButton={false}
      padding={0}
      radius="lg"
      yOffset="10dvh"
      // The header is hidden, and the title names the dialog.
      title={inDashboard('search')}
      styles={{ header: { display: 'none' } }}
    >
      <FoundActions query={query} onQuery={setQuery} onClose={onClose} />
    </Modal>
  )
}

function FoundActions({
  query,
  onQuery,
  onClose,
}: {
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly onClose: () => void
}) {
  // It is open as long as the dialog, and Escape closes both.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const groups = useFound(query.trim().toLocaleLowerCase())
  const actions = groups.flatMap((group) => group.actions)
  const first = actions[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first option changes with what is found.
  useEffect(() => void combobox.selectFirstOption(), [query, first])
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        onClose()
        actions.find((action) => action.id === id)?.act()
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          role="combobox"
          variant="unstyled"
          size="md"
          px="xs"
          leftSection={<IconSearch size={20} aria-hidden />}
          placeholder={inDashboard('searchDropsAndScreens')}
          aria-label={inDashboard('searchDropsAndScreens')}
          value={query}
          onChange={({ currentTarget }) => onQuery(currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options
        p="xs"
        mah="min(400px, 60dvh)"
        style={{ overflowY: 'auto', borderTop: '1px solid var(--quiet-line)' }}
      >
        {groups.map(({ name, actions: found }) => (
          <Combobox.Group key={name} label={name}>
            {found.map(({ id, label, icon, right }) => (
              <Combobox.Option key={id} value={id}>
                <Group gap="sm" wrap="nowrap" mih={28}>
                  {icon}
                  <Text size="sm" truncate flex={1} dir="auto">
                    {label}
                  </Text>
                  {right}
                </Group>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
        {groups.length === 0 ? <Combobox.Empty>{inDashboard('nothingFound')}</Combobox.Empty> : null}
      </Combobox.Options>
    </Combobox>
  )
}

/** The groups of actions whose names contain `sought`, without empty ones. */
function useFound(sought: string): readonly { readonly name: string; readonly actions: readonly Action[] }[] {
  const navigate = useNavigate()
  const { me } = useMe()
  const drops = useRead(
    DropTitlesDocument,
    { filter: { creatorId: me?.id ?? '' }, limit: MAX_DROPS },
    { enabled: me !== undefined },
  )
  const { setColorScheme } = useMantineColorScheme()
  const isLight = useComputedColorScheme('light') === 'light'
  const to = (path: string) => () => void navigate(path)
  const all = drops.data?.drops ?? []

  const ofDrops: readonly Action[] = (sought === '' ? all.slice(0, LATEST) : all).map(
    ({ id, title, status }) => ({
      id,
      label: title,
      icon: <IconDroplet size={ICON_PX} aria-hidden />,
      right: <Text size="xs">{statusLook(status).words}</Text>,
      act: to(`/drops/${id}`),
    }),
  )
  const ofPlaces: readonly Action[] = [
    ...placesFor(me).map(({ to: path, label, Icon }) => ({
      id: path,
      label,
      icon: <Icon size={ICON_PX} aria-hidden />,
      act: to(path),
    })),
    {
      id: 'explorer',
      label: inDashboard('apiExplorer'),
      icon: <IconApi size={ICON_PX} aria-hidden />,
      act: () => location.assign('/graphql?explorerIsOpen=true'),
    },
  ]
  const others: readonly Action[] = [
    {
      id: 'new-drop',
      label: inDashboard('createDrop'),
      icon: <IconPlus size={ICON_PX} aria-hidden />,
      act: to('/drops/new'),
    },
    {
      id: 'new-token',
      label: inDashboard('createToken'),
      icon: <IconPlus size={ICON_PX} aria-hidden />,
      act: to('/tokens/new'),
    },
    {
      id: 'colors',
      label: t(isLight ? 'darkColors' : 'lightColors'),
      icon: isLight ? <IconMoon size={ICON_PX} aria-hidden /> : <IconSun size={ICON_PX} aria-hidden />,
      act: () => setColorScheme(isLight ? 'dark' : 'light'),
    },
  ]
  return [
    { name: inDashboard('yourDrops'), actions: ofDrops },
    { name: inDashboard('goTo'), actions: ofPlaces },
    { name: inDashboard('actions'), actions: others },
  ]
    .map(({ name, actions }) => ({
      name,
      actions: actions.filter(({ label }) => label.toLocaleLowerCase().includes(sought)).slice(0, MAX_SHOWN),
    }))
    .filter(({ actions }) => actions.length > 0)
}
