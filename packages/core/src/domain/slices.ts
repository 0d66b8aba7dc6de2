/**
 * Work on a large input. Each `yield` ends a slice of a few milliseconds at most, so that other work gets its turn between
 * two slices.
 */
export type Slices<T> = Generator<undefined, T, undefined>

/** The characters of a text that are read in one slice. */
export const SLICE_LENGTH = 65_536

/** Does the work without a pause. */
export function allAtOnce<T>(work: Generator<unknown, T, undefined>): T {
  for (;;) {
    const slice = work.next()
    if (slice.done) return slice.value
  }
}
