import { createDropkit } from '@dropkit/core'
import { createTestService, granted } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { databases, onDatabase } from '../test/databases.ts'

const LIMIT = 100_000

describe.each(databases)('the bytes that a user has stored in all on %s', (_name, make) => {
  test('are not exceeded by uploads through two servers at the same time, and deleting frees them', () =>
    onDatabase(make, async (database) => {
      const servers = [await database.open(), await database.open()] as const
      const [{ store, jobs, keyValues }] = servers
      const { ports, owner } = await createTestService({ instead: { store, jobs } })
      const dropkits = servers.map((server) =>
        createDropkit(
          { ...ports, store: server.store, jobs: server.jobs, keyValues: server.keyValues },
          { storedBytesPerUser: LIMIT },
        ),
      )
      const [dropkit] = dropkits
      if (!dropkit) throw new Error('no server')
      const used = async () => (await dropkit.readStoredBytes(owner))?.used ?? 0
      const results = await Promise.all(
        Array.from({ length: 60 }, (_, n) => {
          const input = { file: btoa('x'.repeat(9_000 + n)), filename: 'a.txt', contentType: 'text/plain' }
          return (dropkits[n % 2] ?? dropkit).uploadFile(owner, input)
        }),
      )
      const stored = results.flatMap((result) => (result.ok ? [result.value] : []))
      expect(stored.length).toBeGreaterThanOrEqual(5)
      const bytes = stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
      expect(await used()).toBeGreaterThan(bytes)
      expect(await used()).toBeLessThanOrEqual(LIMIT)
      const refusals = results.flatMap((result) => (result.ok ? [] : [result.error]))
      for (const refusal of refusals)
        expect(refusal).toMatchObject({ kind: 'conflict', details: { limit: 'storedBytesPerUser' } })
      const removed = stored.map(({ id }, n) =>
        (dropkits[n % 2] ?? dropkit).deleteFile(owner, { url: `/files/${id}/a.txt` }),
      )
      for (const result of await Promise.all(removed)) granted(result)
      expect(await used()).toBe(0)
      expect(await keyValues.get([`limits/stored-in-all/${owner.user.id}`])).not.toEqual(new Map())
      for (const server of servers) await server.close()
    }))

  test('are noted in the transaction of the change, also when it shares one with changes of other drops', () =>
    onDatabase(make, async (database) => {
      const { store, jobs, keyValues, close } = await database.open()
      const { createDrop } = await createTestService({ instead: { store, jobs } })
      const drops = await Promise.all([1, 2, 3].map(() => createDrop()))
      const keys = drops.map(({ id }) => `noted/${id}`)
      await keyValues.transact(keys, () => ({
        writes: new Map(keys.map((key) => [key, 'before'])),
        result: undefined,
      }))
      const notes = (key: string) => new Map(['unknown', key].map((one) => [one, 'after']))
      await Promise.all(
        drops.map(({ id }) =>
          store.changeDrop(id, {}, () => ({ result: undefined, notes: notes(`noted/${id}`) })),
        ),
      )
      expect(await keyValues.get(['unknown', ...keys])).toEqual(new Map(keys.map((key) => [key, 'after'])))
      await expect(
        store.changeDrop(drops[0]?.id ?? ('' as never), {}, () => ({
          result: undefined,
          notes: new Map(keys.map((key) => [key, 'lost'])),
          update: { drops: [{ ...drops[0], id: 'unknown' } as never] },
        })),
      ).rejects.toThrow()
      expect([...(await keyValues.get(keys)).values()]).not.toContain('lost')
      await close()
    }))

  test('no longer contain the texts of a deleted drop', () =>
    onDatabase(make, async (database) => {
      const { store, jobs, keyValues, close } = await database.open()
      const { ports, owner, tokenId } = await createTestService({ instead: { store, jobs } })
      const dropkit = createDropkit({ ...ports, keyValues }, { storedBytesPerUser: LIMIT })
      const terms = { title: 'Pepper', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '1000' } as const
      const input = {
        ...terms,
        existingTokenId: tokenId,
        description: 'x'.repeat(4_000),
        metadata: { a: 'b' },
      }
      const { id } = granted(await dropkit.createDrop(owner, input))
      const before = (await dropkit.readStoredBytes(owner))?.used ?? 0
      granted(await dropkit.deleteDrop(owner, id))
      expect((await dropkit.readStoredBytes(owner))?.used).toBeLessThan(before - 2_500)
      expect(await store.dropForSettlement(id)).toMatchObject({ description: null, metadata: {} })
      await close()
    }))
})
