import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Celebration } from './celebration.tsx'
import classes from './reveal.module.css'

/** Screen readers miss a text that is in a live region from its beginning. */
const SAY_AFTER_MS = 150

/** Brings what a claimer did not know before into focus. At once if the user prefers reduced motion. */
export const Surprise = ({ children }: { readonly children: ReactNode }) => (
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
