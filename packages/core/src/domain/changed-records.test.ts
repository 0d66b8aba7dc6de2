import { createHash, createHmac } from 'node:crypto'
import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSeed } from '../application/drops/create-drop.ts'
import { type Amount, amountOf } from './amount.ts'
import { type BeaconChain, QUICKNET, roundAtOrAfter } from './beacon.ts'
import { BEACON_MARGIN_MS, headAfter, receiptText } from './claim-order.ts'
import { type DrawRecord, type RecordedDraw, verifyDraws } from './draw-verifier.ts'
import { hexOfBytes } from './encodings.ts'

const CLAIMS = 24

/** Node's own, for they are much faster. */
const hashes = {
  sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest(),
  hmacSha256: (key: Uint8Array, message: string) => createHmac('sha256', key).update(message).digest(),
}

let service: TestService
let honest: DrawRecord

/** A drop of which every claim is made, drawn and published, over several rounds. */
beforeAll(async () => {
  service = await createTestService()
  const terms = { tokenAmount: '0', maxAmount: '1000000', supply: CLAIMS, randomness: 'BEACON' } as const
  const { id } = await service.createDrop(terms)
  for (let n = 1; n <= CLAIMS; n++) {
    granted(await service.dropkit.claimRandomDrop(service.owner, { dropId: id, userAddress: testWallet(n) }))
    service.ports.clock.advance(900)
  }
  await service.pass(30_000)
  const drop = await service.reread({ id })
  if (drop.award.kind !== 'random') throw new Error('a random drop')
  honest = {
    dropId: id,
    pool: drop.pool,
    supply: drop.supply,
    commitment: drop.award.commitment,
    seed: hexOfBytes(openSeed(service.ports.secrets, id, drop.award.seed)),
    beacon: drop.award.beacon,
    orderHead: drop.tally.order?.head ?? null,
    draws: (await service.ports.store.claimsInOrder(id, 0, CLAIMS)).map(
      ({ sequence, claimer, amount, draw, head, createdAt }) => ({
        sequence,
        claimer,
        amount,
        draw,
        head,
        createdAt,
      }),
    ),
  }
})

const verify = (record: DrawRecord) =>
  verifyDraws(record, {
    ...hashes,
    verifyRound: (_chain, round) => service.ports.beacon.verify(round),
  })
const error = (record: DrawRecord) => {
  const check = verify(record)
  return check.kind === 'invalid' ? check.error : check
}
const anyPlace = () => fc.nat({ max: CLAIMS - 1 })
const at = (place: number): RecordedDraw => {
  const draw = honest.draws[place]
  if (!draw) throw new Error(`there is no claim at ${place}`)
  return draw
}
const withDraw = (place: number, change: Partial<RecordedDraw>): DrawRecord => ({
  ...honest,
  draws: honest.draws.map((draw, n) => (n === place ? { ...draw, ...change } : draw)),
})
const numbered = (draws: readonly RecordedDraw[]) => draws.map((draw, n) => ({ ...draw, sequence: n + 1 }))

/** The record as an operator would write it who changes the claims and computes all heads anew. */
function rewritten(draws: readonly RecordedDraw[]): DrawRecord {
  let head = '0'.repeat(64)
  const fitted = numbered(draws).map((draw) => {
    const claim = { ...draw, dropId: honest.dropId, createdAt: draw.createdAt ?? 0, draw: draw.draw ?? null }
    head = headAfter(head, claim, hashes.sha256)
    return { ...draw, head }
  })
  return { ...honest, draws: fitted, orderHead: head }
}

test('an honest record is verified: order, rounds and amounts', () => {
  const check = verify(honest)
  expect(check).toMatchObject({
    kind: 'verified',
    draws: CLAIMS,
    total: honest.pool,
    ordered: CLAIMS,
    undrawn: 0,
    isBeaconPublic: false,
  })
  expect(check.kind === 'verified' && check.rounds).toBeGreaterThan(3)
})

describe("the record's beacon", () => {
  const by = (beacon: BeaconChain) => verify({ ...honest, draws: [], orderHead: null, beacon })

  test('is public only if it is quicknet, also in capitals', () => {
    expect(by(QUICKNET)).toMatchObject({ kind: 'verified', isBeaconPublic: true })
    const capitals = { hash: QUICKNET.hash.toUpperCase(), publicKey: QUICKNET.publicKey.toUpperCase() }
    expect(by({ ...QUICKNET, ...capitals })).toMatchObject({ kind: 'verified', isBeaconPublic: true })
  })

  test.each<Partial<BeaconChain>>([
    { hash: 'ab' },
    { publicKey: 'ab' },
    { scheme: 'bls' },
    { genesisAt: QUICKNET.genesisAt + 3_000 },
    { periodMs: 1_000 },
  ])('is an error if it is quicknet but for %o', (other) => {
    const error = { kind: 'wrong_beacon' }
    expect(by({ ...QUICKNET, ...other })).toEqual({ kind: 'invalid', error })
  })
})

describe('the first place that was changed is named', () => {
  test('where an amount is another one', () => {
    fc.assert(
      fc.property(anyPlace(), fc.bigInt({ min: 1n, max: 1000n }), (place, more) => {
        const amount = (at(place).amount + more) as Amount
        expect(error(withDraw(place, { amount }))).toMatchObject({
          kind: 'wrong_amount',
          sequence: place + 1,
        })
      }),
    )
  })

  test('where the wallet, the recipient, the time or the round is another one', () => {
    const change = fc.constantFrom('claimer', 'recipient', 'createdAt', 'round')
    fc.assert(
      fc.property(anyPlace(), change, fc.integer({ min: 1, max: 1000 }), (place, field, by) => {
        const { draw, createdAt = 0 } = at(place)
        if (!draw) throw new Error('it has a round')
        const changed = {
          claimer: { claimer: testWallet(1_000_000 + by) },
          recipient: { recipient: { address: testWallet(1_000_000 + by) } },
          createdAt: { createdAt: createdAt - by },
          round: { draw: { ...draw, round: draw.round + by } },
        }[field]
        expect(error(withDraw(place, changed))).toEqual({ kind: 'wrong_head', sequence: place + 1 })
      }),
    )
  })

  test('where a claim is inserted, removed or moved', () => {
    fc.assert(
      fc.property(anyPlace(), anyPlace(), fc.constantFrom('insert', 'remove', 'move'), (from, to, act) => {
        fc.pre(act !== 'move' || from !== to)
        const others = honest.draws.filter((_, place) => place !== from)
        const inserted = { ...at(from), claimer: testWallet(999_999) }
        const draws = {
          insert: honest.draws.toSpliced(from, 0, inserted),
          remove: others,
          move: others.toSpliced(to, 0, at(from)),
        }[act]
        const first = act === 'move' ? Math.min(from, to) : from
        const isLast = act === 'remove' && from === CLAIMS - 1
        const kind = isLast ? 'wrong_receipt' : 'wrong_head'
        expect(error({ ...honest, draws: numbered(draws) })).toEqual({ kind, sequence: first + 1 })
      }),
    )
  })

  test('where the seed is another one, or a round is forged', () => {
    const seed = `00${honest.seed.slice(2)}`
    expect(error({ ...honest, seed: seed === honest.seed ? `01${seed.slice(2)}` : seed })).toMatchObject({
      kind: 'wrong_commitment',
    })
    const places = honest.draws.flatMap(({ draw }, place) => (draw?.signature == null ? [] : [place]))
    for (const place of places) {
      const { draw } = at(place)
      if (!draw) throw new Error('it has a round')
      const forged = withDraw(place, { draw: { ...draw, signature: 'ab'.repeat(32) } })
      expect(error(forged)).toMatchObject({ kind: 'forged_round', sequence: place + 1 })
      const missing = withDraw(place, { draw: { ...draw, signature: null } })
      expect(error(missing)).toMatchObject({ kind: 'missing_round', sequence: place + 1 })
    }
  })

  test('where the head or the time is missing, so that nothing orders the claim', () => {
    const change = fc.constantFrom('head', 'createdAt')
    fc.assert(
      fc.property(anyPlace(), change, (place, field) => {
        const { [field]: _, ...draw } = at(place)
        const draws = honest.draws.with(place, draw)
        expect(error({ ...honest, draws })).toEqual({ kind: 'missing_head', sequence: place + 1 })
      }),
    )
  })

  test('where amounts are said to be not drawn yet although a later one is', () => {
    const places = honest.draws.flatMap(({ draw }, place) => (draw?.signature == null ? [] : [place]))
    const place = places[1] ?? 0
    const { draw } = at(place)
    if (!draw) throw new Error('it has a round')
    const hidden = {
      ...honest,
      draws: honest.draws.map((one) =>
        one.draw?.round === draw.round
          ? { ...one, amount: amountOf(0n), draw: { ...one.draw, signature: null } }
          : one,
      ),
    }
    expect(error(hidden)).toEqual({ kind: 'missing_round', sequence: place + 1 })
  })
})

test('amounts that are not drawn yet leave an honest record incomplete, also within a round whose signature is known', () => {
  fc.assert(
    fc.property(anyPlace(), (first) => {
      const draws = honest.draws.map((one, place) =>
        place < first || !one.draw
          ? one
          : { ...one, amount: amountOf(0n), draw: { ...one.draw, signature: null } },
      )
      const total = draws.reduce((sum, { amount }) => sum + amount, 0n)
      expect(verify({ ...honest, draws })).toMatchObject({
        kind: 'incomplete',
        draws: CLAIMS,
        total,
        undrawn: CLAIMS - first,
      })
    }),
  )
})

describe('an operator who recalculates the whole record', () => {
  test('is found by a round that does not follow from the time of the claim', () => {
    fc.assert(
      fc.property(anyPlace(), fc.integer({ min: 3_000, max: 60_000 }), (place, laterMs) => {
        const { draw, createdAt = 0 } = at(place)
        if (!draw || !honest.beacon) throw new Error('it has a round')
        const changed = { ...at(place), createdAt: createdAt + laterMs }
        expect(error(rewritten(honest.draws.with(place, changed)))).toEqual({
          kind: 'wrong_round',
          sequence: place + 1,
          round: draw.round,
          expected: roundAtOrAfter(honest.beacon, createdAt + laterMs + BEACON_MARGIN_MS),
        })
      }),
    )
  })

  test('is found by a round that is later than the first possible one, which lets it choose among rounds', () => {
    const { draw } = at(0)
    if (!draw) throw new Error('it has a round')
    const waits = honest.draws.map((one) => ({ ...one, draw: { round: draw.round + 100, signature: null } }))
    const undrawn = waits.map((one) => ({ ...one, amount: amountOf(0n) }))
    expect(error(rewritten(undrawn))).toEqual({
      kind: 'wrong_round',
      sequence: 1,
      round: draw.round + 100,
      expected: draw.round,
    })
  })

  test('is not found if it appends a claim backdated to a public round, except by a head from in between', () => {
    const ended = honest.draws.slice(0, CLAIMS - 1)
    const appended = rewritten([...ended, { ...at(CLAIMS - 1), claimer: testWallet(999_999) }])
    expect(verify(appended)).toMatchObject({ kind: 'verified', draws: CLAIMS })
    const noted = ended.at(-1)?.head ?? ''
    expect(error({ ...appended, orderHead: noted })).toMatchObject({ kind: 'wrong_receipt' })
    const receipts = [{ sequence: CLAIMS, head: at(CLAIMS - 1).head ?? '' }]
    expect(error({ ...appended, receipts })).toEqual({ kind: 'wrong_receipt', sequence: CLAIMS })
  })

  test('is found by any receipt after the change', () => {
    fc.assert(
      fc.property(anyPlace(), anyPlace(), (changed, held) => {
        fc.pre(changed <= held)
        const draws = honest.draws.map((one, n) =>
          n === changed ? { ...one, claimer: testWallet(999_999) } : one,
        )
        const { sequence, head } = at(held)
        const receipts = [{ sequence, head: head ?? '' }]
        const found = error({ ...rewritten(draws), receipts })
        // Another wallet draws another amount, unless it takes all that is left.
        if (found.kind === 'wrong_amount') expect(found.sequence).toBe(changed + 1)
        else expect(found).toEqual({ kind: 'wrong_receipt', sequence: held + 1 })
      }),
    )
  })

  test('cannot drop the claims at the end from a receipt', () => {
    const { sequence, head } = at(CLAIMS - 1)
    const record = { ...rewritten(honest.draws.slice(0, 5)), receipts: [{ sequence, head: head ?? '' }] }
    expect(error(record)).toEqual({ kind: 'wrong_receipt', sequence: CLAIMS })
  })
})

test('a receipt says the place, the wallet, the round, the time and the head, and is signed by the key of the drop', async () => {
  const drop = await service.reread({ id: honest.dropId })
  const [claim] = await service.ports.store.claimsInOrder(honest.dropId, 0, 1)
  if (!claim?.head) throw new Error('there is a claim')
  const receipt = await service.dropkit.signReceipt(drop, claim)
  expect(receipt).toMatchObject({
    text: receiptText({ ...claim, head: claim.head }),
    publicKey: drop.voucherKey.publicKey,
  })
  expect(receipt?.text).toContain(
    `:1:${claim.claimer}:round=${claim.draw?.round}:${claim.createdAt}:${claim.head}`,
  )
  expect(await service.dropkit.signReceipt(drop, { ...claim, head: null })).toBeNull()
})
