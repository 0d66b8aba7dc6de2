import type { CSSProperties } from 'react'
import classes from './celebration.module.css'

const LEAVES = Array.from({ length: 28 }, (_, index) => index)

/** A few falling leaves. None if the user prefers reduced motion. */
export const Celebration = () => (
  <div className={classes['air']} aria-hidden>
    {LEAVES.map((index) => (
      <span key={index} className={classes['leaf']} style={{ '--index': index } as CSSProperties} />
    ))}
  </div>
)
