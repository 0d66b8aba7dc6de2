import { type Address, parseAddress } from '../../domain/address.ts'
import { type Amount, type Currency, parsePositiveAmount } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { parseInstant } from '../../domain/drop-terms.ts'
import type { RuleKind } from '../../domain/gating/rule-kind.ts'
import { RULE_KINDS } from '../../domain/gating/rule-kinds.ts'
import type { Instant } from '../../domain/instant.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { leastOf, type Settings, withDefaults } from '../settings.ts'
import type { Arrivals, DropSimulation, ListedWallet, Repeats } from './drop-simulation.ts'
import { type ReadFacts, readFacts } from './read-facts.ts'
import { countError, durationError, readTerms, shapeError, shareError } from './simulated-terms.ts'

/** A parsed simulation, for any seed. */
export interface Plan {
  readonly drop: Drop
  readonly currency: Currency
  readonly ruleKinds: readonly RuleKind[]
  readonly beginsAt: Instant
  readonly arrivals: Arrivals | null
  /** The number of wallets without bots. */
  readonly wallets: number
  /** Null if the wallets have generated addresses. */
  readonly listed: ReadList | null
  readonly facts: ReadFacts
  readonly asks: { readonly least: Amount; readonly most: Amount } | null
  readonly repeats: Repeats | null
  readonly bots: { readonly people: number; readonly walletsEach: number; readonly everyMs: number } | null
  readonly winners: { readonly claimedShare: number; readonly meanMs: number }
  readonly vouchers: { readonly usedShare: number; readonly meanMs: number }
  readonly payments: { readonly paidShare: number; readonly meanMs: number }
  readonly deliveryMs: number
  readonly settings: Settings
}

interface ReadList {
  readonly addresses: readonly Address[]
  /** Null for wallets without their own time. */
  readonly afterMs: readonly (number | null)[]
  readonly asks: readonly (Amount | null)[]
}

const MAX_WALLETS = 1_000_000
const MAX_TRIES = 2_000_000
const MAX_REPEATS = 1_000

/** Parses a simulation. A refusal names the wrong field; fields of the drop have the names of `createDrop`. */
export function readSimulation(simulation: DropSimulation): Result<Plan, Refusal> {
  const misshapen = shapeError(simulation)
  if (misshapen) return err(misshapen)
  const { drop: terms, wallets: list, bots, winners, vouchers, payments } = simulation
  const beginsAt = simulation.beginsAt ?? terms.startsAt ?? 0
  const { ruleKinds = RULE_KINDS } = simulation
  const read = readTerms(terms, ruleKinds, beginsAt)
  if (!read.ok) return read
  const { drop, currency } = read.value
  const wallets = list?.length ?? simulation.arrivals?.wallets ?? 0
  const error =
    beginningError(simulation) ??
    arrivalsError(simulation) ??
    countError(list ? 'wallets' : 'arrivals.wallets', wallets, MAX_WALLETS) ??
    crowdError(simulation, wallets) ??
    habitsError(simulation)
  if (error) return err(error)
  const listed = list ? readList(list, drop) : ok(null)
  if (!listed.ok) return listed
  const facts = readFacts(drop, ruleKinds, simulation.facts ?? [], list ?? [])
  if (!facts.ok) return facts
  const asks = readAsks(simulation, drop)
  if (!asks.ok) return asks
  return ok({
    drop,
    currency,
    ruleKinds,
    beginsAt,
    arrivals: simulation.arrivals ?? null,
    wallets,
    listed: listed.value,
    facts: facts.value,
    asks: asks.value,
    repeats: simulation.repeats ?? null,
    bots: bots ? { ...bots, everyMs: bots.everyMs ?? 100 } : null,
    winners: { claimedShare: winners?.claimedShare ?? 1, meanMs: winners?.meanMs ?? 3_600_000 },
    vouchers: { usedShare: vouchers?.usedShare ?? 1, meanMs: vouchers?.meanMs ?? 10_000 },
    payments: { paidShare: payments?.paidShare ?? 1, meanMs: payments?.meanMs ?? 60_000 },
    deliveryMs: simulation.deliveryMs ?? 2_000,
    settings: withDefaults(simulation.settings),
  })
}

function beginningError({ drop, beginsAt }: DropSimulation): Refusal | undefined {
  const begins = parseInstant(beginsAt, 'beginsAt')
  if (!begins.ok) return begins.error
  if (beginsAt !== undefined || drop.startsAt != null) return undefined
  if (drop.claimDeadline == null && drop.entriesCloseAt == null) return undefined
  const what = drop.entriesCloseAt == null ? 'deadline' : 'lottery'
  return badInput(
    'beginsAt',
    'REQUIRED',
    `A drop with a ${what} and no start needs to be told when the first may come`,
  )
}

function arrivalsError({ arrivals, wallets }: DropSimulation): Refusal | undefined {
  if (arrivals === undefined) {
    const place = wallets?.findIndex(({ afterMs }) => afterMs === undefined)
    return place === -1
      ? undefined
      : badInput('arrivals', 'REQUIRED', 'arrivals is required: it says when the wallets claim')
  }
  if (wallets && arrivals.wallets !== undefined) {
    return badInput(
      'arrivals.wallets',
      'CONTRADICTION',
      'arrivals.wallets may not be given together with a list of wallets',
    )
  }
  switch (arrivals.model) {
    case 'steady':
    case 'poisson':
      return durationError('arrivals.overMs', arrivals.overMs)
    case 'rush':
      return durationError('arrivals.halfLifeMs', arrivals.halfLifeMs)
    case 'daily': {
      const { peakHour } = arrivals
      if (peakHour !== undefined && !(peakHour >= 0 && peakHour < 24)) {
        return badInput(
          'arrivals.peakHour',
          'OUT_OF_RANGE',
          'arrivals.peakHour must be an hour of the day, from 0 to below 24',
          { least: 0, most: 24 },
        )
      }
      return durationError('arrivals.overMs', arrivals.overMs)
    }
    default:
      return badInput(
        'arrivals.model',
        'UNKNOWN_VALUE',
        'arrivals.model must be steady, poisson, rush or daily',
      )
  }
}

function crowdError({ repeats, bots }: DropSimulation, wallets: number): Refusal | undefined {
  if (bots) {
    const error =
      countError('bots.people', bots.people, MAX_WALLETS) ??
      countError('bots.walletsEach', bots.walletsEach, MAX_WALLETS) ??
      countError('bots.walletsEach', bots.people * bots.walletsEach, MAX_WALLETS) ??
      durationError('bots.everyMs', bots.everyMs ?? 0, 0)
    if (error) return error
  }
  if (!repeats) return undefined
  const error =
    shareError('repeats.share', repeats.share) ??
    countError('repeats.times', repeats.times, MAX_REPEATS) ??
    durationError('repeats.everyMs', repeats.everyMs)
  if (error) return error
  const tries = wallets * repeats.times
  return tries > MAX_TRIES
    ? badInput(
        'repeats.times',
        'TOO_LARGE',
        `${tries} further tries are more than the ${MAX_TRIES} that may be simulated`,
        { most: MAX_TRIES },
      )
    : undefined
}

function habitsError({
  winners,
  vouchers,
  payments,
  deliveryMs,
  settings,
  seed,
}: DropSimulation): Refusal | undefined {
  return (
    shareError('winners.claimedShare', winners?.claimedShare ?? 1) ??
    durationError('winners.meanMs', winners?.meanMs ?? 0, 0) ??
    shareError('vouchers.usedShare', vouchers?.usedShare ?? 1) ??
    durationError('vouchers.meanMs', vouchers?.meanMs ?? 0, 0) ??
    shareError('payments.paidShare', payments?.paidShare ?? 1) ??
    durationError('payments.meanMs', payments?.meanMs ?? 0, 0) ??
    durationError('deliveryMs', deliveryMs ?? 0, 0) ??
    settingsError(settings) ??
    seedError(seed ?? 0)
  )
}

/** The settings that affect a simulation. Others would be accepted without effect. */
const SIMULATED_SETTINGS: readonly string[] = [
  'voucherLifetimeMs',
  'paymentLifetimeMs',
  'latePaymentWatchMs',
  'expiryMarginMs',
] satisfies (keyof Settings)[]

function settingsError(settings: DropSimulation['settings']): Refusal | undefined {
  for (const [name, ms] of Object.entries(settings ?? {})) {
    const field = `settings.${name}`
    if (!SIMULATED_SETTINGS.includes(name))
      return badInput(
        field,
        'UNKNOWN_VALUE',
        `${field} is not one of the settings ${SIMULATED_SETTINGS.join(', ')}`,
      )
    const error = ms === undefined ? undefined : durationError(field, ms, leastOf(name))
    if (error) return error
  }
  return undefined
}

export const seedError = (seed: number): Refusal | undefined =>
  Number.isSafeInteger(seed) && seed >= 0
    ? undefined
    : badInput('seed', 'TOO_SMALL', 'seed must be a whole number of at least 0', { least: 0 })

function readList(list: readonly ListedWallet[], drop: Drop): Result<ReadList, Refusal> {
  const addresses: Address[] = []
  const afterMs: (number | null)[] = []
  const asks: (Amount | null)[] = []
  for (const [index, wallet] of list.entries()) {
    const address = parseAddress(wallet.address, `wallets[${index}].address`)
    if (!address.ok) return address
    const amount =
      wallet.asks === undefined ? ok(null) : readAsked(wallet.asks, `wallets[${index}].asks`, drop)
    if (!amount.ok) return amount
    const error = durationError(`wallets[${index}].afterMs`, wallet.afterMs ?? 0, 0)
    if (error) return err(error)
    addresses.push(address.value)
    afterMs.push(wallet.afterMs ?? null)
    asks.push(amount.value)
  }
  return ok({ addresses, afterMs, asks })
}

/** Whether a claimer must name an amount. */
export const letsChoose = ({ award, price, supply }: Drop): boolean =>
  award.kind === 'open' && (price === null || supply === null)

/** Buyers ask for items, which are plain numbers. */
const MAX_ITEMS = BigInt(Number.MAX_SAFE_INTEGER)

function readAsked(text: string, field: string, drop: Drop): Result<Amount, Refusal> {
  if (!letsChoose(drop))
    return err(
      badInput(field, 'NOT_FOR_THIS_DROP', 'This drop fixes what a claim gets: leave the amount out'),
    )
  const amount = parsePositiveAmount(text, field)
  return amount.ok && drop.price !== null && amount.value > MAX_ITEMS
    ? err(
        badInput(field, 'TOO_LARGE', `${field} may be at most ${MAX_ITEMS} items`, {
          most: String(MAX_ITEMS),
        }),
      )
    : amount
}

function readAsks({ asks, wallets }: DropSimulation, drop: Drop): Result<Plan['asks'], Refusal> {
  if (!asks) {
    const isSaid = !letsChoose(drop) || wallets?.every((wallet) => wallet.asks !== undefined)
    if (isSaid) return ok(null)
    return err(badInput('asks', 'REQUIRED', 'asks is required: claimers choose the amount on this drop'))
  }
  const least = readAsked(asks.least, 'asks.least', drop)
  if (!least.ok) return least
  const most = readAsked(asks.most, 'asks.most', drop)
  if (!most.ok) return most
  if (most.value < least.value)
    return err(badInput('asks.most', 'CONTRADICTION', 'asks.most may not be below asks.least'))
  return ok({ least: least.value, most: most.value })
}
