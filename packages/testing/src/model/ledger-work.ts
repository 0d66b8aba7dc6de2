import type { DropId } from '@dropkit/core'
import { fail } from '../assert.ts'
import type { LedgerModel } from './ledger-model.ts'
import type { LedgerSystem } from './ledger-system.ts'

/**
 * Time advances only in multiples of this, so that no claim is ever between its expiry and the end of the margin after it.
 */
export const TICK_MS = 3_000
const LEASE_TICKS = 11
const MOST_ROUNDS = 100

/** Runs the background work until it has nothing left to do at this instant. */
export async function runUntilQuiet({ dropkit }: LedgerSystem): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) if ((await dropkit.runDueJobs()) === 0) return
  fail('the background work does not come to an end')
}

/** Continues until everything possible has ended: no open transactions, no undelivered claims, no unopened vaults. */
export async function runUntilSettled(model: LedgerModel, system: LedgerSystem): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    system.clock.advance(TICK_MS)
    await runUntilQuiet(system)
    if (await isSettled(model, system)) return
  }
  fail('the background work never settles')
}

async function isSettled({ drops }: LedgerModel, { store, chain, chainNow }: LedgerSystem): Promise<boolean> {
  for (const { id, claims } of drops) {
    const dropId = id as DropId
    const drop = await store.dropForSettlement(dropId)
    if (drop?.vault.kind === 'none' && drop.deletedAt === null) return false
    if ((await store.openChainTransactions(dropId)).length > 0) return false
    if ((await store.undeliveredClaims(dropId, 1)).length > 0) return false
    const out = await store.expiredVouchers(dropId, chainNow(), 200)
    if (out.some(({ sequence }) => claims[sequence - 1]?.takenBy === null)) return false
    const vault = drop && drop.vault.kind !== 'none' ? drop.vault.objectId : null
    const paid = chain.state.claims.filter(({ dropObjectId }) => dropObjectId === vault)
    const seen = await store.claims(paid.map(({ nonce }) => ({ dropId, sequence: nonce })))
    if ([...seen.values()].some(({ state }) => state.kind !== 'CONFIRMED')) return false
  }
  return true
}

/** Starts another process after a crash, when the leases of the crashed one have expired. */
export async function restartAfterCrash(system: LedgerSystem): Promise<void> {
  await system.restart()
  system.clock.advance(LEASE_TICKS * TICK_MS)
}
