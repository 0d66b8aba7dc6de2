import { type DrawCheck, type DrawHashes, type DrawRecord, parseAddress } from '@dropkit/core'
import { verifyDrawsInSteps } from '@dropkit/core/internal'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const SMOOTH_MS = 12

let lastMs = 0

/**
 * Yields to the browser if the page was blocked for long enough to be noticeable, so that it can render and handle input.
 */
export async function yieldToBrowser(): Promise<void> {
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

type Draw = DrawRecord['draws'][number]

/** The draws of a wallet, given by its address in short form, in any case, or in part. All draws if it is empty. */
export function findDraws(draws: readonly Draw[], asked: string): readonly Draw[] {
  const text = asked.trim().toLowerCase()
  if (text === '') return draws
  const whole = normalised(text)
  const exact = whole === null ? [] : draws.filter(({ claimer }) => claimer === whole)
  return exact.length > 0 ? exact : draws.filter(({ claimer }) => claimer.includes(text))
}

/** An address in the form in which draws contain it. Null if it is not an address. */
export function normalised(text: string): string | null {
  const address = parseAddress(text.trim(), 'wallet')
  return address.ok ? address.value : null
}

const MAX_BARS = 24

interface Spread {
  readonly smallest: bigint
  readonly largest: bigint
  /** Rounded down. */
  readonly mean: bigint
  /**
   * Ranges of equal width, starting at `smallest`. Each one contains the amounts from `from` up to the next one's `from`,
   * exclusive.
   */
  readonly bars: readonly { readonly from: bigint; readonly count: number }[]
}

/** The distribution of amounts. Null if there are none. */
export function spreadOf(amounts: readonly bigint[]): Spread | null {
  const [first] = amounts
  if (first === undefined) return null
  let [smallest, largest, sum] = [first, first, 0n]
  for (const amount of amounts) {
    if (amount < smallest) smallest = amount
    if (amount > largest) largest = amount
    sum += amount
  }
  const range = largest - smallest + 1n
  const width = (range + BigInt(MAX_BARS) - 1n) / BigInt(MAX_BARS)
  const bars = Array.from({ length: Number((range + width - 1n) / width) }, (_, place) => ({
    from: smallest + BigInt(place) * width,
    count: 0,
  }))
  for (const amount of amounts) {
    const bar = bars[Number((amount - smallest) / width)]
    if (bar) bar.count++
  }
  return { smallest, largest, mean: sum / BigInt(amounts.length), bars }
}
