import { useState } from 'react'
import {
  type DropCardFragment,
  type DropProgressFragment,
  WatchDropCardDocument,
} from '../../api/generated/operations.ts'
import { useLive } from '../../api/live.ts'

/** How a drop stands now: as it was read, or as it was told since where it is followed. */
export function useLiveProgress(
  drop: DropCardFragment,
  isFollowed: boolean,
): { readonly drop: DropCardFragment; readonly isLive: boolean } {
  const [told, setTold] = useState<DropProgressFragment | null>(null)
  const { isUp } = useLive(WatchDropCardDocument, isFollowed ? { dropId: drop.id } : null, {
    onUpdate: ({ dropUpdates }) => setTold(dropUpdates.drop),
  })
  const isLive = isFollowed && isUp
  return { drop: isLive && told ? { ...drop, ...told } : drop, isLive }
}
