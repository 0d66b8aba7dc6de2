import { type GatingConfig, type GatingRule, RULE_KINDS } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import fc from 'fast-check'
import { SAMPLE_NOW, uniquePart } from '../contract/sample-records.ts'
import { anyAddress } from './any-address.ts'
import { anyAmount } from './any-amount.ts'
import { OWNER } from './drop-owner.ts'

const anyCoinType = (): fc.Arbitrary<string> =>
  fc.constantFrom('0x2::sui::SUI', '0xa::coin::COIN', '0xb::member::Member')
const anyCount = (): fc.Arbitrary<string> => fc.integer({ min: 0, max: 5 }).map(String)
const anyThreshold = (): fc.Arbitrary<string> =>
  fc.oneof(
    anyCount(),
    anyAmount().map((amount) => String(amount)),
  )

/** Values that the rule kind with this key accepts, in each of their forms. */
function anyValueOf(key: string): fc.Arbitrary<string> {
  switch (key) {
    case 'token_balance':
      return fc.oneof(
        anyThreshold(),
        fc.tuple(anyCoinType(), anyThreshold()).map(([coinType, amount]) => `${coinType}:${amount}`),
      )
    case 'nft_ownership':
      return fc.oneof(
        anyCoinType(),
        fc.tuple(anyCoinType(), anyCount()).map(([type, count]) => `${type}:${count}`),
      )
    case 'wallet_allowlist':
      return fc.oneof(
        fc.array(anyAddress(), { minLength: 1, maxLength: 4 }).map((wallets) => wallets.join(', ')),
        fc
          .integer({ min: 1, max: 3 })
          .map((n) => `file:https://drops.example/files/${idOf('file', uniquePart(n))}/list.csv`),
      )
    case 'claimed_drop':
      return fc.integer({ min: 1, max: 3 }).map((n) => idOf('drop', uniquePart(n)))
    case 'claim_count':
    case 'account_age_days':
      return anyCount()
    default:
      throw new Error(`there is no arbitrary for values of the rule kind ${key}`)
  }
}

/** A rule of any built-in kind, with any operator and any form of value that the kind accepts. */
export const anyGatingRule = (): fc.Arbitrary<GatingRule> =>
  fc.oneof(
    ...RULE_KINDS.map(({ key, operators }) =>
      fc.record({
        key: fc.constant(key),
        operator: fc.constantFrom(...operators),
        value: anyValueOf(key),
        description: fc.option(fc.constant('Be one of us')),
      }),
    ),
  )

/** Gating rules, active or not. At least `minRules` of them. */
export const anyGating = (rule = anyGatingRule(), minRules = 0): fc.Arbitrary<GatingConfig> =>
  fc.record({
    id: fc.constant(idOf('gating', uniquePart(1))),
    ownerId: fc.constant(OWNER.id),
    isActive: minRules > 0 ? fc.constant(true) : fc.boolean(),
    rules: fc.array(rule, { minLength: minRules, maxLength: 4 }),
    version: fc.integer({ min: 1, max: 5 }),
    updatedAt: fc.constant(SAMPLE_NOW),
  })
