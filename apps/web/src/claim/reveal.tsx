import { VisuallyHidden } from '@mantine/core'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import classes from './reveal.module.css'

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

/** Screen readers miss a text that is in a live region from its beginning. */
const SAY_AFTER_MS = 150

/** Brings what a claimer did not know before into focus. At once if the user prefers reduced motion. */
export const RevealedResult = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes['surprise']}>{children}</div>
)

/** What the claim got, with falling leaves. Screen readers are told `words` once. */
export function Celebrated({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const soon = setTimeout(() => setSaid(words), SAY_AFTER_MS)
    return () => clearTimeout(soon)
  }, [words])
  return (
    <>
      <Celebration />
      {children}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

const LEAVES = Array.from({ length: 28 }, (_, index) => index)

/** A few falling leaves. None if the user prefers reduced motion. */
const Celebration = () => (
  <div className={classes['air']} aria-hidden>
    {LEAVES.map((index) => (
      <span key={index} className={classes['leaf']} style={{ '--index': index } as CSSProperties} />
    ))}
  </div>
)
