// Claims go on while a large number of claim links is created.

import { randomBytes } from 'node:crypto'
import type { Store } from '@dropkit/core'
import { createTestService, granted, testWallet } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { databases, withStorage } from '../../test/databases.ts'

const LINKS = 30_000
/** One transaction may be under way when a claim arrives, and one may be before it in the queue. */
const MOST_PIECES_BEFORE_A_CLAIM = 2
const MOST_LINKS_PER_PIECE = 1_000
const TEST_LIMIT_MS = 120_000

test.each(databases)(
  'on %s, a claim waits for few of the links that are created at the same time',
  (_, make) =>
    withStorage(make, async ({ jobs, store, ...others }) => {
      const pieces: number[] = []
      const noting: Store = {
        ...store,
        create: async (change) => {
          const created = await store.create(change)
          const links = change.insert?.claimLinks?.length ?? 0
          if (links > 0) pieces.push(links)
          return created
        },
      }
      const { deliveries, idempotency, retention } = others
      const service = await createTestService({
        instead: { store: noting, jobs, deliveries, idempotency, retention },
      })
      const [drop, other] = [await service.createDrop({ maxAmount: '1000000' }), await service.createDrop()]
      const publicKeys = Array.from({ length: LINKS }, () => randomBytes(32).toString('base64url'))

      let isOver = false
      const creating = service.dropkit
        .createClaimLinks(service.owner, { dropId: other.id, publicKeys })
        .finally(() => {
          isOver = true
        })
      const waited: number[] = []
      for (let n = 1; !isOver; n++) {
        const before = pieces.length
        granted(
          await service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(n) }),
        )
        waited.push(pieces.length - before)
      }
      expect(granted(await creating).count).toBe(LINKS)
      expect(pieces.reduce((sum, links) => sum + links)).toBe(LINKS)
      expect(Math.max(...pieces)).toBeLessThanOrEqual(MOST_LINKS_PER_PIECE)
      expect(Math.max(...waited)).toBeLessThanOrEqual(MOST_PIECES_BEFORE_A_CLAIM)
    }),
  TEST_LIMIT_MS,
)
