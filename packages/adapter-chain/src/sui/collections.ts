import { type ChainAnswer, type DropId, ok } from '@dropkit/core'
import { bcs } from '@mysten/sui/bcs'
import { type SuiClientTypes, TransactionError } from '@mysten/sui/client'
import { normalizeSuiAddress } from '@mysten/sui/utils'
import { type CollectionTargets, isModuleOf } from './open-collection.ts'
import { type OwnedRef, sharedRefOf } from './read-objects.ts'
import type { SuiContext } from './sui-context.ts'
import { addressOf, given, orNull } from './sui-node.ts'

const PUBLISHER = '0x2::package::Publisher'
const PROOFS_PER_PAGE = 200
const DISPLAY_REGISTRY = normalizeSuiAddress('0xd')

const PublisherLayout = bcs.struct('Publisher', {
  id: bcs.Address,
  package: bcs.string(),
  module_name: bcs.string(),
})

type SharedObjects = Pick<CollectionTargets, 'registrar' | 'displayRegistry'>

export interface Collections {
  /** The type that was published for a drop, and the `Publisher` that opens it. Null if it is not published yet. */
  proofOf(dropId: DropId): Promise<ChainAnswer<Pick<CollectionTargets, 'type' | 'proof'> | null>>
  /** The shared objects that are needed to open any collection. Null if the node does not show them. */
  sharedObjects(): Promise<ChainAnswer<SharedObjects | null>>
}

/**
 * Finds the collections of NFT drops that are published but not opened yet. The operator's account owns their `Publisher`
 * objects, and each of them names its drop. So nothing has to be stored between the two transactions.
 */
export function createCollections(context: SuiContext): Collections {
  const { client, calls, operatorAddress } = context
  let known: SharedObjects | undefined

  return {
    async proofOf(dropId) {
      let cursor: string | null = null
      for (;;) {
        const page: ChainAnswer<SuiClientTypes.ListOwnedObjectsResponse<{ content: true }>> = await calls.ask(
          'collection_proofs',
          (signal) =>
            client.core.listOwnedObjects({
              owner: operatorAddress,
              type: PUBLISHER,
              limit: PROOFS_PER_PAGE,
              cursor,
              include: { content: true },
              signal,
            }),
        )
        if (!page.ok) return page
        for (const { objectId, version, digest, content } of page.value.objects) {
          const { package: packageDigits, module_name: module } = PublisherLayout.parse(content)
          if (!isModuleOf(module, dropId)) continue
          const proof: OwnedRef = { objectId, version, digest }
          return ok({ type: `${addressOf(`0x${packageDigits}`)}::${module}::${module.toUpperCase()}`, proof })
        }
        if (!page.value.hasNextPage) return ok(null)
        cursor = page.value.cursor
      }
    },

    async sharedObjects() {
      if (known) return ok(known)
      const registrarId =
        context.nftRegistrarId === null ? await findRegistrar(context) : ok(context.nftRegistrarId)
      if (!registrarId.ok || registrarId.value === null) return registrarId as ChainAnswer<null>
      const [registrar, displayRegistry] = [registrarId.value, DISPLAY_REGISTRY]
      const found = await calls.ask('collection_objects', async (signal) => {
        const { objects } = await client.core.getObjects({ objectIds: [registrar, displayRegistry], signal })
        return objects.map(sharedRefOf)
      })
      if (!found.ok) return found
      const [ofRegistrar, ofDisplays] = found.value
      if (!ofRegistrar || !ofDisplays) return ok(null)
      known = { registrar: ofRegistrar, displayRegistry: ofDisplays }
      return ok(known)
    },
  }
}

/** The `Registrar` that was created when the package was published. Null if the node has pruned that transaction. */
export const findRegistrar = ({
  client,
  calls,
  packageId,
}: Pick<SuiContext, 'client' | 'calls' | 'packageId'>): Promise<ChainAnswer<string | null>> =>
  calls.ask('nft_registrar', async (abort) => {
    const { response } = await client.ledgerService.getObject(
      { objectId: packageId, readMask: { paths: ['previous_transaction'] } },
      { abort },
    )
    const digest = given(response.object?.previousTransaction, 'the transaction that published the package')
    const published = await orNull(
      client.core.getTransaction({ digest, include: { effects: true, objectTypes: true }, signal: abort }),
      (error) => error instanceof TransactionError && error.reason === 'notFound',
    )
    const done = published?.Transaction
    if (!done) return null
    const made = done.effects.changedObjects.find(
      ({ objectId }) => done.objectTypes[objectId]?.endsWith('::nft_drop::Registrar') === true,
    )
    return made?.objectId ?? null
  })
