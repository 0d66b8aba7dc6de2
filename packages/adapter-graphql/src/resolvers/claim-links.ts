import { claimLinkStatus } from '@dropkit/core/internal'
import { orThrow } from '../errors/refusal-error.ts'
import { tooComplex } from '../errors/request-error.ts'
import type { ClaimLinkResolvers, CreateClaimLinksResultResolvers } from '../generated/resolver-types.ts'
import type { Mutations, Queries } from './operation.ts'

/** The number of link URLs that fit into one answer. */
const MOST_URLS = 20_000

export const claimLink: Queries['claimLink'] = async (_root, input, { caller, services }) =>
  (await services.dropkit.readClaimLink(caller, input)) ?? null

export const claimLinks: Queries['claimLinks'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.listClaimLinks(caller, input))

export const createClaimLinks: Mutations['createClaimLinks'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.createClaimLinks(caller, input))

export const revokeClaimLinks: Mutations['revokeClaimLinks'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.revokeClaimLinks(caller, input))

export const claimWithLink: Mutations['claimWithLink'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.claimWithLink(caller, input))

export const claimLinkFields: ClaimLinkResolvers = {
  id: ({ link }) => link.id,
  status: (used, _args, { services }) => claimLinkStatus(used, services.clock.now()),
  amount: ({ link: { amount } }) => (amount === null ? null : String(amount)),
  expiresAt: ({ link }) => link.expiresAt,
  revokedAt: ({ link }) => link.revokedAt,
  createdAt: ({ link }) => link.createdAt,
}

export const createClaimLinksResultFields: CreateClaimLinksResultResolvers = {
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
}
