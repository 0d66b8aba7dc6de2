import { bcs } from '@mysten/sui/bcs'
import { deriveObjectID, normalizeSuiAddress, parseStructTag } from '@mysten/sui/utils'
import { moveAbort } from './clever-abort.ts'
import type { FrameworkCall } from './framework-calls.ts'
import { DisplayStruct, PublisherStruct } from './move-structs.ts'
import { asObject, newObject, pureBytes, type Value } from './values.ts'

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
