import { Avatar } from '@mantine/core'
import { pictureSources } from '../page/shown-picture.ts'

/** A token's picture, or the first letters of its symbol. */
export function TokenPicture({
  symbol,
  imageUrl,
  size = 40,
}: {
  readonly symbol: string
  readonly imageUrl: string | null
  readonly size?: number
}) {
  return (
    <Avatar
      src={pictureSources(imageUrl, size)?.src ?? null}
      size={size}
      radius={size}
      variant="light"
      color="leaf"
      alt=""
      aria-hidden
    >
      {symbol
        .replace(/[^\p{L}\p{N}]/gu, '')
        .slice(0, 2)
        .toUpperCase() || '?'}
    </Avatar>
  )
}
