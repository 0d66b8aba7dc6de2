import { parseAddress } from '../../domain/address.ts'
import {
  type Exemption,
  grantExemption,
  MAX_REASON_LENGTH,
  revokeExemption,
} from '../../domain/gating/exemption.ts'
import { type ExemptionId, idOf, readId } from '../../domain/ids.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { parseText } from '../../domain/text.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, Ports } from '../../ports/index.ts'
import { type PageInput, parsePage } from '../parse-input.ts'
import { findDropToChange, findOwnDrop } from '../read-records.ts'

type ExemptionPorts = Pick<Ports, 'store' | 'clock' | 'ids'>

/** A wallet that may claim regardless of the gating rules, and why. */
export interface GrantExemptionInput {
  readonly dropId: string
  readonly walletAddress: string
  readonly reason: string
}

/** Exempts a wallet from the gating rules of one of the caller's drops. Safe to repeat. */
export async function grantWalletExemption(
  ports: ExemptionPorts,
  caller: Caller,
  input: GrantExemptionInput,
): Promise<Result<Exemption, Refusal>> {
  const wallet = parseAddress(input.walletAddress, 'walletAddress')
  if (!wallet.ok) return wallet
  const reason = parseText(input.reason, 'reason', { min: 1, max: MAX_REASON_LENGTH })
  if (!reason.ok) return reason
  const own = await findDropToChange(ports, caller, input.dropId)
  if (!own.ok) return own
  const id = idOf('exemption', ports.ids.next(ports.clock.now()))
  const query = { exemptionsOf: [wallet.value] }
  const granted = await ports.store.changeDrop(
    own.value.id,
    query,
    (dropState): Change<Result<Exemption, Refusal>> => {
      if (dropState?.drop.deletedAt !== null) return { result: err(notFound('Drop')) }
      const exemption: Exemption = {
        id,
        dropId: dropState.drop.id,
        wallet: wallet.value,
        reason: reason.value,
        grantedBy: caller.user.id,
        grantedAt: ports.clock.now(),
        revokedBy: null,
        revokedAt: null,
      }
      const change = grantExemption(dropState.drop, dropState.exemptions.get(wallet.value), exemption)
      if (!change.ok) return { result: change }
      const { drop, events } = change.value
      if (drop === null) return { result: ok(change.value.exemption) }
      return {
        result: ok(exemption),
        insert: { exemptions: [exemption] },
        update: { drops: [drop] },
        effect: { kind: 'exemption', id },
        events,
      }
    },
  )
  if (!granted.ok) throw new Error('invariant broken: an exemption takes no unique value')
  return granted.value
}

/** Revokes an exemption. Repeating it changes nothing. */
export async function revokeWalletExemption(
  ports: ExemptionPorts,
  caller: Caller,
  id: string,
): Promise<Result<Exemption, Refusal>> {
  const exemptionId = readId('exemption', id)
  const found = exemptionId && (await ports.store.exemptions([exemptionId])).get(exemptionId)
  // Only the owner of a drop grants exemptions. Other callers do not learn whether this one exists.
  if (found?.grantedBy !== caller.user.id) return err(notFound('Exemption'))
  const revoked = await ports.store.changeDrop(
    found.dropId,
    { exemptionsOf: [found.wallet] },
    (dropState): Change<Result<Exemption, Refusal>> => {
      if (dropState?.drop.deletedAt !== null) return { result: err(notFound('Exemption')) }
      const active = dropState.exemptions.get(found.wallet)
      if (active?.id !== found.id) return { result: ok(found) }
      const by = { userId: caller.user.id, now: ports.clock.now() }
      const { exemption, drop, events } = revokeExemption(dropState.drop, active, by)
      return {
        result: ok(exemption),
        update: { exemptions: [exemption], drops: drop === null ? [] : [drop] },
        effect: { kind: 'exemption', id: exemption.id },
        events,
      }
    },
  )
  if (!revoked.ok) throw new Error('invariant broken: an exemption takes no unique value')
  const result = revoked.value
  // The exemption was revoked in the meantime, which is what the caller asked for.
  if (!result.ok || result.value.revokedAt !== null) return result
  return ok((await ports.store.exemptions([found.id])).get(found.id) ?? found)
}

/** The exemptions of one of the caller's drops, newest first, including revoked ones. */
export async function listExemptions(
  ports: ExemptionPorts,
  caller: Caller,
  { dropId, ...input }: PageInput & { readonly dropId: string },
): Promise<Result<readonly Exemption[], Refusal>> {
  const page = parsePage<ExemptionId>(input, (after) => readId('exemption', after))
  if (!page.ok) return page
  const own = await findOwnDrop(ports, caller, dropId)
  return own.ok ? ok(await ports.store.listExemptions(own.value.id, page.value)) : own
}
