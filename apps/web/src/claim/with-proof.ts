import { ApiRefusal } from '../api/api-refusal.ts'
import type { ClaimSession } from './claim-session.ts'

/** For whom a proof is made, and on which drop. */
interface ProofOrder {
  readonly dropId: string
  readonly address: string
}

/** Asks, and asks again with a proof if the drop checks that claimers are people. */
export async function withProof<Answer>(
  session: ClaimSession,
  { dropId, address }: ProofOrder,
  ask: (humanProof: string | null) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(null)
  } catch (fault) {
    if (!(fault instanceof ApiRefusal) || fault.code !== 'HUMAN_CHECK_REQUIRED') throw fault
  }
  session.tell('proving')
  const { makeProof } = await import('./make-proof.ts')
  return ask(await makeProof(session, { dropId, address }))
}
