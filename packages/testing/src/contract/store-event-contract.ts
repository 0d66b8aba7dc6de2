import type { EventQuery, NewEvent } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { assertEqual, loggedEvents } from '../assert.ts'
import { type Open, type TestRunner, testAtOnce, testWith } from '../runner.ts'
import {
  putDrop,
  SAMPLE_NOW,
  sampleDrop,
  sampleEvent,
  sampleToken,
  sampleUser,
  uniquePart,
} from './sample-records.ts'
import type { OpenedStore } from './store-contract.ts'

const positions = (events: readonly { readonly position: number }[]) => events.map(({ position }) => position)

export function storeEventContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('gives events back as they were written, in their order, counted from 1', async ({ store }) => {
    const { owner, token, drop } = await putDrop(store)
    const events: NewEvent[] = [
      sampleEvent(drop),
      sampleEvent(drop, {
        type: 'payment.created',
        actorId: null,
        intentId: idOf('intent', uniquePart(1)),
        data: { amount: '18446744073709551615', nested: { list: [1, 'Zoë 🎉', null, true, 0.1] } },
      }),
      sampleEvent(drop, { type: 'webhook.test', dropId: null, tokenId: null, data: {} }),
      sampleEvent(drop, { type: 'token.created', dropId: null, tokenId: token.id, actorId: owner.id }),
    ]
    await store.create({ events: events.slice(0, 2) })
    await store.create({ events: events.slice(2) })
    const logged = await loggedEvents(store, events.length)
    assertEqual(
      logged,
      events.map((event, n) => ({ ...event, position: n + 1 })),
    )
  })

  test('gives the same events for display, and their data by itself', async ({ store }) => {
    const { drop } = await putDrop(store)
    const data = [{}, { text: 'x' }, { list: Array.from({ length: 5_000 }, (_, n) => n) }]
    await store.create({ events: data.map((one) => sampleEvent(drop, { data: one })) })
    const logged = await loggedEvents(store, data.length)
    const all = positions(logged)
    const brief = await store.briefEvents({ dropId: drop.id, since: 0, limit: 9 })
    assertEqual(
      brief,
      logged.map((event, n) => ({ ...event, data: brief[n]?.data && event.data })),
    )
    assertEqual(
      brief.slice(0, 2).map((event) => event.data),
      data.slice(0, 2),
    )
    const texts = await store.dataOfEvents([...all, ...all, 99_999])
    assertEqual(
      new Map([...texts].map(([at, text]) => [at, JSON.parse(text)])),
      new Map(all.map((at, n) => [at, data[n]])),
    )
    assertEqual(await store.dataOfEvents([]), new Map())
  })

  test('reads newest first, and on from a position towards older ones', async ({ store }) => {
    const { drop } = await putDrop(store)
    await store.create({ events: [1, 2, 3, 4, 5].map(() => sampleEvent(drop)) })
    await loggedEvents(store, 5)
    assertEqual(positions(await store.events({ limit: 2 })), [5, 4])
    assertEqual(positions(await store.events({ limit: 2, after: 4 })), [3, 2])
    assertEqual(positions(await store.events({ limit: 10, after: 2 })), [1])
    assertEqual(positions(await store.events({ limit: 10, after: 1 })), [])
  })

  test('reads forward from a position, oldest first', async ({ store }) => {
    const { drop } = await putDrop(store)
    await store.create({ events: [1, 2, 3, 4, 5].map(() => sampleEvent(drop)) })
    await loggedEvents(store, 5)
    assertEqual(positions(await store.events({ limit: 2, since: 0 })), [1, 2])
    assertEqual(positions(await store.events({ limit: 10, since: 3 })), [4, 5])
    assertEqual(positions(await store.events({ limit: 10, since: 5 })), [])
  })

  test('shows a user the events of its things and of its acts', async ({ store }) => {
    const { owner, drop } = await putDrop(store)
    const claimant = sampleUser(2).id
    const stranger = sampleUser(3).id
    await store.create({
      events: [
        sampleEvent(drop),
        sampleEvent(drop, { actorId: claimant }),
        sampleEvent(drop, { ownerId: stranger, actorId: claimant }),
        sampleEvent(drop, { ownerId: stranger, actorId: null }),
      ],
    })
    await loggedEvents(store, 4)
    const seenBy = async (visibleTo: typeof claimant, more: Partial<EventQuery> = {}) =>
      positions(await store.events({ limit: 10, visibleTo, ...more }))
    assertEqual(await seenBy(owner.id), [2, 1])
    assertEqual(await seenBy(claimant), [3, 2])
    assertEqual(await seenBy(stranger), [4, 3])
    assertEqual(await seenBy(sampleUser(4).id), [])
    assertEqual(await seenBy(claimant, { since: 2 }), [3])
    assertEqual(await seenBy(claimant, { after: 3 }), [2])
    assertEqual(await seenBy(claimant, { limit: 1 }), [3])
  })

  test('chooses events by drop and by type', async ({ store }) => {
    const { owner, drop } = await putDrop(store)
    const other = sampleDrop(sampleToken(owner, 1), 2)
    await store.create({
      events: [
        sampleEvent(drop),
        sampleEvent(other, { type: 'drop.paused' }),
        sampleEvent(drop, { type: 'drop.claimed' }),
        sampleEvent(other),
      ],
    })
    await loggedEvents(store, 4)
    const chosen = async (query: Partial<EventQuery>) =>
      positions(await store.events({ limit: 10, ...query }))
    assertEqual(await chosen({ dropId: drop.id }), [3, 1])
    assertEqual(await chosen({ types: ['drop.paused', 'drop.claimed'] }), [3, 2])
    assertEqual(await chosen({ types: ['drop.updated'], dropId: other.id }), [4])
    assertEqual(await chosen({ types: ['drop.updated'], since: 1 }), [4])
    assertEqual(await chosen({ types: ['webhook.test'] }), [])
  })

  test('reads events of deleted drops too', async ({ store }) => {
    const { drop } = await putDrop(store)
    await store.create({
      update: { drops: [{ ...drop, deletedAt: SAMPLE_NOW }] },
      events: [sampleEvent(drop, { type: 'drop.deleted' })],
    })
    await loggedEvents(store, 1)
    assertEqual(positions(await store.events({ limit: 10, dropId: drop.id })), [1])
  })

  testAtOnce(run, open)(
    'keeps one order without gap or double when many write at once',
    async ({ store }, turn) => {
      const { owner, drop } = await putDrop(store)
      const seen: number[] = []
      const readOn = async () => {
        const more = await store.events({ limit: 200, since: seen.at(-1) ?? 0 })
        seen.push(...positions(more))
      }
      const writes = Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0
          ? turn().store.changeDrop(drop.id, {}, () => ({
              events: [sampleEvent(drop), sampleEvent(drop)],
              result: undefined,
            }))
          : turn().store.create({ events: [sampleEvent(drop, { ownerId: owner.id, data: { n } })] }),
      )
      const reads = (async () => {
        for (let n = 0; n < 10; n++) await readOn()
      })()
      await Promise.all([...writes, reads])
      await loggedEvents(store, 30)
      await readOn()
      assertEqual(
        seen,
        Array.from({ length: 30 }, (_, n) => n + 1),
        'what a reader that goes on from the last one it saw has seen',
      )
    },
  )

  test('notifies listeners soon after new events', async ({ store }) => {
    const { drop } = await putDrop(store)
    let stop = (): void => undefined
    const told = new Promise<void>((resolve) => {
      stop = store.onEvents(resolve)
    })
    await store.create({ events: [sampleEvent(drop)] })
    await told
    stop()
    stop()
    assertEqual((await loggedEvents(store, 1)).length, 1)
  })
}
