import { type Currency, type DropSimulation, type FactSource, GATING_TEMPLATES } from '@dropkit/core'
import { FACT_MEANINGS } from '@dropkit/core/internal'
import { z } from 'zod'

const instant = z.iso
  .datetime({ offset: true, error: 'must be a date such as 2026-12-01T12:00:00Z' })
  .transform((text) => Date.parse(text))

const rule = z.strictObject({
  key: z.string(),
  operator: z.string(),
  value: z.string(),
  description: z.string().nullish(),
})

/** The fields of the API's `CreateDropInput`. Fields that do not affect the simulation are accepted and ignored. */
const drop = z.strictObject({
  title: z.string(),
  type: z.enum(['TOKEN', 'NFT']),
  claimType: z.enum(['REGULAR', 'STREAK', 'ELITE']),
  maxAmount: z.string(),
  description: z.string().nullish(),
  tokenAmount: z.string().nullish(),
  estimatedValueUsd: z.number().nullish(),
  startsAt: instant.nullish(),
  claimDeadline: instant.nullish(),
  admission: z.enum(['FIRST_COME', 'LOTTERY']).nullish(),
  entriesCloseAt: instant.nullish(),
  claimWindowSeconds: z.number().nullish(),
  status: z.enum(['DRAFT', 'SCHEDULED', 'ACTIVE', 'PAUSED']).nullish(),
  shortcode: z.string().nullish(),
  maxPerWallet: z.number().nullish(),
  claimAccess: z.enum(['OPEN', 'WALLET', 'OWNER']).nullish(),
  imageUrl: z.string().nullish(),
  price: z.number().nullish(),
  currency: z.string().nullish(),
  supply: z.number().nullish(),
  metadata: z.json().optional(),
  communityId: z.string().nullish(),
  randomness: z.enum(['INSTANT', 'BEACON']).nullish(),
  delivery: z.enum(['WALLET', 'SPONSORED', 'SERVER']).nullish(),
  isLinkOnly: z.literal(false, { error: 'must be false: claim links cannot be simulated' }).nullish(),
  humanCheck: z.enum(['NONE', 'PROOF_OF_WORK', 'TURNSTILE']).nullish(),
  embedOrigins: z.array(z.string()).nullish(),
  collection: z.json().optional(),
  tokenName: z.string().nullish(),
  tokenSymbol: z.string().nullish(),
  tokenDescription: z.string().nullish(),
  existingTokenId: z.string().nullish(),
  gatingId: z
    .enum(
      GATING_TEMPLATES.map(({ id }) => id),
      { error: 'must be the id of a template; put other rules into "rules"' },
    )
    .nullish(),
  rules: z.array(rule).optional(),
})

/** The words for `arrivals.model`, also on the command line. */
export const ARRIVAL_MODELS = ['steady', 'poisson', 'rush', 'daily'] as const

const wallets = z.number().optional()
const arrivals = z.discriminatedUnion('model', [
  z.strictObject({ model: z.enum(['steady', 'poisson']), wallets, overMs: z.number() }),
  z.strictObject({ model: z.literal('rush'), wallets, halfLifeMs: z.number() }),
  z.strictObject({ model: z.literal('daily'), wallets, overMs: z.number(), peakHour: z.number().optional() }),
])

const simulation = z.strictObject({
  drop,
  arrivals: arrivals.optional(),
  wallets: z
    .array(
      z.strictObject({
        address: z.string(),
        afterMs: z.number().optional(),
        asks: z.string().optional(),
        facts: z.record(z.string(), z.string()).optional(),
      }),
    )
    .optional(),
  facts: z
    .array(
      z.strictObject({
        source: z.enum(Object.keys(FACT_MEANINGS) as FactSource[]),
        subject: z.string().optional(),
        values: z.array(z.strictObject({ share: z.number(), value: z.string().nullable() })),
      }),
    )
    .optional(),
  asks: z.strictObject({ least: z.string(), most: z.string() }).optional(),
  repeats: z.strictObject({ share: z.number(), times: z.number(), everyMs: z.number() }).optional(),
  bots: z
    .strictObject({ people: z.number(), walletsEach: z.number(), everyMs: z.number().optional() })
    .optional(),
  winners: z.strictObject({ claimedShare: z.number().optional(), meanMs: z.number().optional() }).optional(),
  vouchers: z.strictObject({ usedShare: z.number().optional(), meanMs: z.number().optional() }).optional(),
  payments: z.strictObject({ paidShare: z.number().optional(), meanMs: z.number().optional() }).optional(),
  deliveryMs: z.number().optional(),
  beginsAt: instant.optional(),
  settings: z
    .strictObject({
      voucherLifetimeMs: z.number().exactOptional(),
      paymentLifetimeMs: z.number().exactOptional(),
      latePaymentWatchMs: z.number().exactOptional(),
      expiryMarginMs: z.number().exactOptional(),
    })
    .optional(),
  seed: z.number().optional(),
})

/**
 * Parses a simulation in JSON, with dates as strings. `currencies` are the allowed currencies of a price; the first one is
 * the default. Returns the errors, each with its path, if the file is invalid.
 */
export function readSimulationFile(
  text: string,
  currencies: readonly Currency[],
): DropSimulation | readonly string[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return ['it is not JSON']
  }
  const read = simulation.safeParse(json, { error: messageFor })
  if (!read.success) return read.error.issues.map(errorOf)
  const {
    gatingId,
    existingTokenId: _token,
    collection: _pieces,
    currency: code,
    rules,
    ...terms
  } = read.data.drop
  const template = GATING_TEMPLATES.find(({ id }) => id === gatingId)
  if (template && rules) return ['drop.gatingId: not allowed together with drop.rules']
  const known = rules ?? template?.rules
  const currency = code == null ? currencies[0] : currencies.find((one) => one.code === code.toUpperCase())
  if (!currency) return [`drop.currency: must be one of ${currencies.map((one) => one.code).join(', ')}`]
  return { ...read.data, drop: { ...terms, currency, ...(known ? { rules: known } : {}) } }
}

/** Replaces the messages of the library, which are for programmers. */
const messageFor: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `must be of the type ${issue.expected}${issue.input === undefined ? '; it is missing' : ''}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'invalid_union':
      return `must be one of ${ARRIVAL_MODELS.join(', ')}`
    case 'unrecognized_keys':
      return `unknown fields: ${issue.keys.join(', ')}`
    default:
      return undefined
  }
}

const errorOf = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`

const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** The format of a duration, for error messages. */
export const DURATION_SHAPE = 'a number followed by ms, s, m, h or d, such as 90s or 1.5h'

/** Parses `90s`, `5m` or `1.5h` into milliseconds. Undefined if the text is not a duration. */
export function readDuration(text: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  return digits === '' ? undefined : Math.round(Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS])
}

/** Formats a duration in the unit of `unitFor`, with three significant digits: `250 ms`, `9.2 s`, `1.25 h`. */
export function inWords(ms: number): string {
  const { unit, lengthMs } = unitFor(ms)
  return `${Number((ms / lengthMs).toPrecision(3))} ${WORDS[unit]}`
}

const WORDS = { ms: 'ms', s: 's', m: 'min', h: 'h', d: 'days' } as const

/** The largest unit of which the duration has at least 1.5, with its name and its length. */
export function unitFor(ms: number): {
  readonly unit: keyof typeof UNITS_MS
  readonly name: string
  readonly lengthMs: number
} {
  const fitting = Object.entries(UNITS_MS).findLast(([, lengthMs]) => ms >= lengthMs * 1.5) ?? ['ms', 1]
  const [unit, lengthMs] = fitting as [keyof typeof UNITS_MS, number]
  return { unit, name: NAMES[unit], lengthMs }
}

const NAMES = { ms: 'milliseconds', s: 'seconds', m: 'minutes', h: 'hours', d: 'days' } as const
