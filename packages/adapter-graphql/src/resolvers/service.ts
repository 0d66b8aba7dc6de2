import { type ActiveHumanCheck, type Currency, type Instant, NEVER } from '@dropkit/core'
import { eventIdOf } from '@dropkit/core/internal'
import { orThrow } from '../errors/refusal-error.ts'
import type {
  EventResolvers,
  FailingJobResolvers,
  PlatformEventResolvers,
  ServiceResolvers,
} from '../generated/resolver-types.ts'
import { type Mutations, oncePerParent, type Queries } from './operation.ts'

/** Information about the service that needs no read of its store. */
export interface ServiceSource {
  readonly chain: string
  readonly network: string | null
  readonly now: Instant
  readonly currencies: readonly (Pick<Currency, 'code' | 'coinType' | 'decimals'> & {
    readonly usdRate: number
  })[]
  readonly humanChecks: readonly ActiveHumanCheck[]
  readonly version: string
}

export const service: Queries['service'] = (
  _root,
  _args,
  { services: { chain, network, clock, prices, dropkit, version } },
) => ({
  chain: chain.name,
  network,
  now: clock.now(),
  currencies: prices
    .currencies()
    .map(({ code, coinType, decimals }) => ({ code, coinType, decimals, usdRate: prices.usdRate(code) })),
  humanChecks: dropkit.availableHumanChecks(),
  version,
})

export const serviceFields: ServiceResolvers = {
  eventCursor: oncePerParent(async (_source, _args, { services: { store } }) => {
    const [newest] = await store.events({ limit: 1 })
    return eventIdOf(newest?.position ?? 0)
  }),
}

export const event: Queries['event'] = async (_root, { id }, { caller, services }) =>
  (await services.dropkit.readEvent(caller, id)) ?? null

export const events: Queries['events'] = async (_root, query, { caller, services }) =>
  orThrow(await services.dropkit.listEvents(caller, query))

export const platformEvents: Queries['platformEvents'] = async (_root, query, { caller, services }) =>
  orThrow(await services.dropkit.listEvents(caller, query))

/** The fields that the two event types share. */
const shared = {
  id: ({ position }) => eventIdOf(position),
  event: ({ type }) => type,
  timestamp: ({ at }) => at,
  details: (event, _args, { objects }, info) => objects.readLarge(() => event.data, info),
  drop: async ({ dropId }, _args, { loaders }) => (dropId && (await loaders.drop.load(dropId))) || null,
  user: async ({ actorId }, _args, { loaders }) => (actorId && (await loaders.user.load(actorId))) || null,
} satisfies PlatformEventResolvers

export const platformEventFields: PlatformEventResolvers = shared

export const eventFields: EventResolvers = { ...shared }

export const failingJobs: Queries['failingJobs'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.listFailingJobs(caller, input))

export const retryJob: Mutations['retryJob'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.retryJob(caller, input))

export const failingJobFields: FailingJobResolvers = {
  reasonClass: ({ failure }) => failure.class,
  reason: ({ failure }) => failure.reason,
  nextAttemptAt: ({ dueAt }) => (dueAt === NEVER ? null : dueAt),
}
