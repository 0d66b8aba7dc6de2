// Runs every block of commands and every program on every documentation page, as a new user would type them: page by page,
// in a copy of this tree, with a server running. Replacements are in `session.ts` and `stages.ts`.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/http.ts'
import { typeErrorsOf } from './held-blocks.ts'
import {
  fileNameOf,
  findPages,
  isProgram,
  makeNewcomersFolder,
  newcomersEnvironment,
  type Page,
} from './pages.ts'
import { missingAnswer, type Place, RUN_ELSEWHERE, runPage } from './session.ts'
import { stageOf } from './stages.ts'

const SET_UP_LIMIT_MS = 240_000
const PAGE_LIMIT_MS = 300_000

const isRun = ({ path, blocks }: Page): boolean =>
  !(path in RUN_ELSEWHERE) && blocks.some((block) => block.language === 'sh' || isProgram(block))

const pages = findPages()

let folder: string
let server: ChildProcess
let base: Place
/** The ports on the pages are replaced by free ports. */
const PORTS_ON_PAGES = ['4000', '4001', '4002', '5055']

beforeAll(async () => {
  folder = await makeNewcomersFolder()
  const ports = await Promise.all(PORTS_ON_PAGES.map(freePort))
  const exchange = PORTS_ON_PAGES.map(
    (written, place) => [new RegExp(`\\b${written}\\b`, 'g'), String(ports[place])] as const,
  )
  const [port = 0] = ports
  base = { folder, env: newcomersEnvironment(port), exchange, done: new Set() }
  server = spawn('npm', ['start'], { cwd: folder, env: base.env, detached: true, stdio: 'ignore' })
  // No server may outlive this process.
  process.once('exit', () => signalServer('SIGKILL'))
  const giveUpAt = Date.now() + SET_UP_LIMIT_MS
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (Date.now() > giveUpAt || server.exitCode !== null) throw new Error('npm start does not start')
    await pause(100)
  }
})

const signalServer = (signal: NodeJS.Signals): void => {
  try {
    if (server.pid !== undefined) process.kill(-server.pid, signal)
  } catch {
    // The process has already ended.
  }
}

afterAll(async () => {
  if (server && server.exitCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    signalServer('SIGTERM')
    await ended
  }
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

describe('a command on a page', () => {
  it.each(pages.filter(isRun))(
    'works: $path',
    async (page) => {
      const stage = await stageOf(page, folder)
      try {
        const exchange = [...stage.exchange, ...base.exchange]
        const place = { ...base, exchange, env: { ...base.env, ...stage.env } }
        expect(missingAnswer(page, await runPage(page, place, PAGE_LIMIT_MS))).toBeUndefined()
      } finally {
        await stage.close?.()
      }
    },
    PAGE_LIMIT_MS + 30_000,
  )
})

it('shows programs that have the types that they say', () => {
  const saved = pages
    .filter(({ path }) => !path.endsWith('/README.md'))
    .flatMap(({ path, blocks }) =>
      blocks.filter(isProgram).map((block, place) => {
        const name = fileNameOf(block) ?? `program-${place}.ts`
        const file = join(folder, 'programs-on-pages', path.replaceAll(/[/.]/g, '-'), name)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, block.text)
        return file
      }),
    )
  expect(saved.length).toBeGreaterThan(0)
  expect(typeErrorsOf(folder, saved)).toEqual([])
})
