import { eventIdOf } from '@dropkit/core/internal'
import { orThrow } from '../errors/refusal-error.ts'
import type { EventResolvers, PlatformEventResolvers } from '../generated/resolver-types.ts'
import type { Queries } from './operation.ts'

export const event: Queries['event'] = async (_root, { id }, { caller, services }) =>
  (await services.dropkit.readEvent(caller, id)) ?? null

export const events: Queries['events'] = async (_root, question, { caller, services }) =>
  orThrow(await services.dropkit.listEvents(caller, question))

export const platformEvents: Queries['platformEvents'] = async (_root, question, { caller, services }) =>
  orThrow(await services.dropkit.listEvents(caller, question))

/** The fields that the two event types share. */
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
