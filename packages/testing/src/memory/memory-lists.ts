import {
  type Claim,
  type ClaimFilter,
  type ClaimLink,
  type ClaimPlace,
  type Drop,
  type DropFilter,
  type EventQuery,
  type LoggedEvent,
  type Page,
  type Store,
  statusAt,
  type UsedClaimLink,
  type User,
  type UserId,
} from '@dropkit/core'
import { claimIdOf, isPublicDrop } from '@dropkit/core/internal'
import { keyOfLink, type MemoryState } from './memory-state.ts'
import { claimsIn } from './memory-table.ts'

interface WithId {
  readonly id: string
}

const backwards = (one: string, other: string): number => (one < other ? 1 : one > other ? -1 : 0)

/** A page of records, newest first by id, after the last one of the previous page. */
export function pageOf<R extends WithId>(
  records: Iterable<R>,
  page: Page<string>,
  isIn: (record: R) => boolean,
): R[] {
  const { after, limit } = page
  return [...records]
    .filter((record) => (after === undefined || record.id < after) && isIn(record))
    .sort((one, other) => backwards(one.id, other.id))
    .slice(0, limit)
}

const newestClaimFirst = (one: Claim, other: Claim): number =>
  other.createdAt - one.createdAt || backwards(one.dropId, other.dropId) || other.sequence - one.sequence

const newestLinkFirst = (one: ClaimLink, other: ClaimLink): number =>
  other.createdAt - one.createdAt || backwards(one.id, other.id)

/** A link with the claim for which it was used. */
export const usedLink = (state: MemoryState, link: ClaimLink): UsedClaimLink => ({
  link,
  claim: link.sequence === null ? null : (state.claims.get(claimIdOf(link.dropId, link.sequence)) ?? null),
})

export function createMemoryLists(state: MemoryState) {
  const isVisible = (drop: Drop, reader: UserId) =>
    drop.deletedAt === null && (drop.status !== 'DRAFT' || drop.creatorId === reader)

  const isOfUser = (claim: Claim, user: Pick<User, 'id' | 'walletAddress'>) =>
    claim.callerId === user.id || claim.claimer === user.walletAddress

  function pageOfClaims(page: Page<ClaimPlace>, isIn: (claim: Claim) => boolean): Claim[] {
    const { after, limit } = page
    const last = after && state.claims.get(claimIdOf(after.dropId, after.sequence))
    if (after && !last) return []
    return [...state.claims.all()]
      .filter((claim) => isIn(claim) && (!last || newestClaimFirst(last, claim) < 0))
      .sort(newestClaimFirst)
      .slice(0, limit)
  }

  const forEach = <Parent, Id, R>(
    parents: readonly Parent[],
    idOf: (parent: Parent) => Id,
    list: (parent: Parent) => R[],
  ): Map<Id, R[]> => new Map(parents.map((parent) => [idOf(parent), list(parent)]))

  return {
    listDrops: async (filter, reader, page) =>
      pageOf(state.drops.all(), page, (drop) => isVisible(drop, reader) && matches(drop, filter)),
    listTokens: async (page) => pageOf(state.tokens.all(), page, () => true),
    listUsers: async (page) => pageOf(state.users.all(), page, () => true),
    listClaims: async (filter, page) => pageOfClaims(page, (claim) => matchesClaim(claim, filter)),

    listClaimLinks: async (dropId, { after, limit }) => {
      const last = after && state.claimLinks.get(keyOfLink({ dropId, id: after }))
      if (after && !last) return []
      return [...state.claimLinks.all()]
        .filter((link) => link.dropId === dropId && (!last || newestLinkFirst(last, link) < 0))
        .sort(newestLinkFirst)
        .slice(0, limit)
        .map((link) => usedLink(state, link))
    },

    dropsOfTokens: async (tokenIds, reader, page) =>
      forEach(
        tokenIds,
        (id) => id,
        (id) => pageOf(state.drops.all(), page, (drop) => drop.tokenId === id && isVisible(drop, reader)),
      ),
    dropsOfUsers: async (userIds, reader, page) =>
      forEach(
        userIds,
        (id) => id,
        (id) => pageOf(state.drops.all(), page, (drop) => drop.creatorId === id && isVisible(drop, reader)),
      ),
    tokensOfUsers: async (userIds, page) =>
      forEach(
        userIds,
        (id) => id,
        (id) => pageOf(state.tokens.all(), page, (token) => token.creatorId === id),
      ),
    claimsOfDrops: async (dropIds, page) =>
      forEach(
        dropIds,
        (id) => id,
        (id) =>
          claimsIn(state, state.claimIdsByDrop.get(id))
            .filter((claim) => page.after === undefined || claim.sequence < page.after.sequence)
            .sort((one, other) => other.sequence - one.sequence)
            .slice(0, page.limit),
      ),
    claimsOfUsers: async (users, reader, page) => {
      const isSeen = (claim: Claim) => {
        const drop = state.drops.get(claim.dropId)
        const isReaders = isOfUser(claim, reader) || claim.creatorId === reader.id
        return isReaders || (drop !== undefined && isVisible(drop, reader.id))
      }
      return forEach(
        users,
        (user) => user.id,
        (user) => pageOfClaims(page, (claim) => isOfUser(claim, user) && isSeen(claim)),
      )
    },
    countsOfUsers: async (users, reader) => {
      const counts = users.map((user) => {
        const drops = [...state.drops.all()].filter(
          (drop) => drop.creatorId === user.id && isVisible(drop, reader),
        )
        const claims = [...state.claims.all()].filter((claim) => isOfUser(claim, user))
        return [user.id, { drops: drops.length, claims: claims.length }] as const
      })
      return new Map(counts)
    },
    events: async (query) => eventsFor(state, query),
    briefEvents: async (query) => eventsFor(state, query),
    async dataOfEvents(positions) {
      const events = positions.flatMap((position) => state.events[position - 1] ?? [])
      return new Map(events.map(({ position, data }) => [position, JSON.stringify(data)]))
    },
  } satisfies Partial<Store>
}

function matches(drop: Drop, filter: DropFilter): boolean {
  const { status, type, claimType, creatorId, tokenId, communityId, isPublic = false } = filter
  return (
    (status === undefined || statusAt(drop, status.at) === status.is) &&
    (type === undefined || drop.type === type) &&
    (claimType === undefined || drop.claimType === claimType) &&
    (creatorId === undefined || drop.creatorId === creatorId) &&
    (tokenId === undefined || drop.tokenId === tokenId) &&
    (communityId === undefined || drop.communityId === communityId) &&
    (!isPublic || isPublicDrop(drop))
  )
}

function matchesClaim(claim: Claim, { dropId, status, claimer, concerning }: ClaimFilter): boolean {
  const concerns =
    concerning === undefined ||
    claim.callerId === concerning.userId ||
    claim.creatorId === concerning.userId ||
    claim.claimer === concerning.wallet
  return (
    concerns &&
    (dropId === undefined || claim.dropId === dropId) &&
    (status === undefined || claim.state.kind === status) &&
    (claimer === undefined || claim.claimer === claimer)
  )
}

function eventsFor(state: MemoryState, query: EventQuery): LoggedEvent[] {
  const { visibleTo, dropId, intentId, types, limit, after, since } = query
  const chosen = state.events.filter(
    (event) =>
      (visibleTo === undefined || event.ownerId === visibleTo || event.actorId === visibleTo) &&
      (dropId === undefined || event.dropId === dropId) &&
      (intentId === undefined || event.intentId === intentId) &&
      (types === undefined || types.includes(event.type)) &&
      (after === undefined || event.position < after) &&
      (since === undefined || event.position > since),
  )
  return (since === undefined ? chosen.reverse() : chosen).slice(0, limit)
}
