import { Group, Text } from '@mantine/core'
import { t } from '../words/messages.ts'
import classes from './live-sign.module.css'

/** Whether the page follows changes by itself. It says nothing about the state of what is shown. */
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
