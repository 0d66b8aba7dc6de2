import { claimLinkMessage, readClaimLinkId } from '../../domain/claim-link.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Ports } from '../../ports/index.ts'
import { type ClaimGrant, type DeliveryTerms, parseClaimInput } from '../claims/claim-drop.ts'
import type { ClaimQueue } from '../claims/claim-queue.ts'
import { signWhileCommitting } from '../claims/issue-voucher.ts'
import type { Settings } from '../settings.ts'
import { NO_LINK_KEYS } from './claim-links.ts'

/** A claim by link, as its caller wrote it. */
export interface ClaimWithLinkInput {
  readonly dropId: string
  /** The link's public key. */
  readonly linkId: string
  /** The wallet that receives the amount. */
  readonly userAddress: string
  /** The link's signature of `claimLinkMessage`, base64url. */
  readonly signature: string
  /** Required if neither the link nor the drop fixes the amount. */
  readonly amount?: string | null | undefined
  /** Of the drop's human check, if it has one. */
  readonly humanProof?: string | null | undefined
}

/**
 * Claims for any wallet with a link. The link's signature names the wallet, so an intercepted or repeated request pays no
 * other wallet. Safe to repeat: the same wallet gets the same claim.
 */
export async function claimWithLink(
  ports: Pick<Ports, 'chain' | 'signer' | 'linkKeys'>,
  queue: ClaimQueue,
  settings: Settings,
  caller: Caller,
  input: ClaimWithLinkInput & DeliveryTerms,
): Promise<Result<ClaimGrant, Refusal>> {
  const parsed = parseClaimInput(ports, input)
  if (!parsed.ok) return parsed
  const { dropId, claimer, amount, proof } = parsed.value
  const linkId = readClaimLinkId(input.linkId)
  if (!linkId) return err(notFound('Claim link'))
  const { linkKeys } = ports
  if (linkKeys === undefined) return err(NO_LINK_KEYS)
  const message = claimLinkMessage(dropId, linkId, claimer)
  if (!(await linkKeys.verify(linkId, message, input.signature)))
    return err({ kind: 'link_signature_invalid' })

  const signing = signWhileCommitting(ports, queue)
  const served = await signing.queue.submit(dropId, {
    operation: 'link',
    caller,
    claimer,
    amount,
    voucherLifetimeMs: settings.voucherLifetimeMs,
    deliveryRefusal: input.deliveryRefusal,
    proof,
    linkId,
  })
  if (!served.ok) return served
  const { decision, drop } = served.value
  if (decision.kind === 'refused') return err(decision.refusal)
  const { claim } = decision
  return ok({ claim, drop, voucher: await signing.voucherOf(claim, drop) })
}
