import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { inDropTabs } from '../../words/messages/drop-tabs.ts'

const LOOK = { variant: 'default', size: 'xs' } as const

/** Moves between the pages of a list, newest first. A page that does not exist is undefined. */
export const Pager = (to: {
  readonly newer: (() => void) | undefined
  readonly older: (() => void) | undefined
}) => (
  <Group justify="flex-end" gap="xs">
    <Button {...LOOK} leftSection={<IconChevronLeft size={15} />} disabled={!to.newer} onClick={to.newer}>
      {inDropTabs('newer')}
    </Button>
    <Button {...LOOK} rightSection={<IconChevronRight size={15} />} disabled={!to.older} onClick={to.older}>
      {inDropTabs('older')}
    </Button>
  </Group>
)
