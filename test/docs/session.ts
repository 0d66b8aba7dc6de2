// Runs what a page tells people to type: its blocks in their order, in one bash, as they would in one terminal.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Block, fileNameOf, isProgram, type Page } from './pages.ts'
import { standInFor } from './stand-ins.ts'

export type Place = {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Texts on the page, and what stands for them in a test. The longest first. */
  readonly exchange: readonly (readonly [written: string | RegExp, used: string])[]
  /** Stand-ins that were run for another page. */
  readonly done: Set<string>
}

/** A program on a page that is run by the words around it has its command there, between backticks. */
const commandIn = ({ before }: Block, file: string): string | undefined =>
  [...before.replaceAll(/\s+/g, ' ').matchAll(/`([^`]+)`/g)]
    .map(([, text = '']) => text)
    .findLast((text) => text !== file && text.includes(` ${file}`))

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A program is written to its file, which is as good as having typed it in. */
const saving = (file: string, text: string): string => `printf '%s' ${quoted(text)} > ${quoted(file)}`

const exchanged = (text: string, { exchange }: Place): string => {
  let used = text
  for (const [written, instead] of exchange) used = used.replaceAll(written, instead)
  return used
}

/** What bash is given for a page. */
const scriptOf = (page: Page, place: Place): string => {
  const parts = page.blocks.flatMap((block): string[] => {
    const here = `BLOCK=${quoted(`${page.path}:${block.line}`)}`
    if (block.language === 'sh') {
      // What a page has of its own comes before what stands in everywhere.
      return [here, standInFor({ ...block, text: exchanged(block.text, place) }, place.done).text]
    }
    const file = isProgram(block) ? fileNameOf(block) : undefined
    if (file === undefined) return []
    const command = commandIn(block, file)
    return [here, saving(file, exchanged(block.text, place)), ...(command ? [exchanged(command, place)] : [])]
  })
  return [PROLOGUE, ...parts, ''].join('\n')
}

/** The first command that fails ends it, and says where it stands. */
const PROLOGUE = `set -eo pipefail
trap 'code=$?; [ "$code" = 0 ] || printf "\\nexit code %s in the block at %s\\n" "$code" "$BLOCK" >&2' EXIT`

/** Runs a page's commands and gives what they said. What they have left running is ended, too. */
export const runPage = async (page: Page, place: Place, limitMs: number): Promise<string> => {
  const file = join(mkdtempSync(join(tmpdir(), 'dropkit-page-')), 'page.sh')
  writeFileSync(file, scriptOf(page, place))
  const child = spawn('bash', [file], {
    cwd: place.folder,
    env: place.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // All of it has ended.
    }
  }
  // The end of the shell's output is the end of all that it has started.
  const silent = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const late = setTimeout(() => signalGroup('SIGKILL'), limitMs)
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (...ended) => resolve(ended))
  })
  signalGroup('SIGTERM')
  await silent
  clearTimeout(late)
  rmSync(dirname(file), { recursive: true })
  if (code !== 0) throw new Error(`${page.path} ended with ${signal ?? code}:\n${output.slice(-4_000)}`)
  return output
}

/** Whether what a page shows as an answer was answered: each line in its order, with anything in place of `…`. */
export const missingAnswer = (page: Page, output: string): string | undefined => {
  let rest = output
  for (const block of page.blocks) {
    if (block.language !== 'text' || block.info !== 'output') continue
    for (const line of block.text.split('\n').filter((text) => text.trim() !== '')) {
      const pattern = new RegExp(line.trim().split('…').map(escapeRegExp).join('.*?'))
      const found = pattern.exec(rest)
      if (!found)
        return `${page.path}:${block.line} shows as an answer:\n  ${line}\nwhich is not among\n${rest}`
      rest = rest.slice(found.index + found[0].length)
    }
  }
  return undefined
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
