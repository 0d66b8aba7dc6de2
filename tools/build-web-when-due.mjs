// Builds the web pages if their sources have changed. The build runs once, even if several processes start at the same
// time.
// A stamp in the folder of the built pages identifies the sources. The pages are built in another folder, which then
// replaces the previous one. Servers use the previous pages until then, and a failed build leaves them unchanged.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { holdLock } from './install-lock.mjs'
import { pinnedNodePath } from './install-when-due.mjs'

/** For smaller files, compression gains little compared to the response headers. */
const SMALLEST_BYTES = 1_024
/** The other formats are already compressed. */
const ENDINGS = new Set(['.css', '.html', '.ico', '.js', '.json', '.svg', '.ttf', '.wasm', '.webmanifest'])

/** The highest Brotli quality takes ten times as long as 9, for a few percent. */
const BEST = 11
const QUICK = 9

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/**
 * Writes `.br` and `.gz` files next to the files of a folder for which compression is worth it. Files for which
 * `isLoadedAtOnce` returns true get the highest quality.
 */
const precompress = async (folder, isLoadedAtOnce = () => false) => {
  const names = readdirSync(folder).filter(
    (name) => ENDINGS.has(extname(name)) && statSync(join(folder, name)).size > SMALLEST_BYTES,
  )
  await Promise.all(
    names.flatMap((name) => {
      const path = join(folder, name)
      const bytes = readFileSync(path)
      const quality = isLoadedAtOnce(name) ? BEST : QUICK
      const packed = {
        '.br': packBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        '.gz': packGzip(bytes, { level: 9 }),
      }
      return Object.entries(packed).map(async ([ending, content]) => {
        const smaller = await content
        if (smaller.length < bytes.length) writeFileSync(path + ending, smaller)
      })
    }),
  )
}

const say = (line) => process.stderr.write(`${line}\n`)

/** The sources of the pages. */
const SOURCES = [
  'apps/web',
  'packages/core/package.json',
  'packages/core/src',
  'packages/client/package.json',
  'packages/client/src',
  'packages/adapter-graphql/schema',
  'package-lock.json',
  'tsconfig.base.json',
]
const NOT_BUILT_FROM = /(?:^|\/)(?:node_modules|dist|dist-next)(?:\/|$)|\.test\.tsx?$|\.tsbuildinfo$/

const filesUnder = (root, path) => {
  if (NOT_BUILT_FROM.test(path) || !existsSync(join(root, path))) return []
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path)).flatMap((name) => filesUnder(root, `${path}/${name}`))
}

/** The stamp of the current sources. */
const presentState = (root) => {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((source) => filesUnder(root, source)).sort()) {
    const content = readFileSync(join(root, path))
    hash.update(`${path} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

const builtFolder = (root) => join(root, 'apps', 'web', 'dist')
const stampPath = (folder) => join(folder, '.built-from')

const isBuilt = (root) => {
  try {
    return readFileSync(stampPath(builtFolder(root)), 'utf8') === presentState(root)
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

const runVite = (root, folder, onStart) =>
  new Promise((resolve, reject) => {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const options = ['--outDir', folder, '--logLevel', 'warn']
    const child = spawn(pinnedNodePath(root), [vite, 'build', join('apps', 'web'), ...options], {
      cwd: root,
      // With a server's NODE_ENV, Vite would build different pages.
      env: { ...process.env, NODE_ENV: 'production' },
      // Standard output is reserved for the script that is started afterwards.
      stdio: ['ignore', 2, 2],
    })
    child.once('error', reject)
    child.once('spawn', () => onStart(child.pid))
    child.once('close', (code) => resolve(code ?? 1))
  })

const takePlace = (next, folder) => {
  const before = join(next, '.before')
  if (existsSync(folder)) renameSync(folder, before)
  renameSync(next, folder)
  rmSync(join(folder, '.before'), { recursive: true, force: true })
}

/**
 * Builds the pages if necessary. Returns the exit code: 0 if the pages are up to date.
 * @param {string} root
 * @returns {Promise<number>}
 */
export const buildWebWhenDue = async (root) => {
  if (isBuilt(root)) return 0
  const lock = await holdLock(join(root, '.build-web.lock'), () =>
    say('Waiting for another build of the web pages …'),
  )
  try {
    if (isBuilt(root)) return 0
    say('Building the web pages (vite build) …')
    const startedAt = Date.now()
    const state = presentState(root)
    const next = join(root, 'apps', 'web', 'dist-next')
    rmSync(next, { recursive: true, force: true })
    const code = await runVite(root, next, lock.alsoHeldBy)
    if (code !== 0) {
      say(`The build of the web pages failed (exit code ${code}).`)
      return code
    }
    const pages = readdirSync(next).filter((name) => name.endsWith('.html'))
    const loadedAtOnce = pages.map((name) => readFileSync(join(next, name), 'utf8')).join()
    await precompress(join(next, 'assets'), (name) => loadedAtOnce.includes(name))
    writeFileSync(stampPath(next), state)
    takePlace(next, builtFolder(root))
    say(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
    return 0
  } finally {
    lock.release()
  }
}

// `npm run build:web`
if (import.meta.main) process.exit(await buildWebWhenDue(dirname(import.meta.dirname)))
