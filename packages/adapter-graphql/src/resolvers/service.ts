import { type Currency, eventIdOf, type Instant } from '@dropkit/core'
import type { ServiceResolvers } from '../generated/resolver-types.ts'
import type { Queries } from './operation.ts'

/** What is known of the service without reading its store. */
export interface ServiceSource {
  readonly chain: string
  readonly network: string | null
  readonly now: Instant
  readonly currencies: readonly (Pick<Currency, 'code' | 'coinType' | 'decimals'> & {
    readonly usdRate: number
  })[]
  readonly version: string
}

export const service: Queries['service'] = (
  _root,
  _args,
  { services: { chain, network, clock, prices, version } },
) => ({
  chain: chain.name,
  network,
  now: clock.now(),
  currencies: prices
    .currencies()
    .map(({ code, coinType, decimals }) => ({ code, coinType, decimals, usdRate: prices.usdRate(code) })),
  version,
})

export const serviceFields: ServiceResolvers = {
  async eventCursor(_root, _args, { services: { store } }) {
    const [newest] = await store.events({ limit: 1 })
    return eventIdOf(newest?.position ?? 0)
  },
}
