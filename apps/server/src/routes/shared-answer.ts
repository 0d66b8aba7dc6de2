/**
 * Lets callers share the answers of `run`: it runs once at a time, and not again until its last answer is `ageMs` old.
 * Callers share an error only while it runs.
 */
export function sharedAnswer<T>(
  run: () => Promise<T>,
  ageMs: number,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let last: { readonly answer: Promise<T>; until: number } | undefined

  return () => {
    if (last && now() < last.until) return last.answer
    const mine = { answer: run(), until: Number.POSITIVE_INFINITY }
    last = mine
    mine.answer.then(
      () => {
        mine.until = now() + ageMs
      },
      () => {
        mine.until = Number.NEGATIVE_INFINITY
      },
    )
    return mine.answer
  }
}
