// The folder and the settings of somebody who has just come: this tree as it stands, without what was made in it.
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

/** The settings of a newcomer: what reaches the network and the cache, and nothing that these tests were given. */
export const newcomersEnvironment = (port: number): Record<string, string> => {
  const wanted =
    /^(HOME|TMPDIR|LANG|NODE_EXTRA_CA_CERTS|npm_config_(cache|registry|userconfig|cafile)|(https?|no)_proxy)$/i
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] => wanted.test(entry[0]) && entry[1] !== undefined,
  )
  // This tree's own commands, the pinned Node among them, are not there in a new place.
  const { PATH = '' } = process.env
  const folders = PATH.split(delimiter).filter((folder) => !/node_modules/.test(folder))
  return { ...Object.fromEntries(kept), PATH: folders.join(delimiter), PORT: String(port) }
}

/** Beside the packages: what npm and `tools/run.mjs` have noted of them, to be written anew in the copy. */
const NOTES = /^\.(package-lock\.json|dropkit-install\.json)$/

/** Packages are linked, for copying them takes a minute. The workspace's own lead into the copy, as npm makes them. */
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

/** What is installed must be what the lock file asks for, or every command in the copy would begin to install. */
const assertInstalled = (): void => {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  const { lock: installed } = JSON.parse(
    readFileSync(join(ROOT, 'node_modules/.dropkit-install.json'), 'utf8'),
  )
  if (installed !== lock) throw new Error('package-lock.json has changed: node tools/run.mjs --install-only')
}

/** A copy of this tree with its packages installed and its web pages built. It is the caller's to remove. */
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
