import { Group } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './row-link.module.css'

/** A row of a list in a card. The row is a link. */
export function RowLink({
  to,
  left,
  right,
  children,
}: {
  readonly to: string
  readonly left?: ReactNode
  readonly right?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <Link to={to} className={classes['row']}>
      {left}
      <div className={classes['main']}>{children}</div>
      <Group gap="sm" wrap="nowrap">
        {right}
        <IconChevronRight size={18} aria-hidden className={classes['arrow']} />
      </Group>
    </Link>
  )
}
