import type { Drop } from '../drop.ts'
import type { Instant } from '../instant.ts'
import { unreachable } from '../invariant.ts'
import type { JsonObject } from '../json.ts'
import type { InputReason } from '../refusal-reasons.ts'
import type { Result } from '../result.ts'
import type { GatingRule } from './gating.ts'

/** A fact about a wallet that a rule needs: its source and its subject. */
export interface FactRequest<Source extends FactSource = FactSource> {
  /** The source that knows the fact. */
  readonly source: Source
  /** A coin type, an object type, a drop's id or a list. Empty if the wallet alone is enough. */
  readonly subject: string
}

/** Where a fact comes from: the chain, the store, or a source of the embedder (`Ports.ownFacts`). */
export type FactSource = ChainSource | StoreSource | OwnSource

/** `balance`: base units of a coin. `owned_objects`: number of objects of a type. */
export type ChainSource = 'balance' | 'owned_objects'

/**
 * `confirmed_claims` on this drop, `claims_on_drop` confirmed on another drop, `listed` (1 or 0) on an uploaded list,
 * `account_age_days` of the user with that wallet (0 without one), and `exempted` (1 or 0) if the owner has exempted the
 * wallet. The store reads them under the drop's lock.
 */
export type StoreSource = 'confirmed_claims' | 'claims_on_drop' | 'listed' | 'account_age_days' | 'exempted'

/** The name of an embedder's own source, such as `own:newsletter`. */
export type OwnSource = `own:${string}`

/** Whether the fact comes from the `ownFacts` port. */
export const isOwnSource = (source: FactSource): source is OwnSource => source.startsWith('own:')

/** The meaning of the number that each source in the store returns. */
const STORE_FACTS: Readonly<Record<StoreSource, string>> = {
  confirmed_claims: 'how many confirmed claims the wallet has on this drop',
  claims_on_drop: 'how many confirmed claims the wallet has on another drop',
  listed: 'whether the wallet is on an uploaded list: 1 or 0',
  account_age_days: 'whole days since the user with this wallet was created; 0 without a user',
  exempted: 'whether the owner has exempted the wallet from the rules: 1 or 0',
}

/** The meaning of the number that each built-in source returns. */
export const FACT_MEANINGS: Readonly<Record<ChainSource | StoreSource, string>> = {
  balance: 'how much of a coin the wallet holds, in base units',
  owned_objects: 'how many objects of a type the wallet owns; 10001 if it owns more than 10000',
  ...STORE_FACTS,
}

/** All sources in the store. */
export const STORE_SOURCES = Object.keys(STORE_FACTS) as readonly StoreSource[]

/** Whether the fact comes from the store. */
export const isStoreRequest = (request: FactRequest): request is FactRequest<StoreSource> =>
  Object.hasOwn(STORE_FACTS, request.source)

/** Whether the drop's owner has exempted the wallet from the rules. */
export const EXEMPTED: FactRequest<StoreSource> = { source: 'exempted', subject: '' }

/** The subject of a `balance` request for the drop's own token. */
export const OWN_TOKEN = ''

/** A wallet with more objects of a type has this number plus one as its fact, because counting all would take too long. */
export const MOST_COUNTED_OBJECTS = 10_000

/** The key under which a fact is stored and found. */
export const factKey = ({ source, subject }: FactRequest): string => `${source} ${subject}`

/** Facts about one wallet, as numbers. Undefined means "could not be read", never zero. */
export interface Facts {
  (request: FactRequest): bigint | undefined
  /** When each fact was read, if that is known. */
  readonly observedAt?: (request: FactRequest) => Instant | undefined
}

/** The result of one rule for a wallet. `unknown`: a fact could not be read. */
export type RuleVerdict = 'pass' | 'fail' | 'unknown'

/** A rule with a parsed operator and value. */
export interface ReadRule {
  /** The facts that the rule needs to judge a wallet on this drop. */
  readonly requests: (drop: Drop) => readonly FactRequest[]
  readonly judge: (wallet: string, facts: Facts, drop: Drop) => RuleVerdict
  /** The required value for people, such as `>= 1000`. Default: operator and value as written. */
  readonly needed?: string | undefined
  /** A fact that the rule's own value contains, such as whether the wallet is on an inline list. */
  readonly observe?: ((wallet: string) => bigint) | undefined
}

/**
 * An error in a rule's value, returned and not thrown: a message in English. Programs translate it by its reason; a text has
 * the reason `WRONG_FORMAT`.
 */
export type RuleValueError =
  | string
  | { readonly reason: InputReason; readonly message: string; readonly details?: JsonObject }

/**
 * One kind of rule. To add a kind, write it in rule-kinds.ts and add it to the list there. Embedders add theirs to
 * `Ports.ruleKinds`. Parsing and evaluation know no kind by name.
 */
export interface RuleKind {
  /** The key in its documented spelling. Other spellings are accepted too. */
  readonly key: string
  readonly operators: readonly Operator[]
  /** The form of a valid value, for error messages. */
  readonly valueShape: string
  /** Parses a value, or returns each error in it. */
  readonly read: (operator: Operator, value: string) => Result<ReadRule, readonly RuleValueError[]>
}

/** A key without case and separators: `TOKEN_BALANCE`, `tokenBalance` and `token-balance` are the same key. */
export const bareKey = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '')

export const isSameKey = (one: string, other: string): boolean =>
  one.length <= MAX_NAME_LENGTH && other.length <= MAX_NAME_LENGTH && bareKey(one) === bareKey(other)

/** The longest key or operator in any spelling. A request has room for one of megabytes. */
const MAX_NAME_LENGTH = 200

/** A fact about a wallet that decided a rule. */
export interface ObservedFact {
  readonly source: FactSource
  readonly subject: string
  /** Null if it could not be read. */
  readonly value: bigint | null
  /** When it was read; null if it could not be read. */
  readonly at: Instant | null
}

/** The result of one rule for a wallet, with the facts that decided it. */
export interface RuleCheck {
  readonly rule: GatingRule
  readonly verdict: RuleVerdict
  /** The required value, such as `>= 1000`. */
  readonly needed: string
  readonly facts: readonly ObservedFact[]
}

/** The operator of a rule, in its internal spelling. */
export type Operator = '>=' | '>' | '<=' | '<' | '==' | '!=' | 'in' | 'not_in'

/** Operators for rule kinds that compare numbers. */
export const COMPARISONS: readonly Operator[] = ['>=', '>', '<=', '<', '==', '!=']

const SPELLINGS: { readonly [spelling: string]: Operator } = {
  '>=': '>=',
  gte: '>=',
  '>': '>',
  gt: '>',
  '<=': '<=',
  lte: '<=',
  '<': '<',
  lt: '<',
  '==': '==',
  '=': '==',
  eq: '==',
  '!=': '!=',
  neq: '!=',
  in: 'in',
  notin: 'not_in',
}

/** Parses an operator in any accepted spelling; undefined if it is unknown. */
export const readOperator = (text: string): Operator | undefined =>
  text.length <= MAX_NAME_LENGTH && Object.hasOwn(SPELLINGS, spellingOf(text))
    ? SPELLINGS[spellingOf(text)]
    : undefined

const spellingOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[_\s-]/g, '')

export function compare(left: bigint, operator: Operator, right: bigint): boolean {
  switch (operator) {
    case '>=':
      return left >= right
    case '>':
      return left > right
    case '<=':
      return left <= right
    case '<':
      return left < right
    case '==':
      return left === right
    case '!=':
      return left !== right
    case 'in':
    case 'not_in':
      throw new Error(`invariant broken: ${operator} compares no numbers`)
    default:
      return unreachable(operator)
  }
}

/** A built-in kind of rule, with the texts for its reference page. */
export interface DescribedKind extends RuleKind {
  /** What the rule requires of a wallet, in one sentence. */
  readonly meaning: string
  /** One example for each form of the value. */
  readonly examples: readonly [RuleExample, ...RuleExample[]]
}

interface RuleExample {
  readonly operator: string
  readonly value: string
  readonly description: string
}
