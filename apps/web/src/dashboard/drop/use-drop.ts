import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import {
  DropOnScreenDocument,
  type DropOnScreenFragment,
  type DropOnScreenQuery,
  type DropStateFragment,
  DropStateNowDocument,
  WatchOwnDropDocument,
} from '../../api/generated/operations.ts'
import { useLive } from '../../api/live.ts'
import { useRead } from '../../api/reads.ts'

const keyOf = (id: string): QueryKey => [DropOnScreenDocument.toString(), { id }]

/** Merges a newer state of a drop into the cached read. */
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

// Updates of these types do not contain what has changed, so the drop is read again.
const CHANGES_TERMS: ReadonlySet<string> = new Set(['drop.updated', 'drop.key_rotated', 'gating.updated'])

const POLL_MS = 4_000

/** One of the user's drops, with its updates. It is polled while updates do not arrive. */
export function useDrop(id: string) {
  const reads = useQueryClient()
  const patch = useDropPatch(id)
  const readAnew = () => void reads.invalidateQueries({ queryKey: keyOf(id) })
  const { isUp } = useLive(
    WatchOwnDropDocument,
    { dropId: id },
    {
      onUpdate: ({ dropUpdates: { type, drop } }) => {
        patch(drop)
        if (CHANGES_TERMS.has(type)) readAnew()
      },
    },
  )
  // What changed between the latest read and the first update is in neither.
  useEffect(() => {
    if (isUp) void reads.invalidateQueries({ queryKey: keyOf(id) })
  }, [isUp, reads, id])
  const read = useRead(DropOnScreenDocument, { id })
  const { data } = useRead(DropStateNowDocument, { id }, { enabled: !isUp, refetchInterval: POLL_MS })
  const state = data?.drop
  // The terms are read again only after they have changed, because the lists of wallets in rules can be long.
  useEffect(() => {
    if (state === undefined) return
    const known = reads.getQueryData<DropOnScreenQuery>(keyOf(id))?.drop
    if (state === null || state.updatedAt !== known?.updatedAt)
      void reads.invalidateQueries({ queryKey: keyOf(id) })
    else patch(state)
  }, [state, reads, id, patch])
  return { read, isUp }
}

/** A drop with all the data that its owner's screen shows. */
export type ShownDrop = DropOnScreenFragment

/** Calls `refresh` after `seen` has changed, at most once every `everyMs`. */
export function useCalmRefresh(seen: string, refresh: () => void, everyMs = 3_000): void {
  const latest = useRef(refresh)
  latest.current = refresh
  const known = useRef(seen)
  const lastMs = useRef(0)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (known.current === seen) return
    known.current = seen
    if (waiting.current !== undefined) return
    const restMs = Math.max(0, lastMs.current + everyMs - performance.now())
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      lastMs.current = performance.now()
      latest.current()
    }, restMs)
  }, [seen, everyMs])

  useEffect(
    () => () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
    },
    [],
  )
}
