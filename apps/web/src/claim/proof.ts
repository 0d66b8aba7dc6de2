import type { HumanChallenge, ProveHuman } from '@dropkit/client'
import { ApiRefusal } from '../api/api-refusal.ts'
import { turnstileToken } from './turnstile-token.ts'

/** Makes the proof that the drop's human check requires. */
export const makeProof: ProveHuman = (challenge) =>
  challenge.siteKey === null ? solveInWorker(challenge) : turnstileToken(challenge.siteKey, challenge.text)

/** Solves a proof of work in a worker, so that the page stays responsive. */
function solveInWorker({ text, difficulty, cost }: HumanChallenge): Promise<string> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
    worker.onerror = () =>
      reject(new ApiRefusal('The proof could not be made', { code: 'HUMAN_CHECK_FAILED' }))
    worker.postMessage({ text, difficulty, cost })
  }).finally(() => worker.terminate())
}
