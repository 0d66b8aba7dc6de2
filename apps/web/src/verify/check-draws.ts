import type { DrawCheck, DrawHashes, DrawRecord } from '@dropkit/core'
import { verifyDrawsInSteps } from '@dropkit/core/internal'

/** A step this long does not make the page stutter. */
const DRAWS_PER_STEP = 100

/**
 * Recomputes every draw. After each hundred draws, it awaits `rest` with the number of draws checked, so that the page can
 * render. If `rest` throws, the check ends.
 */
export async function checkDraws(
  record: DrawRecord,
  hashes: DrawHashes,
  rest: (checked: number) => Promise<void>,
): Promise<DrawCheck> {
  // Loaded on demand, because it is large and most drops have no beacon.
  const signatures = record.beacon == null ? {} : await import('./verify-round.ts')
  const steps = verifyDrawsInSteps(record, { ...hashes, ...signatures }, DRAWS_PER_STEP)
  let step = steps.next()
  while (!step.done) {
    await rest(step.value)
    step = steps.next()
  }
  return step.value
}
