import { type Claim, type Instant, idOfClaim, messageOf } from '@dropkit/core'
import { amountOfLink, claimLinkStatus, isUndrawn, recipientOf, revealTimeOf } from '@dropkit/core/internal'
import type { Context } from '../context.ts'
import { codeOf, orThrow } from '../errors/refusal-error.ts'
import { tooComplex } from '../errors/request-error.ts'
import type {
  ClaimDropResultResolvers,
  ClaimLinkResolvers,
  ClaimLinkStatus,
  ClaimParamsResolvers,
  ClaimResolvers,
  CreateClaimLinksResultResolvers,
  Resolvers,
} from '../generated/resolver-types.ts'
import { type Mutations, oncePerParent, type Queries, shortAddress } from './operation.ts'

const claim: Queries['claim'] = async (_root, { id }, { caller, services }) =>
  (await services.dropkit.readClaim(caller, id)) ?? null

const claims: Queries['claims'] = async (_root, { filter, ...page }, { caller, services }) =>
  orThrow(await services.dropkit.listClaims(caller, filter ?? {}, page))

const checkEligibility: Queries['checkEligibility'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.checkEligibility(caller, input))

const humanChallenge: Queries['humanChallenge'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.humanChallenge(caller, input))

/** By URL. A server has one. */
const sites = new Map<string, string>()

function siteOf({ publicUrl }: Context['services']): string {
  const site = sites.get(publicUrl) ?? new URL(publicUrl).host
  sites.set(publicUrl, site)
  return site
}

const recipientMessage: Queries['recipientMessage'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.recipientMessage(caller, { ...input, site: siteOf(services) }))

const claimDrop: Mutations['claimDrop'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.claimDrop(caller, { ...input, site: siteOf(services) }))

const createClaim: Mutations['createClaim'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.createClaim(caller, { ...input, site: siteOf(services) }))

export interface RandomDropAnswer {
  readonly success: boolean
  readonly message: string
  readonly code: string | null
  readonly claimedAmount: string | null
  readonly revealsAt: Instant | null
  readonly claim: Claim | null
}

const claimRandomDrop: Mutations['claimRandomDrop'] = async (
  _root,
  { input },
  { caller, services, loaders },
) => {
  const answer = orThrow(await services.dropkit.claimRandomDrop(caller, { ...input, site: siteOf(services) }))
  const { claim } = answer
  const shown = await shownDraw(claim, loaders)
  if (answer.kind === 'drawn')
    return {
      success: true,
      message: drawnMessage(answer.claim, shown.revealsAt),
      code: null,
      claim,
      ...shown,
    }
  const { refusal } = answer
  return { success: false, message: messageOf(refusal), code: codeOf(refusal), claim, ...shown }
}

/** The amount of a draw, or when the beacon will decide it. */
export async function shownDraw(claim: Claim | null, loaders: Pick<Context['loaders'], 'drop'>) {
  if (claim === null) return { claimedAmount: null, revealsAt: null }
  if (!isUndrawn(claim)) return { claimedAmount: String(claim.amount), revealsAt: null }
  const drop = await loaders.drop.load(claim.dropId)
  return { claimedAmount: null, revealsAt: drop ? revealTimeOf(drop, claim) : null }
}

/** The message of a successful draw, also if the answer is repeated. */
export const drawnMessage = (claim: Claim, revealsAt: number | null): string => {
  const wallet = shortAddress(recipientOf(claim))
  if (!isUndrawn(claim)) return `You drew ${claim.amount}, which is being sent to ${wallet}.`
  const when = revealsAt === null ? '' : ` at ${new Date(revealsAt).toISOString()}`
  return `Your claim is number ${claim.sequence}. Its amount is drawn${when} and then sent to ${wallet}.`
}

const prepareClaim: Mutations['prepareClaim'] = async (_root, { claimId }, { caller, services }) => ({
  transactionBytes: orThrow(await services.dropkit.prepareClaim(caller, claimId)),
})

const prepareSponsoredClaim: Mutations['prepareSponsoredClaim'] = async (
  _root,
  { claimId },
  { caller, services },
) => orThrow(await services.dropkit.prepareSponsoredClaim(caller, claimId))

const submitSponsoredClaim: Mutations['submitSponsoredClaim'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.submitSponsoredClaim(caller, input))

const confirmClaim: Mutations['confirmClaim'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.confirmClaim(caller, input))

const claimFields = {
  id: idOfClaim,
  amount: (claim) => (isUndrawn(claim) ? null : String(claim.amount)),
  round: ({ draw }) => draw?.round ?? null,
  async revealsAt(claim, _args, { loaders }) {
    if (!isUndrawn(claim)) return null
    const drop = await loaders.drop.load(claim.dropId)
    return drop ? revealTimeOf(drop, claim) : null
  },
  revealedAt: ({ draw }) => draw?.revealedAt ?? null,
  beaconSignature: ({ draw }) => draw?.signature ?? null,
  orderHead: ({ head }) => head,
  receipt: oncePerParent(async (claim, _args, { loaders, services }) => {
    const drop = await loaders.drop.load(claim.dropId)
    return drop ? services.dropkit.signReceipt(drop, claim) : null
  }),
  status: ({ state }) => state.kind,
  userAddress: ({ claimer }) => claimer,
  recipient: recipientOf,
  txHash: ({ state }) => ('txHash' in state ? state.txHash : null),
  claimedAt: ({ state }) => (state.kind === 'CONFIRMED' ? state.claimedAt : null),
  expiresAt: ({ state }) => (state.kind === 'PENDING' ? state.expiresAt : null),
  user: async ({ claimer, callerId }, _args, { loaders }) =>
    (await loaders.userByWallet.load(claimer)) ?? (await loaders.user.load(callerId)) ?? null,
  drop: async ({ dropId }, _args, { loaders }) => (await loaders.drop.load(dropId)) ?? null,
} satisfies ClaimResolvers

const claimDropResultFields = {
  // The claim was just made on this drop, so the drop need not be read again.
  claim({ claim, drop }, _args, { loaders }) {
    loaders.know(drop)
    return claim
  },
  claimParams: ({ voucher }) => voucher,
  dropInfo: ({ drop: { vault } }) =>
    vault.kind === 'open'
      ? { dropObjectId: vault.objectId, packageId: vault.packageId, coinType: vault.coinType }
      : null,
} satisfies ClaimDropResultResolvers

const claimParamsFields = {
  amount: ({ amount }) => String(amount),
  nonce: ({ nonce }) => String(nonce),
  expiry: ({ expiresAt }) => String(expiresAt),
} satisfies ClaimParamsResolvers

/** The number of link URLs that fit into one answer. */
const MOST_URLS = 20_000

const claimLink: Queries['claimLink'] = async (_root, input, { caller, services }) =>
  (await services.dropkit.readClaimLink(caller, input)) ?? null

const claimLinks: Queries['claimLinks'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.listClaimLinks(caller, input))

const createClaimLinks: Mutations['createClaimLinks'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.createClaimLinks(caller, input))

const revokeClaimLinks: Mutations['revokeClaimLinks'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.revokeClaimLinks(caller, input))

const claimWithLink: Mutations['claimWithLink'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.claimWithLink(caller, input))

const claimLinkFields = {
  id: ({ link }) => link.id,
  status: (used, _args, { services }): ClaimLinkStatus => claimLinkStatus(used, services.clock.now()),
  async amount({ link }, _args, { loaders }) {
    if (link.amount === null) return null
    const drop = await loaders.drop.load(link.dropId)
    const amount = drop ? amountOfLink(link, drop) : link.amount
    return amount === null ? null : String(amount)
  },
  expiresAt: ({ link }) => link.expiresAt,
  revokedAt: ({ link }) => link.revokedAt,
  createdAt: ({ link }) => link.createdAt,
} satisfies ClaimLinkResolvers

const createClaimLinksResultFields = {
  secret: ({ keys }) => keys?.secret ?? null,
  urls({ keys, count, drop }, _args, { services }) {
    if (keys === null) return null
    if (count > MOST_URLS) {
      const message = `urls has at most ${MOST_URLS} links: compute those of ${count} from secret`
      throw tooComplex(message, { limit: 'urls', value: MOST_URLS, asked: count })
    }
    const page = `${services.publicUrl}/d/${encodeURIComponent(drop.shortcode)}`
    return keys.privateKeys().map((privateKey) => `${page}#link=${privateKey}`)
  },
} satisfies CreateClaimLinksResultResolvers

/** The operations of this area, and the fields that need a resolver. */
export const claimResolvers = {
  Query: { claim, claims, checkEligibility, humanChallenge, recipientMessage, claimLink, claimLinks },
  Mutation: {
    claimDrop,
    createClaim,
    claimRandomDrop,
    prepareClaim,
    prepareSponsoredClaim,
    submitSponsoredClaim,
    confirmClaim,
    createClaimLinks,
    revokeClaimLinks,
    claimWithLink,
  },
  Claim: claimFields,
  ClaimDropResult: claimDropResultFields,
  ClaimLink: claimLinkFields,
  ClaimParams: claimParamsFields,
  CreateClaimLinksResult: createClaimLinksResultFields,
} satisfies Resolvers
