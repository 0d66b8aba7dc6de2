import type { BriefDrop, Drop, GatingConfig, Store } from '@dropkit/core'
import { put, putDrop, sampleEvent, sampleWebhook } from '@dropkit/testing'
import { describe, expect, it, test, vi } from 'vitest'
import { databases, withStorage } from '../../test/databases.ts'

const METADATA = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`key ${n}`, n]))

test.each(databases)('the metadata of a drop on %s is parsed once, when it is first read', (_, make) =>
  withStorage(make, async ({ store }) => {
    const { drop } = await putDrop(store, { metadata: METADATA })
    const parse = vi.spyOn(JSON, 'parse')
    try {
      const found = (await store.drops([drop.id])).get(drop.id)
      const parsed = () => parse.mock.calls.filter(([text]) => text.includes('key 999')).length
      expect(parsed()).toBe(0)
      expect(found).toEqual(drop)
      expect(found?.metadata).toBe(found?.metadata)
      expect(parsed()).toBe(1)
    } finally {
      parse.mockRestore()
    }
  }),
)

const gatingOf = (drop: Drop, value: string): GatingConfig => ({
  id: 'gating_1' as GatingConfig['id'],
  ownerId: drop.creatorId,
  isActive: true,
  rules: [{ key: 'wallet_allowlist', operator: 'in', value, description: null }],
  version: 1,
  updatedAt: 1,
})

describe.each(databases)('drops for display on %s', (_, make) => {
  /** All reads that leave out long values, for a drop with this metadata and these rules. */
  const briefly = (metadata: Drop['metadata'], value: string, look: (found: Found) => Promise<void>) =>
    withStorage(make, async ({ store }) => {
      const { drop: created } = await putDrop(store)
      const drop = { ...created, metadata, gating: gatingOf(created, value) }
      await store.changeDrop(drop.id, {}, () => ({ update: { drops: [drop] }, result: undefined }))
      const { id, creatorId, tokenId, shortcode } = drop
      const page = { limit: 200 }
      const found = {
        listDrops: (await store.listDrops({}, creatorId, page))[0],
        'listDrops, filtered': (await store.listDrops({ type: drop.type }, creatorId, page))[0],
        dropsOfUsers: (await store.dropsOfUsers([creatorId], creatorId, page)).get(creatorId)?.[0],
        dropsOfTokens: (await store.dropsOfTokens([tokenId], creatorId, page)).get(tokenId)?.[0],
        briefDrops: (await store.briefDrops([id])).get(id),
        dropByShortcode: await store.dropByShortcode(shortcode),
      }
      await look({ store, drop, found })
    })

  it('leave out long metadata and long rules, which are read by themselves', () =>
    briefly(METADATA, 'x'.repeat(3_000), async ({ store, drop, found }) => {
      for (const [read, one] of Object.entries(found))
        expect(one, read).toEqual({ ...drop, metadata: undefined, gating: undefined })
      expect(await store.metadataOfDrops([drop.id])).toEqual(new Map([[drop.id, JSON.stringify(METADATA)]]))
      expect(await store.gatingOfDrops([drop.id])).toEqual(new Map([[drop.id, drop.gating]]))
    }))

  it.each([[{ a: 1 }], [null]])('have short metadata and short rules: %j', (metadata) =>
    briefly(metadata, '0x1', async ({ drop, found }) => {
      for (const [read, one] of Object.entries(found)) expect(one, read).toEqual(drop)
    }),
  )

  it('count the bytes of values, not their letters', () =>
    briefly('ö'.repeat(1_500), 'ö'.repeat(1_500), async ({ found }) => {
      for (const [read, one] of Object.entries(found))
        expect([one?.metadata, one?.gating], read).toEqual([undefined, undefined])
    }))
})

interface Found {
  readonly store: Store
  readonly drop: Drop
  readonly found: Readonly<Record<string, BriefDrop | undefined>>
}

test.each(databases)('the data of listed events on %s is parsed once, when it is first read', (_, make) =>
  withStorage(make, async ({ store }) => {
    const { drop } = await putDrop(store)
    const data = { draws: Array.from({ length: 1_000 }, (_one, sequence) => ({ sequence })) }
    await store.create({ events: [sampleEvent(drop, { data } as object)] })
    const parse = vi.spyOn(JSON, 'parse')
    try {
      const [listed] = await store.events({ visibleTo: drop.creatorId, limit: 200 })
      const parsed = () => parse.mock.calls.filter(([text]) => text.includes('draws')).length
      expect(parsed()).toBe(0)
      expect(listed?.data).toEqual(data)
      expect(listed?.data).toBe(listed?.data)
      expect(parsed()).toBe(1)
    } finally {
      parse.mockRestore()
    }
  }),
)

test.each(databases)('events for display on %s leave out long data, which is read by itself', (_, make) =>
  withStorage(make, async ({ store, deliveries }) => {
    const { drop } = await putDrop(store)
    const long = { text: 'ö'.repeat(1_500) }
    const short = { text: 'o'.repeat(1_500) }
    await store.create({ events: [long, short].map((data) => sampleEvent(drop, { data } as object)) })
    const query = { visibleTo: drop.creatorId, since: 0, limit: 200 }
    const events = await store.events(query)
    const brief = await store.briefEvents(query)
    expect(brief).toEqual(
      events.map((event) => ({ ...event, data: event.data['text'] === short.text ? short : undefined })),
    )
    const positions = events.map(({ position }) => position)
    const at = await deliveries.eventsAt(positions)
    expect([...at].sort(([one], [other]) => one - other)).toEqual(
      brief.map((event) => [event.position, event]),
    )
    const texts = await store.dataOfEvents(positions)
    expect(events.map(({ position }) => JSON.parse(texts.get(position) ?? ''))).toEqual(
      events.map(({ data }) => data),
    )
    expect(await store.dataOfEvents([])).toEqual(new Map())
  }),
)

test.each(databases)('events are queued for webhooks on %s without long data', (_, make) =>
  withStorage(make, async ({ store, deliveries }) => {
    const { owner, drop } = await putDrop(store)
    await put(store, { webhooks: [sampleWebhook(owner, 1)] })
    await store.create({ events: [sampleEvent(drop, { data: { text: 'o'.repeat(3_000) } } as object)] })
    const seen: unknown[] = []
    const look = () =>
      deliveries.dispatch(10, ({ data }) => {
        seen.push(data)
        return []
      })
    await expect.poll(look).toBeGreaterThan(0)
    expect(seen).toEqual([undefined])
  }),
)
