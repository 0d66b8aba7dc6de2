import {
  type Address,
  amountOf,
  type Claim,
  type Drop,
  type DropId,
  type GatingRuleInput,
  idOfClaim,
} from '@dropkit/core'
import type { MemoryWallet } from '../memory-chain/memory-chain.ts'
import type { Chance } from './chance.ts'
import type { Scenario } from './scenario.ts'
import type { World } from './world.ts'

/** The number of wallets that are members: they meet the rules below. */
const MEMBERS = 3
const MEMBER_COIN = `0x${'5'.padStart(64, '0')}::member::MEMBER`
const MEMBER_CARD = `0x${'5'.padStart(64, '0')}::member::Card`
const MEMBER_COINS = 5

/** Gives members what the rules require, and the other wallets less. */
export function equipMembers(wallet: MemoryWallet, wallets: readonly Address[]): void {
  for (const [place, owner] of wallets.entries()) {
    const isMember = place < MEMBERS
    wallet.faucet(owner, MEMBER_COIN, amountOf(isMember ? BigInt(MEMBER_COINS) : 1n))
    if (isMember) wallet.mintObject(owner, MEMBER_CARD)
  }
}

interface Judged {
  readonly world: World
  readonly members: ReadonlySet<string>
  readonly claim: Claim
  /** The value of the rule. */
  readonly value: string
}

interface SimulatedRule {
  rule(scenario: Scenario): GatingRuleInput
  /** Whether the rule admitted the claim, computed from the log without the product's rules. */
  admits(judged: Judged): boolean
}

const ofMembers = ({ members, claim }: Judged): boolean => members.has(claim.claimer)

/** A rule of each kind, by its key. A test compares the keys with the product's kinds. */
export const SIMULATED_RULES: { readonly [key: string]: SimulatedRule } = {
  wallet_allowlist: {
    rule: ({ actors }) => ({
      key: 'wallet_allowlist',
      operator: 'in',
      value: actors.wallets.slice(0, MEMBERS).join(','),
    }),
    admits: ofMembers,
  },
  token_balance: {
    rule: () => ({ key: 'token_balance', operator: '>=', value: `${MEMBER_COIN}:${MEMBER_COINS}` }),
    admits: ofMembers,
  },
  nft_ownership: {
    rule: () => ({ key: 'nft_ownership', operator: '==', value: MEMBER_CARD }),
    admits: ofMembers,
  },
  // No wallet of the actors belongs to a user, so every account age is 0.
  account_age_days: {
    rule: ({ chance }) => ({ key: 'account_age_days', operator: '>=', value: chance.pick(['0', '1']) }),
    admits: ({ value }) => value === '0',
  },
  claim_count: {
    rule: () => ({ key: 'claim_count', operator: '<=', value: '0' }),
    admits: ({ world, claim }) => !hadConfirmed(world, claim.dropId, claim),
  },
  claimed_drop: {
    rule: ({ chance, world }) => ({
      key: 'claimed_drop',
      operator: '==',
      value: chance.pick([...world.acknowledged.drops.keys()]),
    }),
    admits: ({ world, claim, value }) => hadConfirmed(world, value as DropId, claim),
  },
}

/** Whether the claimer had a confirmed claim on a drop when the claim was made, by the order of the log. */
function hadConfirmed({ storage }: World, dropId: DropId, claim: Claim): boolean {
  const claimId = idOfClaim(claim)
  for (const { type, data } of storage.state.events) {
    if (type === 'drop.claimed' && data['claimId'] === claimId) return false
    if (type !== 'claim.confirmed' || data['dropId'] !== dropId) continue
    if (data['userAddress'] === claim.claimer) return true
  }
  return false
}

export const anyRule = (scenario: Scenario, chance: Chance): GatingRuleInput =>
  (SIMULATED_RULES[chance.pick(Object.keys(SIMULATED_RULES))] as SimulatedRule).rule(scenario)

/** The first claim of an ELITE drop that its rules did not admit. */
export function intruderOf(
  { world, actors }: Pick<Scenario, 'world' | 'actors'>,
  { gating }: Drop,
  claims: readonly Claim[],
): Claim | undefined {
  const members = new Set<string>(actors.wallets.slice(0, MEMBERS))
  const [rule] = gating?.rules ?? []
  if (!rule) return claims[0]
  const { key, value } = rule
  return claims.find((claim) => SIMULATED_RULES[key]?.admits({ world, members, claim, value }) !== true)
}
