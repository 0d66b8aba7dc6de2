import { type Address, type ChainAnswer, ok } from '@dropkit/core'
import type { Signer } from '@mysten/sui/cryptography'
import { Transaction } from '@mysten/sui/transactions'
import { deriveObjectID, normalizeSuiAddress } from '@mysten/sui/utils'
import { buildOrRefusal } from './build-or-refusal.ts'
import type { SuiNode } from './node-facts.ts'
import { piecesTypeOf } from './operator-commands.ts'
import { isNotFound, orNull } from './refusals-of-node.ts'
import { type Sent, signAndSend } from './sign-and-send.ts'

const DISPLAY_REGISTRY = '0xd'
const PUBLISHER = '0x2::package::Publisher'

/** How wallets show a piece: each template names fields of `nft_drop::Nft`. */
const TEMPLATES = {
  name: '{name} #{number}',
  description: '{description}',
  image_url: '{image_url}',
}

export type DisplayCreation = Sent | { readonly kind: 'present' } | { readonly kind: 'no_publisher' }

/**
 * Creates the Display of the pieces in the network's display registry, if there is none yet. The signer must own the
 * package's `Publisher`, and gets the right to change the Display.
 */
export async function createPieceDisplay(
  node: SuiNode,
  signer: Signer,
  packageId: Address,
): Promise<ChainAnswer<DisplayCreation>> {
  const type = piecesTypeOf(packageId)
  const { client, calls } = node
  const displayId = deriveObjectID(
    normalizeSuiAddress(DISPLAY_REGISTRY),
    `0x2::display_registry::DisplayKey<${type}>`,
    // A Move struct without fields is one byte.
    new Uint8Array([0]),
  )
  const present = await calls.ask('display', (abort) =>
    orNull(client.ledgerService.getObject({ objectId: displayId }, { abort }), isNotFound),
  )
  if (!present.ok) return present
  if (present.value !== null) return ok({ kind: 'present' })

  const owner = signer.toSuiAddress()
  const publisher = await calls.ask('publisher', (signal) => findPublisher(node, owner, packageId, signal))
  if (!publisher.ok) return publisher
  if (publisher.value === null) return ok({ kind: 'no_publisher' })

  const transaction = new Transaction()
  transaction.setSender(owner)
  const target = (name: string) => `0x2::display_registry::${name}` as const
  const [display, cap] = transaction.moveCall({
    target: target('new_with_publisher'),
    typeArguments: [type],
    arguments: [transaction.object(DISPLAY_REGISTRY), transaction.object(publisher.value)],
  })
  if (display === undefined || cap === undefined)
    throw new Error('a call has as many results as are asked for')
  for (const [name, template] of Object.entries(TEMPLATES)) {
    transaction.moveCall({
      target: target('set'),
      typeArguments: [type],
      arguments: [display, cap, transaction.pure.string(name), transaction.pure.string(template)],
    })
  }
  transaction.moveCall({ target: target('share'), typeArguments: [type], arguments: [display] })
  transaction.transferObjects([cap], owner)
  const built = await buildOrRefusal(node, transaction)
  if (!built.ok) return built
  if (typeof built.value === 'string') return ok({ kind: 'refused', reason: built.value })
  return ok(await signAndSend(node, signer, built.value))
}

/** The `Publisher` of the package among those that an account owns. Its content is its id, then the package in hex. */
async function findPublisher(
  { client }: SuiNode,
  owner: string,
  packageId: Address,
  signal: AbortSignal,
): Promise<string | null> {
  const digits = Buffer.from(packageId.slice(2))
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof client.core.listOwnedObjects<{ content: true }>>> =
      await client.core.listOwnedObjects({
        owner,
        type: PUBLISHER,
        cursor,
        include: { content: true },
        signal,
      })
    const found = page.objects.find(({ content }) => Buffer.from(content).subarray(32).includes(digits))
    if (found) return found.objectId
    cursor = page.hasNextPage ? page.cursor : null
  } while (cursor !== null)
  return null
}
