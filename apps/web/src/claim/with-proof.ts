import { ApiRefusal } from '../api/api-refusal.ts'
import type { ClaimSession } from './claim-session.ts'

/** The wallet and the drop for which a proof is made. */
interface ProofOrder {
  readonly dropId: string
  readonly address: string
}

/** A proof can expire before it is sent, for example while the page waits, so a new one is made up to this many times. */
const MOST_PROOFS = 3

/** Sends the request, and sends it again with a proof if the drop has a human check. */
export async function withProof<Answer>(
  session: ClaimSession,
  { dropId, address }: ProofOrder,
  ask: (humanProof: string | null) => Promise<Answer>,
): Promise<Answer> {
  let proof: string | null = null
  for (let made = 0; ; made += 1) {
    try {
      return await ask(proof)
    } catch (fault) {
      if (made === MOST_PROOFS || !(fault instanceof ApiRefusal) || !ABOUT_PROOFS.includes(fault.code))
        throw fault
    }
    session.tell('proving')
    const { makeProof } = await import('./make-proof.ts')
    proof = await makeProof(session, { dropId, address })
  }
}

const ABOUT_PROOFS: readonly string[] = ['HUMAN_CHECK_REQUIRED', 'HUMAN_CHECK_FAILED']
