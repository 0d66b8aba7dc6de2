// Runs the README's commands as a new user does. Only the port is replaced by a free one. With PLANTED_SHARE=all
// (`npm run test:nightly`), they run in a fresh clone of the committed files, with nothing installed. Otherwise they run in a copy
// whose packages are linked and whose pages are built, because .ci/run itself starts with a real install and build, and
// run-tool.test.ts tests when they are due.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeNewcomersFolder, newcomersEnvironment, readPage } from './docs/pages.ts'
import { freePort } from './support/http.ts'
import { dearerMemoryMs } from './support/machine-speed.ts'
import { areAllTried } from './support/planted-share.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

const INSTALL_LIMIT_MS = 420_000
const COMMANDS_LIMIT_MS = 60_000
/** Measured: the server and the tool that starts it write to about 60,000 new pages of memory. */
const LATER_START_LIMIT_MS = 5_000 + dearerMemoryMs(60_000)

const blocksOf = (readme: string, language: 'sh' | 'ts'): readonly string[] =>
  readPage('README.md', readme)
    .blocks.filter((block) => block.language === language)
    .map(({ text }) => text)

type Started = { readonly process: ChildProcess; readonly said: () => string; readonly ended: Promise<void> }

let folder: string
let port: number
const started = new Set<Started>()

/** Runs a command in the background, in its own process group. */
const startInBackground = (command: string): Started => {
  const child = spawn('bash', ['-c', `exec ${command}`], {
    cwd: folder,
    env: newcomersEnvironment(port),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const one = { process: child, said: () => said, ended }
  started.add(one)
  return one
}

const signalGroup = ({ process: child }: Started, signal: NodeJS.Signals) => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // The process group has already ended.
  }
}

/** Ends a command as Ctrl-C does: the processes of its group, and no others. */
const end = async (one: Started): Promise<void> => {
  signalGroup(one, 'SIGINT')
  const forced = setTimeout(() => signalGroup(one, 'SIGKILL'), 15_000)
  await one.ended
  clearTimeout(forced)
  started.delete(one)
}

const isReady = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

const untilReady = async (one: Started, limitMs: number): Promise<void> => {
  let isOver = false
  void one.ended.then(() => {
    isOver = true
  })
  for (const giveUpAt = Date.now() + limitMs; !(await isReady()); await pause(20)) {
    if (isOver) throw new Error(`the start has ended:\n${one.said()}`)
    if (Date.now() > giveUpAt) throw new Error(`not ready after ${limitMs} ms:\n${one.said()}`)
  }
}

const makeClone = async (): Promise<string> => {
  const clone = temporaryFolder()
  await run('git', ['clone', '--quiet', root, clone])
  return clone
}

beforeAll(async () => {
  folder = await (areAllTried ? makeClone() : makeNewcomersFolder())
  port = await freePort()
}, INSTALL_LIMIT_MS)
afterAll(async () => {
  await Promise.all([...started].map(end))
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}, INSTALL_LIMIT_MS)

it(
  `leads from ${
    areAllTried ? 'a fresh clone' : 'installed packages (PLANTED_SHARE=all: a fresh clone)'
  } to a confirmed claim by the README's own commands, and starts again at once`,
  async () => {
    expect(existsSync(join(folder, 'node_modules'))).toBe(!areAllTried)
    const readme = readFileSync(join(folder, 'README.md'), 'utf8').replaceAll(':4000/', `:${port}/`)
    const [start, test, ...others] = blocksOf(readme, 'sh')
    expect([start, test]).toEqual(['npm start\n', 'npm test\n'])
    expect(others.length).toBeGreaterThan(0)
    // `npm test` is excluded, because it runs this test.
    const commands = others.join('\n')
    expect(commands).not.toContain('4000')
    expect(blocksOf(readme, 'ts')).toEqual([])

    const first = startInBackground('npm start')
    await untilReady(first, INSTALL_LIMIT_MS)
    expect(first.said()).toMatch(/^ {2}dk_[0-9A-Za-z]{36}$/m)
    const inFolder = { cwd: folder, env: newcomersEnvironment(port), timeout: COMMANDS_LIMIT_MS }
    const { stdout } = await run('bash', ['-e', '-c', commands], inFolder)
    const [claimed = '', seen = '', ...noMore] = stdout.trimEnd().split('\n')
    expect(noMore).toEqual([])
    expect(JSON.parse(claimed)).toMatchObject({ data: { claimDrop: { claim: { id: expect.any(String) } } } })
    const claim = { amount: '100', status: 'CONFIRMED', txHash: expect.any(String) }
    expect(JSON.parse(seen)).toMatchObject({ data: { drop: { remainingBalance: '9900', claims: [claim] } } })
    await end(first)

    // The machine may be busy. A start that is really slow is slow in every attempt.
    let quickestMs = Number.POSITIVE_INFINITY
    for (let tried = 0; tried < 3 && quickestMs >= LATER_START_LIMIT_MS; tried++) {
      const startedAt = performance.now()
      const later = startInBackground('npm start')
      await untilReady(later, 60_000)
      quickestMs = Math.min(quickestMs, Math.round(performance.now() - startedAt))
      expect(later.said()).not.toContain('Installing')
      await end(later)
    }
    console.log(`A later npm start was ready after ${quickestMs} ms.`)
    expect(quickestMs).toBeLessThan(LATER_START_LIMIT_MS)
  },
  INSTALL_LIMIT_MS + 2 * COMMANDS_LIMIT_MS,
)
