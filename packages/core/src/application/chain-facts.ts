import type { Address } from '../domain/address.ts'
import type { Drop } from '../domain/drop.ts'
import type { FactRequest } from '../domain/gating/rule-kind.ts'
import { factKey, STORE_SOURCES } from '../domain/gating/rule-kind.ts'
import type { Instant } from '../domain/instant.ts'
import { unreachable } from '../domain/unreachable.ts'
import type { ChainAnswer, Ports } from '../ports/index.ts'
import { createWaitingLine, type WaitingLine } from './waiting-line.ts'

/** What the chain said of one wallet, and for which version of whose rules it was asked. */
export interface GatheredFacts {
  readonly version: number
  readonly at: Instant
  /** Whether the chain said it only just before it was asked for: a wallet is told "no" by nothing older. */
  readonly isFresh: boolean
  /** By `factKey`; what could not be had is missing. */
  readonly values: ReadonlyMap<string, bigint>
  /** What the store is to be asked for under the lock. */
  readonly storeRequests: readonly FactRequest[]
}

/** `kept` takes what is remembered, `fresh` asks again for what is older than a second. */
export type FactsAge = 'kept' | 'fresh'

export interface ChainFacts {
  /** Asks the chain for what the drop's rules must know of a wallet. Never fails: what cannot be had is missing. */
  gather(drop: Drop, requests: readonly FactRequest[], wallet: Address, age: FactsAge): Promise<GatheredFacts>
}

/** How long a fact is good for to let a wallet in. */
export const FACTS_LIFETIME_MS = 10_000

/** And to keep it out: who has just got what the rules ask for is not told "no" by what was before. */
const FRESH_MS = 1_000

const MAX_WALLETS_PER_REQUEST = 200
const MAX_REMEMBERED = 50_000

interface Remembered {
  readonly value: bigint
  readonly at: Instant
}

/** One question to the chain for all who ask at once, and its answers remembered for a while. */
export function createChainFacts(ports: Pick<Ports, 'chain' | 'clock'>): ChainFacts {
  const remembered = new Map<string, Remembered>()
  const lines = new Map<string, WaitingLine<Address, bigint | undefined>>()

  function lineOf(request: FactRequest): WaitingLine<Address, bigint | undefined> {
    const key = factKey(request)
    const existing = lines.get(key)
    if (existing) return existing
    const line = createWaitingLine<Address, bigint | undefined>(
      MAX_WALLETS_PER_REQUEST,
      async (wallets) => {
        const answer = await askChain(ports, request, [...new Set(wallets)])
        return wallets.map((wallet) => (answer.ok ? (answer.value.get(wallet) ?? 0n) : undefined))
      },
      () => lines.delete(key),
    )
    lines.set(key, line)
    return line
  }

  async function factOf(
    request: FactRequest,
    wallet: Address,
    maxAgeMs: number,
  ): Promise<Remembered | undefined> {
    const key = `${factKey(request)} ${wallet}`
    const at = ports.clock.now()
    const known = remembered.get(key)
    if (known && at - known.at < maxAgeMs) return known
    const value = await lineOf(request).join(wallet)
    if (value === undefined) return undefined
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const fact = { value, at }
    remembered.set(key, fact)
    return fact
  }

  return {
    async gather(drop, requests, wallet, age) {
      const at = ports.clock.now()
      const asked = requests.filter(({ source }) => !STORE_SOURCES.includes(source))
      const values = new Map<string, bigint>()
      let isFresh = true
      await Promise.all(
        asked.map(async (request) => {
          const fact = await factOf(request, wallet, age === 'fresh' ? FRESH_MS : FACTS_LIFETIME_MS)
          if (fact === undefined) return
          values.set(factKey(request), fact.value)
          if (at - fact.at >= FRESH_MS) isFresh = false
        }),
      )
      const storeRequests = requests.filter(({ source }) => STORE_SOURCES.includes(source))
      return { version: drop.gating?.version ?? 0, at, isFresh, values, storeRequests }
    },
  }
}

async function askChain(
  ports: Pick<Ports, 'chain'>,
  { source, subject }: FactRequest,
  wallets: readonly Address[],
): Promise<ChainAnswer<ReadonlyMap<Address, bigint>>> {
  switch (source) {
    case 'balance':
      return ports.chain.balances(subject, wallets)
    case 'owned_objects': {
      const owned = await ports.chain.ownedObjects(subject, wallets)
      if (!owned.ok) return owned
      return { ok: true, value: new Map([...owned.value].map(([wallet, count]) => [wallet, BigInt(count)])) }
    }
    case 'confirmed_claims':
    case 'claims_on_drop':
    case 'listed':
    case 'account_age_days':
      throw new Error(`invariant broken: the chain knows nothing of ${source}`)
    default:
      return unreachable(source)
  }
}
