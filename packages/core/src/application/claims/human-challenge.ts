import { type Address, parseAddress } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import type { ActiveHumanCheck, HumanProof } from '../../domain/human-check.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { HumanChallenge, HumanChecks, Ports } from '../../ports/index.ts'
import { findDrop } from '../read-records.ts'

/** The wallet that is to claim, enter or buy. */
export interface HumanChallengeInput {
  readonly dropId: string
  readonly userAddress: string
}

type HumanPorts = Pick<Ports, 'humanChecks'>

/** The human checks that drops of this service may ask for. */
export const availableChecks = ({ humanChecks = {} }: HumanPorts): readonly ActiveHumanCheck[] =>
  CHECKS.filter((check) => humanChecks[check] !== undefined)

const CHECKS: readonly ActiveHumanCheck[] = ['PROOF_OF_WORK', 'TURNSTILE']

/** A challenge for a wallet; null if the drop asks for none. */
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
  readonly wallet: Address
  readonly proof: HumanProof | undefined
}

/** The proof of a request, verified for its drop and wallet. It may be expensive, so ask only for a claim that would pass. */
export async function verifyProof(
  { humanChecks }: { readonly humanChecks?: HumanChecks | undefined },
  { id: dropId, humanCheck }: Pick<Drop, 'id' | 'humanCheck'>,
  { wallet, proof }: Proving,
): Promise<Result<HumanProof | undefined, Refusal>> {
  if (humanCheck === 'NONE' || proof?.kind !== 'unverified') return ok(proof)
  const checker = humanChecks?.[humanCheck]
  if (checker === undefined) return err(notConfigured(humanCheck))
  const issuedAt = await checker.verify({ dropId, wallet }, proof.text)
  return issuedAt.ok ? ok({ kind: 'verified', check: humanCheck, issuedAt: issuedAt.value }) : issuedAt
}

const notConfigured = (check: ActiveHumanCheck): Refusal => ({
  kind: 'human_check_unavailable',
  reason: `this service has no ${check}`,
})
