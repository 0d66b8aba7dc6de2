import { createHash, createHmac } from 'node:crypto'
import {
  type Address,
  type Amount,
  type DrawRecord,
  type DropId,
  parseAddress,
  timeOfRound,
} from '@dropkit/core'
import { drawAmount, FIRST_HEAD, headAfter, QUICKNET, receiptText } from '@dropkit/core/internal'
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { browserHashes, checkDraws, findDraws, spreadOf } from './draws.ts'
import { judgeReceipt } from './judge-receipt.ts'
import { readReceipt } from './read-receipt.ts'
import { verifyRound } from './verify-round.ts'

const seed = new Uint8Array(32).fill(7)
const dropId = `drop_${'a'.repeat(32)}` as DropId

/** A red packet of 2,000,000 over this many wallets, drawn with Node's hashes. */
function packetOf(items: number): DrawRecord {
  const pool = 2_000_000n as DrawRecord['pool']
  let remaining: bigint = pool
  const draws = Array.from({ length: items }, (_, place) => {
    const address = parseAddress(`0x${place.toString(16)}`, 'wallet')
    if (!address.ok) throw new Error('no address')
    const sequence = place + 1
    const amount = drawAmount(
      { dropId, sequence, claimer: address.value, remaining, itemsLeft: items - place, pool },
      (message) => createHmac('sha256', seed).update(message).digest(),
    )
    remaining -= amount
    return { sequence, claimer: address.value, amount }
  })
  const commitment = createHash('sha256').update(seed).digest('hex')
  return { dropId, pool, supply: items, commitment, seed: Buffer.from(seed).toString('hex'), draws }
}

describe('the check in a browser', () => {
  test('finds an honest drop as it should be, and rests on the way', async () => {
    const rests: number[] = []
    const check = await checkDraws(
      packetOf(1_000),
      browserHashes,
      async (checked) => void rests.push(checked),
    )
    expect(check).toEqual({ kind: 'verified', draws: 1_000, total: 2_000_000n })
    expect(rests).toEqual(Array.from({ length: 10 }, (_, place) => 100 * (place + 1)))
  })

  test('names the first draw that differs', async () => {
    const record = packetOf(300)
    const draws = record.draws.map((draw, place) =>
      place === 260 ? { ...draw, amount: (draw.amount + 1n) as typeof draw.amount } : draw,
    )
    const check = await checkDraws({ ...record, draws }, browserHashes, async () => {})
    expect(check).toMatchObject({ kind: 'invalid', error: { kind: 'wrong_amount', sequence: 261 } })
  })

  test('ends when its rest does', async () => {
    const end = checkDraws(packetOf(300), browserHashes, () => Promise.reject(new Error('left')))
    await expect(end).rejects.toThrow('left')
  })
})

test("the browser's hashes are Node's", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.string({ unit: 'binary' }), (key, message) => {
      expect(Buffer.from(browserHashes.sha256(key))).toEqual(createHash('sha256').update(key).digest())
      expect(Buffer.from(browserHashes.hmacSha256(key, message))).toEqual(
        createHmac('sha256', key).update(message, 'utf8').digest(),
      )
    }),
  )
})

const draw = (sequence: number, digits: string) => ({
  sequence,
  claimer: `0x${digits.padStart(64, '0')}` as Address,
  amount: 1n as Amount,
})
const draws = [draw(1, 'a11ce'), draw(2, 'b0b'), draw(3, 'b0bb')]
const found = (asked: string) => findDraws(draws, asked).map(({ sequence }) => sequence)

test('a wallet is found however it is written', () => {
  expect(found('0xB0B')).toEqual([2])
  expect(found(` 0x${'b0b'.padStart(64, '0')} `)).toEqual([2])
})

test('a part of an address finds all that have it', () => {
  expect(found('b0b')).toEqual([2, 3])
})

test('with nothing asked all are there', () => {
  expect(found(' ')).toEqual([1, 2, 3])
})

test('an unknown wallet finds nothing', () => {
  expect(found('0xdead')).toEqual([])
})

const DROP = `drop_${'0'.repeat(32)}`
const [WALLET, RECIPIENT, HEAD] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`, 'a'.repeat(64)]

const receiptOf = (share: string) =>
  readReceipt(
    JSON.stringify({
      text: `dropkit::receipt::v1:${DROP}:7:${WALLET}:${share}:1764000000000:${HEAD}`,
      publicKey: 'key',
      signature: 'signature',
    }),
  )

test('a receipt is read with its recipient, if it has one', () => {
  expect(receiptOf('amount=10')).toMatchObject({ sequence: 7, claimer: WALLET, recipient: null, head: HEAD })
  expect(receiptOf('round=4')).toMatchObject({ recipient: null })
  expect(receiptOf(`amount=10:recipient=${RECIPIENT}`)).toMatchObject({
    claimer: WALLET,
    recipient: RECIPIENT,
  })
  expect(receiptOf('amount=10:recipient=0x1')).toBeNull()
})

describe('a receipt', () => {
  const secretKey = new Uint8Array(32).fill(1)
  const publicKey = Buffer.from(ed25519.getPublicKey(secretKey)).toString('base64')
  let head = FIRST_HEAD
  /** Three claims in their order. */
  const claims = [1, 2, 3].map((sequence) => {
    const claim = { ...draw(sequence, String(sequence)), createdAt: 1_764_000_000_000, draw: null }
    head = headAfter(head, { ...claim, dropId }, browserHashes.sha256)
    return { ...claim, head }
  })
  const [, second] = claims as [(typeof claims)[0], (typeof claims)[0], (typeof claims)[0]]

  /** The verdict on a receipt for claim 2, if the server shows these claims up to it. */
  function verdictOn(
    shown: readonly (typeof second)[],
    more: { by?: string[]; isListComplete?: boolean; of?: Partial<typeof second> } = {},
  ) {
    const text = receiptText({ ...second, ...more.of, dropId })
    const signature = Buffer.from(ed25519.sign(Buffer.from(text), secretKey)).toString('base64')
    const receipt = readReceipt(JSON.stringify({ text, publicKey, signature }))
    const keys = { publicKeys: more.by ?? [publicKey], hasAllPublicKeys: more.isListComplete ?? true }
    return receipt && judgeReceipt(receipt, { dropId, draws: shown }, keys)
  }

  test('is recomputed from the claims, so that a head that the server only shows proves nothing', async () => {
    const upTo = claims.slice(0, 2)
    expect(await verdictOn(upTo)).toBe('unchanged')
    expect(await verdictOn([{ ...upTo[0], claimer: second.claimer } as typeof second, second])).toBe(
      'changed',
    )
    expect(await verdictOn([second])).toBe('changed')
    expect(await verdictOn(upTo.slice(0, 1))).toBe('changed')
    expect(await verdictOn([])).toBe('changed')
  })

  test('proves nothing if its key is not of the drop, or if its text is not that of the claim', async () => {
    const upTo = claims.slice(0, 2)
    expect(await verdictOn(upTo, { by: ['another'] })).toBe('unknown_key')
    expect(await verdictOn(upTo, { by: ['another', publicKey] })).toBe('unchanged')
    expect(await verdictOn(upTo, { of: { amount: 5n as Amount } })).toBe('changed')
  })

  test('is not called foreign if the drop may have had its key', async () => {
    const upTo = claims.slice(0, 2)
    expect(await verdictOn(upTo, { by: ['another'], isListComplete: false })).toBe('not_known')
    expect(await verdictOn(upTo, { isListComplete: false })).toBe('unchanged')
  })
})

/** A round that drand's quicknet has published. */
const ROUND = {
  round: 1000,
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
}

test('a browser accepts a round that quicknet has published, and no other', () => {
  expect(verifyRound(QUICKNET, ROUND)).toBe(true)
  expect(verifyRound(QUICKNET, { ...ROUND, round: 1001 })).toBe(false)
  expect(verifyRound(QUICKNET, { ...ROUND, signature: 'ab'.repeat(48) })).toBe(false)
  expect(verifyRound({ ...QUICKNET, scheme: 'another' }, ROUND)).toBe(false)
})

test('a drop whose amounts a beacon has drawn is checked with the rounds of the beacon', async () => {
  // The service makes claims wait for the round that follows 5 s later.
  const createdAt = timeOfRound(QUICKNET, ROUND.round) - 5_000
  const { draws, ...packet } = packetOf(1)
  const record = (signature: string): DrawRecord => {
    const [claim] = draws.map((one) => ({ ...one, createdAt, draw: { round: ROUND.round, signature } }))
    if (claim === undefined) throw new Error('a packet has a draw')
    const head = headAfter(FIRST_HEAD, { ...claim, recipient: null, dropId }, browserHashes.sha256)
    return { ...packet, beacon: QUICKNET, draws: [{ ...claim, head }] }
  }
  const check = (signature: string) => checkDraws(record(signature), browserHashes, async () => {})
  expect(await check(ROUND.signature)).toMatchObject({ kind: 'verified', rounds: 1, isBeaconPublic: true })
  expect(await check('ab'.repeat(48))).toMatchObject({ error: { kind: 'forged_round' } })
})

const amounts = fc.array(fc.bigInt({ min: 1n, max: (1n << 64n) - 1n }), { minLength: 1, maxLength: 100 })

test('every amount is in one bar, and no bar is outside', () => {
  fc.assert(
    fc.property(amounts, (all) => {
      const spread = spreadOf(all)
      expect(spread?.bars.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
      expect(spread?.bars.length).toBeLessThanOrEqual(24)
      expect(spread?.bars[0]?.from).toBe(spread?.smallest)
      expect(spread?.bars.at(-1)?.count).toBeGreaterThan(0)
    }),
  )
})

test('amounts that are all the same make one bar', () => {
  expect(spreadOf([5n, 5n])).toEqual({ smallest: 5n, largest: 5n, mean: 5n, bars: [{ from: 5n, count: 2 }] })
})

test('of nothing there is no spread', () => {
  expect(spreadOf([])).toBeNull()
})
