import { type ActiveHumanCheck, type Currency, type Instant, NEVER } from '@dropkit/core'
import { eventIdOf } from '@dropkit/core/internal'
import { orThrow } from '../errors/refusal-error.ts'
import type {
  EventResolvers,
  FailingJobResolvers,
  PlatformEventResolvers,
  Resolvers,
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

const service: Queries['service'] = (
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

const serviceFields = {
  eventCursor: oncePerParent(async (_source, _args, { services: { store } }) => {
    const [newest] = await store.events({ limit: 1 })
    return eventIdOf(newest?.position ?? 0)
  }),
} satisfies ServiceResolvers

const event: Queries['event'] = async (_root, { id }, { caller, services }) =>
  (await services.dropkit.readEvent(caller, id)) ?? null

const events: Queries['events'] = async (_root, query, { caller, services }) =>
  orThrow(await services.dropkit.listEvents(caller, query))

const platformEvents: Queries['platformEvents'] = async (_root, query, { caller, services }) =>
  orThrow(await services.dropkit.listEvents(caller, query))

/** Long data is read, and counted, only where it is selected. */
const dataOf: PlatformEventResolvers['details'] = ({ position, data }, _args, { objects, loaders }, info) =>
  objects.readLarge(() => data ?? loaders.dataOfEvent.load(position).then((text) => text ?? null), info)

/** The fields that the two event types share. */
const platformEventFields = {
  id: ({ position }) => eventIdOf(position),
  event: ({ type }) => type,
  timestamp: ({ at }) => at,
  details: dataOf,
  drop: async ({ dropId }, _args, { loaders }) => (dropId && (await loaders.drop.load(dropId))) || null,
  user: async ({ actorId }, _args, { loaders }) => (actorId && (await loaders.user.load(actorId))) || null,
} satisfies PlatformEventResolvers

const eventFields = { ...platformEventFields, data: dataOf } satisfies EventResolvers

const failingJobs: Queries['failingJobs'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.listFailingJobs(caller, input))

const retryJob: Mutations['retryJob'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.retryJob(caller, input))

const failingJobFields = {
  reasonClass: ({ failure }) => failure.class,
  reason: ({ failure }) => failure.reason,
  nextAttemptAt: ({ dueAt }) => (dueAt === NEVER ? null : dueAt),
} satisfies FailingJobResolvers

/** The operations of this area, and the fields that need a resolver. */
export const serviceResolvers = {
  Query: { service, event, events, platformEvents, failingJobs },
  Mutation: { retryJob },
  Event: eventFields,
  FailingJob: failingJobFields,
  PlatformEvent: platformEventFields,
  Service: serviceFields,
} satisfies Resolvers
