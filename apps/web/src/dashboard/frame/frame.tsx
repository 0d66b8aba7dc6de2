import { AppShell, Burger, Container, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { Brand } from '../../components/brand.tsx'
import { ColorSchemeToggle } from '../../components/color-scheme-toggle.tsx'
import { LanguageSelect } from '../../components/language-select.tsx'
import { inDashboard } from '../../words/messages/dashboard.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import classes from './frame.module.css'
import { Navigation } from './navigation.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import { useRefusedCredential } from './use-refused-credential.ts'
import { UserMenu } from './user-menu.tsx'

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
