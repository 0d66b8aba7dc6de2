import { useState } from 'react'
import {
  type DropCardFragment,
  type DropProgressFragment,
  WatchDropCardDocument,
} from '../../api/generated/operations.ts'
import { useLive } from '../../api/live.ts'

/** The drop's latest progress: from the last update if it is followed, otherwise as it was read. */
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
