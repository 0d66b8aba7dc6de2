import type { Currency } from './amount.ts'
import type { BeaconChain } from './beacon.ts'
import type { Award, ClaimAccess, ClaimDelivery, ClaimType, Drop, DropStatus, Price } from './drop.ts'
import {
  awardWithRandomness,
  type FreshSeed,
  parseAward,
  parseClaimAccess,
  parseClaimType,
  parseCount,
  parseDelivery,
  parseEstimate,
  parseInstant,
  parseMetadata,
  parsePool,
  parsePrice,
  parseRandomness,
  type Randomness,
} from './drop-terms.ts'
import type { GatingConfig } from './gating/gating.ts'
import { type ActiveHumanCheck, type HumanCheckKind, parseHumanCheck } from './human-check.ts'
import type { Instant } from './instant.ts'
import type { Json } from './json.ts'
import { type LotteryInput, parseLottery } from './lottery-terms.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
import {
  parseDescription,
  parseEmbedOrigins,
  parseFlag,
  parsePictureUrl,
  parseShortcode,
  parseTitle,
} from './text.ts'

/**
 * The changes that an owner requests. A missing field stays as it is. Null clears an optional field and is ignored for a
 * required field.
 */
export interface DropChanges extends LotteryInput {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly claimType?: ClaimType | null | undefined
  readonly maxAmount?: string | null | undefined
  readonly tokenAmount?: string | null | undefined
  /** Only while the drop is a DRAFT. */
  readonly randomness?: Randomness | null | undefined
  readonly estimatedValueUsd?: number | null | undefined
  readonly startsAt?: Instant | null | undefined
  readonly claimDeadline?: Instant | null | undefined
  readonly status?: DropStatus | null | undefined
  readonly imageUrl?: string | null | undefined
  readonly price?: number | null | undefined
  readonly supply?: number | null | undefined
  readonly maxPerWallet?: number | null | undefined
  readonly claimAccess?: ClaimAccess | null | undefined
  readonly isLinkOnly?: boolean | null | undefined
  readonly delivery?: ClaimDelivery | null | undefined
  readonly humanCheck?: HumanCheckKind | null | undefined
  readonly embedOrigins?: readonly string[] | null | undefined
  readonly metadata?: Json | undefined
  readonly shortcode?: string | null | undefined
  /** The rules that `gatingId` named; null removes the gating config. */
  readonly gating?: GatingConfig | null | undefined
}

/** What an update is decided with, besides the drop and its changes. */
export interface UpdateContext {
  readonly now: Instant
  /** The drop's currency; null if the service does not have it. */
  readonly currency: Currency | null
  /** Used if the drop becomes a random drop. */
  readonly freshSeed: FreshSeed
  /** The service's source of public randomness, if it has one. */
  readonly beacon?: BeaconChain | null
  /** The human checks that the service can make. */
  readonly humanChecks?: readonly ActiveHumanCheck[]
  /** Whether a payment intent of the drop has money that is not refunded yet, in any coin. */
  readonly hasMoney: boolean
  /** Whether a voucher of the drop is open, so that its claim may be released. */
  readonly hasOpenVouchers: boolean
}

type ChangedFields = { -readonly [Field in keyof Drop]?: Drop[Field] }

/** Parses the given changes. Returns the first refusal. */
export function parseChanges(
  drop: Drop,
  changes: DropChanges,
  context: UpdateContext,
): Result<ChangedFields, Refusal> {
  const fields: ChangedFields = {}
  function set<Field extends keyof Drop>(
    field: Field,
    parsed: Result<Drop[Field], Refusal>,
  ): Refusal | undefined {
    if (!parsed.ok) return parsed.error
    fields[field] = parsed.value
    return undefined
  }
  /** Null clears the field. */
  const optional = <Field extends keyof Drop, Given>(
    field: Field,
    given: Given | undefined,
    parse: (given: Given) => Result<Drop[Field], Refusal>,
  ) => (given === undefined ? undefined : set(field, parse(given)))
  /** Null is ignored. */
  const required = <Field extends keyof Drop, Given>(
    field: Field,
    given: Given | null | undefined,
    parse: (given: Given) => Result<Drop[Field], Refusal>,
  ) => (given == null ? undefined : set(field, parse(given)))

  const { lottery } = drop
  const { humanChecks = [], currency, beacon = null } = context
  const refusal =
    required('claimType', changes.claimType, parseClaimType) ??
    required('claimAccess', changes.claimAccess, parseClaimAccess) ??
    required('isLinkOnly', changes.isLinkOnly, (given) => parseFlag(given, 'isLinkOnly')) ??
    required('delivery', changes.delivery, parseDelivery) ??
    required('humanCheck', changes.humanCheck, (given) => parseHumanCheck(given, humanChecks)) ??
    optional('startsAt', changes.startsAt, (given) => parseInstant(given, 'startsAt')) ??
    optional('claimDeadline', changes.claimDeadline, (given) => parseInstant(given, 'claimDeadline')) ??
    optional('gating', changes.gating, ok) ??
    required('pool', changes.maxAmount, parsePool) ??
    (isAboutAward(changes) ? set('award', awardChange(drop, changes, context)) : undefined) ??
    optional('supply', changes.supply, (given) => parseCount(given, 'supply')) ??
    optional('price', changes.price, (given) => priceChange(drop, given, currency)) ??
    (isAboutLottery(changes) ? set('lottery', parseLottery(changes, lottery, beacon)) : undefined) ??
    optional('maxPerWallet', changes.maxPerWallet, (given) => parseCount(given, 'maxPerWallet')) ??
    required('title', changes.title, parseTitle) ??
    optional('description', changes.description, orNull(parseDescription)) ??
    optional(
      'imageUrl',
      changes.imageUrl,
      orNull((given) => parsePictureUrl(given, 'imageUrl')),
    ) ??
    required('shortcode', changes.shortcode, (given) => parseShortcode(given, 'shortcode')) ??
    optional('estimatedValueUsd', changes.estimatedValueUsd, parseEstimate) ??
    optional('embedOrigins', changes.embedOrigins, parseEmbedOrigins) ??
    optional('metadata', changes.metadata, parseMetadata)
  return refusal ? err(refusal) : ok(fields)
}

const orNull =
  <Given, Value>(parse: (given: Given) => Result<Value, Refusal>) =>
  (given: Given | null): Result<Value | null, Refusal> =>
    given === null ? ok(null) : parse(given)

function priceChange(
  { currency: code }: Drop,
  price: number | null,
  currency: Currency | null,
): Result<Price | null, Refusal> {
  if (price === null || price === 0) return ok(null)
  if (currency !== null) return parsePrice(price, currency)
  const message = `The service does not have the currency ${code} of this drop, so the price can only be left or removed`
  return err(badInput('price', 'UNKNOWN_COIN', message, { currency: code }))
}

const isAboutLottery = ({ admission, entriesCloseAt, claimWindowSeconds }: LotteryInput): boolean =>
  admission != null || entriesCloseAt != null || claimWindowSeconds != null

const isAboutAward = ({ tokenAmount, randomness }: DropChanges): boolean =>
  tokenAmount !== undefined || randomness != null

/** A random drop that stays random keeps its seed, so its owner cannot draw again. */
function awardChange(
  drop: Drop,
  { tokenAmount, randomness: wanted }: DropChanges,
  context: UpdateContext,
): Result<Award, Refusal> {
  const parsed =
    tokenAmount === undefined ? ok(drop.award) : parseAward(tokenAmount, drop.type, context.freshSeed)
  if (!parsed.ok) return parsed
  const award = parsed.value.kind === 'random' && drop.award.kind === 'random' ? drop.award : parsed.value
  const randomness = wanted == null ? ok(null) : parseRandomness(wanted)
  if (!randomness.ok) return randomness
  const changed =
    randomness.value === null
      ? ok(award)
      : awardWithRandomness(award, randomness.value, context.beacon ?? null)
  const isChange = changed.ok && beaconOf(changed.value)?.hash !== beaconOf(drop.award)?.hash
  if (!isChange || drop.status === 'DRAFT') return changed
  const message = 'randomness can be changed only while the drop is a DRAFT'
  // A drop that leaves BEACON by its tokenAmount could come back with INSTANT.
  return wanted == null
    ? err(badInput('tokenAmount', 'FIXED', `${message}, so a drop with BEACON stays random`))
    : err(badInput('randomness', 'FIXED', message))
}

const beaconOf = (award: Award) => (award.kind === 'random' ? award.beacon : null)
