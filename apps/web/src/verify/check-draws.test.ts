import { createHash, createHmac } from 'node:crypto'
import { type DrawRecord, type DropId, parseAddress } from '@dropkit/core'
import { drawAmount } from '@dropkit/core/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { browserHashes } from './browser-hashes.ts'
import { checkDraws } from './check-draws.ts'

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
    expect(check).toMatchObject({ kind: 'faulty', fault: { kind: 'wrong_amount', sequence: 261 } })
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
