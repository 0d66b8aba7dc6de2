import type { DrawCheck, DrawHashes, DrawRecord } from '@dropkit/core'
import { verifyDrawsInSteps } from '@dropkit/core/internal'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const SMOOTH_MS = 12

let lastMs = 0

/**
 * Yields to the browser if the page was blocked for long enough to be noticeable, so that it can render and handle input.
 */
export async function breathe(): Promise<void> {
  if (performance.now() - lastMs < SMOOTH_MS) return
  await new Promise((resolve) => setTimeout(resolve))
  lastMs = performance.now()
}

/** The HMAC state of the last key. All draws of a drop use the same key. */
let prepared: { readonly key: Uint8Array; readonly mac: ReturnType<typeof hmac.create> } | null = null

/** Synchronous hashes, because the browser's own return a promise each, which is too slow for a hundred thousand draws. */
export const browserHashes: DrawHashes = {
  sha256,
  hmacSha256(key, message) {
    if (prepared?.key !== key) prepared = { key, mac: hmac.create(sha256, key) }
    return prepared.mac.clone().update(utf8ToBytes(message)).digest()
  },
}

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
