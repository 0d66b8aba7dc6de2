import type { ActiveHumanCheck, Currency, Instant } from '@dropkit/core'
import { eventIdOf } from '@dropkit/core/internal'
import type { ServiceResolvers } from '../generated/resolver-types.ts'
import type { Queries } from './operation.ts'

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

/** Reads once per request, whatever the number of aliases. */
const cursors = new WeakMap<ServiceSource, Promise<string>>()

export const serviceFields: ServiceResolvers = {
  eventCursor(source, _args, { services: { store } }) {
    const known = cursors.get(source)
    if (known) return known
    const read = store.events({ limit: 1 }).then(([newest]) => eventIdOf(newest?.position ?? 0))
    cursors.set(source, read)
    return read
  },
}
