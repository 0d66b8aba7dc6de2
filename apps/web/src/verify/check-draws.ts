import type { DrawCheck, DrawHashes, DrawRecord } from '@dropkit/core'
import { verifyDrawsInSteps } from '@dropkit/core/internal'

/** Short enough for a page to stay smooth between two. */
const DRAWS_PER_STEP = 100

/**
 * Recomputes every draw, with a rest after each hundred: `rest` is told how many are done, and lets the page do
 * what it has to; when it throws, the check is over.
 */
export async function checkDraws(
  record: DrawRecord,
  hashes: DrawHashes,
  rest: (checked: number) => Promise<void>,
): Promise<DrawCheck> {
  // It is large, and most drops have no beacon.
  const signatures = record.beacon == null ? {} : await import('./verify-round.ts')
  const steps = verifyDrawsInSteps(record, { ...hashes, ...signatures }, DRAWS_PER_STEP)
  let step = steps.next()
  while (!step.done) {
    await rest(step.value)
    step = steps.next()
  }
  return step.value
}
