import { type Chain, type ClaimedOnChain, err, ok } from '@dropkit/core'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createLagMetric } from './chain-metrics.ts'
import { watchLag } from './chain-side.ts'

/** A chain whose claims log gives these pages in order. */
function lagOf(pages: readonly (readonly number[] | 'away')[]) {
  let now = 1_000_000
  let turn = 0
  const registry = new Registry()
  const chain = {
    claimsAfter: async () => {
      const page = pages[turn++]
      if (page === undefined || page === 'away') return err({ kind: 'chain_unavailable', reason: 'away' })
      return ok({ claims: page.map((at) => ({ at }) as ClaimedOnChain), cursor: String(turn) })
    },
  } as unknown as Chain
  const watched = watchLag(
    chain,
    () => now,
    createLagMetric(registry, () => now),
  )
  return {
    read: () => watched.claimsAfter(null, 10),
    pass: (ms: number) => {
      now += ms
    },
    async seconds() {
      const metric = await registry.getSingleMetric('dropkit_chain_log_behind_seconds')?.get()
      return metric?.values.find(({ labels }) => labels['log'] === 'claims')?.value
    },
  }
}

it('is behind by the age of the last entry read, and not at all at the end of the log', async () => {
  const lag = lagOf([[900_000, 940_000], []])
  expect(await lag.seconds()).toBeUndefined()
  await lag.read()
  expect(await lag.seconds()).toBe(60)
  await lag.read()
  expect(await lag.seconds()).toBe(0)
})

it('falls behind while nothing can be read', async () => {
  const lag = lagOf([[], 'away'])
  await lag.read()
  lag.pass(5_000)
  await lag.read()
  expect(await lag.seconds()).toBe(5)
})
