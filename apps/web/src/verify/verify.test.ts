import { createHash, createHmac } from 'node:crypto'
import { type Address, type Amount, type DrawRecord, type DropId, parseAddress } from '@dropkit/core'
import { drawAmount } from '@dropkit/core/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { browserHashes, checkDraws, findDraws, spreadOf } from './draws.ts'
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

/** drand's quicknet, and a round that it has published. */
const QUICKNET = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  scheme: 'bls-unchained-g1-rfc9380',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisAt: 1_692_803_367_000,
  periodMs: 3_000,
}
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
