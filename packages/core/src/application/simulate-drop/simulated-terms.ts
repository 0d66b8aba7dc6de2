import { amountOf, type Currency } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { decideNewDrop } from '../../domain/drop-creation.ts'
import type { GatingConfig, GatingRule } from '../../domain/gating/gating.ts'
import { parseRules } from '../../domain/gating/rule-input.ts'
import type { RuleKind } from '../../domain/gating/rule-kind.ts'
import { idOf } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { isObject } from '../../domain/json.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import { ok, type Result } from '../../domain/result.ts'
import { type Caller, NOBODY } from '../../domain/user.ts'
import type { DropSimulation, SimulatedTerms } from './drop-simulation.ts'

const nth = (n: number): string => n.toString(16).padStart(32, '0')
const address = (n: number) => `0x${n.toString(16).padStart(64, '0')}`

/** The creator of the drop. Claims use the creator's key, as in a creator's own service. */
export const SIMULATED_OWNER: Caller = {
  user: { ...NOBODY, id: idOf('user', nth(1)), username: 'owner', identityProviderId: 'local:owner' },
  credential: { kind: 'api_key', id: idOf('key', nth(1)) },
}

const SUI: Currency = { code: 'SUI', coinType: `${address(2)}::sui::SUI`, decimals: 9 }

/** A beacon with the period of drand quicknet. Lotteries use it; random amounts are drawn without it. */
export const SIMULATED_BEACON = { hash: '', scheme: '', publicKey: '', genesisAt: 0, periodMs: 3_000 }

/** A placeholder for the coin of the drop's token. */
const OWN_COIN_TYPE = `${address(0)}::own::COIN`

export interface SimulatedDrop {
  readonly drop: Drop
  readonly currency: Currency
}

/** The drop as `createDrop` would make it, with the same rules and refusals, and its whole pool in an open vault. */
export function readTerms(
  terms: SimulatedTerms,
  kinds: readonly RuleKind[],
  now: Instant,
): Result<SimulatedDrop, Refusal> {
  const rules = parseRules(terms.rules ?? [], kinds)
  if (!rules.ok) return rules
  const currency = terms.currency ?? SUI
  const decided = decideNewDrop(terms, {
    id: idOf('drop', nth(1)),
    creator: SIMULATED_OWNER,
    tokenId: idOf('token', nth(1)),
    gating: terms.rules ? configOf(rules.value, now) : null,
    currency,
    voucherKey: { publicKey: '', privateKey: '' },
    beacon: SIMULATED_BEACON,
    freshSeed: { commitment: '', seed: '' },
    now,
  })
  if (!decided.ok) return decided
  const { drop } = decided.value
  const vault: Drop['vault'] = {
    kind: 'open',
    // No wallet has this address: a drop's vault cannot claim from it.
    objectId: `0x${'f'.repeat(64)}` as never,
    packageId: address(4) as never,
    coinType: OWN_COIN_TYPE,
    deposited: drop.pool,
    alarm: null,
    missing: amountOf(0n),
  }
  return ok({ drop: { ...drop, vault }, currency })
}

const configOf = (rules: readonly GatingRule[], now: Instant): GatingConfig => ({
  id: idOf('gating', nth(1)),
  ownerId: SIMULATED_OWNER.user.id,
  isActive: true,
  rules,
  version: 1,
  updatedAt: now,
})

const OBJECTS = [
  'arrivals',
  'asks',
  'repeats',
  'bots',
  'winners',
  'vouchers',
  'payments',
  'settings',
] as const
const LISTS = ['wallets', 'facts', 'ruleKinds'] as const

/**
 * Finds a value that is not an object, or not a list of objects, where one is required, because the input may come from
 * JSON; undefined if there is none. Their fields are checked afterwards.
 */
export function shapeError(simulation: DropSimulation): Refusal | undefined {
  if (!isObject(simulation)) return badInput('simulation', 'WRONG_TYPE', 'simulation must be an object')
  const { drop, facts } = simulation
  if (!isObject(drop)) return noObject('drop')
  if (drop.currency !== undefined && !isObject(drop.currency)) return noObject('drop.currency')
  const wrong = OBJECTS.find((name) => simulation[name] !== undefined && !isObject(simulation[name]))
  if (wrong) return noObject(wrong)
  const wrongList = LISTS.find((name) => simulation[name] !== undefined && !areObjects(simulation[name]))
  if (wrongList) return noList(wrongList)
  const place = facts?.findIndex(({ values }) => !areObjects(values)) ?? -1
  return place === -1 ? undefined : noList(`facts[${place}].values`)
}

const areObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject)

const noObject = (field: string): Refusal => badInput(field, 'WRONG_TYPE', `${field} must be an object`)
const noList = (field: string): Refusal => badInput(field, 'WRONG_TYPE', `${field} must be a list of objects`)

/** Ten years. A longer time is a typing error. */
const MAX_DURATION_MS = 10 * 365 * 86_400_000

/** The error of a share, which must be from 0 to 1; undefined if it is valid. */
export const shareError = (field: string, share: number): Refusal | undefined =>
  typeof share === 'number' && share >= 0 && share <= 1
    ? undefined
    : badInput(field, 'OUT_OF_RANGE', `${field} must be a number from 0 to 1`, { least: 0, most: 1 })

/** The error of a duration; undefined if it is valid. */
export const durationError = (field: string, ms: number, leastMs = 1): Refusal | undefined =>
  Number.isSafeInteger(ms) && ms >= leastMs && ms <= MAX_DURATION_MS
    ? undefined
    : badInput(
        field,
        'OUT_OF_RANGE',
        `${field} must be whole milliseconds, from ${leastMs} to ${MAX_DURATION_MS} (ten years)`,
        { least: leastMs, most: MAX_DURATION_MS },
      )

/** The error of a count; undefined if it is valid. */
export const countError = (field: string, count: number, most: number): Refusal | undefined =>
  Number.isSafeInteger(count) && count >= 1 && count <= most
    ? undefined
    : badInput(field, 'OUT_OF_RANGE', `${field} must be a whole number from 1 to ${most}`, { least: 1, most })
