import {
  type ClaimLinkId,
  MAX_REVOKED_LINKS,
  parseClaimLinkIds,
  readClaimLinkId,
  type UsedClaimLink,
} from '../../domain/claim-link.ts'
import { readId } from '../../domain/ids.ts'
import { canRead } from '../../domain/ownership.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, Ports } from '../../ports/index.ts'
import { type PageInput, parsePage } from '../parse-page.ts'
import { findOwnDrop } from '../read-records.ts'

/** A link by its id, which only its maker and its holder know. Undefined if it does not exist. */
export async function readClaimLink(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  input: { readonly dropId: string; readonly id: string },
): Promise<UsedClaimLink | undefined> {
  const dropId = readId('drop', input.dropId)
  const id = readClaimLinkId(input.id)
  const dropState = dropId && id && (await store.dropState(dropId, { linkIds: [id] }))
  return dropState && dropState.drop.deletedAt === null && canRead(caller, dropState.drop)
    ? dropState.links.get(id)
    : undefined
}

/** The links of the caller's drop, newest first, one page. */
export async function listClaimLinks(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  { dropId: id, ...input }: PageInput & { readonly dropId: string },
): Promise<Result<readonly UsedClaimLink[], Refusal>> {
  const page = parsePage(input, readClaimLinkId)
  if (!page.ok) return page
  const own = await findOwnDrop({ store }, caller, id)
  return own.ok ? ok(await store.listClaimLinks(own.value.id, page.value)) : own
}

/**
 * Revokes links and returns how many were not revoked before. The claim of a used link stays; if that claim is released,
 * the link cannot be used again.
 */
export async function revokeClaimLinks(
  ports: Pick<Ports, 'store' | 'clock'>,
  caller: Caller,
  input: { readonly dropId: string; readonly ids: readonly string[] },
): Promise<Result<number, Refusal>> {
  const ids = parseClaimLinkIds(input.ids, 'ids', MAX_REVOKED_LINKS)
  if (!ids.ok) return ids
  const own = await findOwnDrop(ports, caller, input.dropId)
  if (!own.ok) return own
  const changed = await ports.store.changeDrop(
    own.value.id,
    { linkIds: ids.value },
    (dropState): Change<Result<number, Refusal>> => {
      if (dropState?.drop.deletedAt !== null) return { result: err(notFound('Drop')) }
      const unknown = ids.value.find((id: ClaimLinkId) => !dropState.links.has(id))
      if (unknown !== undefined) return { result: err(notFound('Claim link')) }
      const revokedAt = ports.clock.now()
      const revoked = [...dropState.links.values()]
        .filter(({ link }) => link.revokedAt === null)
        .map(({ link }) => ({ ...link, revokedAt }))
      return {
        result: ok(revoked.length),
        ...(revoked.length > 0
          ? { update: { claimLinks: revoked }, effect: { kind: 'drop', id: own.value.id } }
          : {}),
      }
    },
  )
  if (!changed.ok) throw new Error('invariant broken: revoking takes no unique value')
  return changed.value
}
