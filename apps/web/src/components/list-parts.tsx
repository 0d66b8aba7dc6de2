import { Button, Center, Group, Select, type SelectProps, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { inForms } from '../words/messages/forms.ts'
import { type Status, statusOptions } from '../words/status-words.ts'
import classes from './components.module.css'

/** The message for an empty list: what will be here, and how to begin. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  order = 2,
}: {
  readonly icon: ReactNode
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
  /** The heading's level: 1 if the page shows nothing else. */
  readonly order?: 1 | 2 | 3
}) {
  return (
    <Center py={56} px="md">
      <Stack align="center" gap="sm" maw={440}>
        <ThemeIcon size={56} radius="xl" variant="light">
          {icon}
        </ThemeIcon>
        <Title order={order} size="h3" ta="center">
          {title}
        </Title>
        <Text c="dimmed" ta="center">
          {children}
        </Text>
        {action}
      </Stack>
    </Center>
  )
}

interface Pages {
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
}

/** The end of a paged list (`usePages`). Shows nothing if all pages are loaded. */
export const LoadMore = ({ list }: { readonly list: Pages }) =>
  list.hasMore ? (
    <Group justify="center" mt="lg">
      <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
        {inForms('loadMore')}
      </Button>
    </Group>
  ) : null

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

/** Restricts a list to one status. Null is all of them. */
export function StatusFilter<S extends Status>({
  statuses,
  value,
  onChange,
  words,
  isLabelShown = false,
  ...look
}: Pick<SelectProps, 'size' | 'w' | 'style'> & {
  readonly statuses: readonly S[]
  readonly value: S | null
  readonly onChange: (status: S | null) => void
  readonly isLabelShown?: boolean
  readonly words: { readonly label: string; readonly all: string; readonly clear: string }
}) {
  return (
    <Select
      {...(isLabelShown ? { label: words.label } : { 'aria-label': words.label })}
      placeholder={words.all}
      data={statusOptions(statuses)}
      value={value}
      onChange={(status) => onChange(status as S | null)}
      clearable
      clearButtonProps={{ 'aria-label': words.clear }}
      {...look}
    />
  )
}

/** A label and its value on one line. */
export const Labelled = ({ words, children }: { readonly words: string; readonly children: ReactNode }) => (
  <Group gap={6} wrap="nowrap">
    <Text size="sm" c="dimmed">
      {words}
    </Text>
    {children}
  </Group>
)
