import { readClaimId } from '@dropkit/core'
import { parsePage, readId } from '@dropkit/core/internal'
import { orThrow } from '../errors/refusal-error.ts'
import type { Resolvers, UserResolvers } from '../generated/resolver-types.ts'
import type { Mutations, Queries } from './operation.ts'

const me: Queries['me'] = (_root, _args, { caller }) => caller.user

const storedBytes: Queries['storedBytes'] = async (_root, _args, { caller, services }) => {
  const stored = await services.dropkit.readStoredBytes(caller)
  return stored && { used: BigInt(stored.used), limit: BigInt(stored.limit) }
}

const user: Queries['user'] = async (_root, { id }, { caller, services }) =>
  (await services.dropkit.readUser(caller, id)) ?? null

const creator: Queries['creator'] = async (_root, { username }, { caller, services }) =>
  (await services.dropkit.readCreator(caller, username)) ?? null

const publicDrops: Queries['publicDrops'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.listPublicDrops(caller, input))

const users: Queries['users'] = async (_root, page, { caller, services }) =>
  orThrow(await services.dropkit.listUsers(caller, page))

const updateProfile: Mutations['updateProfile'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.updateProfile(caller, input))

const userFields = {
  email: (user, _args, { caller }) => (user.id === caller.user.id ? user.email : null),
  avatarUrl: ({ avatar }) => avatar,
  drops({ id }, given, { loaders }) {
    const page = orThrow(parsePage(given, (text) => readId('drop', text)))
    return loaders.dropsOfUser.load({ owner: id, page })
  },
  tokens({ id }, given, { loaders }) {
    const page = orThrow(parsePage(given, (text) => readId('token', text)))
    return loaders.tokensOfUser.load({ owner: id, page })
  },
  claims(user, given, { loaders }) {
    const page = orThrow(parsePage(given, readClaimId))
    return loaders.claimsOfUser.load({ owner: user, page })
  },
  totalDrops: async (user, _args, { loaders }) => (await loaders.counts.load(user)).drops,
  totalClaims: async (user, _args, { loaders }) => (await loaders.counts.load(user)).claims,
} satisfies UserResolvers

const apiKeys: Queries['apiKeys'] = (_root, _args, { caller, services }) =>
  services.dropkit.listApiKeys(caller)

const createApiKey: Mutations['createApiKey'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.createApiKey(caller, input))

const createPublishableKey: Mutations['createPublishableKey'] = async (
  _root,
  { input },
  { caller, services },
) => orThrow(await services.dropkit.createPublishableKey(caller, input))

const revokeApiKey: Mutations['revokeApiKey'] = async (_root, { id }, { caller, services }) =>
  orThrow(await services.dropkit.revokeApiKey(caller, id))

/** The operations of this area, and the fields that need a resolver. */
export const userResolvers = {
  Query: { me, storedBytes, user, creator, publicDrops, users, apiKeys },
  Mutation: { updateProfile, createApiKey, createPublishableKey, revokeApiKey },
  User: userFields,
} satisfies Resolvers
