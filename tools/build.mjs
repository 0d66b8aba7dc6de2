// `npm run build`: builds the packages for publishing. JavaScript and types go into each `dist`, the web pages into the
// server's, and the printed schema into the client's folder. `tsc -b` does not remove the output of deleted sources, so this
// script does; otherwise it would be published.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWebWhenDue } from './build-web-when-due.mjs'
import { holdLock } from './install-lock.mjs'
import { pinnedNodePath } from './install-when-due.mjs'

/** The folders of the published packages, in the order of their dependencies. */
export const publishedFolders = (root) =>
  JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')).references.map(({ path }) => path)

const MADE = /\.(?:js|d\.ts)(?:\.map)?$/

const removeStale = (root, folder) => {
  const dist = join(root, folder, 'dist')
  for (const made of globSync('**/*.{js,ts,map}', { cwd: dist, exclude: ['pages/**'] }))
    if (!existsSync(join(root, folder, 'src', made.replace(MADE, '.ts')))) rmSync(join(dist, made))
}

/** Only the holder of this lock writes into the `dist` folders. */
export const lockBuild = (root) =>
  holdLock(join(root, '.build.lock'), () =>
    process.stderr.write('Waiting for another build of the packages …\n'),
  )

/** Compiles the packages incrementally. The caller holds the lock of the build. Returns the exit code of `tsc -b`. */
export const compile = (root) =>
  new Promise((resolve, reject) => {
    const tsc = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc')
    const child = spawn(pinnedNodePath(root), [tsc, '-b'], { cwd: root, stdio: ['ignore', 2, 2] })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })

/** Writes the schema for code generators. */
const printSchema = (root) => {
  const script = join(root, 'packages', 'adapter-graphql', 'src', 'print-schema.ts')
  const printed = execFileSync(pinnedNodePath(root), [script])
  writeFileSync(join(root, 'packages', 'client', 'schema.graphql'), printed)
}

const stampOf = (folder) => {
  const path = join(folder, '.built-from')
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

const copyPages = (root) => {
  const built = join(root, 'apps', 'web', 'dist')
  const packed = join(root, 'apps', 'server', 'dist', 'pages')
  if (stampOf(packed) === stampOf(built)) return
  const next = `${packed}-next`
  rmSync(next, { recursive: true, force: true })
  cpSync(built, next, { recursive: true })
  rmSync(packed, { recursive: true, force: true })
  renameSync(next, packed)
}

/** Builds what is not up to date. Returns the exit code: 0 if everything is built. */
export const build = async (root) => {
  const lock = await lockBuild(root)
  try {
    for (const folder of publishedFolders(root)) removeStale(root, folder)
    const compiled = await compile(root)
    if (compiled !== 0) return compiled
    printSchema(root)
    const pages = await buildWebWhenDue(root)
    if (pages !== 0) return pages
    copyPages(root)
    return 0
  } finally {
    lock.release()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await build(dirname(dirname(fileURLToPath(import.meta.url))))
