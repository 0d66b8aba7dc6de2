import type { Place } from './parcels.ts'

/**
 * The worker that batches the claims of a drop: the one with the highest hash together with the drop id. When a worker
 * joins or leaves, only the drops that it gains or had change their worker. Undefined if there is no worker.
 */
export function ownerOfDrop(dropId: string, workers: readonly Place[]): Place | undefined {
  let owner: Place | undefined
  let highest = -1
  for (const worker of workers) {
    const weight = hashOf(dropId, worker)
    if (weight <= highest) continue
    highest = weight
    owner = worker
  }
  return owner
}

/** 32-bit FNV-1a, followed by the final mix of MurmurHash3, so that similar ids give unrelated hashes. */
function hashOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
