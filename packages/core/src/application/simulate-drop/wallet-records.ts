import { type Claim, isReserved } from '../../domain/claim.ts'
import type { PaymentIntentId } from '../../domain/ids.ts'
import { invariant } from '../../domain/invariant.ts'
import type { PaymentIntent } from '../../domain/payment/payment-intent.ts'

/** A wallet's reserved claims, oldest first, and its open or paid intents. */
interface WalletRecord {
  readonly claims: readonly Claim[]
  readonly intents: readonly PaymentIntent[]
}

const NOTHING: WalletRecord = { claims: [], intents: [] }

/** The claims and intents of all simulated wallets. */
export class WalletRecords {
  readonly #records = new Map<number, WalletRecord>()

  of(wallet: number): WalletRecord {
    return this.#records.get(wallet) ?? NOTHING
  }

  intent(wallet: number, id: PaymentIntentId): PaymentIntent {
    const intent = this.of(wallet).intents.find((one) => one.id === id)
    invariant(intent !== undefined, 'a purchase is kept with its wallet')
    return intent
  }

  /** Replaces changed claims and intents, and appends new ones. */
  keep(wallet: number, changed: Partial<WalletRecord>): void {
    const { claims = [], intents = [] } = changed
    if (claims.length === 0 && intents.length === 0) return
    const before = this.of(wallet)
    const after = merged(before.claims, claims, sequenceOf)
    this.#records.set(wallet, {
      claims: after.every(isReservedClaim) ? after : after.filter(isReservedClaim),
      intents: merged(before.intents, intents, idOfIntent),
    })
  }
}

const isReservedClaim = ({ state }: Claim): boolean => isReserved(state)
const sequenceOf = ({ sequence }: Claim) => sequence
const idOfIntent = ({ id }: PaymentIntent) => id

/** The list with changed entries replaced and new entries appended. */
function merged<T>(before: readonly T[], changed: readonly T[], keyOf: (one: T) => unknown): readonly T[] {
  if (changed.length === 0) return before
  if (before.length === 0) return changed
  const after = [...before]
  for (const one of changed) {
    const place = after.findIndex((earlier) => keyOf(earlier) === keyOf(one))
    if (place === -1) after.push(one)
    else after[place] = one
  }
  return after
}
