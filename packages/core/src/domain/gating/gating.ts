import type { Drop } from '../drop.ts'
import { dropEvent, type NewEvent } from '../event.ts'
import type { GatingConfigId, UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { RuleCheck } from './rule-kind.ts'

/** One condition, as its author wrote it. */
export interface GatingRule {
  readonly key: string
  readonly operator: string
  readonly value: string
  readonly description: string | null
}

/** The conditions for claiming from a drop. */
export interface GatingConfig {
  readonly id: GatingConfigId
  readonly ownerId: UserId
  readonly isActive: boolean
  readonly rules: readonly GatingRule[]
  /** Counts changes, so that facts gathered for earlier rules are recognized as outdated. */
  readonly version: number
  readonly updatedAt: Instant
}

/** The result of the rules for one wallet. `unknown`: the wallet may not claim now, but is not called ineligible. */
export type Verdict =
  | { readonly kind: 'pass' }
  | {
      readonly kind: 'fail'
      readonly reason: string
      readonly missingRequirements: readonly string[]
      /** The results of all rules, including those that passed. */
      readonly checks: readonly RuleCheck[]
    }
  | { readonly kind: 'unknown'; readonly reason: string }

/** The result for every wallet if there are no rules. */
export const PASS: Verdict = { kind: 'pass' }

/** A ready-made set of rules. Values that only the creator can know are examples. */
export interface GatingTemplate {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly category: 'holding' | 'list' | 'history' | 'account'
  readonly rules: readonly GatingRule[]
}

const rule = (key: string, operator: string, value: string, description: string): GatingRule => ({
  key,
  operator,
  value,
  description,
})

const EXAMPLE_TYPE = '0x2::example::Member'

/** Example rules to start from when writing a drop's gating. */
export const GATING_TEMPLATES: readonly GatingTemplate[] = [
  {
    id: 'token-holder',
    name: 'Token holder',
    description: "Wallets that hold some of the drop's own token",
    category: 'holding',
    rules: [rule('token_balance', '>=', '1', "Hold the drop's token")],
  },
  {
    id: 'nft-holder',
    name: 'NFT holder',
    description: 'Wallets that own an object of a collection; enter its type',
    category: 'holding',
    rules: [rule('nft_ownership', '>=', `${EXAMPLE_TYPE}:1`, 'Own an NFT of the collection')],
  },
  {
    id: 'allowlist',
    name: 'Allowlist',
    description: 'Wallets on a list; enter addresses or upload a file. An empty list admits no wallet',
    category: 'list',
    rules: [rule('wallet_allowlist', 'in', '', 'Be on the allowlist')],
  },
  {
    id: 'past-claimer',
    name: 'Past claimer',
    description: "Wallets that have claimed from an earlier drop; enter that drop's id",
    category: 'history',
    rules: [rule('claimed_drop', '==', `drop_${'0'.repeat(32)}`, 'Have claimed from the earlier drop')],
  },
  {
    id: 'loyal-claimer',
    name: 'Loyal claimer',
    description: 'Wallets that have confirmed claims on this drop already',
    category: 'history',
    rules: [rule('claim_count', '>=', '1', 'Have a confirmed claim here')],
  },
  {
    id: 'newcomer',
    name: 'Newcomer',
    description: 'Wallets with at most the given number of confirmed claims on this drop',
    category: 'history',
    rules: [rule('claim_count', '<=', '0', 'Have no confirmed claim on this drop yet')],
  },
  {
    id: 'account-age',
    name: 'Account age',
    description: 'Wallets whose user was created some time ago',
    category: 'account',
    rules: [rule('account_age_days', '>=', '30', 'Have an account of at least 30 days')],
  },
  {
    id: 'holder-and-allowlisted',
    name: 'Holder and allowlisted',
    description: "Wallets on a list that also hold the drop's token",
    category: 'holding',
    rules: [
      rule('token_balance', '>=', '1', "Hold the drop's token"),
      rule('wallet_allowlist', 'in', '', 'Be on the allowlist'),
    ],
  },
]

/** `gating.updated`: the drop has these rules now. */
export const gatingEvent = (drop: Drop, gating: GatingConfig, at: Instant, actorId: UserId): NewEvent =>
  dropEvent('gating.updated', drop, at, actorId, {
    gatingConfigId: gating.id,
    isActive: gating.isActive,
    rules: gating.rules.map((rule) => ({ ...rule, value: toldValue(rule.value) })),
  })

/**
 * Events contain values up to this length. Longer values are only in the drop's gating config, because the log keeps every
 * change.
 */
const LONGEST_TOLD_VALUE = 1_000
const SHOWN_OF_LONG_VALUE = 100

const toldValue = (value: string): string =>
  value.length <= LONGEST_TOLD_VALUE
    ? value
    : `${value.slice(0, SHOWN_OF_LONG_VALUE)}… (${value.length} characters)`
