import { useEffect, useState } from 'react'

/** An amount that was shown for less than its animation takes is revealed again. */
const REVEALED_AFTER_MS = 1_000

const awaited = new Set<string>()
const revealed = new Set<string>()

/** Remembers that this page has shown a claim before its amount was drawn. */
export const noteAwaited = (claimId: string): void => void awaited.add(claimId)

/**
 * Whether the amount of a claim appears for the first time here and now: the claimer has just made the claim, or has waited
 * on this page for its draw. Stays as it is until the component is gone.
 */
export function useReveal(claimId: string, isJustMade: boolean): boolean {
  const [isFirst] = useState(() => (isJustMade || awaited.has(claimId)) && !revealed.has(claimId))
  useEffect(() => {
    const seen = setTimeout(() => revealed.add(claimId), REVEALED_AFTER_MS)
    return () => clearTimeout(seen)
  }, [claimId])
  return isFirst
}
