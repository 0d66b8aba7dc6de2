import type { CSSProperties } from 'react'
import classes from './celebration.module.css'

const LEAVES = Array.from({ length: 28 }, (_, index) => index)

/** A few leaves in the air; none for those who want no movement. */
export const Celebration = () => (
  <div className={classes['air']} aria-hidden>
    {LEAVES.map((index) => (
      <span key={index} className={classes['leaf']} style={{ '--index': index } as CSSProperties} />
    ))}
  </div>
)
