import { amountOf } from '@dropkit/core'
import { claimIdOf } from '@dropkit/core/internal'
import { assertEqual, assertTrue, present } from '../assert.ts'
import type { Open, TestRunner } from '../runner.ts'
import { put, putDrop, sampleClaim, sampleUser } from './sample-records.ts'
import type { OpenedStore } from './store-contract.ts'

/**
 * Opens the state that a crash at this moment would leave of an opened store. `opened` is not closed before, and its memory
 * must not be used. For a store in files, open a copy of the files; for a database server, connect again.
 */
export type Reopen<Opened> = (opened: Opened) => Promise<OpenedStore & { close(): Promise<void> }>

const CLAIMS = 40
const AT_ONCE = 8
/** The number of acknowledgements after which the process crashes. */
const CRASHES = [1, 2, 7, CLAIMS - 1, CLAIMS]

/**
 * The contract of a `Store` that outlives its process, in addition to `storeContract`: after a crash, everything that it
 * acknowledged is stored, and each change is stored completely or not at all.
 */
export function durabilityContract<Opened extends OpenedStore>(
  run: TestRunner,
  open: Open<Opened>,
  reopen: Reopen<Opened & { close(): Promise<void> }>,
): void {
  const test = (name: string, body: (opened: Opened & { close(): Promise<void> }) => Promise<void>) =>
    run.test(name, async () => {
      const opened = await open()
      try {
        await body(opened)
      } finally {
        await opened.close()
      }
    })

  run.describe('as a store that outlives its process', () => {
    for (const crashesAfter of CRASHES) {
      test(`keeps ${crashesAfter} of ${CLAIMS} claims, made ${AT_ONCE} at once, that were acknowledged before a crash`, async (opened) => {
        const { drop } = await putDrop(opened.store)
        const acknowledged: number[] = []
        let crash:
          | { readonly before: readonly number[]; readonly left: ReturnType<typeof reopen> }
          | undefined
        const claimOnce = async () => {
          const answer = await opened.store.changeDrop(drop.id, {}, (dropState) => {
            assertTrue(dropState !== null, 'the drop is there')
            const { tally } = dropState.drop
            const sequence = tally.lastSequence + 1
            const next = {
              ...dropState.drop,
              tally: {
                ...tally,
                reservedAmount: amountOf(tally.reservedAmount + 1n),
                reservedCount: tally.reservedCount + 1,
                lastSequence: sequence,
              },
            }
            return {
              insert: { claims: [sampleClaim(next, sequence)] },
              update: { drops: [next] },
              result: sequence,
            }
          })
          assertTrue(answer.ok, 'the claim is acknowledged')
          acknowledged.push(answer.value)
          // Runs in the same turn as the acknowledgement, so that a write that is still running is lost.
          if (acknowledged.length === crashesAfter)
            crash = { before: [...acknowledged], left: reopen(opened) }
        }
        // Each claims again after its answer, so that claims arrive while others are being written.
        const claimer = async () => {
          for (let n = 0; n < CLAIMS / AT_ONCE; n++) await claimOnce()
        }
        await Promise.all(Array.from({ length: AT_ONCE }, claimer))
        const { before, left } = present(crash, 'the crash')
        const reopened = await left
        try {
          const stored = (await reopened.store.claimsOfDrops([drop.id], { limit: 200 })).get(drop.id) ?? []
          const sequences = new Set(stored.map(({ sequence }) => sequence))
          const lost = before.filter((sequence) => !sequences.has(sequence))
          assertEqual(
            lost.map((sequence) => claimIdOf(drop.id, sequence)),
            [],
            'acknowledged claims that are lost',
          )
          const tally = (await reopened.store.drops([drop.id])).get(drop.id)?.tally
          assertEqual(tally?.reservedCount, stored.length, 'the count of the drop, beside its claims')
        } finally {
          await reopened.close()
        }
      })
    }

    test('keeps a record that was acknowledged right before a crash', async (opened) => {
      const user = sampleUser(1)
      await put(opened.store, { users: [user] })
      const reopened = await reopen(opened)
      try {
        assertEqual((await reopened.store.users([user.id])).get(user.id), user)
      } finally {
        await reopened.close()
      }
    })
  })
}
