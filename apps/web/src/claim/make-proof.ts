import { ApiRefusal } from '../api/api-refusal.ts'
import { HumanChallengeDocument, type HumanChallengeQuery } from '../api/generated/operations.ts'
import type { ClaimSession } from './claim-session.ts'
import { turnstileToken } from './turnstile-token.ts'

type Challenge = NonNullable<HumanChallengeQuery['humanChallenge']>

/** Makes the proof that the drop's human check requires from this wallet's claimer. */
export async function makeProof(
  session: ClaimSession,
  order: { readonly dropId: string; readonly address: string },
): Promise<string> {
  const { humanChallenge: challenge } = await session.read(HumanChallengeDocument, order)
  // The human check was just turned off, so the server accepts any proof.
  if (!challenge) return 'none'
  const { siteKey, text } = challenge
  return siteKey === null ? solveInWorker(challenge) : turnstileToken(siteKey, text)
}

/** Solves a proof of work in a worker, so that the page stays responsive. */
function solveInWorker({ text, difficulty, cost }: Challenge): Promise<string> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
    worker.onerror = () =>
      reject(new ApiRefusal('The proof could not be made', { code: 'HUMAN_CHECK_FAILED' }))
    worker.postMessage({ text, difficulty, cost })
  }).finally(() => worker.terminate())
}
