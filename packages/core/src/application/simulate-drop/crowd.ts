import { type Address, parseAddress } from '../../domain/address.ts'
import { type Amount, amountOf } from '../../domain/amount.ts'
import { type FactRequest, factKey } from '../../domain/gating/rule-kind.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../../domain/instant.ts'
import { invariant } from '../../domain/invariant.ts'
import type { Arrivals } from './drop-simulation.ts'
import type { Plan } from './read-simulation.ts'

/** All simulated wallets, numbered from 0. The wallets of bots come after all others. */
export interface Crowd {
  /** The number of wallets. If a list names a wallet several times, its first number is used. */
  readonly size: number
  readonly tries: Tries
  address(wallet: number): Address
  isBot(wallet: number): boolean
  /** The amount that it asks for; null if the drop fixes it. */
  asks(wallet: number): Amount | null
  /** The value of a fact; undefined if it cannot be read. */
  fact(wallet: number, request: FactRequest): bigint | undefined
}

/** All attempts, the earliest first. */
interface Tries {
  readonly count: number
  at(place: number): Instant
  wallet(place: number): number
}

type Question = (query: string) => Answers

/** The wallets and attempts for a seed. */
export function gatherCrowd(plan: Plan, seed: number): Crowd {
  const chance = createChance(seed)
  const { listed, facts, bots, wallets } = plan
  const size = wallets + (bots ? bots.people * bots.walletsEach : 0)
  const asksChance = chance('what does it ask for')
  const factChances = new Map<string, Answers>()

  function factChance(key: string): Answers {
    const known = factChances.get(key)
    if (known) return known
    const made = chance(`what does it have of ${key}`)
    factChances.set(key, made)
    return made
  }

  return {
    size,
    tries: gatherTries(plan, size, chance),
    address: (wallet) => listed?.addresses[wallet] ?? madeUpAddress(wallet),
    isBot: (wallet) => wallet >= wallets,
    asks(wallet) {
      const own = listed?.asks[wallet]
      if (own != null || plan.asks === null) return own ?? null
      const { least, most } = plan.asks
      return amountOf(least + partOf(most - least + 1n, asksChance(wallet)))
    },
    fact(wallet, request) {
      const key = factKey(request)
      const own = facts.listed[wallet]
      if (own) return own.get(key) ?? 0n
      const answer = factChance(key)(wallet)
      const has = facts.spreads.get(key)?.find(({ upTo }) => answer < upTo)
      return has ? has.value : 0n
    },
  }
}

const madeUpAddress = (wallet: number): Address => {
  const address = parseAddress(`0x${(wallet + 1).toString(16)}`, 'address')
  invariant(address.ok, 'a number is an address')
  return address.value
}

/** The whole number below `bound` that corresponds to `answer`, a fraction. */
const partOf = (bound: bigint, answer: number): bigint =>
  (bound * BigInt(Math.floor(answer * 2 ** 32))) >> 32n

function gatherTries(plan: Plan, size: number, chance: Question): Tries {
  const { beginsAt, wallets, repeats, bots } = plan
  const comesAgain = chance('does it come again')
  const isBack = (wallet: number) => repeats !== null && comesAgain(wallet) < repeats.share
  const more = repeats === null ? 0 : count(wallets, isBack) * repeats.times
  const at = new Float64Array(size + more)
  const who = new Uint32Array(size + more)
  let place = 0
  const add = (instant: Instant, wallet: number) => {
    at[place] = instant
    who[place++] = wallet
  }

  const afterMs = timesOf(plan, chance)
  const sameAs = firstPlaces(plan)
  for (let wallet = 0; wallet < wallets; wallet++) {
    const first = beginsAt + afterMs(wallet)
    add(first, sameAs(wallet))
    if (repeats === null || !isBack(wallet)) continue
    for (let n = 1; n <= repeats.times; n++) add(first + n * repeats.everyMs, sameAs(wallet))
  }
  if (bots) {
    const opensAt = Math.max(beginsAt, plan.drop.startsAt ?? beginsAt)
    for (let n = 0; n < bots.people * bots.walletsEach; n++) {
      add(opensAt + Math.floor(n / bots.people) * bots.everyMs, wallets + n)
    }
  }
  return inOrder(at, who)
}

function count(size: number, isOne: (index: number) => boolean): number {
  let found = 0
  for (let index = 0; index < size; index++) if (isOne(index)) found++
  return found
}

function timesOf(
  { arrivals, listed, wallets, beginsAt }: Plan,
  chance: Question,
): (wallet: number) => number {
  const byModel = arrivals && arrivalTimes(arrivals, wallets, beginsAt, chance('when does it come'))
  return (wallet) => {
    const afterMs = listed?.afterMs[wallet] ?? byModel?.(wallet)
    invariant(afterMs !== undefined, 'every wallet comes at some time')
    return afterMs
  }
}

/** Maps each entry of a list to the first entry with the same wallet. */
function firstPlaces({ listed }: Plan): (wallet: number) => number {
  if (listed === null) return (wallet) => wallet
  const first = new Map<Address, number>()
  const same = listed.addresses.map((address, place) => {
    const known = first.get(address) ?? place
    first.set(address, known)
    return known
  })
  return (wallet) => same[wallet] ?? wallet
}

/** Sorts attempts by time; at the same instant in the order in which they were added. */
function inOrder(at: Float64Array, who: Uint32Array): Tries {
  const order = Uint32Array.from(at, (_, place) => place)
  const timeOf = (place: number) => at[place] ?? 0
  order.sort((one, other) => timeOf(one) - timeOf(other) || one - other)
  const placeOf = (n: number) => order[n] ?? 0
  return {
    count: order.length,
    at: (n) => timeOf(placeOf(n)),
    wallet: (n) => who[placeOf(n)] ?? 0,
  }
}

const PEAK_HOUR = 18

/** When wallet n of `count` arrives after the start, in whole milliseconds. Wallets are in no particular order. */
function arrivalTimes(
  arrivals: Arrivals,
  count: number,
  beginsAt: Instant,
  chance: Answers,
): (index: number) => number {
  switch (arrivals.model) {
    case 'steady':
      return (index) => Math.floor((index * arrivals.overMs) / count)
    case 'poisson':
      // With a fixed number of arrivals, a Poisson process gives independent uniform arrival times.
      return (index) => Math.floor(chance(index) * arrivals.overMs)
    case 'rush':
      return (index) => Math.floor(-Math.log2(1 - chance(index)) * arrivals.halfLifeMs)
    case 'daily': {
      const cameBy = dailyWave(beginsAt, (arrivals.peakHour ?? PEAK_HOUR) * HOUR_MS)
      const all = cameBy(arrivals.overMs)
      return (index) => lastBefore(cameBy, chance(index) * all, arrivals.overMs)
    }
  }
}

/** The integral of 1 + cos: the part of a wave that has arrived by then. */
function dailyWave(beginsAt: Instant, peakMs: number): (afterMs: number) => number {
  const turn = (2 * Math.PI) / DAY_MS
  const first = ((beginsAt - peakMs) % DAY_MS) * turn
  return (afterMs) => afterMs + (Math.sin(first + afterMs * turn) - Math.sin(first)) / turn
}

/** The last whole number below `end` at which an increasing function is at most `goal`, by bisection. */
function lastBefore(grows: (at: number) => number, goal: number, end: number): number {
  let [low, high] = [0, end]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (grows(middle) <= goal) low = middle
    else high = middle
  }
  return low
}

/** A number from 0 up to, but not including, 1 for subject n of a question. */
type Answers = (index: number) => number

/**
 * Randomness without state: an answer depends only on the seed, the question and the subject. So a wallet behaves the same
 * however many others arrive, and a change of one input changes only what depends on it.
 */
export function createChance(seed: number): (query: string) => Answers {
  const low = mixed((seed >>> 0) + GOLDEN)
  const high = mixed(Math.floor(seed / WORD) ^ low)
  return (query) => {
    let asked = high
    for (let place = 0; place < query.length; place++) asked = mixed(asked ^ query.charCodeAt(place))
    return (index) => mixed(mixed(asked + Math.imul(index, GOLDEN)) ^ asked) / WORD
  }
}

/** An exponentially distributed time with the mean `meanMs`, in whole milliseconds. */
export const exponentialMs = (meanMs: number, answer: number): number =>
  Math.round(-Math.log(1 - answer) * meanMs)

const WORD = 0x1_0000_0000

/** 2^32 divided by the golden ratio. Multiples of it are spread evenly. */
const GOLDEN = 0x9e37_79b9

/** Mixes the bits of a word (the finalizer of MurmurHash3). */
function mixed(word: number): number {
  let bits = word | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
