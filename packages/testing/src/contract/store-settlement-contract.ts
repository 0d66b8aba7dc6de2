import {
  amountOf,
  type ChainPurpose,
  type ChainTransaction,
  type Drop,
  type DropStateQuery,
  type Instant,
  type Vault,
} from '@dropkit/core'
import { idOf, ZERO } from '@dropkit/core/internal'
import { assertEqual } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { sampleIntent } from './sample-accounts.ts'
import {
  confirmed,
  expired,
  pending,
  put,
  putDrop,
  SAMPLE_NOW,
  sampleAddress,
  sampleClaim,
  sampleDrop,
  sampleToken,
  sampleTransaction,
  sampleUser,
  submitted,
  uniquePart,
} from './sample-records.ts'
import { stateOf } from './store-changes.ts'
import type { OpenedStore } from './store-contract.ts'

const vaultAt = (n: number): Extract<Vault, { kind: 'open' }> => ({
  kind: 'open',
  objectId: sampleAddress(n),
  packageId: sampleAddress(1),
  coinType: `${sampleAddress(2)}::sui::SUI`,
  deposited: amountOf(5n),
  alarm: null,
  missing: ZERO,
})

export function storeSettlementContract(run: TestRunner, open: Open<OpenedStore>): void {
  const test = testWith(run, open)

  test('finds the vouchers that ran out before an instant, those first that ran out first', async ({
    store,
  }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const claims = [
      sampleClaim(drop, 1, { state: pending(SAMPLE_NOW + 20) }),
      sampleClaim(drop, 2, { state: pending(SAMPLE_NOW + 10) }),
      sampleClaim(drop, 3, { state: pending(SAMPLE_NOW + 30) }),
      sampleClaim(drop, 4, { state: pending(null) }),
      sampleClaim(drop, 5, { state: confirmed() }),
      sampleClaim(drop, 6, { state: expired(), slot: -6 }),
      sampleClaim(other, 1, { state: pending(SAMPLE_NOW) }),
    ]
    await put(store, { drops: [other], claims })
    const out = async (before: number, limit = 10) =>
      (await store.expiredVouchers(drop.id, SAMPLE_NOW + before, limit)).map(({ sequence }) => sequence)
    assertEqual(await out(10), [], 'the instant itself is not before itself')
    assertEqual(await out(11), [2])
    assertEqual(await out(31), [2, 1, 3])
    assertEqual(await out(31, 2), [2, 1], 'no more than asked for')
    assertEqual(
      await store.expiredVouchers(drop.id, SAMPLE_NOW + 11, 10),
      claims.slice(1, 2),
      'the claim itself',
    )
  })

  test('returns when the next voucher of a drop expires', async ({ store }) => {
    const { drop } = await putDrop(store)
    assertEqual(await store.nextVoucherExpiry(drop.id), null, 'without claims')
    await put(store, {
      claims: [
        sampleClaim(drop, 1, { state: pending(SAMPLE_NOW + 20) }),
        sampleClaim(drop, 2, { state: pending(SAMPLE_NOW + 10) }),
        sampleClaim(drop, 3, { state: pending(null) }),
      ],
    })
    assertEqual(await store.nextVoucherExpiry(drop.id), SAMPLE_NOW + 10)
    const used = [1, 2].map((sequence) => sampleClaim(drop, sequence, { state: confirmed() }))
    await store.create({ update: { claims: used } })
    assertEqual(await store.nextVoucherExpiry(drop.id), null, 'when none is out')
  })

  test('finds the claims that are still to be delivered, oldest first', async ({ store }) => {
    const { drop } = await putDrop(store)
    await put(store, {
      claims: [
        sampleClaim(drop, 3, { state: pending(null) }),
        sampleClaim(drop, 1, { state: submitted() }),
        sampleClaim(drop, 2, { state: pending(null) }),
        sampleClaim(drop, 4, { state: confirmed() }),
        sampleClaim(drop, 5, { state: pending(SAMPLE_NOW) }),
      ],
    })
    const undelivered = async (limit: number, after?: number) =>
      (await store.undeliveredClaims(drop.id, limit, after)).map(({ sequence }) => sequence)
    assertEqual(await undelivered(10), [2, 3])
    assertEqual(await undelivered(1), [2])
    assertEqual(await undelivered(1, 2), [3], 'after a claim')
    assertEqual(await undelivered(10, 3), [])
    const underLock = async () => [
      ...((await stateOf(store, drop.id, { anUndelivered: true }))?.claims.keys() ?? []),
    ]
    assertEqual(await underLock(), [2])
    const done = [2, 3].map((sequence) => sampleClaim(drop, sequence, { state: confirmed() }))
    await store.create({ update: { claims: done } })
    assertEqual(await underLock(), [])
  })

  test('finds claims that wait for the beacon, by sequence, some at a time', async ({ store }) => {
    const { drop } = await putDrop(store)
    const waiting = (sequence: number, revealedAt: Instant | null) =>
      sampleClaim(drop, sequence, {
        amount: amountOf(revealedAt === null ? 0n : 10n),
        state: pending(null),
        draw: { round: 4_000_000_000, revealedAt, signature: revealedAt === null ? null : 'ab' },
        head: 'cd'.repeat(32),
      })
    const claims = [waiting(1, SAMPLE_NOW), waiting(2, null), sampleClaim(drop, 3), waiting(4, null)]
    await put(store, { claims })
    assertEqual(await store.undrawnClaims(drop.id, 10), [claims[1], claims[3]])
    assertEqual(await store.undrawnClaims(drop.id, 1), [claims[1]])
    const drawn = waiting(2, SAMPLE_NOW)
    await store.create({ update: { claims: [drawn] } })
    assertEqual(await store.undrawnClaims(drop.id, 10), [claims[3]])
    assertEqual([...(await store.claims([drawn])).values()], [drawn])
  })

  test('finds drops by their vaults, open or closed', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const opened = sampleDrop(token, 2, { vault: vaultAt(0xa1) })
    const closed = sampleDrop(token, 3, { vault: { kind: 'closed', objectId: sampleAddress(0xa2) } })
    await put(store, { drops: [opened, closed] })
    assertEqual(
      await store.dropsByVault([sampleAddress(0xa1), sampleAddress(0xa2), sampleAddress(0xa3)]),
      new Map([
        [sampleAddress(0xa1), opened],
        [sampleAddress(0xa2), closed],
      ]),
    )
    const now = { ...drop, vault: vaultAt(0xa3) }
    await store.create({ update: { drops: [now] } })
    assertEqual((await store.dropsByVault([sampleAddress(0xa3)])).get(sampleAddress(0xa3)), now)
  })

  test('counts the drops of a user whose vault is open or can still be opened, up to a limit', async ({
    store,
  }) => {
    const { token, drop } = await putDrop(store, { vault: vaultAt(0xa1) })
    const closed: Vault = { kind: 'closed', objectId: sampleAddress(0xa3) }
    await put(store, {
      drops: [
        sampleDrop(token, 2, { vault: closed }),
        sampleDrop(token, 3, { vault: vaultAt(0xa2), deletedAt: SAMPLE_NOW }),
        sampleDrop(token, 4),
        sampleDrop(token, 5, { status: 'CANCELLED' }),
        sampleDrop(token, 6, { deletedAt: SAMPLE_NOW }),
      ],
    })
    const count = async (most: number) => {
      const counted = { of: 'vaults', most } as const
      return store.changeUser(drop.creatorId, (_user, found) => ({ result: found }), counted)
    }
    // The two kinds of vaults may be counted up to the limit each.
    const few = await count(1)
    assertEqual(few.ok && few.value >= 1, true)
    assertEqual(await count(9), { ok: true, value: 3 })
  })

  test('counts the unpaid payment intents of a user on all drops, up to a limit', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    await put(store, { drops: [other] })
    const over = sampleIntent(drop, 1, { held: 0, state: { kind: 'EXPIRED', candidate: null } })
    const unpaid = [sampleIntent(drop, 2), sampleIntent(other, 3)]
    await put(store, { paymentIntents: [over, ...unpaid] })
    for (const most of [9, 1]) {
      const state = await stateOf(store, drop.id, { allOpenIntentsOf: { userId: over.payerId, most } })
      assertEqual(state?.allOpenIntents, Math.min(2, most))
    }
  })

  test('goes through the open vaults in order of the drops, and counts those with an alarm', async ({
    store,
  }) => {
    const { token, drop } = await putDrop(store, { vault: vaultAt(0xa1) })
    const stopped: Vault = { ...vaultAt(0xa2), alarm: 'unknown_claim', missing: amountOf(7n) }
    const others = [
      sampleDrop(token, 2, { vault: { kind: 'closed', objectId: sampleAddress(0xa3) } }),
      sampleDrop(token, 3, { vault: stopped, deletedAt: SAMPLE_NOW }),
      sampleDrop(token, 4),
      sampleDrop(token, 5, { vault: vaultAt(0xa4) }),
    ]
    const [closed, deleted, empty, last] = others as [Drop, Drop, Drop, Drop]
    await put(store, { drops: [closed, last, deleted, empty] })
    const after = { creatorId: drop.creatorId, dropId: deleted.id }
    assertEqual(await store.openVaults({ limit: 2 }), [drop, deleted])
    assertEqual(await store.openVaults({ after, limit: 2 }), [last])
    // Users have the order of their ids, whatever the ids of their drops.
    const next = sampleUser(2)
    const ofNext = sampleToken(next, 2)
    const [first, second] = [6, 0].map((n) => sampleDrop(ofNext, n, { vault: vaultAt(0xb0 + n) }))
    await put(store, { users: [next], tokens: [ofNext], drops: [second, first] as Drop[] })
    assertEqual(await store.openVaults({ after, limit: 2 }), [last, second])
    assertEqual(await store.openVaults({ after: { creatorId: next.id, dropId: drop.id }, limit: 2 }), [first])
    assertEqual(await store.countVaultAlarms(), 1)
    await store.create({
      update: { drops: [{ ...drop, vault: { ...stopped, objectId: sampleAddress(0xa1) } }] },
    })
    assertEqual(await store.countVaultAlarms(), 2)
    await store.create({ update: { drops: [drop] } })
    assertEqual(await store.countVaultAlarms(), 1)
  })

  test('returns a drop for settlement, or nothing if it does not exist', async ({ store }) => {
    const { token, drop } = await putDrop(store)
    assertEqual(await store.dropForSettlement(drop.id), drop)
    assertEqual(await store.dropForSettlement(sampleDrop(token, 9).id), undefined)
  })

  test('loads the open transactions for the vault and for the requested transfers, oldest first', async ({
    store,
  }) => {
    const { token, drop } = await putDrop(store)
    const other = sampleDrop(token, 2)
    const of = (n: number, purpose: ChainPurpose, on = drop) =>
      sampleTransaction(on, n, { purpose, createdAt: SAMPLE_NOW - n })
    const refundIds = [1, 2].map((n) => idOf('refund', uniquePart(n)))
    const payoutIds = [1, 2].map((n) => idOf('payout', uniquePart(n)))
    const refunds = refundIds.map((refundId, n) => of(10 + n, { kind: 'refund', refundId }))
    const payouts = payoutIds.map((payoutId, n) => of(20 + n, { kind: 'payout', payoutId }))
    const vault = [
      of(4, { kind: 'pause_vault' }),
      of(3, { kind: 'deliver_claims', sequences: [1, 2] }),
      of(2, { kind: 'deliver_claims', sequences: [3] }),
      of(1, { kind: 'rotate_key' }),
    ]
    const theirs = of(5, { kind: 'close_vault' }, other)
    await put(store, { drops: [other], chainTransactions: [...refunds, ...payouts, ...vault, theirs] })
    const load = async (query: DropStateQuery, on = drop) =>
      (await stateOf(store, on.id, query))?.openTransactions
    assertEqual(await load({}), [])
    assertEqual(await load({ refundIds, payoutIds }), [])
    assertEqual(await load({ openTransactions: true }), vault)
    assertEqual(await load({ openTransactions: true }, other), [theirs])
    const some = { openTransactions: true, refundIds: refundIds.slice(1), payoutIds: payoutIds.slice(0, 1) }
    assertEqual(await load(some), [...payouts.slice(0, 1), ...refunds.slice(1), ...vault])
    assertEqual(await load(some, other), [theirs])
    const ended = [...payouts, ...vault.slice(1)].map(
      (each): ChainTransaction => ({ ...each, state: 'lost' }),
    )
    await store.create({ update: { chainTransactions: ended } })
    assertEqual(await load(some), [...refunds.slice(1), ...vault.slice(0, 1)])
  })
}
