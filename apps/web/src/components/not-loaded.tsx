import { Skeleton, type SkeletonProps } from '@mantine/core'
import { ErrorMessage } from './error-message.tsx'

/** Shown in place of data: a skeleton while it loads, or why it could not be loaded, with a retry button. */
export const NotLoaded = ({
  read,
  ...skeleton
}: SkeletonProps & {
  readonly read: { readonly error: unknown; readonly refetch: () => unknown }
}) =>
  read.error ? (
    <ErrorMessage error={read.error} onRetry={() => void read.refetch()} />
  ) : (
    <Skeleton {...skeleton} />
  )
