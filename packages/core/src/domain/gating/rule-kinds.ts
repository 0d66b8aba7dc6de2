import { parseAmount } from '../amount.ts'
import { readId } from '../ids.ts'
import { invariant } from '../invariant.ts'
import { badInput, type Refusal } from '../refusal.ts'
import { err, ok, type Result } from '../result.ts'
import { shownText } from '../text.ts'
import { normalizeType } from '../token.ts'
import type { GatingRule } from './gating.ts'
import {
  bareKey,
  COMPARISONS,
  compare,
  type DescribedKind,
  type FactRequest,
  isSameKey,
  MOST_COUNTED_OBJECTS,
  type Operator,
  OWN_TOKEN,
  type ReadRule,
  type RuleKind,
  type RuleValueError,
  readOperator,
} from './rule-kind.ts'
import { walletAllowlist } from './wallet-allowlist.ts'

const tokenBalance: DescribedKind = {
  key: 'token_balance',
  meaning: "How much of a coin the wallet holds: the drop's own token, or any coin that the value names.",
  operators: COMPARISONS,
  valueShape: '"1000" of the drop\'s own token, or "<coinType>:1000", in base units',
  examples: [
    { operator: '>=', value: '1000', description: "Hold 1000 base units of the drop's own token" },
    { operator: '>', value: '0x2::sui::SUI:5000000000', description: 'Hold more than 5 SUI' },
  ],
  read: (operator, value) => {
    const separator = value.search(/(?<!:):(?!:)/)
    const amount = parseAmount(value.slice(separator + 1), `the amount in "${shownText(value)}"`)
    if (!amount.ok) return err([amount.error])
    const threshold = amount.value
    if (separator === -1) {
      return ok(thresholdRule({ source: 'balance', subject: OWN_TOKEN }, operator, threshold))
    }
    const given = value.slice(0, separator)
    const coinType = normalizeType(given)
    if (coinType === undefined)
      return err([{ reason: 'NO_COIN_TYPE', message: `"${shownText(given)}" is not a coin type` }])
    return ok(thresholdRule({ source: 'balance', subject: coinType }, operator, threshold))
  },
}

const nftOwnership: DescribedKind = {
  key: 'nft_ownership',
  meaning:
    'How many objects of a type the wallet owns. Objects in kiosks do not count. A type without a number asks for one at least; with != for none. Objects are counted up to 10001, so a number above 10000 cannot be checked for a wallet that owns more.',
  operators: COMPARISONS,
  valueShape: '"<type>" or "<type>:2", a type as 0xPACKAGE::module::TYPE',
  examples: [
    { operator: '>=', value: '0x2::example::Member:2', description: 'Own two member cards' },
    { operator: '==', value: '0x2::example::Member', description: 'Own a member card' },
  ],
  read: (operator, value) => {
    const separator = value.search(/(?<!:):(?!:)(?=\d+\s*$)/)
    const type = normalizeType(separator === -1 ? value : value.slice(0, separator))
    if (type === undefined)
      return err([{ reason: 'NO_COIN_TYPE', message: `"${shownText(value)}" is not a type` }])
    const request = { source: 'owned_objects', subject: type } as const
    if (separator === -1) return ok(thresholdRule(request, asOwnership(operator), operator === '>' ? 0n : 1n))
    const count = readWholeNumber(value.slice(separator + 1))
    return count === undefined
      ? err([{ reason: 'NO_NUMBER', message: `"${shownText(value)}" must end with a whole number` }])
      : ok(thresholdRule(request, operator, count))
  },
}

/** For a type without a number, `==` means "owns at least one" and `!=` means "owns none". */
function asOwnership(operator: Operator): Operator {
  if (operator === '==') return '>='
  return operator === '!=' ? '<' : operator
}

const claimedDrop: DescribedKind = {
  key: 'claimed_drop',
  meaning: 'Whether the wallet has a confirmed claim on another drop.',
  operators: ['==', '!='],
  valueShape: "a drop's id",
  examples: [
    {
      operator: '==',
      value: 'drop_0192f0c8a1b27cc39d4e5f60718293a4',
      description: 'Have claimed from the first drop',
    },
    {
      operator: '!=',
      value: 'drop_0192f0c8a1b27cc39d4e5f60718293a4',
      description: 'Not have claimed from the first drop',
    },
  ],
  read: (operator, value) => {
    const dropId = readId('drop', value.trim())
    if (!dropId) return err([`"${shownText(value)}" is not the id of a drop`])
    const request = { source: 'claims_on_drop', subject: dropId } as const
    return ok({
      requests: () => [request],
      needed: operator === '==' ? '>= 1' : '== 0',
      judge: (_wallet, facts) => {
        const claims = facts(request)
        if (claims === undefined) return 'unknown'
        return claims > 0n === (operator === '==') ? 'pass' : 'fail'
      },
    })
  },
}

const claimCount: DescribedKind = {
  key: 'claim_count',
  meaning: 'How many confirmed claims the wallet has on this very drop.',
  operators: COMPARISONS,
  valueShape: 'a whole number',
  examples: [{ operator: '<=', value: '0', description: 'Have no confirmed claim on this drop yet' }],
  read: (operator, value) => {
    const threshold = readWholeNumber(value)
    if (threshold === undefined)
      return err([{ reason: 'NO_NUMBER', message: `"${shownText(value)}" is not a whole number` }])
    return ok(thresholdRule({ source: 'confirmed_claims', subject: '' }, operator, threshold))
  },
}

const accountAge: DescribedKind = {
  key: 'account_age_days',
  meaning: 'Whole days since the user with this wallet was created; 0 if the wallet has no user.',
  operators: COMPARISONS,
  valueShape: 'a whole number of days',
  examples: [{ operator: '>=', value: '30', description: 'Have an account for 30 days' }],
  read: (operator, value) => {
    const threshold = readWholeNumber(value)
    if (threshold === undefined)
      return err([{ reason: 'NO_NUMBER', message: `"${shownText(value)}" is not a whole number of days` }])
    return ok(thresholdRule({ source: 'account_age_days', subject: '' }, operator, threshold))
  },
}

/** All built-in kinds of rules. */
export const RULE_KINDS: readonly DescribedKind[] = [
  tokenBalance,
  nftOwnership,
  walletAllowlist,
  claimCount,
  claimedDrop,
  accountAge,
]

/** Parses a rule. `field` names it in errors. */
export function readRule(
  rule: Pick<GatingRule, 'key' | 'operator' | 'value'>,
  field: string,
  kinds: readonly RuleKind[] = RULE_KINDS,
): Result<ReadRule, Refusal> {
  const found = findKind(rule, field, kinds)
  if (!found.ok) return found
  const { kind, operator } = found.value
  const read = kind.read(operator, rule.value)
  return read.ok ? ok(read.value) : err(refusalOfValue(kind, read.error, field))
}

/** The kind and the operator of a rule. `field` names the rule in errors. */
export function findKind(
  rule: Pick<GatingRule, 'key' | 'operator'>,
  field: string,
  kinds: readonly RuleKind[],
): Result<{ readonly kind: RuleKind; readonly operator: Operator }, Refusal> {
  const kind = kinds.find(({ key }) => isSameKey(key, rule.key))
  if (!kind) {
    const known = kinds.map(({ key }) => key)
    return err(
      badInput(
        `${field}.key`,
        'UNKNOWN_VALUE',
        `There is no rule kind "${shownText(rule.key)}"; there are ${known.join(', ')}`,
        {
          known,
        },
      ),
    )
  }
  const operator = readOperator(rule.operator)
  if (!operator || !kind.operators.includes(operator)) {
    const known = kind.operators
    const message = `${kind.key} does not support the operator "${shownText(rule.operator)}"; it supports ${known.join(' ')}`
    return err(badInput(`${field}.operator`, 'UNKNOWN_VALUE', message, { known }))
  }
  return ok({ kind, operator })
}

/** Refuses the value of a rule of this kind because of these errors. */
export function refusalOfValue(kind: RuleKind, errors: readonly RuleValueError[], field: string): Refusal {
  const faults = errors.map((error) => (typeof error === 'string' ? error : error.message))
  const [first] = errors
  const { reason, details } = typeof first === 'object' ? first : { reason: 'WRONG_FORMAT' as const }
  const message = `${kind.key} takes ${kind.valueShape}: ${faults.join('; ')}`
  return badInput(`${field}.value`, reason, message, { ...details, faults })
}

/** Throws if two kinds have the same key, because the second one would never be used. */
export function assertKindsDiffer(kinds: readonly RuleKind[]): void {
  const keys = kinds.map(({ key }) => bareKey(key))
  invariant(new Set(keys).size === keys.length, () => `rule kinds have keys of their own: ${keys.join(', ')}`)
}

/** A rule that compares one number about the wallet with a threshold. */
export const thresholdRule = (request: FactRequest, operator: Operator, threshold: bigint): ReadRule => ({
  requests: () => [request],
  needed: `${operator} ${threshold}`,
  judge: (_wallet, facts) => {
    const fact = facts(request)
    if (fact === undefined || isCountedTooShort(request, fact, threshold)) return 'unknown'
    return compare(fact, operator, threshold) ? 'pass' : 'fail'
  },
})

/** Whether the wallet owns more objects than are counted, so that the threshold may be below or above their number. */
const isCountedTooShort = ({ source }: FactRequest, fact: bigint, threshold: bigint): boolean =>
  source === 'owned_objects' && fact > MOST_COUNTED_OBJECTS && threshold > MOST_COUNTED_OBJECTS

const WHOLE_NUMBER = /^\d{1,20}$/

/** A whole number of at least 0 in decimal digits; undefined for any other text. */
export const readWholeNumber = (text: string): bigint | undefined =>
  typeof text === 'string' && WHOLE_NUMBER.test(text.trim()) ? BigInt(text.trim()) : undefined
