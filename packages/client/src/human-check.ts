import { type FlowStep, read } from './flow.ts'
import { FlowHumanChallengeDocument, type FlowHumanChallengeQuery } from './generated/flow-operations.ts'
import { ABORTED, messageOf, ok, type Refusal, type Result, refusalOf, refused } from './result.ts'

/** The challenge that the claimer must solve. */
export type HumanChallenge = NonNullable<FlowHumanChallengeQuery['humanChallenge']>

/** Makes the proof for a challenge, such as the token of a Turnstile widget. */
export type ProveHuman = (challenge: HumanChallenge, signal: AbortSignal) => Promise<string>

/** A proof can expire before it is sent, for example in a page that waits, so a new one is made up to this many times. */
const MOST_PROOFS = 3

interface Proving {
  readonly dropId: string
  /** Idempotency key of the request without a proof. */
  readonly key: string
  readonly prove: ProveHuman | undefined
}

/**
 * Sends the request, and sends it again with a proof if the drop has a human check. A proof is stored before it is sent, so
 * that a flow that is run again sends the same request.
 */
export async function withProof<Value>(
  step: FlowStep,
  { dropId, key, prove }: Proving,
  ask: (proof: { readonly humanProof?: string }, key: string) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  let answer = await ask({}, key)
  const { storage } = step.parts
  const place = `proof ${key}`
  for (let made = 0; made < MOST_PROOFS && !answer.ok && isAboutProof(answer.refusal); made += 1) {
    step.used.push(place)
    let proof = await storage.get(place)
    if (proof === undefined) {
      const proved = await newProof(step, dropId, prove)
      if (!proved.ok) return proved
      proof = await storage.putIfAbsent(place, proved.value)
    }
    // The end of a proof is unique to it.
    answer = await ask({ humanProof: proof }, `${key}-${proof.slice(-40)}`)
    if (!answer.ok && answer.refusal.code === 'HUMAN_CHECK_FAILED') await storage.delete(place)
  }
  return answer
}

const isAboutProof = ({ code }: Refusal): boolean =>
  code === 'HUMAN_CHECK_REQUIRED' || code === 'HUMAN_CHECK_FAILED'

async function newProof(step: FlowStep, dropId: string, prove: ProveHuman = solve): Promise<Result<string>> {
  const { signal, wallet } = step
  await step.emit({ kind: 'proving' })
  const asked = await read(step, FlowHumanChallengeDocument, { dropId, userAddress: wallet.address })
  if (!asked.ok) return asked
  const challenge = asked.value.humanChallenge
  // The human check was just turned off, so the server accepts any text.
  if (!challenge) return ok('none')
  try {
    return ok(await prove(challenge, signal))
  } catch (error) {
    if (signal.aborted) return refused(ABORTED)
    const details = { check: challenge.check }
    return refused(refusalOf('HUMAN_CHECK_REQUIRED', messageOf(error), { details, cause: error }))
  }
}

const solve: ProveHuman = async ({ check, text, difficulty, cost }, signal) => {
  if (difficulty == null || cost == null)
    throw new Error(`This drop needs ${check}: give the claim a function \`prove\` for it`)
  const { solveProofOfWork } = await import('./human-proof.ts')
  return solveProofOfWork({ text, difficulty, cost }, signal)
}
