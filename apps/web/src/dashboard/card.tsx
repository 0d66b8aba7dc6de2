import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A section of the screen: a heading, an optional description and the content. */
export function Card({
  title,
  hint,
  right,
  children,
}: {
  readonly title?: string
  readonly hint?: ReactNode
  /** Next to the heading, for example a switch or a button. */
  readonly right?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      {title === undefined ? null : (
        <Group justify="space-between" align="flex-start" mb="md" gap="sm">
          <Stack gap={2} flex="1 1 240px">
            <Title order={2} size="h4">
              {title}
            </Title>
            {hint === undefined ? null : (
              <Text size="sm" c="dimmed">
                {hint}
              </Text>
            )}
          </Stack>
          {right}
        </Group>
      )}
      {children}
    </Paper>
  )
}
