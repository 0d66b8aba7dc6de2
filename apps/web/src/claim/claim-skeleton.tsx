import { Card, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { inClaim } from '../words/messages.ts'
import classes from './claim-page.module.css'

/** The placeholder of the page until its drop has loaded. */
export function ClaimSkeleton() {
  return (
    <div className={classes['page']} aria-busy>
      <VisuallyHidden role="status">{inClaim('loading')}</VisuallyHidden>
      <div className={`${classes['picture']} ${classes['pictureShape']}`}>
        <Skeleton h="100%" radius="md" />
      </div>
      <Card withBorder radius="lg" padding="lg" className={classes['card']}>
        <Stack gap="md">
          <Skeleton h={30} w="80%" />
          <Skeleton h={44} />
          <Skeleton h={12} radius="xl" mt="xs" />
          <Skeleton h={50} mt="md" />
        </Stack>
      </Card>
      <Stack gap="xs" className={classes['story']}>
        <Skeleton h={14} />
        <Skeleton h={14} w="90%" />
        <Skeleton h={14} w="60%" />
      </Stack>
    </div>
  )
}
