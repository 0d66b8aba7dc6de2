import { type Address, type ChainAnswer, ok } from '@dropkit/core'
import { bcs } from '@mysten/sui/bcs'
import { ObjectError, type SuiClientTypes } from '@mysten/sui/client'
import { DropLayout, NftDropLayout } from './move-layouts.ts'
import { type Share, vaultModuleOf } from './operator-commands.ts'
import type { OwnedRef, SharedRef } from './read-objects.ts'
import type { SuiContext } from './sui-context.ts'
import { addressOf } from './sui-node.ts'

const OwnerCapLayout = bcs.struct('OwnerCap', { id: bcs.Address, drop_id: bcs.Address })
const CAPS_PER_PAGE = 200
const MAX_CACHED = 20_000

/** The objects and values of a vault that a transaction needs. */
type VaultHandle =
  | {
      readonly kind: 'found'
      readonly vault: SharedRef
      /** The current version of the vault's `OwnerCap`. Only set if it was requested. */
      readonly cap?: OwnedRef
      /** The supply of a vault of pieces. Always set if the `OwnerCap` was requested. */
      readonly supply?: bigint
      /** What `close` would pay from a vault of coins, the opener's share first. Always set if the `OwnerCap` was requested. */
      readonly shares?: readonly Share[]
    }
  | { readonly kind: 'unusable'; readonly reason: string }

export interface VaultHandles {
  find(
    vault: { readonly dropObjectId: Address; readonly coinType: string },
    wish: { readonly withCap: boolean },
  ): Promise<ChainAnswer<VaultHandle>>
}

/** The payments that `drop::close` would make: each funder gets its part, rounded down, and the opener gets the rest. */
function sharesIn(content: Uint8Array): readonly Share[] {
  const { balance, deposited, funders } = DropLayout.parse(content)
  const left = BigInt(balance.value)
  const shares = funders.map(({ from, amount }) => ({
    to: addressOf(from),
    amount: BigInt(deposited) === 0n ? 0n : (left * BigInt(amount)) / BigInt(deposited),
  }))
  const [opener, ...others] = shares
  if (opener === undefined) return []
  const rest = others.reduce((sum, { amount }) => sum - amount, left)
  return [{ to: opener.to, amount: rest }, ...others]
}

/** The id of a vault's `OwnerCap` never changes, so it is looked up once. */
export function createVaultHandles({
  client,
  calls,
  packageId,
  operatorAddress,
}: Pick<SuiContext, 'client' | 'calls' | 'packageId' | 'operatorAddress'>): VaultHandles {
  const capIds = new Map<Address, string>()
  /** The shared reference of a vault never changes either. */
  const sharedRefs = new Map<Address, SharedRef>()

  async function findCapId(dropObjectId: Address, module: string): Promise<ChainAnswer<string | null>> {
    const type = `${packageId}::${module}::OwnerCap`
    let found = capIds.get(dropObjectId)
    let cursor: string | null = null
    while (found === undefined) {
      const page: ChainAnswer<SuiClientTypes.ListOwnedObjectsResponse<{ content: true }>> = await calls.ask(
        'owner_caps',
        (signal) =>
          client.core.listOwnedObjects({
            owner: operatorAddress,
            type,
            limit: CAPS_PER_PAGE,
            cursor,
            include: { content: true },
            signal,
          }),
      )
      if (!page.ok) return page
      for (const { content } of page.value.objects) {
        const { id, drop_id } = OwnerCapLayout.parse(content)
        const controlled = addressOf(drop_id)
        remember(capIds, controlled, id)
        if (controlled === dropObjectId) found = id
      }
      if (!page.value.hasNextPage) break
      cursor = page.value.cursor
    }
    return ok(found ?? null)
  }

  return {
    async find({ dropObjectId, coinType }, { withCap }) {
      const known = withCap ? undefined : sharedRefs.get(dropObjectId)
      if (known) return ok({ kind: 'found', vault: known })
      const { module } = vaultModuleOf(coinType, packageId)
      const capId = withCap ? await findCapId(dropObjectId, module) : ok(null)
      if (!capId.ok) return capId
      const objectIds = capId.value === null ? [dropObjectId] : [dropObjectId, capId.value]
      const asked = await calls.ask('vault_handle', async (signal) => {
        const { objects } = await client.core.getObjects({ objectIds, include: { content: true }, signal })
        return objects.map(orMissing)
      })
      if (!asked.ok) return asked
      const [vault, cap] = asked.value
      const owner = vault?.owner
      if (!vault || owner?.$kind !== 'Shared')
        return ok({ kind: 'unusable', reason: `ENoVault: there is no vault ${dropObjectId}` })
      if (withCap && !cap) {
        capIds.delete(dropObjectId)
        return ok({
          kind: 'unusable',
          reason: `EWrongCap: the rights over ${dropObjectId} belong to another account`,
        })
      }
      const ref = { objectId: dropObjectId, initialSharedVersion: owner.Shared.initialSharedVersion }
      remember(sharedRefs, dropObjectId, ref)
      return ok({
        kind: 'found',
        vault: ref,
        ...(cap ? { cap: { objectId: cap.objectId, version: cap.version, digest: cap.digest } } : {}),
        ...(module === 'nft_drop' ? { supply: BigInt(NftDropLayout.parse(vault.content).supply) } : {}),
        ...(module === 'drop' && cap ? { shares: sharesIn(vault.content) } : {}),
      })
    },
  }
}

function remember<Value>(cache: Map<Address, Value>, vault: Address, value: Value): void {
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(vault, value)
}

function orMissing<Found>(object: Found | Error): Found | null {
  if (!(object instanceof Error)) return object
  if (object instanceof ObjectError && object.reason !== 'unknown') return null
  throw object
}
