import type { Drop } from '../drop.ts'
import type { Instant } from '../instant.ts'
import type { Result } from '../result.ts'
import type { Operator } from './operator.ts'

/** Something about a wallet that a rule has to know: where to ask, and about what. */
export interface FactRequest {
  /** The name of the source that has it. */
  readonly source: FactSource
  /** What is asked about: a coin type, an object type, a drop's id, a list. Empty if the wallet alone is enough. */
  readonly subject: string
}

/**
 * `balance` (base units of a coin) and `owned_objects` (how many of a type) are the chain's; the others are in our own
 * store: `confirmed_claims` on this drop, `claims_on_drop` confirmed on another, `listed` (1 or 0) on an uploaded
 * list, `account_age_days` of the user with that wallet (0 without one), `exempted` (1 or 0) if the drop's owner has
 * exempted the wallet from the rules. Whatever else is known of wallets comes from a source of the embedding service's
 * own (`Ports.ownFacts`).
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

/** A name of one's own for a source of one's own: `own:newsletter`. */
export type OwnSource = `own:${string}`

/** Whether the `ownFacts` port is asked, and neither the chain nor the store. */
export const isOwnSource = (source: FactSource): source is OwnSource => source.startsWith('own:')

/** Sources that our own store has: what depends on them is judged under the drop's lock. */
export const STORE_SOURCES: readonly FactSource[] = [
  'confirmed_claims',
  'claims_on_drop',
  'listed',
  'account_age_days',
  'exempted',
]

/** Whether the drop's owner has exempted the wallet from the rules. */
export const EXEMPTED: FactRequest = { source: 'exempted', subject: '' }

/** The subject of a `balance` request that asks for the drop's own token, whatever type the drop is of. */
export const OWN_TOKEN = ''

/** One name for one question, by which facts are found again. */
export const factKey = ({ source, subject }: FactRequest): string => `${source} ${subject}`

/** Facts about one wallet, as numbers; undefined is "could not be had", never zero. */
export interface Facts {
  (request: FactRequest): bigint | undefined
  /** When each fact was read, if that is known. */
  readonly observedAt?: (request: FactRequest) => Instant | undefined
}

/** What one rule says of a wallet; `unknown` where a fact could not be had. */
export type RuleVerdict = 'pass' | 'fail' | 'unknown'

/** A rule whose operator and value have been read. */
export interface ReadRule {
  /** What the rule must know about a wallet to judge it on this drop. */
  readonly requests: (drop: Drop) => readonly FactRequest[]
  readonly judge: (wallet: string, facts: Facts, drop: Drop) => RuleVerdict
  /** What the rule needs, such as `>= 1000`, for people. Default: its operator and value as written. */
  readonly needed?: string | undefined
  /** A fact that the rule's own value says, such as whether the wallet is on an inline list. */
  readonly observe?: ((wallet: string) => bigint) | undefined
}

/**
 * One kind of rule. A new kind is one file that exports this, added to the list in rule-kinds.ts, or, by whoever embeds
 * Dropkit, to `Ports.ruleKinds`: reading and judging know no kind by name.
 */
export interface RuleKind {
  /** Its key in the one spelling we document; others are read as well. */
  readonly key: string
  readonly operators: readonly Operator[]
  /** What a value looks like, for error messages. */
  readonly valueShape: string
  /** Each reason why the value does not parse is one line. */
  readonly read: (operator: Operator, value: string) => Result<ReadRule, readonly string[]>
}

/** A key without case and separators: `TOKEN_BALANCE`, `tokenBalance` and `token-balance` are the same key. */
export const bareKey = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, '')

export const isSameKey = (one: string, other: string): boolean => bareKey(one) === bareKey(other)
