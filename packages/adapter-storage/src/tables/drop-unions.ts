import {
  type Address,
  type Award,
  amountOf,
  type ClaimOrder,
  type FormerKeys,
  type GatingConfig,
  type GatingConfigId,
  type GatingRule,
  type Instant,
  type UserId,
  type Vault,
  type VaultAlarm,
  type VoucherKey,
} from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import type { Value } from '../database.ts'
import { column, type Flag, must, type RowOf } from './table.ts'

// The parts of a drop that are unions or optional. Each is stored in a few columns, and CHECKs say which are set together.

export const AWARD_COLUMNS = {
  award: column<Award['kind']>('text'),
  award_amount: column<string | null>('amount'),
  seed_commitment: column<string | null>('text'),
  sealed_seed: column<string | null>('text'),
  beacon: column<string | null>('text'),
}
export type AwardRow = RowOf<typeof AWARD_COLUMNS>

export const rowOfAward = (award: Award): { readonly [Column in keyof AwardRow]: Value } => ({
  award: award.kind,
  award_amount: award.kind === 'fixed' ? award.amount : null,
  seed_commitment: award.kind === 'random' ? award.commitment : null,
  sealed_seed: award.kind === 'random' ? award.seed : null,
  beacon: award.kind === 'random' && award.beacon != null ? JSON.stringify(award.beacon) : null,
})

export function awardOf(row: AwardRow): Award {
  switch (row.award) {
    case 'open':
      return { kind: 'open' }
    case 'fixed':
      return { kind: 'fixed', amount: amountOf(BigInt(must(row.award_amount, 'amount'))) }
    case 'random':
      return {
        kind: 'random',
        commitment: must(row.seed_commitment, 'commitment'),
        seed: must(row.sealed_seed, 'seed'),
        beacon: row.beacon === null ? null : JSON.parse(row.beacon),
      }
    default:
      return unreachable(row.award)
  }
}

export const ORDER_COLUMNS = {
  order_head: column<string | null>('text'),
  order_since: column<number | null>('integer'),
  order_last: column<number | null>('integer'),
  order_round: column<number | null>('integer'),
}
export type OrderRow = RowOf<typeof ORDER_COLUMNS>

export const rowOfOrder = (order: ClaimOrder | null): { readonly [Column in keyof OrderRow]: Value } => ({
  order_head: order?.head ?? null,
  order_since: order?.since ?? null,
  order_last: order?.last ?? null,
  order_round: order?.round ?? null,
})

export const orderOf = (row: OrderRow): ClaimOrder | null =>
  row.order_head === null
    ? null
    : {
        head: row.order_head,
        since: must(row.order_since, 'beginning of its order'),
        last: must(row.order_last, 'end of its order'),
        round: row.order_round,
      }

export const VAULT_COLUMNS = {
  vault: column<Vault['kind']>('text'),
  vault_object_id: column<Address | null>('text'),
  vault_package_id: column<Address | null>('text'),
  vault_coin_type: column<string | null>('text'),
  vault_deposited: column<string | null>('amount'),
  vault_alarm: column<VaultAlarm | null>('text'),
  /** Also null for a vault that was opened before this column existed. */
  vault_missing: column<string | null>('amount'),
}
export type VaultRow = RowOf<typeof VAULT_COLUMNS>

export const rowOfVault = (vault: Vault): { readonly [Column in keyof VaultRow]: Value } => ({
  vault: vault.kind,
  vault_object_id: vault.kind === 'none' ? null : vault.objectId,
  vault_package_id: vault.kind === 'open' ? vault.packageId : null,
  vault_coin_type: vault.kind === 'open' ? vault.coinType : null,
  vault_deposited: vault.kind === 'open' ? vault.deposited : null,
  vault_alarm: vault.kind === 'open' ? vault.alarm : null,
  vault_missing: vault.kind === 'open' ? vault.missing : null,
})

export function vaultOf(row: VaultRow): Vault {
  switch (row.vault) {
    case 'none':
      return { kind: 'none' }
    case 'open':
      return {
        kind: 'open',
        objectId: must(row.vault_object_id, 'vault object'),
        packageId: must(row.vault_package_id, 'vault package'),
        coinType: must(row.vault_coin_type, 'vault coin type'),
        deposited: amountOf(BigInt(must(row.vault_deposited, 'vault deposit'))),
        alarm: row.vault_alarm,
        missing: amountOf(BigInt(row.vault_missing ?? 0)),
      }
    case 'closed':
      return { kind: 'closed', objectId: must(row.vault_object_id, 'vault object') }
    default:
      return unreachable(row.vault)
  }
}

export const GATING_COLUMNS = {
  gating_id: column<GatingConfigId | null>('text'),
  gating_owner_id: column<UserId | null>('text'),
  gating_is_active: column<Flag | null>('boolean'),
  gating_version: column<number | null>('integer'),
  gating_updated_at: column<Instant | null>('integer'),
}
export type GatingRow = RowOf<typeof GATING_COLUMNS>

export const rowOfGating = (
  gating: GatingConfig | null,
): { readonly [Column in keyof GatingRow]: Value } => ({
  gating_id: gating?.id ?? null,
  gating_owner_id: gating?.ownerId ?? null,
  gating_is_active: gating?.isActive ?? null,
  gating_version: gating?.version ?? null,
  gating_updated_at: gating?.updatedAt ?? null,
})

/** The rules are separate rows. A read of drops includes them as JSON: key, operator, value, description. */
export const RULE_COLUMNS = ['key', 'operator', 'value', 'description'] as const

/** Undefined if the rules were left out. */
export function gatingOf(
  row: GatingRow & { readonly gating_rules: string | null },
): GatingConfig | null | undefined {
  if (row.gating_id === null) return null
  if (row.gating_rules === null) return undefined
  const rules: readonly [string, string, string, string | null][] = JSON.parse(row.gating_rules)
  return {
    id: row.gating_id,
    ownerId: must(row.gating_owner_id, 'owner of its gating'),
    isActive: Boolean(row.gating_is_active),
    rules: rules.map(
      ([key, operator, value, description]): GatingRule => ({ key, operator, value, description }),
    ),
    version: must(row.gating_version, 'version of its gating'),
    updatedAt: must(row.gating_updated_at, 'time of its gating'),
  }
}

export function voucherKeyOf(publicKey: string | null, privateKey: string | null): VoucherKey | null {
  return publicKey === null ? null : { publicKey, privateKey: must(privateKey, 'private key') }
}

/** The last word of a list of former keys that may be incomplete. */
const EARLIER_MAY_BE_MISSING = '*'

/** The keys, newest first, between spaces. */
export const textOfFormerKeys = (former: FormerKeys | null): string | null =>
  former && [...former.publicKeys, ...(former.isComplete ? [] : [EARLIER_MAY_BE_MISSING])].join(' ')

/** The migration and servers of an earlier release can repeat keys, or list the present one. */
export function formerKeysOf(text: string, presentKey: string): FormerKeys {
  const keys = new Set(text.split(' '))
  const isComplete = !keys.delete(EARLIER_MAY_BE_MISSING)
  keys.delete(presentKey)
  return { publicKeys: [...keys], isComplete }
}
