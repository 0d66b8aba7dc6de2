import { ApiRefusal } from '../api/api-refusal.ts'
import type { ClaimSession } from './claim-session.ts'

/** The wallet and the drop for which a proof is made. */
interface ProofOrder {
  readonly dropId: string
  readonly address: string
}

/** Sends the request, and sends it again with a proof if the drop has a human check. */
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
