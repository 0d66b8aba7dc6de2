import {
  type Address,
  amountOf,
  type Chain,
  type ChainAnswer,
  type Instant,
  ok,
  type VaultState,
} from '@dropkit/core'
import type { MemoryChain } from '../memory-chain/memory-chain.ts'
import { stateOf } from '../memory-chain/memory-chain-state.ts'
import { balanceOf, type Ledger } from '../memory-chain/memory-ledger.ts'
import type { Chance } from './chance.ts'

/** The state of the chain at a time. The ledger never changes, because each transaction replaces it. */
interface Snapshot {
  readonly at: Instant
  readonly ledger: Ledger
  readonly digests: ReadonlySet<string>
  readonly claims: number
  readonly payments: number
}

interface Parts {
  readonly memory: MemoryChain
  readonly now: () => Instant
  readonly chance: Chance
}

type Reads = Pick<
  Chain,
  'vaults' | 'usedNonces' | 'claimsAfter' | 'paymentsAfter' | 'paymentsFrom' | 'balances' | 'outcome'
>

/** A chain of several nodes behind one address. One of them may stand still, and answers some of the reads. */
export function createLaggingReads({ memory, now, chance }: Parts): {
  readonly reads: Reads
  setLag(share: number): void
} {
  const { state, chain } = memory
  let still: { readonly snapshot: Snapshot; readonly share: number } | null = null

  function setLag(share: number): void {
    const { ledger, outcomes, claims, payments } = state
    const snapshot = {
      at: now(),
      ledger,
      digests: new Set(outcomes.keys()),
      claims: claims.length,
      payments: payments.length,
    }
    still = share === 0 ? null : { snapshot, share }
  }

  async function answer<T>(
    fresh: Promise<ChainAnswer<T>>,
    before: (snapshot: Snapshot) => T,
  ): Promise<ChainAnswer<T>> {
    const asked = still !== null && chance.happens(still.share) ? still.snapshot : null
    const answered = await fresh
    return answered.ok && asked !== null ? ok(before(asked)) : answered
  }

  const after = <T>(list: readonly T[], cursor: string | null, limit: number, end: number) => {
    const from = cursor === null ? 0 : Number(cursor)
    const items = list.slice(from, Math.min(from + limit, end))
    const next = from + items.length
    return { items, next, cursor: next > 0 ? String(next) : cursor }
  }

  const reads: Reads = {
    vaults: (ids, options) =>
      answer(chain.vaults(ids, options), ({ ledger }) => {
        const open = ids.flatMap((id): [Address, VaultState][] => {
          const vault = ledger.vaults.get(id)
          return vault === undefined || vault.isClosed ? [] : [[id, stateOf(vault)]]
        })
        return new Map(open)
      }),
    usedNonces: (id, nonces) =>
      answer(chain.usedNonces(id, nonces), ({ ledger, at }) => {
        const vault = ledger.vaults.get(id)
        const isGone = vault === undefined || vault.isClosed
        const used = isGone && nonces.length > 0 ? null : new Set(nonces.filter((n) => vault?.used.has(n)))
        return { chainTime: at, used, vault: isGone ? null : stateOf(vault) }
      }),
    claimsAfter: (cursor, limit, options) =>
      answer(chain.claimsAfter(cursor, limit, options), ({ claims: end, at }) => {
        const page = after(state.claims, cursor, limit, end)
        return { claims: page.items, cursor: page.cursor, completeUntil: page.next >= end ? at : null }
      }),
    paymentsAfter: (cursor, limit) =>
      answer(chain.paymentsAfter(cursor, limit), ({ payments: end }) => {
        const page = after(state.payments, cursor, limit, end)
        return { payments: page.items, cursor: page.cursor }
      }),
    paymentsFrom: (sender, limit) =>
      answer(chain.paymentsFrom(sender, limit), ({ payments: end }) =>
        state.payments
          .slice(0, end)
          .filter(({ from }) => from === sender)
          .toReversed()
          .slice(0, limit),
      ),
    balances: (coinType, owners) =>
      answer(
        chain.balances(coinType, owners),
        ({ ledger }) => new Map(owners.map((owner) => [owner, amountOf(balanceOf(ledger, coinType, owner))])),
      ),
    outcome: (digest, options) =>
      answer(chain.outcome(digest, options), ({ digests, at }) => {
        const known = digests.has(digest) ? state.outcomes.get(digest) : undefined
        return known ?? { kind: 'absent', chainTime: at }
      }),
  }
  return { reads, setLag }
}
