import type { Drop, Sealed } from '@dropkit/core'
import { put, putDrop, sampleClaim, sampleUser, sampleWebhook } from '@dropkit/testing'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { databases, preparedPostgresDatabase, withStorage } from '../../test/databases.ts'
import type { SqlStorage } from '../index.ts'
import { StoreUnavailable } from '../index.ts'

const sealedUnder = (key: string, text = 'secret'): Sealed => `v1.${key}.${text}` as Sealed

const nameKey = ({ keyValues }: SqlStorage, key: string) =>
  keyValues.transact(['server/master-key-id'], () => ({
    writes: new Map([['server/master-key-id', key]]),
    result: undefined,
  }))

const isRefused = async (write: Promise<unknown>) => {
  const error = await write.catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect(error).toMatchObject({ retryable: true, message: expect.stringContaining('retired master key') })
}

describe.each(databases)('on %s, while the store names a master key,', (_, make) => {
  test('a webhook whose secret is sealed under another key is refused, and one under the named key is accepted', () =>
    withStorage(make, async (storage) => {
      const { owner } = await putDrop(storage.store)
      await nameKey(storage, 'new00000')
      const webhook = sampleWebhook(owner, 1)
      await isRefused(put(storage.store, { webhooks: [{ ...webhook, secret: sealedUnder('old00000') }] }))
      await put(storage.store, { webhooks: [{ ...webhook, secret: sealedUnder('new00000') }] })
    }))

  test('the earlier secrets of a webhook are found and sealed again, and are refused under another key', () =>
    withStorage(make, async (storage) => {
      const { store, sealedValues } = storage
      const owner = sampleUser(1)
      const secret = sealedUnder('new00000')
      const webhook = sampleWebhook(owner, 1, { secret, earlierSecrets: sealedUnder('old00000') })
      await put(store, { users: [owner], webhooks: [webhook] })
      await nameKey(storage, 'new00000')
      expect(await sealedValues.countByPrefix(3)).toEqual(new Map([['v1.', 2]]))
      const found = await sealedValues.otherwiseSealed('v1.new00000.', 5)
      expect(found).toMatchObject([
        { sealed: webhook.earlierSecrets, purpose: `earlier secrets of ${webhook.id}` },
      ])
      const by = sealedUnder('new00000', 'again')
      expect(await sealedValues.replace(found.map((value) => ({ value, by })))).toBe(1)
      const change = (earlierSecrets: Sealed) =>
        store.changeWebhook(webhook.id, () => ({
          webhook: { ...webhook, earlierSecrets },
          result: undefined,
        }))
      await isRefused(change(sealedUnder('old00000', 'another')))
      expect((await store.webhooks([webhook.id])).get(webhook.id)).toEqual({ ...webhook, earlierSecrets: by })
    }))

  test('a drop keeps values that were sealed under the previous key, and accepts no new value under it', () =>
    withStorage(make, async (storage) => {
      const { store } = storage
      const { drop } = await putDrop(store)
      const keyed = (privateKey: Sealed): Drop => ({
        ...drop,
        voucherKey: { ...drop.voucherKey, privateKey },
      })
      const change = (changed: Drop, title: string) =>
        store.changeDrop(drop.id, {}, () => ({
          update: { drops: [{ ...changed, title }] },
          result: undefined,
        }))
      const before = keyed(sealedUnder('old00000'))
      await change(before, 'Before')
      await nameKey(storage, 'new00000')
      await change(before, 'Changed')
      await isRefused(change(keyed(sealedUnder('old00000', 'another')), 'Refused'))
      expect((await store.drops([drop.id])).get(drop.id)).toEqual({ ...before, title: 'Changed' })
      await change(keyed(sealedUnder('new00000')), 'Sealed anew')
    }))

  test('a change that is refused spoils none of those that are committed with it', () =>
    withStorage(make, async (storage) => {
      const { store } = storage
      const { drop, owner } = await putDrop(store)
      await nameKey(storage, 'new00000')
      const retired = { ...sampleWebhook(owner, 1), secret: sealedUnder('old00000') }
      const [refused, kept] = await Promise.allSettled([
        put(store, { webhooks: [retired] }),
        put(store, { claims: [sampleClaim(drop, 1)] }),
      ])
      expect([refused.status, kept.status]).toEqual(['rejected', 'fulfilled'])
    }))

  test('an answer to a request with an Idempotency-Key is refused if it is sealed under another key', () =>
    withStorage(make, async (storage) => {
      const { idempotency, store } = storage
      const { owner } = await putDrop(store)
      await nameKey(storage, 'new00000')
      const terms = { now: 1, leaseMs: 1_000, expiresAt: 10_000 }
      const begun = await idempotency.begin({ userId: owner.id, key: 'one' }, 'print', terms)
      if (begun.kind !== 'begun') throw new Error(begun.kind)
      await isRefused(idempotency.answer(begun.lease, sealedUnder('old00000')))
      expect(await idempotency.answer(begun.lease, sealedUnder('new00000'))).toBe(true)
    }))
})

test('on Postgres, another key is named only after all that was sealed under the previous one is committed', () =>
  withStorage(preparedPostgresDatabase, async (storage, { url }) => {
    const { drop } = await putDrop(storage.store)
    await nameKey(storage, 'old00000')
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('begin')
    await client.query('update drops set voucher_private_key = $1 where id = $2', [
      sealedUnder('old00000'),
      drop.id,
    ])
    let isNamed = false
    const naming = nameKey(storage, 'new00000').then(() => {
      isNamed = true
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(isNamed).toBe(false)
    await client.query('commit')
    await naming
    expect(await storage.sealedValues.otherwiseSealed('v1.new00000.', 5)).toHaveLength(1)
    await client.end()
  }))
