import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Texts by their paths inside a package, in the form that the compiler takes. */
export type MoveFiles = Record<string, string>

const MOVE_FOLDER = new URL('../move/', import.meta.url)

/** The packages that are published. Each is a folder of `move/` with its own `Move.toml`. */
export const MOVE_PACKAGE_NAMES: readonly string[] = [
  'dropkit',
  'coin_template',
  'collection_template',
].filter((name) => existsSync(new URL(`${name}/Move.toml`, MOVE_FOLDER)))

/** The path of the compiled package. */
export const buildPath = (name: string): string => fileURLToPath(new URL(`build/${name}.json`, MOVE_FOLDER))

/** Reads the manifest and the sources of a package below `move/`, including tests. */
export function readMovePackage(path: string): MoveFiles {
  const folder = new URL(`${path}/`, MOVE_FOLDER)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names
      .filter((name) => name === 'Move.toml' || name.endsWith('.move'))
      .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
  )
}
