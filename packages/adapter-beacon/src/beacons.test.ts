import { createHash } from 'node:crypto'
import { timeOfRound } from '@dropkit/core'
import { QUICKNET } from '@dropkit/core/internal'
import { beaconContract, createTestClock } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { PUBLISHED_ROUNDS, type Relay, startRelay } from '../test/relay.ts'
import { blsSecretKeyFrom, signBlsRound, verifyBlsRound } from './bls-beacon.ts'
import { createDrandBeacon } from './drand-beacon.ts'
import { createLocalBeacon } from './local-beacon.ts'

describe('the drand beacon', () => {
  const [, , newestButOne, newest] = PUBLISHED_ROUNDS
  if (!newest || !newestButOne) throw new Error('rounds are published')
  const secretKey = blsSecretKeyFrom(new Uint8Array(48).fill(9))
  const forged = signBlsRound(newest.round, secretKey)

  const beaconOver = (relays: readonly Pick<Relay, 'url'>[], now = timeOfRound(QUICKNET, newest.round)) =>
    createDrandBeacon({ clock: createTestClock(now), endpoints: relays.map(({ url }) => url) })

  /** No server listens on this port. */
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
      response.writeHead(302, { location: `${good.url}/` }).end()
      return true
    })
    for (const bad of [NOBODY, lies, late, nonsense, moved])
      expect(await beaconOver([bad, good]).round(newest.round)).toEqual({ ok: true, value: newest })
  })

  test('does not wait for a relay that hangs', async () => {
    const hangs = await startRelay([], () => true)
    const good = await startRelay(PUBLISHED_ROUNDS)
    expect(await beaconOver([hangs, good]).round(newest.round)).toEqual({ ok: true, value: newest })
  })

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
    const answer = await beacon.round(newest.round)
    expect(answer).toMatchObject({ error: { kind: 'unreachable', reason: expect.stringContaining('503') } })
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
    expect(await beaconOver([endless]).round(newest.round)).toMatchObject({ error: { kind: 'unreachable' } })
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

test.each([0, -1, 1.5, Number.NaN, 2 ** 60])('no signature proves round %d', (round) => {
  const [published] = PUBLISHED_ROUNDS
  expect(published && verifyBlsRound(QUICKNET, { ...published, round })).toBe(false)
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
