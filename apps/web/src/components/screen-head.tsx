import { Anchor, Box, Group, SimpleGrid, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { inDashboard } from '../words/messages.ts'

/** The head of each dashboard screen: the back link, the title and the actions. */
export function ScreenHead({
  title,
  beside,
  children,
  actions,
  back,
}: {
  readonly title: string
  /** After the title, for example a status. */
  readonly beside?: ReactNode
  /** A line below the title. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly back?: { readonly to: string; readonly label: string }
}) {
  useDocumentTitle(`${title} · Dropkit`)
  return (
    <Stack gap={6} mb="lg" component="header">
      {back === undefined ? null : (
        <Box>
          <Anchor component={Link} to={back.to} size="sm" c="dimmed">
            <Group gap={4} component="span" display="inline-flex">
              <IconArrowLeft size={15} aria-hidden />
              {back.label}
            </Group>
          </Anchor>
        </Box>
      )}
      <Group justify="space-between" align="flex-start" gap="md">
        <Box miw={0} style={{ flex: '1 1 260px' }}>
          <Group gap="sm">
            <Title order={1} size="h2" dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {beside}
          </Group>
          {children === undefined ? null : (
            <Text c="dimmed" mt={2} component="div" maw={640}>
              {children}
            </Text>
          )}
        </Box>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </Group>
    </Stack>
  )
}

/** A placeholder while a screen's code is loading. */
export function ScreenSkeleton() {
  return (
    <Stack gap="lg" aria-busy>
      <VisuallyHidden role="status">{inDashboard('loading')}</VisuallyHidden>
      <Group justify="space-between">
        <Skeleton height={32} width={180} />
        <Skeleton height={36} width={130} />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {['one', 'two', 'three'].map((name) => (
          <Skeleton key={name} height={210} radius="md" />
        ))}
      </SimpleGrid>
    </Stack>
  )
}
