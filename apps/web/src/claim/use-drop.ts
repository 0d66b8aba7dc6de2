import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiRefusal } from '../api/errors.ts'
import {
  ClaimableDropAtDocument,
  type ClaimableDropAtQuery,
  type ClaimableDropFragment,
  WatchDropDocument,
} from '../api/generated/operations.ts'
import { useLive } from '../api/live.ts'
import { readAhead, useRead } from '../api/reads.ts'
import { claimer } from './use-claimer.ts'

/**
 * How often the drop is read while the socket is connected, for changes that no event reports, such as a moved deadline.
 */
const SLOW_POLL_MS = 30_000
const FAST_POLL_MS = 4_000
const CHANGED_AS_A_WHOLE = new Set(['drop.updated', 'gating.updated', 'drop.deleted'])

export interface WatchedDrop {
  /** Null if there is none; undefined until that is known. */
  readonly drop: ClaimableDropFragment | null | undefined
  readonly error: Error | null
  readonly readAgain: () => void
  readonly isLive: boolean
}

const place = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '')
const variablesOf = (place: string) => ({ place, id: place, mayBeId: place.startsWith('drop_') })
const keyOf = (place: string) => [ClaimableDropAtDocument.toString(), variablesOf(place)]

/** Starts to read this page's drop before the first render. */
export const readDropAhead = (reads: QueryClient): void =>
  readAhead(reads, ClaimableDropAtDocument, variablesOf(place))

/** Deletes what one claimer has read, so that the next claimer does not see it. The drop is the same for all. */
export const forgetReadsOfClaimer = (reads: QueryClient): void =>
  void reads.resetQueries({
    predicate: ({ queryKey: [asked] }) => asked !== ClaimableDropAtDocument.toString(),
  })

/**
 * The drop that this URL named (shortcode or id) when the page was opened, with its updates. If its shortcode changes, the
 * page stays: the claimer may be paying.
 */
export function useDrop(): WatchedDrop {
  const reads = useQueryClient()
  const [known, setKnown] = useState(place)
  const { data, error, refetch } = useRead(ClaimableDropAtDocument, variablesOf(known), {
    refetchInterval: SLOW_POLL_MS,
  })
  const drop = data && (data.byId ?? data.byShortcode)
  const dropId = drop?.id
  useEffect(() => {
    if (dropId === undefined || dropId === known) return
    reads.setQueryData(keyOf(dropId), data)
    setKnown(dropId)
  }, [reads, dropId, known, data])
  const shortcode = drop?.shortcode
  useEffect(() => {
    if (shortcode != null && place !== dropId) nameInUrl(shortcode)
  }, [shortcode, dropId])
  const { isUp } = useLive(WatchDropDocument, dropId === undefined ? null : { dropId }, {
    onUpdate: ({ dropUpdates }) => {
      reads.setQueryData<ClaimableDropAtQuery>(
        keyOf(dropUpdates.drop.id),
        (known) => known && withState(known, dropUpdates.drop),
      )
      if (CHANGED_AS_A_WHOLE.has(dropUpdates.type)) void reads.invalidateQueries()
    },
    onUp: () => void reads.invalidateQueries(),
  })
  useEffect(() => {
    if (isUp) return
    const clock = setInterval(() => void refetch(), FAST_POLL_MS)
    return () => clearInterval(clock)
  }, [isUp, refetch])
  useEffect(() => {
    if (error instanceof ApiRefusal && error.code === 'UNAUTHENTICATED') {
      claimer.leave()
      void reads.invalidateQueries()
    }
  }, [error, reads])
  return { drop, error: data === undefined ? error : null, readAgain: () => void refetch(), isLive: isUp }
}

/** The rest of the URL stays: the part after # can be the key of a claim link. */
function nameInUrl(shortcode: string): void {
  const path = location.pathname.replace(/[^/]+(?=\/*$)/, encodeURIComponent(shortcode))
  if (path !== location.pathname)
    history.replaceState(history.state, '', path + location.search + location.hash)
}

const withState = (known: ClaimableDropAtQuery, state: object): ClaimableDropAtQuery => ({
  ...(known.byId ? { byId: { ...known.byId, ...state } } : {}),
  byShortcode: known.byShortcode && { ...known.byShortcode, ...state },
})
