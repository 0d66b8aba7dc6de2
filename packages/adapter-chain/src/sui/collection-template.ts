import { readFileSync } from 'node:fs'
import type { DropId } from '@dropkit/core'
import { deserialize, serialize } from '@mysten/move-bytecode-template'

/** The package of a collection, in the form that a publish transaction takes. */
export interface CollectionPackage {
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
