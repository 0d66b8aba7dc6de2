import type { Drop } from '../drop.ts'
import type { Instant } from '../instant.ts'
import type { JsonObject } from '../json.ts'
import type { InputReason } from '../refusal-reasons.ts'
import type { Result } from '../result.ts'
import type { Operator } from './operator.ts'

/** A fact about a wallet that a rule needs: its source and its subject. */
export interface FactRequest {
  /** The source that knows the fact. */
  readonly source: FactSource
  /** A coin type, an object type, a drop's id or a list. Empty if the wallet alone is enough. */
  readonly subject: string
}

/**
 * `balance` (base units of a coin) and `owned_objects` (number of objects of a type) come from the chain. The others come
 * from the store: `confirmed_claims` on this drop, `claims_on_drop` confirmed on another drop, `listed` (1 or 0) on an
 * uploaded list, `account_age_days` of the user with that wallet (0 without one), and `exempted` (1 or 0) if the owner has
 * exempted the wallet. Other facts come from a source of the embedder (`Ports.ownFacts`).
 */
export type FactSource =
  | 'balance'
  | 'owned_objects'
  | 'confirmed_claims'
  | 'claims_on_drop'
  | 'listed'
  | 'account_age_days'
  | 'exempted'
  | OwnSource

/** The name of an embedder's own source, such as `own:newsletter`. */
export type OwnSource = `own:${string}`

/** Whether the fact comes from the `ownFacts` port. */
export const isOwnSource = (source: FactSource): source is OwnSource => source.startsWith('own:')

/** Sources in the store. Facts from these sources are read under the drop's lock. */
export const STORE_SOURCES: readonly FactSource[] = [
  'confirmed_claims',
  'claims_on_drop',
  'listed',
  'account_age_days',
  'exempted',
]

/** Whether the drop's owner has exempted the wallet from the rules. */
export const EXEMPTED: FactRequest = { source: 'exempted', subject: '' }

/** The subject of a `balance` request for the drop's own token. */
export const OWN_TOKEN = ''

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

/** A fault of a rule's value: a message in English. Programs translate it by its reason; a text has the reason `WRONG_FORMAT`. */
export type RuleFault =
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
  /** Parses a value, or returns each fault of it. */
  readonly read: (operator: Operator, value: string) => Result<ReadRule, readonly RuleFault[]>
}

/** A key without case and separators: `TOKEN_BALANCE`, `tokenBalance` and `token-balance` are the same key. */
export const bareKey = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '')

export const isSameKey = (one: string, other: string): boolean => bareKey(one) === bareKey(other)
