import { createHash } from 'node:crypto'
import { err, timeOfRound } from '@dropkit/core'
import { bytesOfHex, QUICKNET } from '@dropkit/core/internal'
import { beaconContract, createTestClock } from '@dropkit/testing'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { describe, expect, test, vi } from 'vitest'
import { PUBLISHED_ROUNDS, type Relay, startRelay } from '../test/relay.ts'
import { blsRound, blsSecretKeyFrom, signBlsRound, verifyBlsRound } from './bls-beacon.ts'
import { createDrandBeacon, createRoundCache } from './drand-beacon.ts'
import { createLocalBeacon } from './local-beacon.ts'

describe('the drand beacon', () => {
  const [, , newestButOne, newest] = PUBLISHED_ROUNDS
  if (!newest || !newestButOne) throw new Error('rounds are published')
  const secretKey = blsSecretKeyFrom(new Uint8Array(48).fill(9))
  const forged = signBlsRound(newest.round, secretKey)

  const beaconOver = (relays: readonly Pick<Relay, 'url'>[], now = timeOfRound(QUICKNET, newest.round)) =>
    createDrandBeacon({ clock: createTestClock(now), endpoints: relays.map(({ url }) => url) })

  /** `fetch` does not call this port. */
  const NOBODY = { url: 'http://127.0.0.1:9' }

  beaconContract({ describe, test }, async () => {
    // The contract lets time pass, and we cannot sign quicknet's next round, so this chain has our own key.
    const clock = createTestClock(1_000_000_000)
    const network = createLocalBeacon({ secretKey, clock })
    const relay = await startRelay([], (round, response) => {
      void network.round(round).then((answer) => {
        response.writeHead(answer.ok ? 200 : 425)
        response.end(answer.ok ? JSON.stringify(answer.value) : '')
      })
      return true
    })
    const beacon = createDrandBeacon({ clock, endpoints: [relay.url], chain: network.chain })
    return { beacon, now: clock.now, elapse: async (ms) => clock.advance(ms), close: async () => {} }
  })

  test('gives published rounds of quicknet, and asks for each once', async () => {
    const relay = await startRelay(PUBLISHED_ROUNDS)
    const beacon = beaconOver([relay])
    const both = await Promise.all([beacon.round(newest.round), beacon.round(newest.round)])
    const again = await beacon.round(newest.round)
    for (const answer of [...both, again]) expect(answer).toEqual({ ok: true, value: newest })
    expect(relay.asked).toEqual([`/${QUICKNET.hash}/public/${newest.round}`])
    expect(await beacon.round(newestButOne.round)).toEqual({ ok: true, value: newestButOne })
  })

  test('requests no round before its time', async () => {
    const relay = await startRelay(PUBLISHED_ROUNDS)
    const dueAt = timeOfRound(QUICKNET, newest.round)
    const answer = await beaconOver([relay], dueAt - 1).round(newest.round)
    expect(answer).toEqual({ ok: false, error: { kind: 'not_yet', dueAt } })
    expect(relay.asked).toEqual([])
  })

  test('takes the round from the next relay if one is down, lies, is late or talks nonsense', async () => {
    const good = await startRelay(PUBLISHED_ROUNDS)
    const lies = await startRelay([forged])
    const late = await startRelay([])
    const nonsense = await startRelay([], (_, response) => {
      response.end('<html>')
      return true
    })
    const moved = await startRelay([], (_, response) => {
      const location = `${good.url}/${QUICKNET.hash}/public/${newest.round}`
      response.writeHead(302, { location }).end()
      return true
    })
    const bad = [NOBODY, lies, late, nonsense, moved]
    for (const relay of bad)
      expect(await beaconOver([relay, good]).round(newest.round)).toEqual({ ok: true, value: newest })
    expect(good.asked).toHaveLength(bad.length)
  })

  test('does not wait for a relay that hangs, and ends its request', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
    let isEnded = false
    const hangs = await startRelay([], (_, response) => {
      response.once('close', () => (isEnded = true))
      return true
    })
    const good = await startRelay(PUBLISHED_ROUNDS)
    expect(await beaconOver([hangs, good]).round(newest.round)).toEqual({ ok: true, value: newest })
    await expect.poll(() => isEnded).toBe(true)
  })

  test.each([
    ['one relay', 5_000],
    ['all relays', 12_000],
  ])('ends when the timeout of %s fires', async (_, limitMs) => {
    const limit = new AbortController()
    const never = new AbortController().signal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === limitMs ? limit.signal : never))
    const hangs = await startRelay([], () => true)
    const answer = beaconOver([hangs]).round(newest.round)
    limit.abort()
    expect(await answer).toMatchObject({ error: { kind: 'unreachable' } })
  })

  test.each([404, 425])('says that a round is late if a relay answers %d', async (status) => {
    const late = await startRelay([], (_, response) => {
      response.writeHead(status).end()
      return true
    })
    const dueAt = timeOfRound(QUICKNET, newest.round)
    expect(await beaconOver([NOBODY, late]).round(newest.round)).toEqual(err({ kind: 'not_yet', dueAt }))
  })

  test.each(['<html>', 'null', '7', '{}', '{"signature":5}', '{"signature":"x"}'])(
    'an answer of %s is a forgery',
    async (text) => {
      const relay = await startRelay([], (_, response) => {
        response.end(text)
        return true
      })
      expect(await beaconOver([relay]).round(newest.round)).toMatchObject({ error: { kind: 'forged' } })
    },
  )

  test('never gives a forged round: it says that one was forged', async () => {
    const lies = await startRelay([forged])
    const late = await startRelay([])
    const answer = await beaconOver([NOBODY, lies, late]).round(newest.round)
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'forged', reason: expect.stringContaining('127') },
    })
  })

  test('never gives a round under the number of another', async () => {
    const swaps = await startRelay([{ ...newestButOne, round: newest.round }])
    expect(await beaconOver([swaps]).round(newest.round)).toMatchObject({ error: { kind: 'forged' } })
  })

  test('says which relays cannot be reached, and succeeds when one is back', async () => {
    let isDown = true
    const relay = await startRelay(PUBLISHED_ROUNDS, (_, response) => {
      if (isDown) response.writeHead(503).end()
      return isDown
    })
    const beacon = beaconOver([NOBODY, relay])
    const reason = `127.0.0.1:9: bad port; ${new URL(relay.url).host} answered 503`
    expect(await beacon.round(newest.round)).toEqual(err({ kind: 'unreachable', reason }))
    isDown = false
    expect(await beacon.round(newest.round)).toEqual({ ok: true, value: newest })
  })

  test('reads no endless answer', async () => {
    const endless = await startRelay([], (_, response) => {
      const more = (): void => {
        while (response.writable && response.write('x'.repeat(65_536)));
        response.once('drain', more)
      }
      more()
      return true
    })
    expect(await beaconOver([endless]).round(newest.round)).toMatchObject({
      error: { reason: expect.stringContaining('longer than 4096 characters') },
    })
  })
})

test('the pinned key, genesis and period give the pinned hash of the chain by the rule of drand', () => {
  const numbers = Buffer.alloc(12)
  numbers.writeUInt32BE(QUICKNET.periodMs / 1_000, 0)
  numbers.writeBigInt64BE(BigInt(QUICKNET.genesisAt / 1_000), 4)
  const groupHash = 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e'
  const hash = createHash('sha256')
    .update(numbers)
    .update(Buffer.from(QUICKNET.publicKey, 'hex'))
    .update(Buffer.from(groupHash, 'hex'))
    .update('quicknet')
  expect(hash.digest('hex')).toBe(QUICKNET.hash)
})

test.each(PUBLISHED_ROUNDS)('the published round $round of quicknet verifies', (round) => {
  expect(verifyBlsRound(QUICKNET, round)).toBe(true)
})

test('a published signature proves no other round, and nothing on another scheme or key', () => {
  const [round] = PUBLISHED_ROUNDS
  if (!round) throw new Error('there is a published round')
  expect(verifyBlsRound(QUICKNET, { ...round, round: round.round + 1 })).toBe(false)
  expect(verifyBlsRound({ ...QUICKNET, scheme: 'bls-unchained-on-g1' }, round)).toBe(false)
  const otherKey = `93${QUICKNET.publicKey.slice(2)}`
  expect(verifyBlsRound({ ...QUICKNET, publicKey: otherKey }, round)).toBe(false)
})

test.each([0, -1, 2 ** 60])('no signature proves round %d', (round) => {
  const secretKey = blsSecretKeyFrom(new Uint8Array(48).fill(9))
  const { chain } = createLocalBeacon({ secretKey, clock: createTestClock() })
  expect(verifyBlsRound(chain, signBlsRound(1, secretKey))).toBe(true)
  expect(verifyBlsRound(chain, signBlsRound(round, secretKey))).toBe(false)
})

test('a signature in another form, which would give other randomness, proves nothing', () => {
  const [published] = PUBLISHED_ROUNDS
  const bytes = bytesOfHex(published?.signature ?? '') ?? expect.fail('there is a published round')
  const uncompressed = bls12_381.G1.Point.fromBytes(bytes).toBytes(false)
  for (const other of [uncompressed, Uint8Array.of(...bytes, 0), bytes.slice(1), new Uint8Array()])
    expect(verifyBlsRound(QUICKNET, blsRound(1_000, other))).toBe(false)
  expect(verifyBlsRound(QUICKNET, blsRound(1_000, bytes))).toBe(true)
})

test('a cache keeps the last 1,000 rounds', () => {
  const cache = createRoundCache<number>()
  for (let round = 1; round <= 1_001; round++) cache.put(round, -round)
  expect([1, 2, 1_001].map(cache.get)).toEqual([undefined, -2, -1_001])
})

describe('the local beacon', () => {
  const secretKey = blsSecretKeyFrom(new Uint8Array(48).fill(7))

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
