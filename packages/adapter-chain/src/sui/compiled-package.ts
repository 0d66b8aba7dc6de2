import { readFile } from 'node:fs/promises'

/** A Move package as it is published. */
export interface CompiledPackage {
  /** Base64 of each module. */
  readonly modules: readonly string[]
  /** Addresses of the packages that it needs. */
  readonly dependencies: readonly string[]
}

/** Dropkit's own package, as it was compiled from `move/dropkit` and committed. */
export const compiledDropkit = async (): Promise<CompiledPackage> =>
  // The same way from the sources as from `dist`.
  JSON.parse(await readFile(new URL('../../move/build/dropkit.json', import.meta.url), 'utf8'))
