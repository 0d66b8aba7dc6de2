// Runs the commands of a page: its blocks in order, in one bash, as in one terminal. Some commands are replaced.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Block, fileNameOf, isProgram, type Page } from './pages.ts'

export type Place = {
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Replacements of texts on the page, the longest first. */
  readonly exchange: readonly (readonly [written: string | RegExp, used: string])[]
  /** Stand-ins that were already run for another page. */
  readonly done: Set<string>
}

/** The command that runs a program, if the text before the block contains one as inline code. */
const commandIn = ({ before }: Block, file: string): string | undefined =>
  [...before.replaceAll(/\s+/g, ' ').matchAll(/`([^`]+)`/g)]
    .map(([, text = '']) => text)
    .findLast((text) => text !== file && text.includes(` ${file}`))

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Writes a program to its file. */
const saving = (file: string, text: string): string => `printf '%s' ${quoted(text)} > ${quoted(file)}`

const exchanged = (text: string, { exchange }: Place): string => {
  let used = text
  for (const [written, instead] of exchange) used = used.replaceAll(written, instead)
  return used
}

/** The bash script for a page. */
const scriptOf = (page: Page, place: Place): string => {
  const parts = page.blocks.flatMap((block): string[] => {
    const here = `BLOCK=${quoted(`${page.path}:${block.line}`)}`
    if (block.language === 'sh') {
      // The page's own replacements are applied before the general stand-ins.
      return [here, standInFor({ ...block, text: exchanged(block.text, place) }, place.done).text]
    }
    const file = isProgram(block) ? fileNameOf(block) : undefined
    if (file === undefined) return []
    const command = commandIn(block, file)
    return [here, saving(file, exchanged(block.text, place)), ...(command ? [exchanged(command, place)] : [])]
  })
  return [PROLOGUE, ...parts, ''].join('\n')
}

/** The script stops at the first failing command and prints its position. */
const PROLOGUE = `set -eo pipefail
trap 'code=$?; [ "$code" = 0 ] || printf "\\nexit code %s in the block at %s\\n" "$code" "$BLOCK" >&2' EXIT`

/** Runs a page's commands and returns their output. Processes that are still running are ended. */
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
      // All processes of the group have ended.
    }
  }
  // The shell's output ends when all processes that it has started have ended.
  const silent = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const late = setTimeout(() => signalGroup('SIGKILL'), limitMs)
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (...ended) => resolve(ended))
  })
  signalGroup('SIGTERM')
  // A shell that has just forked loses a signal that arrives before it has become the command.
  const again = setTimeout(() => signalGroup('SIGTERM'), 2_000)
  await silent
  clearTimeout(again)
  clearTimeout(late)
  rmSync(dirname(file), { recursive: true })
  if (code !== 0) throw new Error(`${page.path} ended with ${signal ?? code}:\n${output.slice(-4_000)}`)
  return output
}

/** The first line of a page's `text output` blocks that is missing in the output, in order. `…` matches any text. */
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

type Elsewhere = {
  readonly test: string
  /** Text in that test which shows that it runs this page. */
  readonly by: string
}

const packed = (name: string): Elsewhere => ({ test: 'test/packed-packages.test.ts', by: `'${name}'` })

/** Pages whose commands and programs another test runs. */
export const RUN_ELSEWHERE: Readonly<Record<string, Elsewhere>> = {
  // In a fresh clone without installed packages.
  'README.md': { test: 'test/readme.test.ts', by: "'README.md'" },
  // In an empty project with the packed packages.
  'packages/core/README.md': packed('core'),
  'packages/testing/README.md': packed('testing'),
  'packages/adapter-chain/README.md': packed('adapter-chain'),
  'packages/adapter-graphql/README.md': packed('adapter-graphql'),
  'packages/adapter-storage/README.md': packed('adapter-storage'),
  'packages/adapter-webhook/README.md': packed('adapter-webhook'),
  'packages/adapter-beacon/README.md': packed('adapter-beacon'),
  'packages/client/README.md': packed('client'),
  // In a browser, and with other programming languages.
  'docs/other-sites.md': { test: 'test/client/recipes.ts', by: `'docs/other-sites.md'` },
  'apps/server/README.md': packed('server'),
}

// Commands that tests run in place of those on a page. All other commands are run as they are.

type StandIn = {
  /** Matches a whole command on a page. */
  readonly written: RegExp
  /** The replacement. It may refer to groups of the expression. */
  readonly run: string
  readonly because: string
}

/** Commands that take long, or that need something a test must not use. The first match counts. */
export const STAND_INS: readonly StandIn[] = [
  {
    written: /^npm start$/,
    run: ':',
    because:
      'a server that was started by it runs beside the page; test/readme.test.ts starts one from nothing',
  },
  {
    written: /^node tools\/run\.mjs tools\/production-install\.mjs \S+$/,
    run: ':',
    because: 'it installs a whole server; test/production-install.test.ts does so and starts it',
  },
  {
    written: /^npm run rehearse$/,
    run: 'npm run rehearse -- --help',
    because: 'it runs until it is stopped; test/rehearse.test.ts starts it',
  },
  {
    written: /^npm (test|run test:long)( -- .*)?$/,
    run: 'npm test -- --help',
    because: 'it is what runs this; the same command with a question that is answered at once',
  },
  {
    written: /^((?:ATTACK_\w+=\S+ )?npm run attack(?: -- .*)?)$/,
    run: 'npm run attack -- --help',
    because: 'it takes hours; npm test runs the same files with fewer tries',
  },
  {
    written: /^npm run (crash-tests|memory)( -- .*)?$/,
    run: 'npm run $1 -- --help',
    because: 'it takes up to an hour; test/crash/crash-tests.test.ts runs the short form of each run',
  },
  {
    written: /^npm run simulate -- (.*)--seeds \d+(.*)$/,
    run: 'npm run simulate -- $1--seeds 20$2',
    because: 'a hundred thousand lives take a quarter of an hour; the same command lives twenty',
  },
  {
    written: /^(npm run simulate -- --seed 42)$/,
    run: '$1',
    because: 'as it stands, but once: several pages tell of it',
  },
  {
    written: /^(npm run simulate -- .*--plant NAME)$/,
    run: '! $1',
    because: 'NAME is for the reader to fill in; one that is unknown is refused, as the page says',
  },
  {
    written: /^npm run bench( -- .*)?$/,
    run: ':',
    because:
      'it installs the products that it compares with, and takes minutes; bench/src/run-measures.test.ts runs the runner',
  },
  {
    written: /^(?:MUTAT\w+=\S+ )*npm run mutation( -- .*)?$/,
    run: ':',
    because: 'it installs Stryker, changes the rules a thousand times, and takes hours',
  },
  {
    written: /^npm run check$/,
    run: 'node tools/run.mjs tools/check.mjs dependencies',
    because:
      'all checks take a minute and a half, and run beside these tests in every review; one of them is run',
  },
  {
    written: /^(npm run dev -w @dropkit\/web)$/,
    run: '$1 -- --version',
    because: 'it serves until it is ended; the same command with a question that is answered at once',
  },
]

/** Lines that are joined by a backslash, or that are inside quotes, are one command. */
const asCommands = (text: string): readonly string[] => text.replaceAll(/\\\n\s*/g, '').split('\n')

/** An explanatory comment after a command. */
const COMMENT = /\s+#\s.*$|^#\s.*$/

/** The block to run, and the stand-ins that it uses. Stand-ins in `done` have been run before and are not run again. */
export const standInFor = (
  block: Block,
  done: Set<string> = new Set(),
): { readonly text: string; readonly taken: readonly StandIn[] } => {
  const taken: StandIn[] = []
  const lines = asCommands(block.text).map((line) => {
    const command = line.replace(COMMENT, '').trim()
    const found = STAND_INS.find(({ written }) => written.test(command))
    if (!found) return line
    taken.push(found)
    const instead = command.replace(found.written, found.run)
    if (done.has(instead)) return ':'
    done.add(instead)
    return instead
  })
  return { text: lines.join('\n'), taken }
}
