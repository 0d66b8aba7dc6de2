const MOST_STEPS = 4

/**
 * The ticks of a chart axis up to the highest value `most`: 0, then equal steps of 1, 2 or 5 times a power of ten.
 * `highest` is the last tick, which is at least `most`.
 */
export function heightScale(most: number): { readonly highest: number; readonly ticks: readonly number[] } {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, most / MOST_STEPS))))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one * MOST_STEPS >= most) ?? power
  const steps = Math.max(1, Math.ceil(most / step))
  return { highest: steps * step, ticks: Array.from({ length: steps + 1 }, (_, index) => index * step) }
}

/** Which of `length` points get a label if there is room for `room` labels: the first, the last, and some in between. */
export function pickedLabels(length: number, room: number): readonly number[] {
  if (length === 0) return []
  const labels = Math.max(1, Math.min(length, room))
  if (labels === 1) return [0]
  return Array.from({ length: labels }, (_, index) => Math.round((index * (length - 1)) / (labels - 1)))
}
