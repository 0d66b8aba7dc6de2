import { Group, Text } from '@mantine/core'
import classes from './live-sign.module.css'

/** Whether what is shown follows by itself. */
export function LiveSign({ isUp }: { readonly isUp: boolean }) {
  return (
    <Group gap={6} wrap="nowrap" component="span" role="status">
      <span className={classes['dot']} data-up={isUp} />
      <Text component="span" size="xs" c="dimmed">
        {isUp ? 'Live' : 'Connecting …'}
      </Text>
    </Group>
  )
}
