import { readFile } from 'node:fs/promises'

/** A Move package, in the form in which it is published. */
export interface CompiledPackage {
  /** Base64 of each module. */
  readonly modules: readonly string[]
  /** The addresses of the packages that it depends on. */
  readonly dependencies: readonly string[]
}

/** Dropkit's own package, as compiled from `move/dropkit` and committed. */
export const compiledDropkit = async (): Promise<CompiledPackage> =>
  // The relative path is the same from the sources and from `dist`.
  JSON.parse(await readFile(new URL('../../move/build/dropkit.json', import.meta.url), 'utf8'))
