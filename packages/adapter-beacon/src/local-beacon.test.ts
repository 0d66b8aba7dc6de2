import { beaconContract, createTestClock } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { blsSecretKeyFrom } from './bls-beacon.ts'
import { createLocalBeacon } from './local-beacon.ts'

const secretKey = blsSecretKeyFrom(new Uint8Array(48).fill(7))

describe('the local beacon', () => {
  beaconContract({ describe, test }, async () => {
    const clock = createTestClock()
    const beacon = createLocalBeacon({ secretKey, clock })
    return { beacon, now: clock.now, elapse: async (ms) => clock.advance(ms), close: async () => {} }
  })

  test('is the same for servers with the same key, and another one with another key', async () => {
    const clock = createTestClock()
    const [one, same] = [createLocalBeacon({ secretKey, clock }), createLocalBeacon({ secretKey, clock })]
    const other = createLocalBeacon({ secretKey: blsSecretKeyFrom(new Uint8Array(48).fill(8)), clock })
    expect(same.chain).toEqual(one.chain)
    expect(await same.round(1_000)).toEqual(await one.round(1_000))
    expect(other.chain.hash).not.toBe(one.chain.hash)
    const round = await other.round(1_000)
    expect(round.ok && one.verify(round.value)).toBe(false)
  })
})
