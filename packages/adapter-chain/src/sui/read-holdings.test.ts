import { type Address, MOST_COUNTED_OBJECTS } from '@dropkit/core'
import { sampleAddress } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { realTime, unwrap } from '../../test/sui-fixture.ts'
import { guardCalls } from './chain-calls.ts'
import { createHoldingsReader } from './read-holdings.ts'
import type { SuiContext } from './sui-context.ts'

/** Reads from a node with these numbers of objects, which returns at most so many per page. */
function readerOf(owned: ReadonlyMap<Address, number>, pageLimit: number) {
  const listOwnedObjects = async (asked: { owner: Address; pageSize: number; pageToken?: Uint8Array }) => {
    const from = Number(Buffer.from(asked.pageToken ?? []).toString())
    const to = Math.min(from + Math.min(asked.pageSize, pageLimit), owned.get(asked.owner) ?? 0)
    const nextPageToken = to < (owned.get(asked.owner) ?? 0) ? Buffer.from(String(to)) : undefined
    return { response: { objects: Array.from({ length: to - from }), nextPageToken } }
  }
  const calls = guardCalls({ time: realTime, limits: { attempts: 1 } })
  return createHoldingsReader({
    client: { stateService: { listOwnedObjects } },
    calls,
  } as never as SuiContext)
}

const TYPE = '0xf15::fish::Fish'
const [FEW, MANY, WHALE] = [sampleAddress(1), sampleAddress(2), sampleAddress(3)]
const owned = new Map([
  [FEW, 3],
  [MANY, MOST_COUNTED_OBJECTS],
  [WHALE, 25_000],
])

test('objects are counted up to the most that is counted, and one more stands for all larger numbers', async () => {
  const counts = unwrap(await readerOf(owned, 1_000).ownedObjects(TYPE, [...owned.keys()]))
  expect(counts).toEqual(new Map([...owned, [WHALE, MOST_COUNTED_OBJECTS + 1]]))
})

test('a number of objects that needs too many pages is unknown, and the others are not', async () => {
  expect(unwrap(await readerOf(owned, 10).ownedObjects(TYPE, [FEW, MANY]))).toEqual(new Map([[FEW, 3]]))
})
