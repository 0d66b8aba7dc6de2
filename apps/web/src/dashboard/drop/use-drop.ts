import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  DropOnScreenDocument,
  type DropOnScreenQuery,
  type DropStateFragment,
  WatchOwnDropDocument,
} from '../../api/generated/operations.ts'
import { useLive } from '../../api/live.ts'
import { useRead } from '../../api/reads.ts'

const keyOf = (id: string): QueryKey => [DropOnScreenDocument.toString(), { id }]

/** Writes what is known of a drop's state over what was read of it. */
export function useDropPatch(id: string): (state: Partial<DropStateFragment>) => void {
  const reads = useQueryClient()
  return useCallback(
    (state) => {
      reads.setQueryData<DropOnScreenQuery>(keyOf(id), (known) =>
        known?.drop ? { ...known, drop: { ...known.drop, ...state } } : known,
      )
    },
    [reads, id],
  )
}

// Of these the service tells no more than that they happened.
const CHANGES_TERMS: ReadonlySet<string> = new Set(['drop.updated', 'drop.key_rotated', 'gating.updated'])

/** One's drop, as it changes. */
export function useDrop(id: string) {
  const read = useRead(DropOnScreenDocument, { id })
  const patch = useDropPatch(id)
  const readAnew = () => void read.refetch()
  const { isUp } = useLive(
    WatchOwnDropDocument,
    { dropId: id },
    {
      onUpdate: ({ dropUpdates: { type, drop } }) => {
        patch(drop)
        if (CHANGES_TERMS.has(type)) readAnew()
      },
      onUp: readAnew,
    },
  )
  return { read, isUp }
}
