import { eventIdOf } from '@dropkit/core'
import type { EventResolvers, PlatformEventResolvers } from '../../generated/resolver-types.ts'

/** Two types show one thing; what they share is said once. */
const shared = {
  id: ({ position }) => eventIdOf(position),
  event: ({ type }) => type,
  timestamp: ({ at }) => at,
  details: ({ data }) => data,
  drop: async ({ dropId }, _args, { loaders }) => (dropId && (await loaders.drop.load(dropId))) || null,
  user: async ({ actorId }, _args, { loaders }) => (actorId && (await loaders.user.load(actorId))) || null,
} satisfies PlatformEventResolvers

export const platformEventFields: PlatformEventResolvers = shared

export const eventFields: EventResolvers = { ...shared }
