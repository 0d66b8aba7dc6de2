import { scryptAsync } from '@noble/hashes/scrypt.js'
import { nextTick } from '@noble/hashes/utils.js'

/** A challenge that `humanChallenge` returns with `check` PROOF_OF_WORK. */
export interface ProofOfWorkChallenge {
  readonly text: string
  readonly difficulty: number
  readonly cost: number
}

const SLICE_MS = 10

/**
 * Solves a proof of work, which takes about a second. It yields to other work about every 10 ms; in a page, run it in a
 * worker. Rejects with the signal's reason if the signal aborts.
 */
export async function solveProofOfWork(
  { text, difficulty, cost }: ProofOfWorkChallenge,
  signal?: AbortSignal,
): Promise<string> {
  let yieldedAtMs = Date.now()
  for (let tried = 0; ; tried += 1) {
    // `scryptAsync` yields only within a try, and most tries are shorter than this.
    if (Date.now() - yieldedAtMs >= SLICE_MS) {
      await nextTick()
      yieldedAtMs = Date.now()
    }
    signal?.throwIfAborted()
    const nonce = tried.toString(36)
    const digest = await scryptAsync(nonce, text, { N: cost, r: 8, p: 1, dkLen: 32 })
    if (leadingZeroBits(digest) >= difficulty) return `${text}.${nonce}`
  }
}

function leadingZeroBits(bytes: Uint8Array): number {
  const index = bytes.findIndex((byte) => byte !== 0)
  return index === -1 ? bytes.length * 8 : index * 8 + Math.clz32(bytes[index] ?? 0) - 24
}
