import type { Queries } from './operation.ts'

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
