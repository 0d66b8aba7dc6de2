import {
  type Address,
  approvalKey,
  type Claim,
  type ClaimBatchContext,
  type ClaimDecision,
  type ClaimRequest,
  type Drop,
  decideClaims,
  type Instant,
  isReserved,
  type NewEvent,
  type PaymentIntent,
  type WalletState,
} from '@dropkit/core'
import { type ClaimSettlement, confirmClaim, expireClaim, utf8, walletStateOf } from '@dropkit/core/internal'
import type { PoolStep } from '../arbitrary/any-claim-and-payment.ts'
import { hmacSha256 } from '../doubles/test-cryptography.ts'
import { TEST_START } from '../doubles/test-ports.ts'

/** A drop and its claims, changed by the pure rules only: without store, chain and queue. */
export interface PoolHistory {
  readonly drop: Drop
  /** Oldest first. */
  readonly claims: readonly Claim[]
  readonly events: readonly NewEvent[]
  readonly paid: ClaimBatchContext['paid']
  readonly now: Instant
  claim(requests: readonly ClaimRequest[]): readonly ClaimDecision[]
  advance(byMs: number): void
  confirm(sequence: number): void
  expire(sequence: number): void
  /** Replaces the drop, like an update by its owner. */
  replace(drop: Drop): void
  take(step: PoolStep): readonly ClaimDecision[]
}

/** Options for all steps of a history. */
export interface PoolHistoryOptions {
  readonly start?: Instant
  /** The seed for a random drop's amounts. Default: its id, so that a drop always draws the same amounts. */
  readonly seed?: Uint8Array
  readonly gate?: ClaimBatchContext['gate']
  /** The intents that wallets have paid and not spent yet. The drop's tally includes their items. */
  readonly paid?: ClaimBatchContext['paid']
}

const PASS = () => ({ kind: 'pass' }) as const

/** Creates a history of one drop's pool, which is advanced step by step. */
export function createPoolHistory(first: Drop, options: PoolHistoryOptions = {}): PoolHistory {
  const { start = TEST_START, seed = utf8(first.id), gate = () => PASS } = options
  const claims = new Map<number, Claim>()
  const paid = new Map(options.paid)
  const events: NewEvent[] = []
  let [drop, now] = [first, start]

  function keepIntent(intent: PaymentIntent): void {
    const intents = paid.get(intent.wallet) ?? []
    paid.set(
      intent.wallet,
      intents.map((earlier) => (earlier.id === intent.id ? intent : earlier)),
    )
  }

  const intentOf = ({ claimer, intentId }: Claim): PaymentIntent | null =>
    (paid.get(claimer) ?? []).find(({ id }) => id === intentId) ?? null

  function keep(settled: ClaimSettlement): void {
    if (settled.intent) keepIntent(settled.intent)
    claims.set(settled.claim.sequence, settled.claim)
    drop = settled.drop
    events.push(...settled.events)
  }

  const walletStates = (): ReadonlyMap<Address, WalletState> => {
    const byWallet = Map.groupBy(claims.values(), ({ claimer }) => claimer)
    return new Map([...byWallet].map(([wallet, theirs]) => [wallet, walletStateOf(drop, theirs)]))
  }
  const usedApprovals = (): ReadonlySet<string> =>
    new Set(
      [...claims.values()].flatMap(({ claimer, recipient }) =>
        recipient ? [approvalKey(claimer, recipient)] : [],
      ),
    )
  const nth = (chosen: readonly Claim[], n: number) => chosen[n % Math.max(1, chosen.length)]

  const history: PoolHistory = {
    get drop() {
      return drop
    },
    get claims() {
      return [...claims.values()]
    },
    get events() {
      return events
    },
    get paid() {
      return paid
    },
    get now() {
      return now
    },
    claim(requests) {
      const hash = () => (message: string) => hmacSha256(seed, message)
      const state = { drop, walletStates: walletStates(), usedApprovals: usedApprovals(), paid }
      const result = decideClaims({ ...state, mostClaims: 0, now, gate, hash }, requests)
      drop = result.drop
      events.push(...result.events)
      for (const claim of [...result.inserted, ...result.renewed]) claims.set(claim.sequence, claim)
      for (const intent of result.intents) keepIntent(intent)
      return result.decisions
    },
    advance(byMs) {
      now += byMs
    },
    confirm(sequence) {
      const claim = claims.get(sequence)
      if (!claim || claim.state.kind === 'CONFIRMED' || !isReserved(claim.state)) return
      const proof = { txHash: `tx-${sequence}`, claimedAt: now }
      keep(confirmClaim({ claim, drop, intent: intentOf(claim) }, proof, now))
    },
    expire(sequence) {
      const claim = claims.get(sequence)
      if (claim?.state.kind !== 'PENDING' || claim.state.expiresAt === null || claim.state.expiresAt >= now)
        return
      keep(expireClaim({ claim, drop, intent: intentOf(claim) }, now))
    },
    replace(next) {
      drop = next
    },
    take(step) {
      switch (step.kind) {
        case 'claims':
          return history.claim(step.requests)
        case 'advance':
          history.advance(step.byMs)
          return []
        case 'confirm': {
          const claim = nth(
            history.claims.filter(({ state }) => isReserved(state)),
            step.nth,
          )
          if (claim) history.confirm(claim.sequence)
          return []
        }
        case 'expire': {
          const out = history.claims.filter(
            ({ state }) => state.kind === 'PENDING' && state.expiresAt !== null && state.expiresAt < now,
          )
          const claim = nth(out, step.nth)
          if (claim) history.expire(claim.sequence)
          return []
        }
      }
    },
  }
  return history
}
