import { type Address, parseAddress } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import type { ActiveHumanCheck, HumanProof } from '../../domain/human-check.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { HumanChallenge, HumanChecks, Ports } from '../../ports/index.ts'
import { findDrop } from '../read-records.ts'

/** The wallet that will claim, enter or buy. */
export interface HumanChallengeInput {
  readonly dropId: string
  readonly userAddress: string
}

type HumanPorts = Pick<Ports, 'humanChecks'>

/** The human checks that drops of this service may require. */
export const availableChecks = ({ humanChecks = {} }: HumanPorts): readonly ActiveHumanCheck[] =>
  CHECKS.filter((check) => humanChecks[check] !== undefined)

const CHECKS: readonly ActiveHumanCheck[] = ['PROOF_OF_WORK', 'TURNSTILE']

/** Returns a challenge for a wallet. Null if the drop requires none. */
export async function humanChallenge(
  ports: HumanPorts & Pick<Ports, 'store'>,
  caller: Caller,
  input: HumanChallengeInput,
): Promise<Result<HumanChallenge | null, Refusal>> {
  const wallet = parseAddress(input.userAddress, 'userAddress')
  if (!wallet.ok) return wallet
  const found = await findDrop(ports, caller, input.dropId)
  if (!found.ok) return found
  const { id: dropId, humanCheck } = found.value
  if (humanCheck === 'NONE') return ok(null)
  const checker = ports.humanChecks?.[humanCheck]
  return checker ? ok(checker.challenge({ dropId, wallet: wallet.value })) : err(notConfigured(humanCheck))
}

interface Proving {
  readonly caller: Caller
  readonly wallet: Address
  readonly proof: HumanProof | undefined
}

/**
 * Verifies the proof of a request for its drop and wallet. This may be expensive, so call it only for a claim that would
 * pass.
 */
export async function verifyProof(
  { humanChecks }: { readonly humanChecks?: HumanChecks | undefined },
  { id: dropId, humanCheck }: Pick<Drop, 'id' | 'humanCheck'>,
  { caller, wallet, proof }: Proving,
): Promise<Result<HumanProof | undefined, Refusal>> {
  if (humanCheck === 'NONE' || proof?.kind !== 'unverified') return ok(proof)
  const checker = humanChecks?.[humanCheck]
  if (checker === undefined) return err(notConfigured(humanCheck))
  const issuedAt = await checker.verify({ dropId, wallet }, proof.text, caller.user.id)
  return issuedAt.ok ? ok({ kind: 'verified', check: humanCheck, issuedAt: issuedAt.value }) : issuedAt
}

const notConfigured = (check: ActiveHumanCheck): Refusal => ({
  kind: 'human_check_unavailable',
  reason: `this service has no ${check}`,
})
