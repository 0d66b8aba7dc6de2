import { unreachable } from '@dropkit/core/internal'
import { bcs } from '@mysten/sui/bcs'
import { normalizeStructTag, normalizeSuiAddress } from '@mysten/sui/utils'
import { DropLayout, NftDropLayout } from '../../src/sui/move-layouts.ts'
import { ExecutionFailure } from './clever-abort.ts'
import type { CallArguments, Parameter } from './dropkit-functions.ts'
import type { DropkitCall } from './dropkit-session.ts'
import { bytesText, capText, coinText, optionalText, publisherText, stringText } from './move-structs.ts'
import {
  asAddress,
  asBytes,
  asObject,
  asU64,
  CLOCK_ID,
  type HeldObject,
  pureBytes,
  takeObject,
  type Value,
} from './objects.ts'
import type { Notes, WorkedVault } from './transaction-place.ts'

/** The arguments of a call, collected by kind while the call is written as Move code. */
interface Collected extends CallArguments {
  readonly objects: HeldObject[]
  readonly numbers: bigint[]
  readonly addresses: string[]
  readonly bytes: Uint8Array[]
  readonly strings: string[]
  readonly optionalStrings: (string | null)[]
  readonly stringLists: (readonly string[])[]
}

export const newCollected = (): Collected => ({
  objects: [],
  numbers: [],
  addresses: [],
  bytes: [],
  strings: [],
  optionalStrings: [],
  stringLists: [],
})

/** The Move code of an argument. Objects and values are collected in `args` for the prediction. */
export function argumentText(
  noted: Notes,
  packageId: string,
  { module, typeArguments }: Pick<DropkitCall, 'module' | 'typeArguments'>,
  {
    parameter,
    value,
    args,
  }: { readonly parameter: Parameter; readonly value: Value; readonly args: Collected },
): string {
  switch (parameter) {
    case 'vault':
    case 'vault_by_value': {
      const object = asObject(value)
      wantType(object, vaultType(packageId, module, typeArguments))
      args.objects.push(object)
      const vault = vaultOf(noted, packageId, object)
      if (parameter === 'vault') return `&mut ${vault.variable}`
      takeObject(value)
      vault.isClosed = true
      return vault.variable
    }
    case 'cap':
    case 'cap_by_value': {
      const object = asObject(value)
      wantType(object, `${packageId}::${module}::OwnerCap`)
      const variable = capVariable(noted, object)
      if (parameter === 'cap') return `&${variable}`
      takeObject(value)
      noted.caps.delete(object.objectId)
      return variable
    }
    case 'coin': {
      const object = asObject(value)
      wantType(object, `${normalizeSuiAddress('0x2')}::coin::Coin<${coinArgument(typeArguments)}>`)
      args.objects.push({ ...object })
      takeObject(value)
      return coinText(object.objectId, object.type, object.contents)
    }
    case 'u64': {
      const number = asU64(value)
      args.numbers.push(number)
      return String(number)
    }
    case 'address': {
      const address = asAddress(value)
      args.addresses.push(address)
      return `@${address}`
    }
    case 'bytes': {
      const bytes = asBytes(value)
      args.bytes.push(bytes)
      return bytesText(bytes)
    }
    case 'string': {
      const text = bcs.string().parse(pureBytes(value))
      args.strings.push(text)
      return stringText(text)
    }
    case 'optional_string': {
      const text = bcs.option(bcs.string()).parse(pureBytes(value))
      args.optionalStrings.push(text)
      return optionalText(text)
    }
    case 'strings': {
      const texts = bcs.vector(bcs.string()).parse(pureBytes(value))
      args.stringLists.push(texts)
      return `vector<std::string::String>[${texts.map(stringText).join(', ')}]`
    }
    case 'proof_by_value': {
      const object = asObject(value)
      wantType(object, `${normalizeSuiAddress('0x2')}::package::Publisher`)
      args.objects.push({ ...object })
      takeObject(value)
      return publisherText(object.contents)
    }
    case 'clock':
      if (asObject(value).objectId !== CLOCK_ID) throw wrong('the Clock is wanted')
      return '&clock'
    default:
      return unreachable(parameter)
  }
}

/** The vault as the virtual machine knows it. It is recorded at its first use. */
export function vaultOf(noted: Notes, packageId: string, object: HeldObject): WorkedVault {
  const known = noted.vaults.get(object.objectId)
  if (known !== undefined) return known
  const isOfPieces = object.type.startsWith(`${packageId}::nft_drop::NftDrop<`)
  const vault = isOfPieces ? NftDropLayout.parse(object.contents) : DropLayout.parse(object.contents)
  const count = BigInt('minted' in vault ? vault.minted : vault.deposited)
  const worked: WorkedVault = {
    variable: `o${noted.vaults.size}`,
    object,
    tableId: vault.used.words.id,
    words: new Map(),
    tally: { count },
    takenLooks: new Map(),
    addedLooks: new Map(),
    isClosed: false,
  }
  noted.vaults.set(object.objectId, worked)
  return worked
}

function capVariable(noted: Notes, object: HeldObject): string {
  const known = noted.caps.get(object.objectId)
  if (known !== undefined) return known
  const variable = `c${noted.caps.size}`
  noted.caps.set(object.objectId, variable)
  noted.setup.push(`let ${variable} = ${capText(object.type, object.contents)};`)
  return variable
}

const wrong = (description: string) => new ExecutionFailure('COMMAND_ARGUMENT_ERROR', { description })

function wantType(object: HeldObject, type: string): void {
  if (object.type !== type) throw wrong(`${object.type} is no ${type}`)
}

export function coinArgument(typeArguments: readonly string[]): string {
  const [coinType] = typeArguments
  if (typeArguments.length !== 1 || coinType === undefined) throw new ExecutionFailure('TYPE_ARITY_MISMATCH')
  return normalizeStructTag(coinType)
}

const vaultType = (packageId: string, module: string, typeArguments: readonly string[]): string =>
  `${packageId}::${module}::${module === 'drop' ? 'Drop' : 'NftDrop'}<${coinArgument(typeArguments)}>`
