import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { type DropId, idOf } from '../../domain/ids.ts'
import type { ClaimRange } from '../../ports/index.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { type ClaimHistory, createClaimHistory } from './claim-history.ts'

const MINUTE_MS = 60_000

let service: TestService
let drop: Drop
let begin: number
let wallets = 0

beforeEach(async () => {
  service = await createTestService()
  drop = await service.createDrop({ maxAmount: '100000', tokenAmount: '10' })
  begin = service.ports.clock.now()
  wallets = 0
})

async function claim(count: number): Promise<void> {
  const claims = Array.from({ length: count }, () =>
    service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(++wallets) }),
  )
  for (const claimed of await Promise.all(claims)) granted(claimed)
}

/** Claims made at each minute from the beginning on. */
async function claimByMinute(counts: readonly number[]): Promise<void> {
  for (const count of counts) {
    await claim(count)
    service.ports.clock.advance(MINUTE_MS)
  }
}

const historyOf = async (input: { points: number; from?: number; to?: number }) =>
  granted(await service.dropkit.claimHistory(await service.reread(drop), input))

const countsOf = async (input: Parameters<typeof historyOf>[0]) =>
  (await historyOf(input)).map(({ claims }) => claims)

describe('the claims of a drop over time', () => {
  test('are counted and summed up in equal intervals, from the first claim to now', async () => {
    service.ports.clock.advance(5 * MINUTE_MS)
    const first = service.ports.clock.now()
    await claimByMinute([3, 0, 2, 1])
    expect(await historyOf({ points: 4 })).toEqual([
      { at: first, claims: 3, amount: 30n },
      { at: first + MINUTE_MS, claims: 0, amount: 0n },
      { at: first + 2 * MINUTE_MS, claims: 2, amount: 20n },
      { at: first + 3 * MINUTE_MS, claims: 1, amount: 10n },
    ])
  })

  test('are the same for any number of claims and any cache contents', async () => {
    for (const counts of [
      [300, 1, 255],
      [0, 700, 3],
      [256, 0, 0],
    ])
      await claimByMinute(counts)
    const to = begin + 9 * MINUTE_MS
    const all = [300, 1, 255, 0, 700, 3, 256, 0, 0]
    for (let round = 0; round < 2; round++) {
      expect(await countsOf({ points: 9, from: begin, to })).toEqual(all)
      expect(await countsOf({ points: 3, from: begin, to })).toEqual([556, 703, 256])
      expect(await countsOf({ points: 2, from: begin + MINUTE_MS, to: begin + 3 * MINUTE_MS })).toEqual([
        1, 255,
      ])
    }
    await claim(5)
    service.ports.clock.advance(MINUTE_MS)
    expect(await countsOf({ points: 10, from: begin, to: to + MINUTE_MS })).toEqual([...all, 5])
  })

  test('exclude released claims', async () => {
    await claimByMinute([400])
    expect(await countsOf({ points: 1 })).toEqual([400])
    await service.pass(2 * DEFAULT_SETTINGS.voucherLifetimeMs)
    expect(await countsOf({ points: 1 })).toEqual([0])
  })

  test('begin with the drop if there are no claims', async () => {
    service.ports.clock.advance(2 * MINUTE_MS)
    expect(await historyOf({ points: 2 })).toEqual([
      { at: drop.createdAt, claims: 0, amount: 0n },
      { at: drop.createdAt + MINUTE_MS, claims: 0, amount: 0n },
    ])
  })

  test('begin with the start of a drop that has one and no claims yet', async () => {
    const { clock, store } = service.ports
    const startsAt = clock.now() + MINUTE_MS
    await store.create({ update: { drops: [{ ...(await service.reread(drop)), startsAt }] } })
    const beginning = async () => (await historyOf({ points: 2 }))[0]?.at
    clock.set(startsAt)
    expect(await beginning()).toBe(drop.createdAt)
    clock.advance(MINUTE_MS)
    expect(await beginning()).toBe(startsAt)
  })

  test('are shown in at most 200 intervals', async () => {
    service.ports.clock.advance(MINUTE_MS)
    expect(await historyOf({ points: 200 })).toHaveLength(200)
  })

  test('are shown of a drop that was made this very moment', async () => {
    await claim(1)
    service.ports.clock.advance(1)
    expect((await countsOf({ points: 48 })).reduce((sum, count) => sum + count)).toBe(1)
  })

  test.each([
    ['points', { points: 0 }],
    ['points', { points: 201 }],
    ['from', { points: 2, from: 1_000, to: 1_001 }],
    ['from', { points: 1, from: 1_000, to: 1_000 }],
  ])('are refused with %s in %j', async (field, input) => {
    const refused = await service.dropkit.claimHistory(drop, input)
    expect(refusalOf(refused)).toBe('bad_user_input')
    expect(refused).toMatchObject({ error: { field } })
  })
})

describe('claim history reads', () => {
  // What is read for the claims over time, and what is remembered of it.

  const BLOCK = 256

  let service: TestService
  let drop: Drop
  let history: ClaimHistory
  /** Of each reading of whole blocks since they were last looked at: the numbers of the blocks. */
  let reads: number[][]
  let isSettled: boolean

  beforeEach(async () => {
    service = await createTestService()
    drop = await service.createDrop()
    reads = []
    isSettled = true
    const { store, clock } = service.ports
    const firstAt = clock.now() + 1
    const claimSums = async (_: DropId, ranges: readonly ClaimRange[]) => {
      const blocks = ranges.filter(({ before }) => before === Number.MAX_SAFE_INTEGER)
      if (blocks.length > 0 || ranges.length === 0) reads.push(blocks.map(({ after }) => after / BLOCK))
      return ranges.map(() => ({ claims: 1, amount: 1n, isSettled, firstAt }))
    }
    history = createClaimHistory({ clock, store: { ...store, claimSums } })
    clock.advance(60_000)
  })

  /** Which blocks are read for the history of a drop with so many claims. */
  async function readsFor(claims: number, id = drop.id): Promise<readonly number[][]> {
    reads = []
    const asked = { ...drop, id, tally: { ...drop.tally, lastSequence: claims } }
    granted(await history.of(asked, { points: 2 }))
    return reads
  }

  describe('of a drop’s claims', () => {
    test('full blocks are read once, and the last block on every request until it is full', async () => {
      expect(await readsFor(2 * BLOCK + 1)).toEqual([[0, 1, 2]])
      expect(await readsFor(2 * BLOCK + 1)).toEqual([[2]])
      expect(await readsFor(3 * BLOCK - 1)).toEqual([[2]])
      service.ports.clock.advance(86_400_000)
      expect(await readsFor(3 * BLOCK)).toEqual([[2]])
      expect(await readsFor(3 * BLOCK)).toEqual([])
    })

    test('blocks in which one may still change are read again after ten seconds', async () => {
      isSettled = false
      expect(await readsFor(2 * BLOCK)).toEqual([[0, 1]])
      service.ports.clock.advance(9_999)
      expect(await readsFor(2 * BLOCK)).toEqual([])
      service.ports.clock.advance(1)
      expect(await readsFor(2 * BLOCK)).toEqual([[0, 1]])
      isSettled = true
      service.ports.clock.advance(10_000)
      expect(await readsFor(2 * BLOCK)).toEqual([[0, 1]])
      service.ports.clock.advance(10_000)
      expect(await readsFor(2 * BLOCK)).toEqual([])
    })

    test('reads sixteen blocks at a time, and none without claims', async () => {
      const blocks = Array.from({ length: 33 }, (_, place) => place)
      expect(await readsFor(33 * BLOCK)).toEqual([blocks.slice(0, 16), blocks.slice(16, 32), [32]])
      expect(await readsFor(32 * BLOCK, idOf('drop', 'e'.repeat(32)))).toEqual([
        blocks.slice(0, 16),
        blocks.slice(16, 32),
      ])
      expect(await readsFor(0, idOf('drop', 'f'.repeat(32)))).toEqual([])
    })

    test('fifty drops are remembered, those that were asked for last', async () => {
      const ids = Array.from({ length: 51 }, (_, n) => idOf('drop', n.toString(16).padStart(32, '0')))
      const [first, second] = ids
      for (const id of ids.slice(0, 50)) expect(await readsFor(BLOCK, id)).toEqual([[0]])
      for (const id of ids.slice(1, 50)) expect(await readsFor(BLOCK, id)).toEqual([])
      expect(await readsFor(BLOCK, first)).toEqual([])
      expect(await readsFor(BLOCK, ids[50])).toEqual([[0]])
      expect(await readsFor(BLOCK, first)).toEqual([])
      expect(await readsFor(BLOCK, second)).toEqual([[0]])
    })
  })
})
