// What is read for the claims over time, and what is remembered of it.

import { createTestService, granted, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import { type DropId, idOf } from '../../domain/ids.ts'
import type { ClaimRange } from '../../ports/index.ts'
import { type ClaimHistory, createClaimHistory } from './claim-history.ts'

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
