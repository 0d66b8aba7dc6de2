import { type Clock, err, type HumanCheck, type HumanChecks, type HumanSubject, ok } from '@dropkit/core'

/** A proof that `createTestHumanChecks` accepts for this wallet and drop. */
export const testProof = ({ dropId, wallet }: HumanSubject, issuedAt: number): string =>
  `${dropId} ${wallet} ${issuedAt}`

const createTestHumanCheck = ({ now }: Clock): HumanCheck => ({
  challenge: () => ({
    check: 'PROOF_OF_WORK',
    text: String(now()),
    difficulty: 1,
    cost: 2,
    expiresAt: now() + 60_000,
  }),
  async verify(subject, proof) {
    const issuedAt = Number(proof.split(' ').at(-1))
    if (proof === testProof(subject, issuedAt)) return ok(issuedAt)
    return err({ kind: 'human_check_failed', reason: 'wrong' })
  },
})

/** Creates human checks whose proofs are plain texts that name their subject. */
export const createTestHumanChecks = (clock: Clock): HumanChecks => ({
  PROOF_OF_WORK: createTestHumanCheck(clock),
})
