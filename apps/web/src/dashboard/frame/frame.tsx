import {
  AppShell,
  Avatar,
  Badge,
  Burger,
  Container,
  Group,
  Kbd,
  Menu,
  NavLink,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core'
import { useDisclosure, useHotkeys, useOs } from '@mantine/hooks'
import {
  IconApi,
  IconExternalLink,
  IconLogout,
  IconSearch,
  IconSelector,
  IconSettings,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { ApiRefusal } from '../../api/errors.ts'
import { lazyPart } from '../../components/lazy-part.ts'
import { Brand, ColorSchemeToggle, LanguageSelect } from '../../components/page-frame.tsx'
import { ScreenSkeleton } from '../../components/screen-head.tsx'
import { pictureSources } from '../../page/shown-picture.ts'
import { shortAddress } from '../../words/addresses.ts'
import { inDashboard } from '../../words/messages.ts'
import { useAttention, useStuckDeliveries, useUnmatchedCount } from '../attention/needs-attention.tsx'
import { creator, useMe } from '../creator.ts'
import { signOutReason } from '../sign-in/sign-in-screen.tsx'
import { discardUnsaved } from '../use-unsaved.ts'
import classes from './frame.module.css'
import { placesFor } from './places.ts'

/** The dashboard's navigation. `onGo` closes the menu on phones. */
function Navigation({ onGo }: { readonly onGo: () => void }) {
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

function signOut(): void {
  if (discardUnsaved(inDashboard('discardUnsaved'))) void creator.end()
}

/** The user who is signed in, with the sign-out button. */
function UserMenu() {
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
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          {inDashboard('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const isRefused = (error: unknown): boolean => error instanceof ApiRefusal && error.code === 'UNAUTHENTICATED'

/** Signs out when the server no longer accepts the credential: the session has expired, or the key was revoked. */
function useRefusedCredential(): void {
  const reads = useQueryClient()
  useEffect(() => {
    const leave = () => {
      signOutReason.say(inDashboard('youWereSignedOut'))
      creator.leave()
    }
    const forget = [
      reads.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error' && isRefused(event.action.error))
          leave()
      }),
      reads.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error' && isRefused(event.action.error))
          leave()
      }),
    ]
    return () => {
      for (const one of forget) one()
    }
  }, [reads])
}

/** The frame of every dashboard screen: header, navigation and content. */
export function Frame() {
  const [isOpen, menu] = useDisclosure(false)
  const content = useFocusOnNewScreen()
  useRefusedCredential()
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 60, sm: 0 } }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <a href="#content" className={classes['skip']}>
        {inDashboard('skipToContent')}
      </a>
      <AppShell.Header hiddenFrom="sm" px="md" className={classes['bar'] ?? ''}>
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Link to="/" className={classes['brand']} aria-label={inDashboard('dropkitYourDrops')}>
            <Brand />
          </Link>
          <Burger
            opened={isOpen}
            onClick={menu.toggle}
            aria-label={isOpen ? inDashboard('closeMenu') : inDashboard('openMenu')}
          />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md" className={classes['bar'] ?? ''} aria-label={inDashboard('menu')}>
        <Group justify="space-between" mb="xl" px={6} pt={4} wrap="nowrap">
          <Link
            to="/"
            className={classes['brand']}
            aria-label={inDashboard('dropkitYourDrops')}
            onClick={menu.close}
          >
            <Brand />
          </Link>
          <Burger opened onClick={menu.close} hiddenFrom="sm" aria-label={inDashboard('closeMenu')} />
        </Group>
        <AppShell.Section grow>
          <PaletteButton onOpen={menu.close} />
          <Navigation onGo={menu.close} />
        </AppShell.Section>
        <AppShell.Section>
          <Group gap={4} wrap="nowrap" justify="space-between">
            <UserMenu />
            <ColorSchemeToggle />
          </Group>
          <Group justify="flex-end">
            <LanguageSelect />
          </Group>
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" ref={content} tabIndex={-1} className={classes['content'] ?? ''}>
        <Container size={1180} px={{ base: 'md', sm: 'xl' }} py={{ base: 'lg', sm: 'xl' }}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Outlet />
          </Suspense>
        </Container>
      </AppShell.Main>
    </AppShell>
  )
}

/** Scrolls a new screen to the top and moves the focus to its content. A change of the tab within a screen does neither. */
function useFocusOnNewScreen() {
  const content = useRef<HTMLElement>(null)
  const screen = useLocation().pathname.split('/').slice(0, 3).join('/')
  const shown = useRef(screen)
  useEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    content.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [screen])
  return content
}

// Loaded when it is first opened.
const CommandPalette = lazyPart(() => import('../palette/command-palette.tsx'))

/** Opens the command palette, as Ctrl K or ⌘ K does everywhere in the dashboard. */
function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const open = () => {
    onOpen()
    setLoaded(true)
    setOpen(true)
  }
  useHotkeys([['mod+K', open]], [])
  const modifier = ['macos', 'ios'].includes(useOs()) ? '⌘' : inDashboard('ctrl')
  return (
    <>
      <UnstyledButton
        className={classes['paletteButton']}
        onClick={open}
        aria-keyshortcuts={modifier === '⌘' ? 'Meta+K' : 'Control+K'}
      >
        <IconSearch size={17} aria-hidden />
        <span className={classes['paletteWords']}>{inDashboard('search')}</span>
        <Kbd size="xs" aria-hidden visibleFrom="sm">
          {modifier} K
        </Kbd>
      </UnstyledButton>
      <Suspense>
        {isLoaded ? <CommandPalette isOpen={isOpen} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
