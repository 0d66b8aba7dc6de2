import { putDrop, sampleEvent } from '@dropkit/testing'
import { expect, test, vi } from 'vitest'
import { databases, withStorage } from '../../test/databases.ts'

test.each(databases)('the metadata of listed drops on %s is parsed once, when it is first read', (_, make) =>
  withStorage(make, async ({ store }) => {
    const metadata = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`key ${n}`, n]))
    const { drop } = await putDrop(store, { metadata })
    const parse = vi.spyOn(JSON, 'parse')
    try {
      const [listed] = await store.listDrops({}, drop.creatorId, { limit: 200 })
      const parsed = () => parse.mock.calls.filter(([text]) => text.includes('key 999')).length
      expect(parsed()).toBe(0)
      expect(listed).toEqual(drop)
      expect(listed?.metadata).toBe(listed?.metadata)
      expect(parsed()).toBe(1)
    } finally {
      parse.mockRestore()
    }
  }),
)

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
