import { type Amount, amountOf, ZERO } from '../domain/amount.ts'
import type { Drop, Vault } from '../domain/drop.ts'
import type { DropId } from '../domain/ids.ts'
import type { Token } from '../domain/token.ts'
import { unreachable } from '../domain/unreachable.ts'

import {
  type ChainWorkPorts,
  follow,
  type Progress,
  type Settle,
  transactionUnderWay,
  undertake,
} from './chain-work.ts'

export type VaultProgress =
  | { readonly kind: 'filled' }
  /** The vault is there or on its way, but it does not hold the whole pool yet. */
  | { readonly kind: 'waiting'; readonly reason: string }
  | { readonly kind: 'not_wanted' }

/**
 * Makes the drop's vault and fills it up to the pool: from the operator's reserve of the token where it is the
 * creator's own, else the owner deposits with its wallet. Safe to run at any time, any number of times.
 */
export async function openVault(ports: ChainWorkPorts, dropId: DropId): Promise<VaultProgress> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop || drop.deletedAt !== null || drop.status === 'CANCELLED') return { kind: 'not_wanted' }
  const isWantedYet = drop.status !== 'DRAFT' || ports.chain.opensVaultsAtOnce
  if (!isWantedYet) return { kind: 'not_wanted' }
  const underWay = await transactionUnderWay(ports, drop, ['open_vault', 'fund_vault'])
  if (underWay) return outcomeOf(await follow(ports, underWay, settleVault))

  const { vault } = drop
  switch (vault.kind) {
    case 'closed':
      return { kind: 'not_wanted' }
    case 'none':
      return makeVault(ports, drop)
    case 'open':
      if (vault.deposited >= drop.pool) return { kind: 'filled' }
      return fillVault(ports, drop, vault)
    default:
      return unreachable(vault)
  }
}

async function makeVault(ports: ChainWorkPorts, drop: Drop): Promise<VaultProgress> {
  const token = (await ports.store.tokens([drop.tokenId])).get(drop.tokenId)
  const coinType = token ? coinTypeOf(token) : null
  if (coinType === null && drop.type === 'TOKEN' && !ports.chain.opensVaultsAtOnce) {
    return { kind: 'waiting', reason: 'the token is not deployed' }
  }
  const open = (deposit: Amount) =>
    undertake(
      ports,
      {
        dropId: drop.id,
        purpose: { kind: 'open_vault', deposit },
        action: {
          kind: 'open_vault',
          dropId: drop.id,
          type: drop.type,
          tokenId: drop.tokenId,
          coinType,
          publicKey: drop.voucherKey.publicKey,
          deposit,
        },
        onPrepared: (pool) => (pool.drop.vault.kind === 'none' ? {} : null),
      },
      settleVault,
    )
  const first = await open(mayUseReserve(ports, drop, token) ? drop.pool : ZERO)
  // Without the funds an empty vault is made, so that the owner can fill it.
  return outcomeOf(first.kind === 'not_possible' ? await open(ZERO) : first)
}

async function fillVault(
  ports: ChainWorkPorts,
  drop: Drop,
  vault: Extract<Vault, { kind: 'open' }>,
): Promise<VaultProgress> {
  const seen = await ports.chain.vaults([vault.objectId])
  if (!seen.ok) return { kind: 'waiting', reason: seen.error.reason }
  const deposited = seen.value.get(vault.objectId)?.deposited ?? vault.deposited
  if (deposited !== vault.deposited) await noteDeposits(ports, drop.id, deposited)
  if (deposited >= drop.pool) return { kind: 'filled' }
  const token = (await ports.store.tokens([drop.tokenId])).get(drop.tokenId)
  if (!mayUseReserve(ports, drop, token)) return { kind: 'waiting', reason: 'its owner has to fund it' }
  const deposit = amountOf(drop.pool - deposited)
  const progress = await undertake(
    ports,
    {
      dropId: drop.id,
      purpose: { kind: 'fund_vault', deposit },
      action: { kind: 'fund_vault', dropObjectId: vault.objectId, coinType: vault.coinType, deposit },
      onPrepared: (pool) => (pool.drop.vault.kind === 'open' ? {} : null),
    },
    settleVault,
  )
  if (progress.kind !== 'succeeded') return outcomeOf(progress)
  // What the vault holds is read, not added up: a deposit of the owner's may have come in between.
  const after = await ports.chain.vaults([vault.objectId])
  const total = after.ok ? after.value.get(vault.objectId)?.deposited : undefined
  if (total !== undefined) await noteDeposits(ports, drop.id, total)
  return total !== undefined && total >= drop.pool
    ? { kind: 'filled' }
    : { kind: 'waiting', reason: 'not seen yet' }
}

/** A stranger's drop on somebody else's token is not filled from the reserve that its creator set aside. */
const mayUseReserve = (ports: ChainWorkPorts, drop: Drop, token: Token | undefined): boolean =>
  ports.chain.opensVaultsAtOnce ||
  (token !== undefined && (drop.type === 'NFT' || (token.creatorId === drop.creatorId && !token.isExternal)))

const coinTypeOf = (token: Token): string | null =>
  token.deployment.kind === 'DEPLOYED' ? token.deployment.coinType : null

function outcomeOf(progress: Progress): VaultProgress {
  return progress.kind === 'succeeded'
    ? { kind: 'filled' }
    : { kind: 'waiting', reason: 'reason' in progress ? progress.reason : progress.kind }
}

/** What follows from a vault having been made. */
export const settleVault: Settle = ({ drop }, { purpose }, end) => {
  if (end.kind !== 'succeeded' || purpose.kind !== 'open_vault') return {}
  const opened = end.effects.vaultsOpened[0]
  if (!opened || drop.vault.kind !== 'none') return {}
  const { dropObjectId, packageId, coinType } = opened
  const vault: Vault = {
    kind: 'open',
    objectId: dropObjectId,
    packageId,
    coinType,
    deposited: purpose.deposit,
  }
  return { update: { drops: [{ ...drop, vault }] } }
}

async function noteDeposits(ports: ChainWorkPorts, dropId: DropId, deposited: Amount): Promise<void> {
  await ports.store.changeDrop(dropId, {}, (pool) => {
    // Deposits only grow: an older reading that comes late changes nothing.
    if (pool?.drop.vault.kind !== 'open' || deposited <= pool.drop.vault.deposited)
      return { result: undefined }
    const { drop } = pool
    return { result: undefined, update: { drops: [{ ...drop, vault: { ...pool.drop.vault, deposited } }] } }
  })
}
