import type { Claim, DropId, EventType } from '@dropkit/core'
import { hasAlarm } from '@dropkit/core/internal'
import type fc from 'fast-check'
import { addressOf } from '../arbitrary/any-amount-and-address.ts'
import { assertEqual, assertSoonEqual, assertTrue, present } from '../assert.ts'
import { Crash } from './crashing-ports.ts'
import { type LedgerModel, type ModelDrop, reservedAmountOf, reservedIn, statusIn } from './ledger-model.ts'
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
const kindOf = (
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

/** Compares the service, its log and the chain with the model: every claim, every total, every payment. */
export async function checkLedger(model: LedgerModel, system: LedgerSystem): Promise<void> {
  for (const drop of model.drops) {
    const claims = await claimsOf(system, drop.id)
    checkClaims(drop, claims)
    await checkDrop(drop, system)
    await checkChain(drop, system)
    await checkEvents(drop, system)
  }
}

/** All claims of a drop, oldest first. */
export async function claimsOf({ store }: LedgerSystem, dropId: string): Promise<readonly Claim[]> {
  const dropState = await store.dropState(dropId as DropId, { allClaims: true })
  return [...present(dropState, dropId).claims.values()]
}

function checkClaims(drop: ModelDrop, claims: readonly Claim[]): void {
  const actual = claims.map(({ sequence, claimer, recipient, amount, state }) => ({
    sequence,
    claimer,
    recipient: recipient?.address ?? claimer,
    amount,
    state: state.kind === 'SUBMITTED' ? 'pending' : state.kind.toLowerCase(),
    expiresAt: state.kind === 'PENDING' ? state.expiresAt : null,
  }))
  const expected = drop.claims.map(({ wallet, recipient, amount, state, expiresAt }, n) => ({
    sequence: n + 1,
    claimer: wallet,
    recipient,
    amount,
    state,
    expiresAt: state === 'pending' ? expiresAt : null,
  }))
  assertEqual(actual, expected, `claims of ${drop.id}`)
}

async function checkDrop(drop: ModelDrop, { store, dropkit, caller }: LedgerSystem): Promise<void> {
  const stored = present(await store.dropForSettlement(drop.id as DropId), drop.id)
  const { reservedAmount, reservedCount, lastSequence } = stored.tally
  assertEqual(
    { reservedAmount, reservedCount, lastSequence, status: stored.status },
    {
      reservedAmount: reservedAmountOf(drop),
      reservedCount: reservedIn(drop).length,
      lastSequence: drop.claims.length,
      status: statusIn(drop),
    },
    `totals of ${drop.id}`,
  )
  assertTrue(!hasAlarm(stored), `${drop.id} is stopped, and nothing is wrong with it`)
  assertTrue(reservedAmount <= drop.pool, `${drop.id} has given out more than its pool`)
  const seen = await dropkit.readDrop(caller, drop.id)
  assertEqual(seen?.id, drop.state === 'deleted' ? undefined : drop.id, 'what a reader sees')
}

/** No wallet is paid twice or for a released claim, and the vault has paid exactly these amounts. */
async function checkChain(drop: ModelDrop, { store, chain }: LedgerSystem): Promise<void> {
  const { vault } = present(await store.dropForSettlement(drop.id as DropId), drop.id)
  if (vault.kind === 'none') return
  const paid = chain.state.claims.filter(({ dropObjectId }) => dropObjectId === vault.objectId)
  const nonces = paid.map(({ nonce }) => nonce)
  assertEqual(new Set(nonces).size, nonces.length, 'claims that were paid twice')
  for (const { nonce, claimer, amount } of paid) {
    const claim = present(drop.claims[nonce - 1], `claim ${nonce}, which was paid`)
    assertEqual(
      { claimer, amount },
      { claimer: claim.recipient, amount: claim.amount },
      `payment of ${nonce}`,
    )
    assertTrue(claim.state !== 'expired', `claim ${nonce} was paid and given back`)
  }
  const total = paid.reduce((sum, { amount }) => sum + amount, 0n)
  const onChain = present(chain.state.ledger.vaults.get(vault.objectId), 'the vault')
  if (!onChain.isClosed) assertEqual(onChain.balance, onChain.deposited - total, 'what the vault holds')
}

/** Each change is logged exactly once. */
async function checkEvents(drop: ModelDrop, { store }: LedgerSystem): Promise<void> {
  const sequencesIn = async (type: EventType) => {
    const events = await store.events({ dropId: drop.id as DropId, types: [type], limit: 200 })
    return events.map(({ data }) => Number(data['sequence'])).sort((one, other) => one - other)
  }
  const those = (state: string) => drop.claims.flatMap((claim, n) => (claim.state === state ? [n + 1] : []))
  const logged: readonly (readonly [EventType, readonly number[]])[] = [
    ['drop.claimed', drop.claims.map((_, n) => n + 1)],
    ['claim.confirmed', those('confirmed')],
    ['claim.expired', those('expired')],
  ]
  for (const [type, sequences] of logged) await assertSoonEqual(() => sequencesIn(type), sequences, type)
}
