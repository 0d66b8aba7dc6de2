import type { Address, Drop, Lottery, LotteryDraw, LotteryEntry, Store } from '@dropkit/core'
import { assertEqual } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { put, putDrop, SAMPLE_NOW, sampleAddress, sampleDrop } from './sample-records.ts'
import { stateOf } from './store-changes.ts'
import type { OpenedStore } from './store-contract.ts'

/** A wallet's entry in a lottery that is not drawn. */
export const sampleEntry = (drop: Drop, n: number, more: Partial<LotteryEntry> = {}): LotteryEntry => ({
  dropId: drop.id,
  wallet: sampleAddress(n),
  enteredAt: SAMPLE_NOW + n,
  chunkRoot: null,
  orderKey: null,
  rank: null,
  ...more,
})

const key = (n: number) => n.toString(16).padStart(64, '0')

const frozen = { root: key(1), round: 7, frozenAt: SAMPLE_NOW }
const DRAWS: readonly LotteryDraw[] = [
  { kind: 'OPEN' },
  { kind: 'FREEZING' },
  { kind: 'FROZEN', ...frozen },
  { kind: 'RANKING', ...frozen, signature: 'ab', hasKeys: true },
  {
    kind: 'DRAWN',
    ...frozen,
    signature: 'ab',
    drawnAt: SAMPLE_NOW + 1,
    waves: [{ firstRank: 1, lastRank: 2, claimBy: SAMPLE_NOW + 2 }],
  },
]

const lotteryWith = (draw: LotteryDraw): Lottery => ({
  entriesCloseAt: SAMPLE_NOW,
  claimWindowMs: 60_000,
  beacon: { hash: key(2), scheme: 'scheme', publicKey: key(3), genesisAt: SAMPLE_NOW, periodMs: 3_000 },
  entries: 1_000_000,
  draw,
})

const insert = (store: Store, entries: readonly LotteryEntry[]) =>
  store.create({ insert: { lotteryEntries: entries } })

/** The contract of a `Store` for lotteries: their state, and one entry per wallet. */
export function storeLotteryContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('returns lotteries unchanged, written as a whole and by changes', async ({ store }) => {
    const { token } = await putDrop(store)
    for (const [n, draw] of DRAWS.entries()) {
      const drop = sampleDrop(token, 10 + n, { lottery: lotteryWith({ kind: 'OPEN' }) })
      await put(store, { drops: [drop] })
      const changed = { ...drop, lottery: lotteryWith(draw) }
      await store.changeDrop(drop.id, {}, () => ({ result: undefined, update: { drops: [changed] } }))
      assertEqual((await store.drops([drop.id])).get(drop.id), changed)
    }
  })

  test('gives the entries of some wallets on one drop', async ({ store }) => {
    const { drop, token } = await putDrop(store)
    const other = sampleDrop(token, 2)
    await put(store, { drops: [other] })
    const full = sampleEntry(drop, 2, { chunkRoot: key(4), orderKey: key(5) })
    await insert(store, [sampleEntry(drop, 1), full, sampleEntry(other, 3)])
    const query = { entriesOf: [1, 2, 3].map(sampleAddress) }
    const dropState = await stateOf(store, drop.id, query)
    assertEqual([...(dropState?.entries ?? [])].sort(), [
      [sampleAddress(1), sampleEntry(drop, 1)],
      [sampleAddress(2), full],
    ])
    assertEqual((await stateOf(store, drop.id, {}))?.entries.size, 0, 'none are asked for')
    assertEqual(await store.lotteryEntry(drop.id, sampleAddress(2)), full)
    assertEqual(await store.lotteryEntry(drop.id, sampleAddress(3)), undefined)
  })

  test('lists entries by wallet, a page at a time, those that begin chunks, and order keys in ranges', async ({
    store,
  }) => {
    const { drop, token } = await putDrop(store)
    const other = sampleDrop(token, 2)
    await put(store, { drops: [other] })
    const numbers = [5, 0x10, 3, 0xa, 1]
    await insert(store, [
      ...numbers.map((n) => sampleEntry(drop, n)),
      sampleEntry(other, 2, { orderKey: key(1) }),
    ])
    const walletsOf = (entries: readonly LotteryEntry[]) => entries.map(({ wallet }) => wallet)
    const after = async (wallet?: Address) =>
      walletsOf(await store.entriesByWallet(drop.id, { after: wallet, limit: 3 }))
    const sorted = [1, 3, 5, 0xa, 0x10].map(sampleAddress)
    assertEqual(await after(), sorted.slice(0, 3))
    assertEqual(await after(sorted[2]), sorted.slice(3))
    assertEqual(
      walletsOf(await store.entriesByWallet(drop.id, { from: sampleAddress(5), limit: 2 })),
      sorted.slice(2, 4),
    )

    assertEqual(await store.orderKeysBetween(drop.id, '', null), [], 'none has a key')
    assertEqual(await store.firstEntriesOfChunks(drop.id), [], 'none begins a chunk')
    const ordered = [3, 0x10, 1, 5, 0xa]
    const keyed = ordered.map((n, index) =>
      sampleEntry(drop, n, { orderKey: key(index + 1), chunkRoot: n === 3 || n === 1 ? key(n) : null }),
    )
    await store.changeDrop(drop.id, {}, () => ({ result: undefined, update: { lotteryEntries: keyed } }))
    assertEqual(await store.orderKeysBetween(drop.id, '', null), [1, 2, 3, 4, 5].map(key))
    assertEqual(await store.orderKeysBetween(drop.id, key(2), key(4)), [key(2), key(3)])
    assertEqual(await store.firstEntriesOfChunks(drop.id), [keyed[2], keyed[0]])
  })

  test('finds the rank of an entry on the page that has its order key', async ({ store }) => {
    const { drop, token } = await putDrop(store)
    const other = sampleDrop(token, 2)
    await put(store, { drops: [other] })
    const keyed = [1, 2, 3, 4].map((n) => sampleEntry(drop, n, { orderKey: key(2 * n) }))
    await insert(store, [...keyed, sampleEntry(drop, 5), sampleEntry(other, 1, { orderKey: key(2) })])
    const pages = [
      { dropId: drop.id, firstRank: 1, keys: [key(2), key(4)] },
      { dropId: drop.id, firstRank: 3, keys: [key(6)] },
    ]
    await store.create({ insert: { rankPages: pages } })
    const again = { dropId: drop.id, firstRank: 1, keys: [key(2), key(4)] }
    assertEqual((await store.create({ insert: { rankPages: [again] } })).ok, true)
    const ranksOn = async ({ id }: Drop) => {
      const dropState = await stateOf(store, id, { entriesOf: [1, 2, 3, 4, 5].map(sampleAddress) })
      const entries = [...(dropState?.entries.values() ?? [])]
      return entries.sort((one, other) => (one.wallet < other.wallet ? -1 : 1)).map(({ rank }) => rank)
    }
    assertEqual(await ranksOn(drop), [1, 2, 3, null, null])
    assertEqual(await ranksOn(other), [null])
    assertEqual((await store.lotteryEntry(drop.id, sampleAddress(2)))?.rank, 2)
  })
}
