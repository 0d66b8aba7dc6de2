import { deserialize, serialize } from '@mysten/move-bytecode-template'
import { fromBase64, normalizeStructTag, normalizeSuiAddress } from '@mysten/sui/utils'
import { recognizeCoin } from '../../src/sui/coin-template.ts'
import { ExecutionFailure, moveAbort } from './clever-abort.ts'
import { RegistrarStruct } from './collection-rights.ts'
import type { LedgerPage } from './ledger.ts'
import { Deployed, PublisherStruct, UpgradeCap } from './move-structs.ts'
import { newCoin, newObject, objectDigest, PACKAGE_TYPE, type Value } from './objects.ts'
import { waitingCurrency } from './registries.ts'
import type { TransactionPlace } from './transaction-place.ts'

const FRAMEWORK = normalizeSuiAddress('0x2')
const COMPATIBLE = 0

interface ModuleParts {
  readonly identifiers: readonly string[]
  readonly address_identifiers: readonly string[]
  readonly module_handles: readonly { readonly address: number; readonly name: number }[]
  readonly function_handles: readonly { readonly module: number; readonly name: number }[]
  readonly self_module_handle_idx: number
}

/** A module as it is stored on the chain, with the address of its package in place of the compiler's zeros. */
export function publishedModule(compiled: Uint8Array, packageId: string) {
  const parts: ModuleParts = deserialize(compiled)
  const self = parts.module_handles[parts.self_module_handle_idx]
  const name = parts.identifiers[self?.name ?? -1]
  if (self === undefined || name === undefined) throw new Error('a module names itself')
  const addresses = parts.address_identifiers.map((address, index) =>
    index === self.address ? packageId.slice(2) : address,
  )
  return { name, bytes: serialize({ ...parts, address_identifiers: addresses }) as Uint8Array }
}

export function putPackage(page: LedgerPage, packageId: string, modules: readonly string[], digest: string) {
  const published = modules.map((text) => publishedModule(fromBase64(text), packageId))
  page.putPackage({ packageId, modules: new Map(published.map(({ name, bytes }) => [name, bytes])) })
  page.put({
    objectId: packageId,
    version: 1n,
    digest: objectDigest(packageId, 1n, PACKAGE_TYPE, new Uint8Array()),
    owner: { kind: 'immutable' },
    type: PACKAGE_TYPE,
    contents: new Uint8Array(),
    previousTransaction: digest,
  })
  return published
}

/**
 * Publishes modules unchanged. Executes the `init` of our coin and of `nft_drop`; any other `init` is assumed to do
 * nothing.
 */
export function publishPackage(modules: readonly string[], digest: string, place: TransactionPlace): Value {
  const packageId = place.ids.next()
  let published: ReturnType<typeof putPackage>
  try {
    published = putPackage(place.page, packageId, modules, digest)
  } catch (error) {
    throw new ExecutionFailure('VM_VERIFICATION_OR_DESERIALIZATION_ERROR', { description: String(error) })
  }
  for (const { name, bytes } of published) {
    initCoin(packageId, name, bytes, place)
    initPublisher(packageId, name, bytes, place)
  }
  const capId = place.ids.next()
  const cap = { id: capId, package: packageId, version: 1, policy: COMPATIBLE }
  return {
    kind: 'object',
    object: newObject(capId, `${FRAMEWORK}::package::UpgradeCap`, UpgradeCap.serialize(cap).toBytes()),
  }
}

/**
 * Executes an `init` that claims the module's `Publisher`, for the sender or for a `Registrar`. An `init` that uses Display
 * V1 aborts, because nodes have decommissioned that code.
 */
function initPublisher(packageId: string, module: string, bytes: Uint8Array, place: TransactionPlace): void {
  const { function_handles, module_handles, identifiers, address_identifiers }: ModuleParts =
    deserialize(bytes)
  const calls = function_handles.flatMap(({ module: index, name }) => {
    const called = module_handles[index]
    const address = address_identifiers[called?.address ?? -1] ?? ''
    const isOfFramework = normalizeSuiAddress(address) === FRAMEWORK
    return isOfFramework ? [`${identifiers[called?.name ?? -1]}::${identifiers[name]}`] : []
  })
  const ofDisplay = calls.find((name) => name.startsWith('display::'))
  if (ofDisplay !== undefined) throw moveAbort(0n, { packageId: FRAMEWORK, module: 'display' }, 0)
  if (!calls.includes('package::claim')) return
  const isShared = calls.includes('transfer::share_object')
  const registrarId = isShared ? place.ids.next() : null
  const publisher = { id: place.ids.next(), package: packageId.slice(2), module_name: module }
  if (registrarId !== null) {
    const registrar = RegistrarStruct.serialize({ id: registrarId, publisher }).toBytes()
    const shared = newObject(registrarId, `${packageId}::${module}::Registrar`, registrar)
    shared.newOwner = { kind: 'shared', initialSharedVersion: 0n }
    place.made.push(shared)
    return
  }
  const contents = PublisherStruct.serialize(publisher).toBytes()
  const object = newObject(publisher.id, `${FRAMEWORK}::package::Publisher`, contents)
  object.newOwner = { kind: 'address', address: place.sender }
  place.made.push(object)
}

/** Executes the `init` of the coin template, with the values in the published bytes. */
function initCoin(packageId: string, module: string, bytes: Uint8Array, place: TransactionPlace): void {
  const coin = recognizeCoin(bytes)
  if (coin === null) return
  const { terms } = coin
  const coinType = normalizeStructTag(coin.coinType)

  const context = { nextId: place.ids.next, command: 0 }
  place.made.push(waitingCurrency(coin, coinType, context))
  for (const [amount, to] of [
    [terms.forDrops, terms.operator],
    [terms.forOwner, place.sender],
  ] as const) {
    if (amount === 0n) continue
    const minted = newCoin(place.ids.next(), coinType, amount)
    minted.newOwner = { kind: 'address', address: to }
    place.made.push(minted)
  }
  const deployed = {
    token_id: Buffer.from(terms.tokenId),
    operator: terms.operator,
    for_drops: terms.forDrops,
    owner: place.sender,
    for_owner: terms.forOwner,
  }
  place.events.push({
    packageId,
    module,
    type: `${packageId}::${module}::Deployed`,
    contents: Deployed.serialize(deployed).toBytes(),
  })
}
