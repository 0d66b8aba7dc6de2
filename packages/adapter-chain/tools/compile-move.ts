import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  dumpMovePackage,
  initMovePackageBuilder,
  MovePackageFetcher,
  testMovePackage,
} from '@zktx.io/sui-move-builder/full'

/** A package in the form that a publish transaction takes. */
export interface CompiledMovePackage {
  /** Bytecode in base64. Each module comes after the modules that it depends on. */
  readonly modules: readonly string[]
  /** The packages that it is linked against. */
  readonly dependencies: readonly string[]
  /** The hash of modules and dependencies, in hex. It authorizes an upgrade. */
  readonly digest: string
}

/** Gives the compiler our own declarations of the framework, in place of the sources that it would download. */
class FrameworkFetcher extends MovePackageFetcher {
  override async fetch(git: string, _rev: string, subdir?: string): Promise<MoveFiles> {
    if (subdir?.endsWith('/move-stdlib')) return readFramework('std')
    if (subdir?.endsWith('/sui-framework')) return readFramework('sui')
    throw new Error(`There is no package ${git} ${subdir} here`)
  }
}

const options = { fetcher: new FrameworkFetcher(), network: 'mainnet', lintFlag: 'default' } as const

/** Throws the compiler's message if there are errors or warnings. */
export async function compileMovePackage(files: MoveFiles): Promise<CompiledMovePackage> {
  await initMovePackageBuilder()
  const built = await dumpMovePackage({ files, ...options })
  if ('error' in built) throw new Error(built.error)
  if (built.warnings) throw new Error(built.warnings)
  const { modules, dependencies, digest } = built
  return { modules, dependencies, digest: Buffer.from(digest).toString('hex') }
}

/** Runs a package's Move tests. Throws if they do not compile. */
export async function runMoveTests(files: MoveFiles): Promise<{ passed: boolean; output: string }> {
  await initMovePackageBuilder()
  const ran = await testMovePackage({ files, ...options })
  if ('error' in ran) throw new Error(ran.error)
  return { passed: ran.passed, output: ran.output }
}

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

/**
 * The declarations of the framework, with a file for each module: the time of the compiler grows faster than the length of a
 * file, and it compiles them each time.
 */
export function readFramework(name: 'std' | 'sui'): MoveFiles {
  const { 'Move.toml': manifest = '', ...sources } = readMovePackage(`framework/${name}`)
  const modules = Object.values(sources).flatMap((text) =>
    BLOCK.test(text) ? text.split(AFTER_BLOCK) : [text],
  )
  const named = modules.filter(Boolean).map((text) => [`sources/${MODULE_NAME.exec(text)?.[1]}.move`, text])
  return { 'Move.toml': manifest, ...Object.fromEntries(named) }
}

const BLOCK = /^module \S+ \{$/m
const AFTER_BLOCK = /(?<=^\}\n)/m
const MODULE_NAME = /^module \w+::(\w+)/m
