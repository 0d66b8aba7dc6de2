import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A label and its value on one line. */
export const Labelled = ({ words, children }: { readonly words: string; readonly children: ReactNode }) => (
  <Group gap={6} wrap="nowrap">
    <Text size="sm" c="dimmed">
      {words}
    </Text>
    {children}
  </Group>
)
