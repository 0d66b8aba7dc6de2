import type { Address } from '../../domain/address.ts'
import type { Gate } from '../../domain/claim-decision.ts'
import type { Drop } from '../../domain/drop.ts'
import { judgeWallet, requestsFor } from '../../domain/gating/evaluate.ts'
import {
  type ChainSource,
  type FactRequest,
  type Facts,
  factKey,
  isOwnSource,
  isStoreRequest,
  OWN_TOKEN,
  type OwnSource,
  type RuleKind,
  type StoreSource,
} from '../../domain/gating/rule-kind.ts'
import type { GatingConfigId, TokenId, UserId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { unreachable } from '../../domain/invariant.ts'
import type { DropState, Ports } from '../../ports/index.ts'
import { createBatchers } from '../batcher.ts'
import { createFairSlots } from '../fair-slots.ts'
import { logError } from '../log-error.ts'

/** Facts about one wallet from the chain or the embedder's source, and the rules that they were gathered for. */
export interface GatheredFacts {
  /** The config, and its version: every new config begins with the same one. */
  readonly configId: GatingConfigId | null
  readonly version: number
  readonly at: Instant
  /** Whether the facts are fresh. A wallet is refused only by fresh facts. */
  readonly isFresh: boolean
  /** By `factKey`. Facts that could not be read are missing. */
  readonly values: ReadonlyMap<string, bigint>
  /** When each value was read, by `factKey`. */
  readonly readAt: ReadonlyMap<string, Instant>
  /** The facts that are read from the store under the lock. */
  readonly storeRequests: readonly FactRequest<StoreSource>[]
}

/** `cached` accepts facts of the cache. `fresh` reads facts again that are older than a second. */
export type FactsAge = 'cached' | 'fresh'

export interface OutsideFacts {
  /**
   * Gathers the facts that the drop's rules need about a wallet from outside the store. Facts that cannot be read are
   * missing. Fails only if the store cannot say which coin the drop's token is.
   */
  gather(drop: Drop, requests: readonly FactRequest[], wallet: Address, age: FactsAge): Promise<GatheredFacts>
}

/** How long a fact may be used to admit a wallet. */
export const FACTS_LIFETIME_MS = 10_000

/**
 * How long a fact may be used to refuse a wallet. A wallet that has just received what the rules require must not be
 * refused by old facts.
 */
const FRESH_MS = 1_000

const MAX_WALLETS_PER_REQUEST = 200

/**
 * Reads of the chain are smaller, because nodes are asked for each wallet, so that a read holds its slot for about one such
 * request.
 */
const MAX_WALLETS_PER_CHAIN_READ = 16

/**
 * The slots of reads of the chain, and those of reads of the embedder's source. A read may take seconds, so one drop owner
 * does not get all of them. The facts of a displaced read are missing.
 */
const SLOTS = { mostRunning: 8, mostRunningOfOwner: 6, mostWaiting: 2_000 }
const MAX_REMEMBERED = 50_000

interface Remembered {
  readonly value: bigint
  readonly at: Instant
}

type OutsideRequest = FactRequest<ChainSource | OwnSource>

const isOutsideRequest = (request: FactRequest): request is OutsideRequest => !isStoreRequest(request)

type FactPorts = Pick<Ports, 'chain' | 'clock' | 'log' | 'ownFacts'> & {
  readonly store: Pick<Ports['store'], 'tokens'>
}

/** Combines simultaneous requests of the drops of one owner into one call, and caches the answers for a while. */
export function createOutsideFacts(ports: FactPorts): OutsideFacts {
  const remembered = new Map<string, Remembered>()
  const coinTypes = new Map<TokenId, string>()
  const batchers = createBatchers<string, Address, bigint | undefined>()

  const inOwnSlot = createFairSlots(SLOTS)
  const inChainSlot = createFairSlots(SLOTS)
  const ask = ({ source, subject }: OutsideRequest, owner: UserId, wallets: readonly Address[]) =>
    isOwnSource(source)
      ? inOwnSlot(owner, () => askOwnSource(ports, { source, subject }, wallets))
      : inChainSlot(owner, () => askChain(ports, { source, subject }, wallets))

  /** One per drop owner, so that those who ask about the drops of one owner do not delay others. */
  const batcherOf = (owner: UserId, request: OutsideRequest) =>
    batchers.open(`${owner} ${factKey(request)}`, () => {
      const walletsPerRead = isOwnSource(request.source)
        ? MAX_WALLETS_PER_REQUEST
        : MAX_WALLETS_PER_CHAIN_READ
      return {
        maxBatch: MAX_WALLETS_PER_REQUEST,
        run: async (wallets) => {
          const facts = new Map<Address, bigint | undefined>()
          const readSome = async (some: readonly Address[]) => {
            const known = await ask(request, owner, some)
            for (const wallet of some) facts.set(wallet, known?.(wallet))
          }
          const each = [...new Set(wallets)]
          const reads = Array.from({ length: Math.ceil(each.length / walletsPerRead) }, (_, n) =>
            readSome(each.slice(n * walletsPerRead, (n + 1) * walletsPerRead)),
          )
          await Promise.all(reads)
          return wallets.map((wallet) => facts.get(wallet))
        },
      }
    })

  /** The coin type of a deployed token never changes. Null while the token is not deployed. */
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
    owner: UserId,
    request: OutsideRequest,
    wallet: Address,
    maxAgeMs: number,
  ): Promise<Remembered | undefined> {
    const key = `${factKey(request)} ${wallet}`
    const at = ports.clock.now()
    const known = remembered.get(key)
    if (known && at - known.at < maxAgeMs) return known
    const value = await batcherOf(owner, request).add(wallet)
    if (value === undefined) return undefined
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const fact = { value, at }
    remembered.set(key, fact)
    return fact
  }

  return {
    async gather(drop, requests, wallet, age) {
      const at = ports.clock.now()
      const asked = requests.filter(isOutsideRequest)
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
          const fact = await factOf(drop.creatorId, { ...request, subject }, wallet, maxAgeMs)
          if (fact === undefined) return
          values.set(factKey(request), fact.value)
          readAt.set(factKey(request), fact.at)
          if (at - fact.at >= FRESH_MS) isFresh = false
        }),
      )
      const storeRequests = requests.filter(isStoreRequest)
      const { id: configId = null, version = 0 } = drop.gating ?? {}
      return { configId, version, at, isFresh, values, readAt, storeRequests }
    },
  }
}

/** The known value of each wallet. */
type Known = (wallet: Address) => bigint | undefined

/** Unknown values stay unknown. If the source fails, all values are unknown. */
async function askOwnSource(
  { ownFacts, log }: FactPorts,
  request: FactRequest<OwnSource>,
  wallets: readonly Address[],
): Promise<Known> {
  try {
    const facts = await ownFacts?.ask(request, wallets)
    const known = new Map<Address, bigint>()
    for (const wallet of wallets) {
      // A value that is not a number could pass comparisons that it should fail, so it counts as unknown.
      const fact: unknown = facts?.get(wallet)
      if (fact === undefined) continue
      if (typeof fact !== 'bigint') throw new TypeError('a fact must be a bigint')
      known.set(wallet, fact)
    }
    return (wallet) => known.get(wallet)
  } catch (error) {
    logError(
      log,
      'the facts of a gating rule could not be read',
      { ...request, wallets: wallets.length },
      error,
    )
    return () => undefined
  }
}

/** A wallet that is missing from the chain's answer has a balance of 0, and an unknown number of objects. */
async function askChain(
  { chain }: FactPorts,
  { source, subject }: FactRequest<ChainSource>,
  wallets: readonly Address[],
): Promise<Known> {
  switch (source) {
    case 'balance': {
      const balances = await chain.balances(subject, wallets)
      return (wallet) => (balances.ok ? (balances.value.get(wallet) ?? 0n) : undefined)
    }
    case 'owned_objects': {
      const owned = await chain.ownedObjects(subject, wallets)
      const countOf = (wallet: Address) => (owned.ok ? owned.value.get(wallet) : undefined)
      return (wallet) => {
        const count = countOf(wallet)
        return count === undefined ? undefined : BigInt(count)
      }
    }
    default:
      return unreachable(source)
  }
}

/**
 * Judges a wallet by facts that were gathered before the lock and facts from the store under the lock. Facts for outdated
 * rules, and expired facts, are ignored, and the claim gathers new ones. A claim is refused only by fresh facts, never by
 * cached ones.
 */
export function gateFor(
  wallet: Address,
  gathered: GatheredFacts | null,
  stored: DropState['facts'],
  now: Instant,
  kinds: readonly RuleKind[] | undefined,
): Gate {
  const facts = factsOf(wallet, gathered, stored, now)
  return (drop) => {
    const requests = requestsFor(drop, kinds)
    if (requests.length > 0 && !areCurrent(drop, gathered, now)) return { kind: 'facts_needed' }
    const verdict = judgeWallet(drop, wallet, facts, kinds)
    return verdict.kind === 'fail' && gathered?.isFresh === false ? { kind: 'facts_needed' } : verdict
  }
}

/** The facts that were gathered before the lock, together with those of the store at `now`. */
export function factsOf(
  wallet: Address,
  gathered: GatheredFacts | null,
  stored: DropState['facts'],
  now: Instant,
): Facts {
  const facts = (request: FactRequest) =>
    isStoreRequest(request)
      ? stored.get(factKey(request))?.get(wallet)
      : gathered?.values.get(factKey(request))
  return Object.assign(facts, {
    observedAt: (request: FactRequest) =>
      isStoreRequest(request) ? now : gathered?.readAt.get(factKey(request)),
  })
}

const areCurrent = (drop: Drop, gathered: GatheredFacts | null, now: Instant): boolean =>
  gathered !== null &&
  gathered.configId === drop.gating?.id &&
  gathered.version === drop.gating.version &&
  now - gathered.at < 2 * FACTS_LIFETIME_MS
