import {
  type Address,
  type Amount,
  amountOf,
  type ClaimPage,
  type CoinInfo,
  type Instant,
  type KeyValueStore,
  type PaymentOnChain,
  type UsedNonces,
  type VaultState,
} from '@dropkit/core'
import { normalizeType, ZERO } from '@dropkit/core/internal'
import type { Ledger } from './ledger.ts'
import { createClaimLog, createPaymentLog } from './ledger-logs.ts'
import { balanceKey, type CoinRecord, coinKey, decodeRecord, nonceKey, ownedKey } from './ledger-records.ts'

/** Queries of the chain, for while it can be reached. */
export interface ChainReader {
  vaults(dropObjectIds: readonly Address[]): Promise<ReadonlyMap<Address, VaultState>>
  usedNonces(dropObjectId: Address, nonces: readonly number[]): Promise<UsedNonces>
  claimsAfter(cursor: string | null, limit: number): Promise<ClaimPage>
  paymentsAfter(
    cursor: string | null,
    limit: number,
  ): Promise<{ readonly payments: readonly PaymentOnChain[]; readonly cursor: string | null }>
  paymentsFrom(sender: Address, limit: number): Promise<readonly PaymentOnChain[]>
  coin(coinType: string): Promise<CoinInfo | null>
  balances(coinType: string, owners: readonly Address[]): Promise<ReadonlyMap<Address, Amount>>
  ownedObjects(type: string, owners: readonly Address[]): Promise<ReadonlyMap<Address, number>>
}

export function createChainReader(keyValues: KeyValueStore, ledger: Ledger, now: () => Instant): ChainReader {
  const claimLog = createClaimLog(keyValues, now)
  const paymentLog = createPaymentLog(keyValues)

  /** The number that is stored for each owner. 0 for all owners if the type is invalid. */
  async function numbersOf(
    keyOf: (type: string, owner: Address) => string,
    type: string,
    owners: readonly Address[],
  ): Promise<ReadonlyMap<Address, Amount>> {
    const normalized = normalizeType(type)
    if (normalized === undefined) return new Map(owners.map((owner) => [owner, ZERO]))
    const values = await keyValues.get([...new Set(owners)].map((owner) => keyOf(normalized, owner)))
    return new Map(
      owners.map((owner) => [owner, amountOf(BigInt(values.get(keyOf(normalized, owner)) ?? 0))]),
    )
  }

  return {
    async vaults(dropObjectIds) {
      const records = await ledger.readVaults(dropObjectIds)
      const open = [...records].filter(([, { isOpen }]) => isOpen)
      return new Map(
        open.map(([id, { balance, deposited, publicKey, isPaused = false }]) => [
          id,
          { balance, deposited, publicKey, isPaused },
        ]),
      )
    },

    async usedNonces(dropObjectId, nonces) {
      // The time is read first: any later payment has this time or a later one.
      const chainTime = await ledger.lookAtVault(dropObjectId)
      const paid = await keyValues.get([...new Set(nonces)].map((nonce) => nonceKey(dropObjectId, nonce)))
      return { chainTime, used: new Set(nonces.filter((nonce) => paid.has(nonceKey(dropObjectId, nonce)))) }
    },

    claimsAfter: (cursor, limit) => claimLog.after(cursor, limit),
    paymentsAfter: (cursor, limit) => paymentLog.after(cursor, limit),
    paymentsFrom: (sender, limit) => paymentLog.of(sender, limit),

    async coin(coinType) {
      const normalized = normalizeType(coinType)
      if (normalized === undefined) return null
      const key = coinKey(normalized)
      const text = (await keyValues.get([key])).get(key)
      return text === undefined ? null : decodeRecord<CoinRecord>(text)
    },

    balances: (coinType, owners) => numbersOf(balanceKey, coinType, owners),

    async ownedObjects(type, owners) {
      const counts = await numbersOf(ownedKey, type, owners)
      return new Map([...counts].map(([owner, count]) => [owner, countOf(count)]))
    },
  }
}

/** A count as a number; at most the largest integer that a number holds exactly. */
const countOf = (count: Amount): number =>
  count > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(count)
