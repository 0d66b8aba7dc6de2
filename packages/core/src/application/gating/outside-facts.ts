import type { Address } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import {
  type FactRequest,
  factKey,
  isOwnSource,
  OWN_TOKEN,
  STORE_SOURCES,
} from '../../domain/gating/rule-kind.ts'
import type { TokenId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { unreachable } from '../../domain/unreachable.ts'
import type { Ports } from '../../ports/index.ts'
import { type Batcher, createBatcher } from '../batcher.ts'
import { logFault } from '../log-fault.ts'

/** What the chain (or a source of one's own) said of one wallet, and for which version of whose rules it was asked. */
export interface GatheredFacts {
  readonly version: number
  readonly at: Instant
  /** Whether that was said only just before it was asked for: a wallet is told "no" by nothing older. */
  readonly isFresh: boolean
  /** By `factKey`; what could not be had is missing. */
  readonly values: ReadonlyMap<string, bigint>
  /** By `factKey`: when each of the values was read. */
  readonly readAt: ReadonlyMap<string, Instant>
  /** What the store is to be asked for under the lock. */
  readonly storeRequests: readonly FactRequest[]
}

/** `kept` takes what is remembered, `fresh` asks again for what is older than a second. */
export type FactsAge = 'kept' | 'fresh'

export interface OutsideFacts {
  /**
   * Asks outside of the store for what the drop's rules must know of a wallet. What cannot be had is missing. It fails
   * only if the store cannot say which coin the drop's token is.
   */
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

type FactPorts = Pick<Ports, 'chain' | 'clock' | 'log' | 'ownFacts'> & {
  readonly store: Pick<Ports['store'], 'tokens'>
}

/** One question for all who ask at once, and its answers remembered for a while. */
export function createOutsideFacts(ports: FactPorts): OutsideFacts {
  const remembered = new Map<string, Remembered>()
  const coinTypes = new Map<TokenId, string>()
  const batchers = new Map<string, Batcher<Address, bigint | undefined>>()

  function batcherOf(request: FactRequest): Batcher<Address, bigint | undefined> {
    const key = factKey(request)
    const existing = batchers.get(key)
    if (existing) return existing
    const batcher = createBatcher<Address, bigint | undefined>(
      MAX_WALLETS_PER_REQUEST,
      async (wallets) => {
        const ask = isOwnSource(request.source) ? askOwnSource : askChain
        return wallets.map(await ask(ports, request, [...new Set(wallets)]))
      },
      () => batchers.delete(key),
    )
    batchers.set(key, batcher)
    return batcher
  }

  /** The coin type of a deployed token never changes; null while it is not deployed. */
  async function coinTypeOf(tokenId: TokenId): Promise<string | null> {
    const known = coinTypes.get(tokenId)
    if (known !== undefined) return known
    const deployment = (await ports.store.tokens([tokenId])).get(tokenId)?.deployment
    if (deployment?.kind !== 'DEPLOYED') return null
    if (coinTypes.size >= MAX_REMEMBERED) coinTypes.clear()
    coinTypes.set(tokenId, deployment.coinType)
    return deployment.coinType
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
    const value = await batcherOf(request).add(wallet)
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
      const readAt = new Map<string, Instant>()
      let isFresh = true
      await Promise.all(
        asked.map(async (request) => {
          const isOwnToken = request.source === 'balance' && request.subject === OWN_TOKEN
          const subject = isOwnToken ? await coinTypeOf(drop.tokenId) : request.subject
          // A token that is not deployed has no holders.
          if (subject === null) {
            values.set(factKey(request), 0n)
            readAt.set(factKey(request), at)
            return
          }
          const maxAgeMs = age === 'fresh' ? FRESH_MS : FACTS_LIFETIME_MS
          const fact = await factOf({ ...request, subject }, wallet, maxAgeMs)
          if (fact === undefined) return
          values.set(factKey(request), fact.value)
          readAt.set(factKey(request), fact.at)
          if (at - fact.at >= FRESH_MS) isFresh = false
        }),
      )
      const storeRequests = requests.filter(({ source }) => STORE_SOURCES.includes(source))
      return { version: drop.gating?.version ?? 0, at, isFresh, values, readAt, storeRequests }
    },
  }
}

/** What is known of each wallet. */
type Known = (wallet: Address) => bigint | undefined

/** What a source of one's own does not know is not known; where it fails, nothing is. */
async function askOwnSource(
  { ownFacts, log }: FactPorts,
  request: FactRequest,
  wallets: readonly Address[],
): Promise<Known> {
  try {
    const facts = await ownFacts?.ask(request, wallets)
    const known = new Map<Address, bigint>()
    for (const wallet of wallets) {
      // What is no number passes comparisons that it should fail: it is believed no more than silence.
      const fact: unknown = facts?.get(wallet)
      if (fact === undefined) continue
      if (typeof fact !== 'bigint') throw new TypeError('a fact must be a bigint')
      known.set(wallet, fact)
    }
    return (wallet) => known.get(wallet)
  } catch (fault) {
    logFault(log, 'facts of a gating rule could not be had', { ...request, wallets: wallets.length }, fault)
    return () => undefined
  }
}

/** A wallet that the chain says nothing of has nothing. */
async function askChain(
  { chain }: FactPorts,
  { source, subject }: FactRequest,
  wallets: readonly Address[],
): Promise<Known> {
  switch (source) {
    case 'balance': {
      const balances = await chain.balances(subject, wallets)
      return (wallet) => (balances.ok ? (balances.value.get(wallet) ?? 0n) : undefined)
    }
    case 'owned_objects': {
      const owned = await chain.ownedObjects(subject, wallets)
      return (wallet) => (owned.ok ? BigInt(owned.value.get(wallet) ?? 0) : undefined)
    }
    case 'confirmed_claims':
    case 'claims_on_drop':
    case 'listed':
    case 'account_age_days':
    case 'exempted':
      throw new Error(`invariant broken: the chain knows nothing of ${source}`)
    default:
      if (isOwnSource(source)) throw new Error(`invariant broken: the chain knows nothing of ${source}`)
      return unreachable(source)
  }
}
