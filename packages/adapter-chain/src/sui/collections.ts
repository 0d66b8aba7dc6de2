import { type Address, type ChainAnswer, type DropId, ok } from '@dropkit/core'
import { bcs } from '@mysten/sui/bcs'
import { type SuiClientTypes, TransactionError } from '@mysten/sui/client'
import { normalizeSuiAddress, toBase64 } from '@mysten/sui/utils'
import { checkPackage } from './node-facts.ts'
import { type CollectionTargets, collectionPackageOf, isModuleOf } from './open-collection.ts'
import { OBJECTS_PER_REQUEST, type OwnedRef, sharedRefOf } from './read-objects.ts'
import type { SuiContext } from './sui-context.ts'
import { addressOf, given, orNull } from './sui-node.ts'

const PUBLISHER = '0x2::package::Publisher'
const DISPLAY_REGISTRY = normalizeSuiAddress('0xd')

const PublisherLayout = bcs.struct('Publisher', {
  id: bcs.Address,
  package: bcs.string(),
  module_name: bcs.string(),
})

type SharedObjects = Pick<CollectionTargets, 'registrar' | 'displayRegistry'>

export interface Collections {
  /** The type that was published for a drop, and the `Publisher` that opens it. Null if it is not published yet. */
  proofOf(
    dropId: DropId,
    title: string,
  ): Promise<ChainAnswer<Pick<CollectionTargets, 'type' | 'proof'> | null>>
  /** The shared objects that are needed to open any collection. Null if the node does not show them. */
  sharedObjects(): Promise<ChainAnswer<SharedObjects | null>>
}

/**
 * Finds the collections of NFT drops that are published but not opened yet. The operator's account owns their `Publisher`
 * objects, and each of them names its drop. So nothing has to be stored between the two transactions. Anyone may send the
 * account a `Publisher` with such a name, so only those of packages that the operator has published count. If the node has
 * pruned who published a package, it must be the one that would be published now.
 */
export function createCollections(context: SuiContext): Collections {
  const { client, calls, operatorAddress } = context
  let known: SharedObjects | undefined

  /** Whether a package is byte for byte the one that publishes this collection. */
  async function isTemplate(
    packageId: Address,
    dropId: DropId,
    title: string,
  ): Promise<ChainAnswer<boolean>> {
    const { module, dependencies } = collectionPackageOf(title, dropId)
    const checked = await checkPackage(context, packageId, { modules: [toBase64(module)], dependencies })
    return checked.ok ? ok(checked.value.kind === 'same') : checked
  }

  return {
    async proofOf(dropId, title) {
      let cursor: string | null = null
      for (;;) {
        const page: ChainAnswer<SuiClientTypes.ListOwnedObjectsResponse<{ content: true }>> = await calls.ask(
          'collection_proofs',
          (signal) =>
            client.core.listOwnedObjects({
              owner: operatorAddress,
              type: PUBLISHER,
              limit: OBJECTS_PER_REQUEST,
              cursor,
              include: { content: true },
              signal,
            }),
        )
        if (!page.ok) return page
        const named = page.value.objects.flatMap(({ content, objectId, version, digest }) => {
          const { package: packageDigits, module_name: module } = PublisherLayout.parse(content)
          const proof: OwnedRef = { objectId, version, digest }
          return isModuleOf(module, dropId)
            ? [{ proof, module, packageId: addressOf(`0x${packageDigits}`) }]
            : []
        })
        const publishers = await publishersOf(context, named)
        if (!publishers.ok) return publishers
        for (const [index, { proof, module, packageId }] of named.entries()) {
          const publisher = publishers.value[index] ?? null
          const own =
            publisher === null
              ? await isTemplate(packageId, dropId, title)
              : ok(publisher === operatorAddress)
          if (!own.ok) return own
          if (own.value) return ok({ type: `${packageId}::${module}::${module.toUpperCase()}`, proof })
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

/** The accounts that published these packages, at most `OBJECTS_PER_REQUEST`; null if the node has pruned that. */
async function publishersOf(
  { client, calls }: Pick<SuiContext, 'client' | 'calls'>,
  packages: readonly { readonly packageId: Address }[],
): Promise<ChainAnswer<readonly (Address | null)[]>> {
  if (packages.length === 0) return ok([])
  return calls.ask('collection_publishers', async (abort) => {
    const requests = packages.map(({ packageId: objectId }) => ({ objectId }))
    const { response } = await client.ledgerService.batchGetObjects(
      { requests, readMask: { paths: ['previous_transaction'] } },
      { abort },
    )
    const digests = response.objects.map(({ result }) =>
      result.oneofKind === 'object' ? (result.object.previousTransaction ?? '') : '',
    )
    const readMask = { paths: ['digest', 'transaction.sender'] }
    const published = await client.ledgerService.batchGetTransactions({ digests, readMask }, { abort })
    const senders = new Map<string, Address>()
    for (const { result } of published.response.transactions) {
      if (result.oneofKind !== 'transaction') continue
      const { digest, transaction } = result.transaction
      senders.set(given(digest, 'the digest'), addressOf(given(transaction?.sender, 'the sender')))
    }
    return digests.map((digest) => senders.get(digest) ?? null)
  })
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
