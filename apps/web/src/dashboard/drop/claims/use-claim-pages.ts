import { keepPreviousData } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  type ClaimStatus,
  DropClaimsDocument,
  type DropClaimsQuery,
} from '../../../api/generated/operations.ts'
import { useRead } from '../../../api/reads.ts'
import { type ShownDrop, useCalmRefresh } from '../use-drop.ts'
import { newestOf, seenPage } from './claim-rows.ts'

export type ClaimRow = DropClaimsQuery['claims'][number]

export interface ClaimSearch {
  /** Null for all. */
  readonly status: ClaimStatus | null
  /** Empty for all. */
  readonly userAddress: string
}

const CLAIMS_A_PAGE = 50
/** The API's largest page. If more claims than this are newer than the visible rows, the rows are no longer updated. */
const READ_AT_ONCE = 200

/**
 * Reads a drop's claims page by page, newest first, and keeps only the visible page in memory. The newest page is updated
 * without moving its rows.
 */
export function useClaimPages(drop: ShownDrop, { status, userAddress }: ClaimSearch) {
  // The cursors of the pages that the user has passed through.
  const [trail, setTrail] = useState<readonly string[]>([])
  const [anchor, setAnchor] = useState<number | null>(null)
  const lastShown = useRef<readonly ClaimRow[]>([])
  const after = trail.at(-1) ?? null
  const isNewest = after === null
  const filter = {
    dropId: drop.id,
    ...(status === null ? {} : { status }),
    ...(userAddress === '' ? {} : { userAddress }),
  }
  // One more than is shown, to know whether there is a next page.
  const limit = isNewest ? READ_AT_ONCE : CLAIMS_A_PAGE + 1
  const read = useRead(
    DropClaimsDocument,
    { limit, after, filter },
    { placeholderData: keepPreviousData, refetchInterval: 10_000 },
  )
  useCalmRefresh(`${drop.claimCount}`, () => void read.refetch(), 2_000)

  const claims = read.isPlaceholderData ? undefined : read.data?.claims
  const seenFrom = anchor ?? (claims && isNewest ? newestOf(claims) : null)
  if (anchor === null && seenFrom !== null && seenFrom > 0) setAnchor(seenFrom)

  const page = isNewest
    ? seenPage(claims ?? [], seenFrom ?? 0, CLAIMS_A_PAGE, lastShown.current)
    : { rows: (claims ?? []).slice(0, CLAIMS_A_PAGE), newAbove: 0 }
  if (isNewest && claims) lastShown.current = page.rows
  const below = isNewest
    ? (claims ?? []).filter(({ sequence }) => (sequence ?? 0) <= (seenFrom ?? 0))
    : claims
  const isOutOfReach = isNewest && page.rows.length > (below?.length ?? 0)

  const toNewest = () => {
    lastShown.current = []
    setTrail([])
    setAnchor(null)
  }
  return {
    error: read.error,
    refetch: () => void read.refetch(),
    rows: claims === undefined ? undefined : page.rows,
    newAbove: page.newAbove,
    isManyAbove: page.newAbove >= READ_AT_ONCE,
    firstShown: trail.length * CLAIMS_A_PAGE + 1,
    hasOlder: isOutOfReach || (below?.length ?? 0) > CLAIMS_A_PAGE,
    hasNewer: !isNewest,
    showOlder: () => {
      const last = page.rows.at(-1)?.id
      if (last) setTrail([...trail, last])
    },
    showNewer: () => setTrail(trail.slice(0, -1)),
    toNewest,
  }
}
