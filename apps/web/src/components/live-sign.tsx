import { Group, Text } from '@mantine/core'
import { t } from '../words/messages.ts'
import classes from './live-sign.module.css'

/** Shows whether the page receives updates. It is not the status of what the page shows. */
export function LiveSign({ isUp }: { readonly isUp: boolean }) {
  return (
    <Group gap={6} wrap="nowrap" component="span" role="status">
      <span className={classes['dot']} data-up={isUp} />
      <Text component="span" size="xs" c="dimmed">
        {t(isUp ? 'upToDate' : 'connecting')}
      </Text>
    </Group>
  )
}
