import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { decideNewDrop } from '../../domain/drop-creation.ts'
import type { GatingConfig, GatingRule } from '../../domain/gating/gating.ts'
import { parseRules } from '../../domain/gating/rule-input.ts'
import type { RuleKind } from '../../domain/gating/rule-kind.ts'
import { idOf } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Currency } from '../../domain/price.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import { NOBODY } from '../../domain/visitor.ts'
import type { SimulatedTerms } from './drop-simulation.ts'

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
    objectId: address(3) as never,
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
