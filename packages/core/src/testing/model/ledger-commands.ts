import fc from 'fast-check'
import type { CrashPlan } from './crashing-ports.ts'
import {
  advanceCommand,
  confirmCommand,
  restartCommand,
  takeCommand,
  workCommand,
} from './ledger-chain-command.ts'
import { claimCommand, repeatCommand } from './ledger-claim-command.ts'
import type { LedgerCommand } from './ledger-command.ts'
import { type AskedDrop, createDropCommand, deleteCommand, moveCommand } from './ledger-drop-command.ts'

const nth = () => fc.nat({ max: 5 })
const place = () => fc.nat({ max: 11 })
const moment = () => fc.constantFrom('before' as const, 'after' as const)
const seldom = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 5 })

const anyCrash = (most: number): fc.Arbitrary<CrashPlan | null> =>
  seldom(fc.record({ commit: fc.integer({ min: 1, max: most }), moment: moment() }))

/** Small numbers: pools that run out, supplies that are reached, wallets that come again. */
export const anyAskedDrop = (): fc.Arbitrary<AskedDrop> =>
  fc.record({
    award: fc.constantFrom('fixed', 'open', 'random'),
    item: fc.integer({ min: 1, max: 20 }),
    pool: fc.integer({ min: 20, max: 200 }),
    supply: fc.option(fc.integer({ min: 1, max: 8 })),
    limit: fc.option(fc.integer({ min: 1, max: 3 })),
  })

const anyAsked = () =>
  fc.array(
    fc.record({
      wallet: fc.nat({ max: 5 }),
      amount: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 8 }),
    }),
    { minLength: 1, maxLength: 8 },
  )

const anyWork = () =>
  fc.record({
    crash: anyCrash(8),
    fates: fc.oneof(fc.constant([]), fc.array(fc.constantFrom('lost', 'taken_unanswered'), { maxLength: 3 })),
    hasOutage: fc.boolean(),
    hasLatecomer: fc.boolean(),
  })

/** All that can happen to a ledger, each with everything that can go wrong on the way. */
export function ledgerCommands(drops = anyAskedDrop()): fc.Arbitrary<LedgerCommand>[] {
  return [
    fc.tuple(drops, anyCrash(4)).map(([asked, crash]) => createDropCommand(asked, crash)),
    fc.tuple(nth(), anyAsked(), anyCrash(3)).map(([drop, asked, crash]) => claimCommand(drop, asked, crash)),
    fc.tuple(nth(), anyAsked()).map(([drop, asked]) => claimCommand(drop, asked, null)),
    nth().map(repeatCommand),
    fc
      .tuple(nth(), fc.constantFrom('active' as const, 'paused' as const, 'ended' as const), seldom(moment()))
      .map(([drop, to, crash]) => moveCommand(drop, to, crash)),
    fc
      .tuple(nth(), fc.constantFrom('active' as const, 'paused' as const))
      .map(([drop, to]) => moveCommand(drop, to, null)),
    fc.tuple(nth(), seldom(moment())).map(([drop, crash]) => deleteCommand(drop, crash)),
    fc.tuple(nth(), place()).map(([drop, claim]) => takeCommand(drop, claim)),
    fc.tuple(nth(), place()).map(([drop, claim]) => takeCommand(drop, claim)),
    fc.tuple(nth(), place()).map(([drop, claim]) => confirmCommand(drop, claim)),
    fc.constantFrom(1, 20, 140, 299, 300, 301, 28_800).map(advanceCommand),
    anyWork().map(workCommand),
    fc.constant(restartCommand()),
  ]
}
