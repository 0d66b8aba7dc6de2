import { readFileSync } from 'node:fs'
import type { Address, DropId, OperatorAction } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import { deserialize, serialize } from '@mysten/move-bytecode-template'
import { bcs } from '@mysten/sui/bcs'
import type { Transaction, TransactionResult } from '@mysten/sui/transactions'
import { fromBase64, toBase64 } from '@mysten/sui/utils'
import { type OwnedRef, piecesTypeOf, type SharedRef } from './read-objects.ts'

/** The objects and settings that are needed to open a published collection. */
export interface CollectionTargets {
  /** The type that was published for the drop. */
  readonly type: string
  /** The `Publisher` of that type. Opening consumes it. */
  readonly proof: OwnedRef
  readonly registrar: SharedRef
  readonly displayRegistry: SharedRef
  /** The address that gets the rights over the collection's `Display` and `TransferPolicy`. */
  readonly owner: Address
  /** The package of the rules by which kiosks collect royalties; null if the network has none. */
  readonly kioskRules: Address | null
}

type Opening = Extract<OperatorAction, { readonly kind: 'open_vault' }>

/** How wallets show a piece. Each template names fields of `nft_drop::Nft`. */
const DISPLAY = {
  name: '{name}',
  description: '{description}',
  image_url: '{image_url}',
}

/**
 * The longest text of a piece. A transaction takes at most 16,384 bytes as one argument, and 250 pieces with all their
 * texts must stay below the 5 MB that a transaction may write.
 */
const MAX_TEXT_BYTES = 12_000

/** The placeholder for the piece's number in an image URL. */
const NUMBER = '{number}'

/** Publishes the type of a drop's collection, immutably. The sender gets the `Publisher` that opens the drop. */
export function publishCollection(transaction: Transaction, { dropId, pieces }: Opening): void {
  const { module, dependencies } = collectionPackageOf(pieces?.name ?? '', dropId)
  const cap = transaction.publish({ modules: [toBase64(module)], dependencies: [...dependencies] })
  transaction.moveCall({ target: '0x2::package::make_immutable', arguments: [cap] })
}

/**
 * Opens the drop of a published collection, with its `Display` and its `TransferPolicy`. Transfers the rights over these
 * two to the collection's owner, and returns the `OwnerCap` of the drop.
 */
export function openCollection(
  transaction: Transaction,
  { deposit, publicKey, dropId, pieces }: Opening,
  packageId: Address,
  collection: CollectionTargets,
) {
  const { type, owner } = collection
  const proof = transaction.objectRef(collection.proof)
  const registrar = transaction.sharedObjectRef({ ...collection.registrar, mutable: true })
  const piecesType = piecesTypeOf(packageId, type)
  const call = (
    name: 'new_display' | 'new_policy',
    args: Parameters<Transaction['moveCall']>[0]['arguments'],
  ) =>
    pairOf(
      transaction.moveCall({
        target: `${packageId}::nft_drop::${name}`,
        typeArguments: [type],
        arguments: args ?? [],
      }),
    )

  const registry = transaction.sharedObjectRef({ ...collection.displayRegistry, mutable: true })
  const [display, displayCap] = call('new_display', [registrar, registry, proof])
  for (const [name, template] of Object.entries(DISPLAY)) {
    transaction.moveCall({
      target: '0x2::display_registry::set',
      typeArguments: [piecesType],
      arguments: [display, displayCap, transaction.pure.string(name), transaction.pure.string(template)],
    })
  }
  transaction.moveCall({
    target: '0x2::display_registry::share',
    typeArguments: [piecesType],
    arguments: [display],
  })

  const [policy, policyCap] = call('new_policy', [registrar, proof])
  const royalty = pieces?.royaltyBasisPoints ?? 0
  if (royalty > 0) {
    const { kioskRules } = collection
    invariant(kioskRules !== null, 'royalties are only asked for where kiosks collect them')
    transaction.moveCall({
      target: `${kioskRules}::royalty_rule::add`,
      typeArguments: [piecesType],
      arguments: [policy, policyCap, transaction.pure.u16(royalty), transaction.pure.u64(0)],
    })
    // Without this rule, a sale outside of a kiosk, whose price is not visible, would pay no royalty.
    transaction.moveCall({
      target: `${kioskRules}::kiosk_lock_rule::add`,
      typeArguments: [piecesType],
      arguments: [policy, policyCap],
    })
  }
  transaction.moveCall({
    target: '0x2::transfer::public_share_object',
    typeArguments: [`0x2::transfer_policy::TransferPolicy<${piecesType}>`],
    arguments: [policy],
  })
  transaction.transferObjects([displayCap, policyCap], owner)

  const [imageUrl = '', imageUrlEnd] = splitOnce(pieces?.imageUrl ?? '', NUMBER)
  const attributes = pieces?.attributes ?? []
  return transaction.moveCall({
    target: `${packageId}::nft_drop::create`,
    typeArguments: [type],
    arguments: [
      proof,
      ...[pieces?.name ?? '', pieces?.description ?? '', imageUrl].map((text) =>
        transaction.pure.string(withinLimit(text)),
      ),
      transaction.pure(bcs.option(bcs.string()).serialize(imageUrlEnd ?? null)),
      transaction.pure.vector(
        'string',
        attributes.map(({ name }) => name),
      ),
      transaction.pure.vector(
        'string',
        attributes.map(({ value }) => value),
      ),
      transaction.pure.u64(deposit),
      transaction.pure.vector('u8', fromBase64(publicKey)),
      transaction.pure.vector('u8', new TextEncoder().encode(dropId)),
    ],
  })
}

function pairOf(result: TransactionResult) {
  const [one, other] = result
  invariant(one !== undefined && other !== undefined, 'a call has as many results as are asked for')
  return [one, other] as const
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}

/** Returns the text, shortened if it is too long. */
function withinLimit(text: string): string {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= MAX_TEXT_BYTES) return text
  // With `stream`, the decoder leaves out a character whose bytes are cut.
  return `${new TextDecoder().decode(bytes.subarray(0, MAX_TEXT_BYTES - 3), { stream: true })}…`
}

/** The package of a collection, in the form that a publish transaction takes. */
interface CollectionPackage {
  /** The bytecode of its only module. */
  readonly module: Uint8Array
  readonly dependencies: readonly string[]
}

interface Template {
  readonly parts: { readonly identifiers: readonly string[] }
  readonly dependencies: readonly string[]
}

const LONGEST_TITLE = 40

/** The suffix of the module and type names of a drop's collection. It is unique per drop. */
const endOf = (dropId: DropId): string => `_${dropId.slice(-16).replace(/[^a-z0-9]/g, '_')}`

/** Whether a module was published for this drop, whatever the title was at that time. */
export const isModuleOf = (module: string, dropId: DropId): boolean => module.endsWith(endOf(dropId))

/** The module and the type under which a collection is published. The type is the module name in capitals. */
export function collectionNamesOf(
  title: string,
  dropId: DropId,
): { readonly module: string; readonly type: string } {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, LONGEST_TITLE)
    .replace(/_+$/, '')
  const module = `${words === '' ? 'collection' : words}${endOf(dropId)}`
  return { module, type: module.toUpperCase() }
}

/** The package that publishes a drop's collection: our template with the collection's own names. */
export function collectionPackageOf(title: string, dropId: DropId): CollectionPackage {
  const { parts, dependencies } = readTemplate()
  const { module, type } = collectionNamesOf(title, dropId)
  const names = new Map([
    ['template', module],
    ['TEMPLATE', type],
  ])
  const identifiers = parts.identifiers.map((name) => names.get(name) ?? name)
  return { module: serialize({ ...parts, identifiers }) as Uint8Array, dependencies }
}

let template: Template | undefined

function readTemplate(): Template {
  if (template) return template
  // The relative path is the same from the sources and from `dist`.
  const compiled: { readonly modules: readonly string[]; readonly dependencies: readonly string[] } =
    JSON.parse(readFileSync(new URL('../../move/build/collection_template.json', import.meta.url), 'utf8'))
  const [module = ''] = compiled.modules
  template = { parts: deserialize(Buffer.from(module, 'base64')), dependencies: compiled.dependencies }
  return template
}
