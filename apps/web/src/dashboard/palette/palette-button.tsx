import { Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys, useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.ts'
import { inDashboard } from '../../words/messages.ts'
import classes from '../frame/frame.module.css'

// Loaded when it is first opened.
const CommandPalette = lazyPart(() => import('./command-palette.tsx'))

/** Opens the command palette, as Ctrl K or ⌘ K does everywhere in the dashboard. */
export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
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
