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
import { type LedgerCommand, walletAt } from './ledger-command.ts'
import {
  type AskedDrop,
  createDropCommand,
  deleteCommand,
  gateCommand,
  moveCommand,
} from './ledger-drop-command.ts'
import type { ModelRule } from './ledger-model.ts'
import { type AskedSale, type AskedSaleStep, saleCommand } from './ledger-sale-command.ts'

const nth = () => fc.nat({ max: 5 })
const place = () => fc.nat({ max: 11 })
const moment = () => fc.constantFrom('before' as const, 'after' as const)
const seldom = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 5 })

const anyCrash = (most: number): fc.Arbitrary<CrashPlan | null> =>
  seldom(fc.record({ commit: fc.integer({ min: 1, max: most }), moment: moment() }))

/** Small numbers, so that pools and supplies are used up and wallets claim again. */
export const anyAskedDrop = (): fc.Arbitrary<AskedDrop> =>
  fc.record({
    award: fc.constantFrom('fixed', 'open', 'random'),
    type: fc.constantFrom('TOKEN', 'TOKEN', 'NFT'),
    claimType: fc.constantFrom('REGULAR', 'REGULAR', 'REGULAR', 'STREAK', 'ELITE'),
    item: fc.integer({ min: 1, max: 20 }),
    pool: fc.integer({ min: 20, max: 200 }),
    supply: fc.option(fc.integer({ min: 1, max: 8 })),
    limit: fc.option(fc.integer({ min: 1, max: 3 })),
  })

/** A priced drop with any award. It may sell out. */
export const anyAskedSale = (): fc.Arbitrary<AskedSale> =>
  fc.record({
    award: fc.constantFrom('fixed', 'open', 'random'),
    type: fc.constantFrom('TOKEN', 'NFT'),
    supply: fc.integer({ min: 2, max: 8 }),
  })

const anyAsked = () =>
  fc.array(
    fc.record({
      wallet: fc.nat({ max: 5 }),
      amount: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 8 }),
      recipient: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.nat({ max: 5 })),
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

const anyRules = (): fc.Arbitrary<readonly ModelRule[]> =>
  fc.array(
    fc.oneof<fc.Arbitrary<ModelRule>[]>(
      fc.record({
        kind: fc.constant('listed'),
        isIn: fc.boolean(),
        wallets: fc.subarray([0, 1, 2, 3, 4, 5].map(walletAt), { minLength: 1 }),
      }),
      fc.record({
        kind: fc.constant('confirmed_claims'),
        operator: fc.constantFrom('>=', '>', '<=', '<', '==', '!='),
        count: fc.nat({ max: 2 }),
      }),
    ),
    { maxLength: 2 },
  )

const buyer = () => fc.nat({ max: 3 })

/** A step on a priced drop. Orders and payments are most frequent, because refunds need them. */
const anySaleStep = (): fc.Arbitrary<AskedSaleStep> => {
  const quantity = fc.integer({ min: 1, max: 3 })
  const purchase: fc.Arbitrary<AskedSaleStep> = fc.record({
    kind: fc.constant('purchase'),
    buyer: buyer(),
    quantity,
  })
  const pay: fc.Arbitrary<AskedSaleStep> = fc.record({
    kind: fc.constant('pay'),
    order: nth(),
    manner: fc.constantFrom('right', 'right', 'under', 'over', 'late', 'wrong_coin', 'wrong_sender'),
    hasMemo: fc.boolean(),
    confirms: fc.constantFrom('by_hash', 'without_hash', 'not'),
  })
  const payment: fc.Arbitrary<number | null> = fc.option(nth())
  const percent: fc.Arbitrary<number | null> = fc.option(fc.constantFrom(1, 50, 100))
  const confirm: fc.Arbitrary<AskedSaleStep> = fc.record({
    kind: fc.constant('confirm'),
    order: nth(),
    payment,
  })
  const refund: fc.Arbitrary<AskedSaleStep> = fc.record({
    kind: fc.constant('refund'),
    order: nth(),
    percent,
  })
  return fc.oneof<{ weight: number; arbitrary: fc.Arbitrary<AskedSaleStep> }[]>(
    { weight: 4, arbitrary: purchase },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('order'), buyer: buyer(), quantity }) },
    { weight: 6, arbitrary: pay },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('pay_two'),
        order: nth(),
        other: nth(),
        isOtherCoin: fc.boolean(),
        hasMemo: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: confirm },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('cancel', 'approve'), order: nth() }) },
    { weight: 3, arbitrary: refund },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('claim'), buyer: buyer() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('share'), buyer: buyer() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('resell'), order: nth(), buyer: buyer() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('take'), place: place() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('withdraw', 'rotate_key') }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('end', 'cancel_drop', 'delete') }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom('sell_and_cancel', 'sell_and_revalue'), buyer: buyer() }),
    },
  )
}

/** All commands on the ledger, with all possible errors. */
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
    fc.tuple(nth(), anyRules()).map(([drop, rules]) => gateCommand(drop, rules)),
    ...Array.from({ length: 8 }, () => anySaleStep().map(saleCommand)),
    fc.tuple(nth(), place()).map(([drop, claim]) => takeCommand(drop, claim)),
    fc.tuple(nth(), place()).map(([drop, claim]) => takeCommand(drop, claim)),
    fc.tuple(nth(), place()).map(([drop, claim]) => confirmCommand(drop, claim)),
    fc.constantFrom(1, 20, 140, 299, 300, 301, 28_800).map(advanceCommand),
    anyWork().map(workCommand),
    fc.constant(restartCommand()),
  ]
}
