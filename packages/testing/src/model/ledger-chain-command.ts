import type { Address, DropId } from '@dropkit/core'
import { claimIdOf } from '@dropkit/core/internal'
import { assertEqual } from '../assert.ts'
import type { CrashPlan } from './crashing-ports.ts'
import { assertKind, checkLedger, dropCommand, type LedgerCommand, unlessCrashed } from './ledger-command.ts'
import { claimIn, type LedgerModel, settleIn } from './ledger-model.ts'
import {
  type LedgerSystem,
  restartAfterCrash,
  runUntilQuiet,
  runUntilSettled,
  TICK_MS,
} from './ledger-system.ts'

/** The holder of a voucher submits it to the chain, in time or not, once or again. */
export const takeCommand = (nth: number, place: number): LedgerCommand =>
  dropCommand(`take the voucher of claim ${place}`, nth, async (drop, system) => {
    const claim = drop.claims[place % Math.max(1, drop.claims.length)]
    if (!claim?.voucher) return
    const isGood = system.chainNow() < claim.voucher.expiresAt && claim.takenBy === null
    const taken = system.chain.wallet.claim(claim.voucher)
    assertEqual(taken.kind, isGood ? 'succeeded' : 'failed', 'what the chain says of the voucher')
    if (taken.kind === 'succeeded') claim.takenBy = taken.txHash
  })

/** A caller tells the service the transaction of a claim, correctly or not. */
export const confirmCommand = (nth: number, place: number): LedgerCommand =>
  dropCommand(`confirm claim ${place}`, nth, async (drop, { dropkit, caller }) => {
    const sequence = (place % Math.max(1, drop.claims.length)) + 1
    const claim = drop.claims[sequence - 1]
    if (!claim || drop.award === 'random') return
    const txHash = claim.takenBy ?? 'no-such-transaction'
    const answer = await dropkit.confirmClaim(caller, {
      claimId: claimIdOf(drop.id as DropId, sequence),
      txHash,
    })
    if (claim.state === 'expired') return assertKind(answer, 'conflict', 'confirming what was given back')
    assertKind(answer, claim.takenBy === null ? 'tx_not_found' : undefined, 'confirming a claim')
    if (claim.takenBy !== null) claim.state = 'confirmed'
  })

export const advanceCommand = (ticks: number): LedgerCommand => ({
  check: () => true,
  async run(model, system) {
    system.clock.advance(ticks * TICK_MS)
    await checkLedger(model, system)
  },
  toString: () => `advance by ${(ticks * TICK_MS) / 1_000} s`,
})

export interface AskedWork {
  readonly crash: CrashPlan | null
  /** The fates of the next transactions that the service sends. */
  readonly fates: readonly ('lost' | 'taken_unanswered')[]
  /** Whether the chain is unreachable at first. */
  readonly hasOutage: boolean
  /** Whether a claimer requests an expired voucher again just before the service expires it. */
  readonly hasLatecomer: boolean
}

/** The background work runs until nothing is left to do, however often it crashes. */
export const workCommand = ({ crash, fates, hasOutage, hasLatecomer }: AskedWork): LedgerCommand => ({
  check: () => true,
  async run(model, system) {
    system.planFates(fates)
    if (hasOutage) {
      system.chain.setOutage('out of order')
      system.clock.advance(TICK_MS)
      await runUntilQuiet(system)
      // During an outage of the chain, nothing is confirmed and nothing is released.
      await checkLedger(model, system)
      system.chain.setOutage(null)
    }
    if (hasLatecomer) system.planMeanwhile((vault) => returnLate(model, system, vault))
    system.planCrash(crash)
    await unlessCrashed(runUntilSettled(model, system))
    if (system.hasCrashed) {
      await restartAfterCrash(system)
      await runUntilSettled(model, system)
    }
    system.planCrash(null)
    system.planFates([])
    system.planMeanwhile(null)
    settleIn(model, system.chainNow())
    await checkLedger(model, system)
  },
  toString: () =>
    `work${hasOutage ? ' after an outage' : ''}${hasLatecomer ? ' with a latecomer' : ''}${fates.length > 0 ? ` (${fates.join(', ')})` : ''}` +
    (crash ? `, dies ${crash.moment} commit ${crash.commit}` : ''),
})

/** The voucher's wallet claims again. If the drop still accepts claims, the wallet keeps its claim with a new expiry. */
async function returnLate(model: LedgerModel, system: LedgerSystem, vault: Address): Promise<void> {
  const { dropkit, store, clock, caller, voucherLifetimeMs } = system
  const found = (await store.dropsByVault([vault])).get(vault)
  const drop = model.drops.find(({ id }) => id === found?.id)
  const late = drop?.claims.find(
    ({ state, takenBy, expiresAt }) =>
      state === 'pending' && takenBy === null && expiresAt !== null && expiresAt < system.chainNow(),
  )
  if (!drop || !late) return
  const request = {
    wallet: late.wallet,
    recipient: null,
    amount: null,
    now: clock.now(),
    lifetimeMs: voucherLifetimeMs,
  }
  const answer = await unlessCrashed(dropkit.claimDrop(caller, { dropId: drop.id, userAddress: late.wallet }))
  if (!answer || system.hasCrashed) {
    // The store may have the renewed claim or, on a later day of a STREAK, a new one.
    const next = drop.claims.length + 1
    const sequences = [drop.claims.indexOf(late) + 1, next]
    const stored = await store.claims(sequences.map((sequence) => ({ dropId: drop.id as DropId, sequence })))
    for (const { sequence, state } of stored.values()) {
      if (sequence === next) claimIn(drop, request)
      else if (state.kind === 'PENDING') late.expiresAt = state.expiresAt
    }
    return
  }
  const predicted = claimIn(drop, request)
  assertKind(
    answer,
    predicted.kind === 'refused' ? predicted.refusal : undefined,
    'the answer to a latecomer',
  )
  if (answer.ok) late.voucher = answer.value.voucher
}

/** The process ends without running work, and another one starts. */
export const restartCommand = (): LedgerCommand => ({
  check: () => true,
  async run(model, system) {
    await system.restart()
    await checkLedger(model, system)
  },
  toString: () => 'restart',
})
