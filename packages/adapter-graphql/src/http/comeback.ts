const LEAST_MS = 100
const MOST_MS = 10_000

/** What became of those who came since the last time. */
interface Seen {
  readonly letIn: number
  readonly turnedAway: number
}

/** Tells those who were turned away when to come back. */
interface Comeback {
  note(seen: Seen, now: number): void
  /** In milliseconds; another one for each. */
  afterMs(): number
}

/**
 * How many stand outside nobody knows, but they come back when they are told to: while more are turned away than let
 * in they are told to stay away for longer and longer, until those who come are about as many as can be served. It grows
 * by as much as has passed, since what they were told shows its effect no sooner; and shrinks likewise. They come back
 * spread over a time as long as the one they wait, or they would all come at once again.
 */
export function createComeback(random: () => number): Comeback {
  let awayMs = LEAST_MS
  let notedAt: number | undefined
  return {
    note({ letIn, turnedAway }, now) {
      const passedMs = notedAt === undefined ? 0 : now - notedAt
      notedAt = now
      const isTooMuch = turnedAway > letIn
      awayMs = Math.min(MOST_MS, Math.max(LEAST_MS, awayMs + (isTooMuch ? passedMs : -passedMs)))
    },
    afterMs: () => Math.ceil(awayMs * (1 + random())),
  }
}
