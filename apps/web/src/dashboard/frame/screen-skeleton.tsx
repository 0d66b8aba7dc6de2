import { Group, SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { inDashboard } from '../../words/messages/dashboard.ts'

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
