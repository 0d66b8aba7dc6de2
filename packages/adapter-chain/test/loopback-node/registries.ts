import { bcs } from '@mysten/sui/bcs'
import { deriveObjectID, normalizeStructTag, normalizeSuiAddress, parseStructTag } from '@mysten/sui/utils'
import type { RecognizedCoin } from '../../src/sui/coin-template.ts'
import { moveAbort } from './clever-abort.ts'
import type { FrameworkCall } from './framework-calls.ts'
import { CurrencyStruct, DisplayStruct, PublisherStruct } from './move-structs.ts'
import type { NodeClock } from './node-state.ts'
import { asObject, type HeldObject, newObject, pureBytes, type Value } from './objects.ts'

export const COIN_REGISTRY_ID = normalizeSuiAddress('0xc')
const FRAMEWORK = normalizeSuiAddress('0x2')
export const COIN_REGISTRY_TYPE = `${FRAMEWORK}::coin_registry::CoinRegistry`

const currencyType = (coinType: string) => `${FRAMEWORK}::coin_registry::Currency<${coinType}>`

/** The errors of `coin_registry` with which these calls may abort. */
const ERRORS = {
  EInvalidSymbol: [6n, 'Symbol has to be ASCII printable'],
  EEmptySupply: [9n, 'Supply cannot be empty'],
} as const

function abort(constantName: keyof typeof ERRORS, command: number) {
  const [errorCode, rendered] = ERRORS[constantName]
  const abortCode = (0xcn << 60n) | (errorCode << 48n)
  const cleverError = { errorCode, lineNumber: 1n, constantName, rendered }
  return moveAbort(abortCode, { packageId: FRAMEWORK, module: 'coin_registry' }, command, cleverError)
}

/**
 * The `Currency` of a coin with a fixed supply and fixed metadata, as publishing leaves it: sent to the registry, where
 * nodes do not find it by the coin's type yet.
 */
export function waitingCurrency(
  { terms }: RecognizedCoin,
  coinType: string,
  { nextId, command }: { readonly nextId: () => string; readonly command: number },
): HeldObject {
  if (!/^[\x20-\x7e]*$/.test(terms.symbol)) throw abort('EInvalidSymbol', command)
  const supply = terms.forDrops + terms.forOwner
  if (supply === 0n) throw abort('EEmptySupply', command)
  const [treasuryCapId, id] = [nextId(), nextId()]
  // The ids of the bag of further fields and of the cap that is deleted immediately.
  nextId()
  nextId()
  const contents = CurrencyStruct.serialize({
    id,
    decimals: terms.decimals,
    name: terms.name,
    symbol: terms.symbol,
    description: terms.description,
    icon_url: terms.iconUrl,
    supply: { Fixed: { value: supply } },
    regulated: { Unregulated: true },
    treasury_cap_id: treasuryCapId,
    metadata_cap_id: { Deleted: true },
    extra_fields: [],
  }).toBytes()
  const object = newObject(id, currencyType(coinType), contents)
  object.newOwner = { kind: 'address', address: COIN_REGISTRY_ID }
  return object
}

/** The functions of `0x2::coin_registry` for a published coin. */
export const REGISTRY_CALLS: Readonly<Record<string, FrameworkCall>> = {
  'coin_registry::finalize_registration': ([registry, received], coinType, { page, command, made }) => {
    const { objectId } = asObject(registry)
    const currency = received?.kind === 'receiving' ? received.object : undefined
    const isSentThere = currency?.owner?.kind === 'address' && currency.owner.address === objectId
    if (objectId !== COIN_REGISTRY_ID || currency?.type !== currencyType(coinType) || !isSentThere)
      throw moveAbort(2n, { packageId: FRAMEWORK, module: 'transfer', functionName: 'receive_impl' }, command)
    page.remove(currency.objectId)
    const id = deriveObjectID(
      COIN_REGISTRY_ID,
      `0x2::coin_registry::CurrencyKey<${coinType}>`,
      Uint8Array.of(0),
    )
    const parts = CurrencyStruct.parse(currency.contents)
    const registered = newObject(id, currency.type, CurrencyStruct.serialize({ ...parts, id }).toBytes())
    registered.newOwner = { kind: 'shared', initialSharedVersion: 0n }
    made.push(registered)
    const { name, symbol, description, icon_url: iconUrl, decimals, supply } = parts
    const fixed = supply?.Fixed?.value
    page.putMetadata({
      ...{ objectId: id, coinType, name, symbol, description, iconUrl, decimals },
      ...(fixed !== undefined && { fixedSupply: BigInt(fixed) }),
    })
    return []
  },
}

/** The addresses that may not use a regulated coin, by the rules of `0x2::deny_list` (version 2). */
export interface DenyList {
  set(coinType: string, address: string, isDenied: boolean): void
  /** For senders of the coin, a change takes effect immediately. */
  isDeniedSender(coinType: string, address: string): boolean
  /** For receivers of the coin, a change takes effect in the next epoch. */
  isDeniedReceiver(coinType: string, address: string): boolean
}

interface Setting {
  readonly epoch: bigint
  readonly before: boolean
  readonly now: boolean
}

export function createDenyList(clock: NodeClock): DenyList {
  const settings = new Map<string, Setting>()
  const settingOf = (coinType: string, address: string) => settings.get(keyOf(coinType, address))
  const isDeniedReceiver = (coinType: string, address: string): boolean => {
    const setting = settingOf(coinType, address)
    if (setting === undefined) return false
    return clock.epoch() > setting.epoch ? setting.now : setting.before
  }
  return {
    set(coinType, address, isDenied) {
      const before = isDeniedReceiver(coinType, address)
      settings.set(keyOf(coinType, address), { epoch: clock.epoch(), before, now: isDenied })
    },
    isDeniedSender: (coinType, address) => settingOf(coinType, address)?.now ?? false,
    isDeniedReceiver,
  }
}

const keyOf = (coinType: string, address: string): string =>
  `${normalizeSuiAddress(address)} ${normalizeStructTag(coinType)}`

export const DISPLAY_REGISTRY_ID = normalizeSuiAddress('0xd')
export const DISPLAY_REGISTRY_TYPE = `${FRAMEWORK}::display_registry::DisplayRegistry`

const DISPLAY_EXISTS = 1n
const WRONG_PUBLISHER = 3n

const displayAbort = (code: bigint, command: number) =>
  moveAbort(code, { packageId: FRAMEWORK, module: 'display_registry' }, command)

const textOf = (value: Value | undefined): string => bcs.string().parse(pureBytes(value))

/** The functions of `0x2::display_registry` that a publisher uses. */
export const DISPLAY_CALLS: Readonly<Record<string, FrameworkCall>> = {
  'display_registry::new_with_publisher': ([, publisher], type, { page, command, nextId }) => {
    const claimed = PublisherStruct.parse(asObject(publisher).contents)
    if (`0x${claimed.package}` !== normalizeSuiAddress(parseStructTag(type).address)) {
      throw displayAbort(WRONG_PUBLISHER, command)
    }
    const key = `0x2::display_registry::DisplayKey<${type}>`
    const id = deriveObjectID(DISPLAY_REGISTRY_ID, key, new Uint8Array([0]))
    if (page.object(id) !== undefined) throw displayAbort(DISPLAY_EXISTS, command)
    const capId = nextId()
    const display = DisplayStruct.serialize({ id, fields: [], cap_id: capId }).toBytes()
    const cap = bcs.Address.serialize(capId).toBytes()
    return [
      { kind: 'object', object: newObject(id, `${FRAMEWORK}::display_registry::Display<${type}>`, display) },
      {
        kind: 'object',
        object: newObject(capId, `${FRAMEWORK}::display_registry::DisplayCap<${type}>`, cap),
      },
    ]
  },
  'display_registry::set': ([display, cap, name, value]) => {
    asObject(cap)
    const object = asObject(display)
    const { fields, ...rest } = DisplayStruct.parse(object.contents)
    const key = textOf(name)
    const others = fields.filter((field) => field.key !== key)
    const changed = { ...rest, fields: [...others, { key, value: textOf(value) }] }
    object.contents = DisplayStruct.serialize(changed).toBytes()
    return []
  },
  'display_registry::share': ([display]) => {
    asObject(display).newOwner = { kind: 'shared', initialSharedVersion: 0n }
    return []
  },
}
