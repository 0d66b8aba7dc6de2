// The sources of a server and of all packages that it imports, in a few files. A server starts from them in about half the CPU
// time, and a run starts hundreds. SERVER_BUNDLE=0 runs the sources as they are, which the nightly run does.
import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { runFolder, sharedInRun } from './test-run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type ServerBundle = {
  /** The file that Node runs in place of apps/server/src/main.mjs. */
  readonly main: string
  /** The folder for the compile cache of this bundle. */
  readonly cache: string
}

/** Packages with native parts, or with files that they choose while they run. */
const NOT_BUNDLED = ['better-sqlite3', 'sharp', '@napi-rs/canvas', '@mysten/move-bytecode-template', 'knex']

/** Gives each module the address of its source, from which it finds its threads, schemas and pages. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta')) return null
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.filename', JSON.stringify(id))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
  },
}

/**
 * The bundle of this vitest run, made when its first server starts. Each run makes its own, so that no server runs old sources.
 * Undefined if the servers run the sources.
 */
export const serverBundle = async (): Promise<ServerBundle | undefined> =>
  process.env['SERVER_BUNDLE'] === '1' && runFolder() !== undefined
    ? sharedInRun('server-bundle', makeBundle)
    : undefined

async function makeBundle(): Promise<ServerBundle> {
  const { build } = await import('vite')
  const folder = join(runFolder() ?? '', 'server')
  // As Node resolves: a package with a CommonJS and an ES build must not be loaded as both.
  const resolve = { mainFields: ['main'], conditions: ['@dropkit/source', 'node'] }
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [keepAddresses],
    resolve,
    ssr: { noExternal: true, external: NOT_BUNDLED, resolve },
    build: {
      ssr: join(root, 'apps', 'server', 'src', 'main.mjs'),
      outDir: folder,
      emptyOutDir: false,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        output: {
          entryFileNames: 'main.mjs',
          chunkFileNames: '[name]-[hash].mjs',
          keepNames: true,
          strictExecutionOrder: true,
        },
      },
    },
  })
  // From here, Node finds the packages that are not bundled.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { main: join(folder, 'main.mjs'), cache: join(folder, 'cache') }
}
