// Concurrent claims on two drops, on a store that answers late, fails before a commit, and loses the answer of a commit.

import { createMemoryStore, createTestService, testWallet } from '@dropkit/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../ports/index.ts'

const ITEMS = 3

const unavailable = (): Error =>
  Object.assign(new Error('the store is away'), { name: 'StoreUnavailable', retryable: true })

const anyClaims = fc.array(
  fc.record({ drop: fc.integer({ min: 0, max: 1 }), wallet: fc.integer({ min: 1, max: 5 }) }),
  { minLength: 1, maxLength: 10 },
)
/** The fate of each change in turn. Changes after the listed ones succeed. */
const anyFaults = fc.array(fc.constantFrom('none', 'before', 'after', 'refused'), { maxLength: 6 })

test('each item is claimed once, up to the last item, for any failures and timing of the store', () =>
  fc.assert(
    fc.asyncProperty(fc.scheduler(), anyClaims, anyFaults, async (scheduler, claims, faults) => {
      const memory = createMemoryStore()
      let isRacing = false
      let changes = 0
      const changeDrop: Store['changeDrop'] = async (...asked) => {
        if (!isRacing) return memory.store.changeDrop(...asked)
        const fault = faults[changes++] ?? 'none'
        await scheduler.schedule(Promise.resolve(), 'a change begins')
        if (fault === 'before') throw unavailable()
        if (fault === 'refused') throw new Error('one of the batch is bad')
        const changed = await memory.store.changeDrop(...asked)
        await scheduler.schedule(Promise.resolve(), 'a change is answered')
        if (fault === 'after') throw unavailable()
        return changed
      }
      const service = await createTestService({
        instead: { ...memory, store: { ...memory.store, changeDrop } },
        settings: { maxClaimsPerBatch: 3 },
      })
      const terms = { maxAmount: String(ITEMS), tokenAmount: '1', supply: ITEMS, maxPerWallet: 1 }
      const drops = [await service.createDrop(terms), await service.createDrop(terms)]
      const caller = await service.callerOf('claimer')
      isRacing = true
      const outcomes = await scheduler.waitFor(
        Promise.all(
          claims.map(async ({ drop, wallet }) => {
            await scheduler.schedule(Promise.resolve(), `wallet ${wallet} comes to drop ${drop}`)
            const input = { dropId: drops[drop]?.id ?? '', userAddress: testWallet(wallet) }
            return service.dropkit.claimDrop(caller, input).catch((error: Error) => error)
          }),
        ),
      )
      isRacing = false
      for (const [number, drop] of drops.entries()) {
        const rows = await service.ports.store.claimsInOrder(drop.id, 0, 100)
        const { tally } = await service.reread(drop)
        expect(rows.length).toBeLessThanOrEqual(ITEMS)
        expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, place) => place + 1))
        expect(new Set(rows.map(({ claimer }) => claimer)).size).toBe(rows.length)
        expect(tally).toMatchObject({ reservedCount: rows.length, lastSequence: rows.length })
        claims.forEach((claim, place) => {
          const outcome = outcomes[place]
          if (claim.drop !== number || outcome === undefined || outcome instanceof Error) return
          const own = rows.find(({ claimer }) => claimer === testWallet(claim.wallet))
          if (outcome.ok) expect(outcome.value.claim.sequence).toBe(own?.sequence)
          else expect(outcome.error.kind).toBe('drop_sold_out')
          if (!outcome.ok) expect(rows).toHaveLength(ITEMS)
        })
      }
      if (faults.length === 0) expect(outcomes.filter((outcome) => outcome instanceof Error)).toEqual([])
    }),
  ))
