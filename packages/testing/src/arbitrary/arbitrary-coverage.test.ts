// Every member of every union for which there is an arbitrary must occur in a sample. The lists are records over the
// unions: a new member is a type error until it is listed here, and then this test fails until an arbitrary generates it.
import {
  type Award,
  type ClaimAccess,
  type ClaimType,
  type DropStatus,
  type DropType,
  type IntentState,
  type PaymentIntentStatus,
  RULE_KINDS,
  type StatusReason,
  statusOf,
  type TransferState,
} from '@dropkit/core'
import { readRule } from '@dropkit/core/internal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TEST_CURRENCIES } from '../doubles/test-ports.ts'
import { anyPaymentIntent, anyPoolStep, anyRefund, type PoolStep } from './any-claim-and-payment.ts'
import { anyDrop, anyGating, anyGatingRule } from './any-drop.ts'

const seed = fc.readConfigureGlobal().seed ?? Math.floor(Math.random() * 0x7fffffff)
const SAMPLES = 2_000

const members = <Union extends string>(record: Record<Union, true>): readonly string[] => Object.keys(record)

const DROP_TYPES = members<DropType>({ TOKEN: true, NFT: true })
const CLAIM_TYPES = members<ClaimType>({ REGULAR: true, STREAK: true, ELITE: true })
const ACCESSES = members<ClaimAccess>({ OPEN: true, WALLET: true, OWNER: true })
const AWARDS = members<Award['kind']>({ fixed: true, open: true, random: true })
const WRITTEN_STATUSES = members<Exclude<DropStatus, 'SOLD_OUT'>>({
  DRAFT: true,
  SCHEDULED: true,
  ACTIVE: true,
  PAUSED: true,
  ENDED: true,
  CANCELLED: true,
})
const INTENT_STATES = members<IntentState['kind']>({
  PENDING: true,
  PROCESSING: true,
  PAID: true,
  IN_REVIEW: true,
  EXPIRED: true,
  CANCELLED: true,
})
const INTENT_STATUSES = members<PaymentIntentStatus>({
  PENDING: true,
  PROCESSING: true,
  CONFIRMED: true,
  REQUIRES_REVIEW: true,
  EXPIRED: true,
  CANCELLED: true,
  PARTIALLY_REFUNDED: true,
  REFUNDED: true,
})
const REASONS = members<StatusReason>({
  UNDERPAID: true,
  OVERPAID: true,
  PAID_LATE: true,
  WRONG_SENDER: true,
  WRONG_COIN: true,
  SOLD_OUT: true,
})
const TRANSFER_STATES = members<TransferState['kind']>({ PENDING: true, SUCCEEDED: true, FAILED: true })
const POOL_STEPS = members<PoolStep['kind']>({ claims: true, advance: true, confirm: true, expire: true })

const drops = fc.sample(
  anyDrop({
    isPriced: true,
    isScheduled: true,
    isGated: true,
    accesses: ['OPEN', 'WALLET', 'OWNER'],
    statuses: ['DRAFT', 'SCHEDULED', 'ACTIVE', 'PAUSED', 'ENDED', 'CANCELLED'],
  }),
  { seed, numRuns: SAMPLES },
)
const rules = fc.sample(anyGatingRule(), { seed, numRuns: SAMPLES })

/** Throws with the seed and the values that occur in no sample. */
function expectAll(wanted: readonly string[], made: Iterable<string>): void {
  const seen = new Set(made)
  expect({ seed, missing: wanted.filter((value) => !seen.has(value)) }).toEqual({ seed, missing: [] })
}

/** All pairs of the two lists. */
const pairs = (ones: readonly string[], others: readonly string[]): string[] =>
  ones.flatMap((one) => others.map((other) => `${one} ${other}`))

describe('the arbitraries make', () => {
  test('drops of every type, claim type and access', () => {
    expectAll(
      pairs(DROP_TYPES, CLAIM_TYPES),
      drops.map(({ type, claimType }) => `${type} ${claimType}`),
    )
    expectAll(
      pairs(CLAIM_TYPES, ACCESSES),
      drops.map(({ claimType, claimAccess }) => `${claimType} ${claimAccess}`),
    )
  })

  test('drops with every award, with and without a supply, a price and a limit', () => {
    const has = (value: unknown) => (value === null ? 'without' : 'with')
    const described = drops.flatMap(({ award, supply, price, maxPerWallet }) => [
      `${award.kind} ${has(supply)} supply`,
      `${award.kind} ${has(price)} price`,
      `${award.kind} ${has(maxPerWallet)} limit`,
    ])
    const wanted = ['supply', 'price', 'limit'].flatMap((what) => [`with ${what}`, `without ${what}`])
    expectAll(pairs(AWARDS, wanted), described)
    expectAll(
      TEST_CURRENCIES.map(({ code }) => code),
      drops.flatMap(({ price }) => (price ? [price.currency] : [])),
    )
    // An NFT drop gives one piece per claim, or a random number of pieces.
    expectAll(
      ['NFT fixed', 'NFT random', 'TOKEN fixed', 'TOKEN open', 'TOKEN random'],
      drops.map(({ type, award }) => `${type} ${award.kind}`),
    )
  })

  test('drops in every state that is written, with and without a start and a deadline', () => {
    expectAll(
      WRITTEN_STATUSES,
      drops.map(({ status }) => status),
    )
    expectAll(
      pairs(['start', 'no start'], ['deadline', 'no deadline']),
      drops.map(
        ({ startsAt, claimDeadline }) =>
          `${startsAt === null ? 'no ' : ''}start ${claimDeadline === null ? 'no ' : ''}deadline`,
      ),
    )
  })

  test('drops with no rules, with inactive ones and with active ones; an ELITE drop always has some', () => {
    expectAll(
      ['none', 'active', 'inactive'],
      drops.map(({ gating }) => (gating === null ? 'none' : gating.isActive ? 'active' : 'inactive')),
    )
    expect(drops.filter(({ claimType, gating }) => claimType === 'ELITE' && gating === null)).toEqual([])
    expectAll(
      ['0', '1', '2', '3', '4'],
      fc.sample(anyGating(), { seed, numRuns: SAMPLES }).map((gating) => String(gating.rules.length)),
    )
  })

  test('rules of every kind, with every operator and every form of value; each of them is read', () => {
    expectAll(
      RULE_KINDS.flatMap(({ key, operators }) => operators.map((operator) => `${key} ${operator}`)),
      rules.map(({ key, operator }) => `${key} ${operator}`),
    )
    // The reference has an example of each form: a list, a list in a file, and a type with and without a number.
    const formOf = (value: string): string => {
      if (value.startsWith('file:')) return 'file'
      return value.includes('::') ? `type${/:\d+$/.test(value) ? ' and number' : ''}` : 'plain'
    }
    expectAll(
      RULE_KINDS.flatMap(({ key, examples }) => examples.map(({ value }) => `${key} ${formOf(value)}`)),
      rules.map(({ key, value }) => `${key} ${formOf(value)}`),
    )
    const unread = rules.filter((rule) => !readRule(rule, 'rule').ok)
    expect({ seed, unread }).toEqual({ seed, unread: [] })
  })

  test('payment intents in every state and of every status and reason', () => {
    const all = fc.sample(anyDrop({ isPriced: true }).chain(anyPaymentIntent), { seed, numRuns: SAMPLES })
    expectAll(
      INTENT_STATES,
      all.map(({ state }) => state.kind),
    )
    expectAll(INTENT_STATUSES, all.map(statusOf))
    expectAll(
      REASONS,
      all.flatMap(({ state }) => ('reason' in state && state.reason !== null ? [state.reason] : [])),
    )
    const [intent] = all
    if (!intent) throw new Error('a sample has values')
    expectAll(
      TRANSFER_STATES,
      fc.sample(anyRefund(intent), { seed, numRuns: 200 }).map(({ state }) => state.kind),
    )
  })

  test('every step in the life of a pool', () => {
    const steps = drops
      .slice(0, 200)
      .flatMap((drop, n) => fc.sample(anyPoolStep(drop), { seed: seed + n, numRuns: 3 }))
    expectAll(
      POOL_STEPS,
      steps.map(({ kind }) => kind),
    )
  })
})
