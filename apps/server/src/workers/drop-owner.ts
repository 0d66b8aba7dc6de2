import type { Place } from './parcels.ts'

/**
 * The worker that batches the claims of a drop: the one whose hash with the drop is highest. When a worker comes or goes,
 * only the drops that it gets or had change their worker. Undefined if there is no worker.
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

/** 32-bit FNV-1a, and the last step of MurmurHash3 so that near ids give unrelated numbers. */
function hashOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
