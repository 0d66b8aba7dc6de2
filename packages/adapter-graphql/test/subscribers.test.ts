import { expect, test } from 'vitest'
import { launchClaim, launchDrop, walletOf } from './api.ts'
import { eventually, openSocketApi } from './web-sockets.ts'

const SUBSCRIBERS = 2_000
const PER_SOCKET = 4
const CLAIMS = 10

test(`${SUBSCRIBERS} subscribers hear of a drop's claims, and the store is asked no more for all than for one`, async () => {
  let reads = 0
  const api = await openSocketApi((store) => ({
    ...store,
    dropForSettlement(id) {
      reads++
      return store.dropForSettlement(id)
    },
  }))
  const dropId = await launchDrop(api)
  const query = `subscription { dropUpdates(dropId: "${dropId}") { id type drop { id status claimCount claimedAmount } } }`
  const clients = await Promise.all(Array.from({ length: SUBSCRIBERS / PER_SOCKET }, () => api.admitted()))
  for (const client of clients) {
    for (let n = 0; n < PER_SOCKET; n++) client.send({ id: `${n}`, type: 'subscribe', payload: { query } })
  }
  await eventually(() => api.dropkit.eventFollowers() === SUBSCRIBERS)

  const claimedAt: number[] = []
  const delays: number[] = []
  const last = new Map<string, number>()
  const reading = clients.map(async (client, socket) => {
    for (let message = await client.next(); message; message = await client.next()) {
      const { claimCount } = message.payload.data.dropUpdates.drop
      delays.push(performance.now() - (claimedAt[claimCount] ?? 0))
      last.set(`${socket} ${message.id}`, claimCount)
    }
  })
  reads = 0
  for (let n = 1; n <= CLAIMS; n++) {
    claimedAt[n] = performance.now()
    await launchClaim(api, dropId, walletOf(n))
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
  const haveAllUpdates = () =>
    last.size === SUBSCRIBERS && [...last.values()].every((count) => count === CLAIMS)
  await eventually(haveAllUpdates, 10_000)
  delays.sort((left, right) => left - right)
  const percentile = (share: number) => (delays[Math.floor(delays.length * share)] ?? 0).toFixed(0)
  const spread = `p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, last ${percentile(0.9999)} ms`
  process.stdout.write(
    `${delays.length} updates to ${SUBSCRIBERS} subscribers: ${spread}; ${reads} reads of the drop\n`,
  )
  expect(Number(percentile(0.99))).toBeLessThan(5_000)
  expect(reads).toBeLessThanOrEqual(CLAIMS)

  for (const client of clients) client.close()
  await eventually(() => api.dropkit.eventFollowers() === 0)
  await api.app.close()
  await Promise.all(reading)
})
