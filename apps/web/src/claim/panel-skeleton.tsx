import { Skeleton, Stack } from '@mantine/core'

/** Takes the place of the panel while a part of it loads. */
export const PanelSkeleton = () => (
  <Stack gap="sm" aria-busy>
    <Skeleton h={16} w="70%" />
    <Skeleton h={48} />
  </Stack>
)
