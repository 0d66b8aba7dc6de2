import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Caller } from '../../domain/user.ts'
import { exportClaims } from './drop-reports.ts'

let service: TestService
let stranger: Caller
let drop: Drop

const claim = async (number: number) =>
  granted(await service.dropkit.claimDrop(stranger, { dropId: drop.id, userAddress: testWallet(number) }))

async function csv(): Promise<readonly string[]> {
  let text = ''
  for await (const piece of granted(await service.dropkit.exportClaims(service.owner, drop.id))) text += piece
  expect(text.endsWith('\r\n')).toBe(true)
  return text.split('\r\n').slice(0, -1)
}

beforeEach(async () => {
  service = await createTestService()
  stranger = await service.callerOf('stranger')
  drop = await service.createDrop({ maxAmount: '100000' })
})

describe('the claims as CSV', () => {
  test('are all returned, oldest first, in their current state', async () => {
    const [heading] = await csv()
    expect(heading).toBe('id,sequence,userAddress,amount,status,streak,createdAt,claimedAt,txHash')
    const [first, second] = [await claim(1), await claim(2)]
    const paid = service.ports.memoryChain.wallet.claim(second.voucher)
    const claimedAt = new Date(service.ports.clock.now()).toISOString()
    await service.pass(1_000)
    const createdAt = claimedAt
    expect((await csv()).slice(1)).toEqual([
      `${idOfClaim(first.claim)},1,${testWallet(1)},10,PENDING,,${createdAt},,`,
      `${idOfClaim(second.claim)},2,${testWallet(2)},10,CONFIRMED,,${createdAt},${claimedAt},${paid.txHash}`,
    ])
  })

  test('name their recipients if asked', async () => {
    const { claim: made } = await claim(1)
    const pieces: string[] = []
    const columns = { recipients: true }
    for await (const piece of granted(await service.dropkit.exportClaims(service.owner, drop.id, columns)))
      pieces.push(piece)
    const [heading = '', row = ''] = pieces.join('').split('\r\n')
    expect([heading.split(',').at(-1), row.split(',').at(-1)]).toEqual(['recipient', made.claimer])
  })

  test('are read a piece at a time, any number of them', async () => {
    await Promise.all(Array.from({ length: 2_500 }, (_, n) => claim(n + 1)))
    const pieces: number[] = []
    for await (const piece of granted(await service.dropkit.exportClaims(service.owner, drop.id))) {
      pieces.push(piece.split('\r\n').length - 1)
    }
    expect(pieces).toEqual([1, 2_000, 500])
    const sequences = (await csv()).slice(1).map((line) => Number(line.split(',')[1]))
    expect(sequences).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1))
  })

  /** The export of a drop with so many claims, and the sequences after which pages were read. */
  async function exportOf(count: number, failsAfter = Number.POSITIVE_INFINITY) {
    const { store, clock } = service.ports
    const { claim: one } = await claim(1)
    const asked: number[] = []
    const claimsInOrder: typeof store.claimsInOrder = async (_, after, limit) => {
      asked.push(after)
      if (after >= failsAfter) throw new Error('the store is down')
      const length = Math.min(limit, count - after)
      return Array.from({ length }, (_, n) => ({ ...one, sequence: after + n + 1 }))
    }
    const ports = { clock, store: { ...store, claimsInOrder } }
    return { asked, pieces: granted(await exportClaims(ports, service.owner, drop.id)) }
  }

  test.each([
    [2_001, [1, 2_000, 1], [0, 2_000]],
    [2_000, [1, 2_000], [0, 2_000]],
    [1_999, [1, 1_999], [0]],
  ])('are read in pages of 2,000 until a page is not full: %i claims', async (count, expected, reads) => {
    const { asked, pieces } = await exportOf(count)
    const lines: number[] = []
    for await (const piece of pieces) lines.push(piece.split('\r\n').length - 1)
    expect(lines).toEqual(expected)
    expect(asked).toEqual(reads)
  })

  test('are read one page ahead of the reader, and no further once the reader has gone', async () => {
    const { asked, pieces } = await exportOf(100_000)
    await pieces.next()
    expect(asked).toEqual([0])
    await pieces.next()
    expect(asked).toEqual([0, 2_000])
    await pieces.return()
    await new Promise((resolve) => setImmediate(resolve))
    expect(asked).toEqual([0, 2_000])
  })

  test('end with the error of a page that could not be read, after the pages before it', async () => {
    const { pieces } = await exportOf(100_000, 4_000)
    for (let page = 0; page < 3; page++) expect((await pieces.next()).done).toBe(false)
    await expect(pieces.next()).rejects.toThrow('the store is down')
  })

  test('leave no unhandled error when the reader goes before a page that cannot be read', async () => {
    const unhandled: unknown[] = []
    const note = (cause: unknown) => void unhandled.push(cause)
    process.on('unhandledRejection', note)
    try {
      const { pieces } = await exportOf(100_000, 2_000)
      await pieces.next()
      await pieces.next()
      await pieces.return()
      await new Promise((resolve) => setTimeout(resolve, 10))
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  })

  test('say of a STREAK how long each was', async () => {
    drop = await service.createDrop({ claimType: 'STREAK' })
    const grant = await claim(1)
    service.ports.memoryChain.wallet.claim(grant.voucher)
    await service.pass(86_400_000)
    await claim(1)
    expect((await csv()).slice(1).map((line) => line.split(',')[5])).toEqual(['1', '2'])
  })

  test('are the owner’s alone', async () => {
    expect(refusalOf(await service.dropkit.exportClaims(stranger, drop.id))).toBe('forbidden')
    expect(refusalOf(await service.dropkit.exportClaims(service.owner, 'drop_1'))).toBe('not_found')
    const draft = await service.createDrop({ status: 'DRAFT' })
    expect(refusalOf(await service.dropkit.exportClaims(stranger, draft.id))).toBe('not_found')
  })
})

describe('the dashboard numbers of an owner', () => {
  test('counts the claims of the last day and returns the latest events', async () => {
    await claim(1)
    await service.pass(86_400_000 + 3_600_000)
    await claim(2)
    await claim(3)
    const stats = granted(await service.dropkit.readDropStats(service.owner, drop.id))
    expect(stats.recentClaims).toBe(2)
    expect(stats.recentActivity[0]?.type).toBe('drop.claimed')
    expect(stats.recentActivity.length).toBeLessThanOrEqual(10)
    for (let number = 4; number < 15; number++) await claim(number)
    const other = await service.createDrop()
    const { recentActivity } = granted(await service.dropkit.readDropStats(service.owner, drop.id))
    expect(recentActivity).toHaveLength(10)
    expect(recentActivity.map(({ data }) => data['dropId'])).not.toContain(other.id)
    expect(refusalOf(await service.dropkit.readDropStats(stranger, drop.id))).toBe('forbidden')
  })
})
