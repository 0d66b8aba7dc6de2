import type { DropId } from '@dropkit/core'
import { DAY_MS } from '@dropkit/core/internal'
import fc from 'fast-check'
import { assertTrue, present } from '../assert.ts'
import { checkLedger } from './ledger-check.ts'
import { anyAskedDrop, anyAskedSale, ledgerCommands } from './ledger-commands.ts'
import { type AskedDrop, createDropCommand } from './ledger-drop-command.ts'
import { createLedgerModel, type LedgerModel, settleIn } from './ledger-model.ts'
import { checkSaleEnd, openSale } from './ledger-sale-command.ts'
import { type LedgerHarnessFactory, type LedgerSystem, startLedgerSystem } from './ledger-system.ts'
import { runUntilQuiet, runUntilSettled, TICK_MS } from './ledger-work.ts'

/** How long and how often the model is compared with the store. */
export interface LedgerModelOptions {
  /** How many lives are lived; as configured for fast-check unless told. */
  readonly numRuns?: number
  /** How much may happen in one; 30 unless told. */
  readonly maxCommands?: number
  /** What drops are like; anything small unless told. */
  readonly drops?: fc.Arbitrary<AskedDrop>
  /** Whether the shortest failing life is not looked for. */
  readonly endOnFailure?: boolean
  /** These three, as a failed run prints them, replay it. */
  readonly seed?: number
  readonly path?: string
  readonly replayPath?: string
}

/**
 * Lets anything happen to the service, on whatever it keeps its ledger in, and holds it against the model after each
 * step. Throws with the shortest life that it was wrong in, and what replays it.
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
          // Without a drop most of what could happen cannot.
          await createDropCommand(first, null).run(model, system)
          if (sale) await openSale(sale, model, system)
          await fc.asyncModelRun(() => ({ model, real: system }), commands)
          // As the last step has left it: much of it unfinished, and all of it accounted for.
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

/** Long after the last step everything is settled: nothing is pending, and deleted drops have given back the rest. */
async function checkEnd(model: LedgerModel, system: LedgerSystem): Promise<void> {
  system.clock.advance(DAY_MS)
  await runUntilSettled(model, system)
  settleIn(model, system.chainNow())
  // Vaults are closed once nothing is owed any more, which has only been known since just now.
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
