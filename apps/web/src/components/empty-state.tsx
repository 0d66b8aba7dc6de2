import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** What to say where there is nothing yet: what this place is for, and how to begin. */
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
  /** 1 where it is all that the page has to say. */
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
