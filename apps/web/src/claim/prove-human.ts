import type { ProveHuman } from '@dropkit/client'

/** Makes the proof that the drop's human check requires. Loaded on demand, because few drops have a check. */
export const proveHuman: ProveHuman = async (challenge, signal) => {
  const { makeProof } = await import('./proof.ts')
  return makeProof(challenge, signal)
}
