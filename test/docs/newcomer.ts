// The folder and the environment of a new user: a copy of this tree without build results.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { buildWebWhenDue } from '../../tools/build-web-when-due.mjs'
import { filesHere, ROOT } from './pages.ts'

/** A new user's environment: the server's address, and variables for the network and the cache, without those of this test run. */
export const newcomersEnvironment = (port: number): Record<string, string> => {
  const wanted =
    /^(HOME|TMPDIR|LANG|NODE_EXTRA_CA_CERTS|npm_config_(cache|registry|userconfig|cafile)|(https?|no)_proxy)$/i
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] => wanted.test(entry[0]) && entry[1] !== undefined,
  )
  // Removes this tree's node_modules from the PATH, including the pinned Node.
  const { PATH = '' } = process.env
  const folders = PATH.split(delimiter).filter((folder) => !/node_modules/.test(folder))
  const address = { PORT: String(port), DROPKIT_URL: `http://127.0.0.1:${port}` }
  return { ...Object.fromEntries(kept), PATH: folders.join(delimiter), ...address }
}

/**
 * Files in node_modules in which npm and `tools/run.mjs` record the install. They are copied instead of linked, because the
 * copy may rewrite them.
 */
const NOTES = /^\.(package-lock\.json|dropkit-install\.json)$/

/**
 * Links the packages, because copying them takes a minute. Links to workspace packages lead into the copy, as npm creates
 * them.
 */
const linkPackages = (from: string, to: string): void => {
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name === '@dropkit') {
      mkdirSync(join(to, name))
      for (const own of readdirSync(join(from, name)))
        symlinkSync(readlinkSync(join(from, name, own)), join(to, name, own))
    } else if (NOTES.test(name)) cpSync(join(from, name), join(to, name))
    else if (name === '.bin' || !name.startsWith('.')) symlinkSync(join(from, name), join(to, name))
  }
}

/**
 * Throws if the installed packages do not match the lock file. Otherwise every command in the copy would start an install.
 */
const assertInstalled = (): void => {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  const { lock: installed } = JSON.parse(
    readFileSync(join(ROOT, 'node_modules/.dropkit-install.json'), 'utf8'),
  )
  if (installed !== lock) throw new Error('package-lock.json has changed: node tools/run.mjs --install-only')
}

/** Creates a copy of this tree with its packages installed and its web pages built. The caller must remove it. */
export const makeNewcomersFolder = async (): Promise<string> => {
  assertInstalled()
  if ((await buildWebWhenDue(ROOT)) !== 0) throw new Error('The web pages cannot be built')
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-docs-'))
  const files = filesHere()
  for (const path of files) cpSync(join(ROOT, path), join(folder, path), { preserveTimestamps: true })
  for (const path of files) {
    if (!/(^|\/)package\.json$/.test(path)) continue
    const packages = join(dirname(path), 'node_modules')
    if (existsSync(join(ROOT, packages))) linkPackages(join(ROOT, packages), join(folder, packages))
  }
  cpSync(join(ROOT, 'apps/web/dist'), join(folder, 'apps/web/dist'), { recursive: true })
  return folder
}
