import { afterEach, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

let api: Api
afterEach(() => api.app.close())

const ASKED = '{ service { chain network now currencies { code coinType decimals usdRate } version } }'

test('returns the chain, the currencies and the version', async () => {
  api = await openApi()
  const { chain, prices, clock } = api.ports
  expect((await api.data(ASKED)).service).toEqual({
    chain: chain.name,
    network: null,
    now: new Date(clock.now()).toISOString(),
    currencies: prices.currencies().map((one) => ({ ...one, usdRate: prices.usdRate(one.code) })),
    version: '1.2.3',
  })
})

test('returns the network if there is one', async () => {
  api = await openApi(undefined, { network: 'testnet' })
  expect((await api.data('{ service { network } }')).service).toEqual({ network: 'testnet' })
})

test('returns the time of the service clock', async () => {
  api = await openApi()
  const before = (await api.data('{ service { now } }')).service.now
  api.ports.clock.advance(3_600_000)
  const after = (await api.data('{ service { now } }')).service.now
  expect(Date.parse(after) - Date.parse(before)).toBe(3_600_000)
})

test('gives the place of the newest event, from which a subscription receives all later ones', async () => {
  api = await openApi()
  const cursor = async () => (await api.data('{ service { eventCursor } }')).service.eventCursor
  expect(await cursor()).toBe('event_0')
  const token = 'mutation { createToken(input: { name: "P", symbol: "P", supply: "1000" }) { id } }'
  await api.data(token)
  const { events } = await api.data('{ events(limit: 1) { id } }')
  expect(await cursor()).toBe(events[0].id)
})
