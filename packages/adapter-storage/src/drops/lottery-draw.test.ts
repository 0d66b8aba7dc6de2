// A lottery with a few hundred entries more than a chunk, on each database. Two servers draw it at once, and each may stop
// after any step.
import { createDropkit, type DropId, type LotteryEntry } from '@dropkit/core'
import { createTestService, testWallet } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { databases, onDatabase } from '../../test/databases.ts'
import type { SqlStorage } from '../index.ts'

const ENTRIES = 1_200
const DAY_MS = 86_400_000

const entryOf = (dropId: DropId, n: number, enteredAt: number): LotteryEntry => ({
  dropId,
  // The wallets are entered in a different order than their sort order.
  wallet: testWallet((n * 7_919) % 1_000_003),
  enteredAt,
  chunkRoot: null,
  orderKey: null,
  rank: null,
})

async function drawn({ store, jobs, deliveries, idempotency, retention }: SqlStorage) {
  const service = await createTestService({ instead: { store, jobs, deliveries, idempotency, retention } })
  const { ports } = service
  const entriesCloseAt = ports.clock.now() + DAY_MS
  const terms = {
    supply: 10,
    maxAmount: '100',
    tokenAmount: '10',
    admission: 'LOTTERY',
    entriesCloseAt,
  } as const
  const drop = await service.createDrop(terms)
  const entries = Array.from({ length: ENTRIES }, (_, n) => entryOf(drop.id, n + 1, ports.clock.now()))
  await store.changeDrop(drop.id, {}, (held) => {
    if (!held?.drop.lottery) throw new Error('the drop has a lottery')
    const lottery = { ...held.drop.lottery, entries: ENTRIES }
    return {
      result: undefined,
      insert: { lotteryEntries: entries },
      update: { drops: [{ ...held.drop, lottery }] },
    }
  })
  ports.clock.advance(DAY_MS)
  for (let round = 0; round < 40; round++) {
    await jobs.request([
      { kind: 'run_lottery', subject: drop.id, ownerId: drop.creatorId, dueAt: ports.clock.now() },
    ])
    const servers = [createDropkit(ports), createDropkit(ports)]
    await Promise.all(servers.map((server) => server.runDueJobs()))
    ports.clock.advance(1_000)
    const { lottery } = await service.reread(drop)
    if (lottery?.draw.kind === 'DRAWN' && lottery.draw.waves.length > 0) break
  }
  const wallets = entries.map(({ wallet }) => wallet)
  const ranked = await store.dropState(drop.id, { entriesOf: wallets })
  const inOrder = [...(ranked?.entries.values() ?? [])].sort(
    (one, other) => (one.rank ?? 0) - (other.rank ?? 0),
  )
  const events = await store.events({ dropId: drop.id, limit: 100 })
  const told = events.map(({ type }) => type).filter((type) => type.startsWith('lottery.'))
  return { inOrder, told, draw: (await service.reread(drop)).lottery?.draw }
}

describe.each(databases)('a lottery on %s', (_name, make) => {
  test('gives each entry one rank, in the order of their keys, and is drawn once', async () => {
    await onDatabase(make, async (database) => {
      const storage = await database.open()
      try {
        const { inOrder, told, draw } = await drawn(storage)
        expect(inOrder.map(({ rank }) => rank)).toEqual(Array.from({ length: ENTRIES }, (_, n) => n + 1))
        const keys = inOrder.map(({ orderKey }) => orderKey ?? '')
        expect(keys).toEqual(keys.toSorted())
        expect(told.toSorted()).toEqual(['lottery.admitted', 'lottery.closed', 'lottery.drawn'])
        expect(draw).toMatchObject({ kind: 'DRAWN', waves: [{ firstRank: 1, lastRank: 10 }] })
      } finally {
        await storage.close()
      }
    })
  })
})
