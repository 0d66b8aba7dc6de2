// Finds the documentation pages of the repository, their code blocks and inline code.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

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
