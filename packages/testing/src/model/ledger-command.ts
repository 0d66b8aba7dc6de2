import type fc from 'fast-check'
import { addressOf } from '../arbitrary/any-address.ts'
import { assertEqual } from '../assert.ts'
import { Crash } from './crashing-ports.ts'
import { checkLedger } from './ledger-check.ts'
import type { LedgerModel, ModelDrop } from './ledger-model.ts'
import type { LedgerSystem } from './ledger-system.ts'

export type LedgerCommand = fc.AsyncCommand<LedgerModel, LedgerSystem>

/** A command on one of the existing drops. A failed run prints `what`. */
export const dropCommand = (
  what: string,
  nth: number,
  run: (drop: ModelDrop, system: LedgerSystem, model: LedgerModel) => Promise<void>,
): LedgerCommand => ({
  check: ({ drops }) => drops.length > 0,
  async run(model, system) {
    const drop = model.drops[nth % model.drops.length]
    if (!drop) throw new Error('there is a drop')
    await run(drop, system, model)
    await checkLedger(model, system)
  },
  toString: () => `drop ${nth}: ${what}`,
})

/** One of a few wallets, so that the same wallets occur repeatedly. */
export const walletAt = (n: number) => addressOf(`0xbee${n}`)

/** Summarizes an answer: `ok`, or the name of the refusal. */
export const kindOf = (
  answer: { readonly ok: true } | { readonly ok: false; readonly error: { readonly kind: string } },
) => (answer.ok ? 'ok' : answer.error.kind)

export const assertKind = (
  answer: Parameters<typeof kindOf>[0],
  expected: string | undefined,
  what: string,
): void => assertEqual(kindOf(answer), expected ?? 'ok', what)

/** Returns the value. Undefined if the process crashed in the meantime. Rethrows any other error. */
export async function unlessCrashed<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof Crash) return undefined
    throw cause
  }
}
