import {
  createDropkit,
  DEFAULT_SETTINGS,
  type GasSponsor,
  ok,
  type Refusal,
  type Result,
} from '@dropkit/core'
import { createTestService, granted, testWallet } from '@dropkit/testing'
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

// Two servers on one database that get the same sponsored claim at the same moment.

const GAS = 5n

/** Submits one offer to two servers, whose transactions are sent at the same moment. Returns the gas that is counted. */
async function submitTwice(
  make: (typeof databases)[number][1],
  outcomes: readonly Result<void, Refusal>[],
): Promise<bigint> {
  let counted = 0n
  await onDatabase(make, async (database) => {
    const storages = [await database.open(), await database.open()] as const
    try {
      const { ports, owner, createDrop } = await createTestService({ instead: storages[0] })
      const bothTook = Promise.withResolvers<void>()
      let sending = 0
      const gasSponsor: GasSponsor = {
        prepare: async () => ok({ transactionBytes: 'AA==', digest: 'digest', gas: GAS }),
        async send() {
          const outcome = outcomes[sending++] ?? ok(undefined)
          if (sending === 2) bothTook.resolve()
          await bothTook.promise
          return outcome
        },
      }
      const [one, other] = storages.map(({ store, jobs, keyValues }) =>
        createDropkit(
          { ...ports, store, jobs, keyValues, gasSponsor },
          {
            ...DEFAULT_SETTINGS,
            gasPerUserDay: 1_000_000_000,
          },
        ),
      ) as [ReturnType<typeof createDropkit>, ReturnType<typeof createDropkit>]
      const drop = await createDrop({ delivery: 'SPONSORED' })
      const { claim } = granted(await one.claimDrop(owner, { dropId: drop.id, userAddress: testWallet(1) }))
      const offer = granted(
        await one.prepareSponsoredClaim(owner, `claim_${drop.id.slice('drop_'.length)}_${claim.sequence}`),
      )
      const used = async () => {
        const key = `limits/gas/${owner.user.id}`
        const value = (await storages[0].keyValues.get([key])).get(key)
        return BigInt(value?.split(' ')[1] ?? 0)
      }
      const before = await used()
      const input = { sponsorship: offer?.sponsorship ?? '', signature: 'signature' }
      await Promise.all([one.submitSponsoredClaim(owner, input), other.submitSponsoredClaim(owner, input)])
      expect(sending).toBe(2)
      counted = (await used()) - before
    } finally {
      for (const storage of storages) await storage.close()
    }
  })
  return counted
}

const refused: Result<void, Refusal> = {
  ok: false,
  error: { kind: 'conflict', reason: 'CHAIN_REFUSED', message: 'refused by the node' },
}
const unknown: Result<void, Refusal> = {
  ok: false,
  error: { kind: 'chain_unavailable', reason: 'no answer' },
}

describe.each(databases)(
  'the gas of one sponsored claim on %s, submitted to two servers at once,',
  (_, make) => {
    test.each([
      ['is counted once when both send it', [ok(undefined), ok(undefined)], GAS],
      ['is counted once when only one of them is told that it was sent', [ok(undefined), refused], GAS],
      ['is counted once when the other one is told', [refused, ok(undefined)], GAS],
      ['is counted once when the outcome is not known', [unknown, refused], GAS],
      ['is not counted when neither sends it', [refused, refused], 0n],
    ])('%s', async (_what, outcomes, expected) => {
      expect(await submitTwice(make, outcomes)).toBe(expected)
    })
  },
)
