import { putDrop } from '@dropkit/testing'
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
