import type { DropId } from '@dropkit/core'
import { DAY_MS } from '@dropkit/core/internal'
import fc from 'fast-check'
import { assertTrue, present } from '../assert.ts'
import { checkLedger } from './ledger-command.ts'
import { anyAskedDrop, anyAskedSale, ledgerCommands } from './ledger-commands.ts'
import { type AskedDrop, createDropCommand } from './ledger-drop-command.ts'
import { createLedgerModel, type LedgerModel, settleIn } from './ledger-model.ts'
import { checkSaleEnd, openSale } from './ledger-sale-command.ts'
import {
  type LedgerHarnessFactory,
  type LedgerSystem,
  runUntilQuiet,
  runUntilSettled,
  startLedgerSystem,
  TICK_MS,
} from './ledger-system.ts'

/** Options for comparing the model with the store. */
export interface LedgerModelOptions {
  /** The number of runs. Default: the configuration of fast-check. */
  readonly numRuns?: number
  /** The maximum number of commands per run. Default: 30. */
  readonly maxCommands?: number
  /** The drops of the runs. Default: any small drops. */
  readonly drops?: fc.Arbitrary<AskedDrop>
  /** Whether to stop at the first failure without shrinking. */
  readonly endOnFailure?: boolean
  /** These three values, which a failed run prints, replay it. */
  readonly seed?: number
  readonly path?: string
  readonly replayPath?: string
}

/**
 * Runs random commands on the service, on any storage, and compares it with the model after each one. Throws with the
 * shortest failing run and the values that replay it.
 */
export async function runLedgerModel(
  openHarness: LedgerHarnessFactory,
  { maxCommands = 30, drops = anyAskedDrop(), replayPath, ...options }: LedgerModelOptions = {},
): Promise<void> {
  const constraints = {
    maxCommands,
    size: 'max' as const,
    ...(replayPath === undefined ? {} : { replayPath }),
  }
  await fc.assert(
    fc.asyncProperty(
      drops,
      fc.option(anyAskedSale(), { freq: 2 }),
      fc.commands(ledgerCommands(drops), constraints),
      async (first, sale, commands) => {
        const system = await startLedgerSystem(await openHarness())
        const model = createLedgerModel()
        try {
          // Without a drop, most commands have no effect.
          await createDropCommand(first, null).run(model, system)
          if (sale) await openSale(sale, model, system)
          await fc.asyncModelRun(() => ({ model, real: system }), commands)
          // Audits the state after the last command: much of it is unfinished, but it must be consistent.
          await system.audit()
          await checkEnd(model, system)
          if (model.sale) await checkSaleEnd(model.sale, model, system)
        } finally {
          await system.close()
        }
      },
    ),
    options,
  )
}

/**
 * Long after the last command, everything has ended: nothing is pending, and deleted drops have returned the rest of their
 * vaults.
 */
async function checkEnd(model: LedgerModel, system: LedgerSystem): Promise<void> {
  system.clock.advance(DAY_MS)
  await runUntilSettled(model, system)
  settleIn(model, system.chainNow())
  // Vaults are closed when nothing is owed any more, which was only just recorded.
  for (let round = 0; round < 5; round++) {
    system.clock.advance(TICK_MS)
    await runUntilQuiet(system)
  }
  await checkLedger(model, system)
  await system.audit()
  for (const { id, state, claims } of model.drops) {
    assertTrue(
      claims.every((claim) => claim.state !== 'pending'),
      `claims of ${id} are still pending`,
    )
    const drop = present(await system.store.dropForSettlement(id as DropId), id)
    if (state === 'deleted')
      assertTrue(drop.vault.kind !== 'open', `the vault of ${id}, deleted, is still open`)
  }
}
