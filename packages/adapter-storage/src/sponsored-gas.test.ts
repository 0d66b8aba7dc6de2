// Two servers on one database that get the same sponsored claim at the same moment.
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
