// Finds the documentation pages of the repository, their code blocks and inline code.
import { execFileSync } from 'node:child_process'
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
import { fileURLToPath } from 'node:url'
import { buildWebWhenDue } from '../../tools/build-web-when-due.mjs'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export type Block = {
  readonly page: string
  /** The line of the opening fence, counted from 1. */
  readonly line: number
  /** The first word after the fence. Empty if there is none. */
  readonly language: string
  /** The text after the language. */
  readonly info: string
  readonly text: string
  /** The paragraph before the block. It may contain the name under which to save the file. */
  readonly before: string
}

export type Page = {
  /** Relative to the root of the repository. */
  readonly path: string
  readonly text: string
  readonly blocks: readonly Block[]
  /** Inline code outside of blocks. */
  readonly codeWords: readonly { readonly line: number; readonly text: string }[]
}

/** Generated or third-party files, which contain no instructions for readers. */
const NO_PAGES = [
  /^bench\/results\//,
  /^packages\/(core|testing)\/api\//,
  /^\.changeset\//,
  /(^|\/)CHANGELOG\.md$/,
  /^packages\/adapter-chain\/move\/framework\//,
]

/** The files that git tracks or would track, without build results and installed packages. */
export const filesHere = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)))

const FENCED = /^( *)(`{3,})([^\n`]*)\n(.*?)^\1\2 *$/gms

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length

const paragraphBefore = (text: string, index: number): string =>
  text
    .slice(0, index)
    .trimEnd()
    .split(/\n\s*\n/)
    .at(-1) ?? ''

export const readPage = (path: string, text: string): Page => {
  const blocks = [...text.matchAll(FENCED)].map((found): Block => {
    const [, indent = '', , said = '', body = ''] = found
    const [language = '', ...info] = said.trim().split(/\s+/)
    return {
      page: path,
      line: lineOf(text, found.index),
      language,
      info: info.join(' '),
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      before: paragraphBefore(text, found.index),
    }
  })
  // Line breaks are preserved, so that line numbers stay correct.
  const prose = text.replaceAll(FENCED, (block) => block.replaceAll(/[^\n]/g, ' '))
  const codeWords = [...prose.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map((found) => ({
    line: lineOf(prose, found.index),
    text: (found[1] ?? '').replaceAll(/\s+/g, ' '),
  }))
  return { path, text, blocks, codeWords }
}

export const findPages = (): readonly Page[] =>
  filesHere()
    .filter((path) => path.endsWith('.md') && NO_PAGES.every((pattern) => !pattern.test(path)))
    .map((path) => readPage(path, readFileSync(join(ROOT, path), 'utf8')))

/** Whether the block is saved as a file and run. */
export const isProgram = ({ language }: Block): boolean => language === 'ts' || language === 'js'

/** The name under which to save a program, if the paragraph before it contains one. */
export const fileNameOf = ({ before, language }: Block): string | undefined => {
  const endings = language === 'js' ? 'm?js' : 'm?ts'
  return [...before.matchAll(new RegExp(`\`([\\w./-]+\\.${endings})\``, 'g'))].at(-1)?.[1]
}

// The folder and the environment of a new user: a copy of this tree without build results.

/** A new user's environment: the server's address, and variables for the network and the cache, without those of this test run. */
export const newcomersEnvironment = (port: number): Record<string, string> => {
  const wanted =
    /^(HOME|TMPDIR|LANG|NODE_EXTRA_CA_CERTS|npm_config_(cache|registry|userconfig|cafile)|(https?|no)_proxy)$/i
  const passedOn = Object.entries(process.env).filter(
    (entry): entry is [string, string] => wanted.test(entry[0]) && entry[1] !== undefined,
  )
  // Removes this tree's node_modules from the PATH, including the pinned Node.
  const { PATH = '' } = process.env
  const folders = PATH.split(delimiter).filter((folder) => !/node_modules/.test(folder))
  const address = { PORT: String(port), DROPKIT_URL: `http://127.0.0.1:${port}` }
  return { ...Object.fromEntries(passedOn), PATH: folders.join(delimiter), ...address }
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
