// A server that is killed and comes back under the same address.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { type Environment, startServer, type TestServer } from '../support/server.ts'

export type MortalServer = {
  /** Where it listens, whenever it does. */
  readonly url: string
  readonly databaseUrl: string
  readonly dataDir: string
  /** The one that it began with: its API key and address are those of all that come after it. */
  readonly first: TestServer
  /** The one that is there now; undefined between a death and the next start. */
  readonly current: TestServer | undefined
  readonly kills: number
  /** From being started to being there, in milliseconds, of the slowest start. */
  readonly slowestStartMs: number
  /** By SIGKILL; waits for its end. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<TestServer>
  /** Ends it as an operator would, and removes its folder unless that was given. */
  readonly stop: () => Promise<void>
}

/** On a machine that is busy with other things too. */
const START_LIMIT_MS = 120_000

type MortalServerOptions = {
  readonly env?: Environment
  readonly dataDir?: string
}

export const createMortalServer = async ({
  env = {},
  dataDir: givenDataDir,
}: MortalServerOptions = {}): Promise<MortalServer> => {
  const dataDir = givenDataDir ?? mkdtempSync(join(tmpdir(), 'dropkit-crash-'))
  const port = await freePort()
  const databaseUrl = env['DATABASE_URL'] ?? `sqlite:${join(dataDir, 'dropkit.db')}`
  const state = { current: undefined as TestServer | undefined, kills: 0, slowestStartMs: 0 }
  const own: Omit<MortalServer, 'first'> = {
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    dataDir,
    get current() {
      return state.current
    },
    get kills() {
      return state.kills
    },
    get slowestStartMs() {
      return state.slowestStartMs
    },
    kill: async () => {
      const dying = state.current
      if (!dying) return
      state.current = undefined
      state.kills++
      const { signal } = await dying.kill()
      if (signal !== 'SIGKILL')
        throw new Error(`the server had ended before it was killed:\n${dying.errorOutput()}`)
    },
    start: async () => {
      const startedAt = performance.now()
      const settings = { PORT: String(port), LOG_LEVEL: 'error', ...env, DATABASE_URL: databaseUrl }
      const started = await startServer({ env: settings, dataDir, startLimitMs: START_LIMIT_MS })
      state.slowestStartMs = Math.max(state.slowestStartMs, Math.round(performance.now() - startedAt))
      state.current = started
      return started
    },
    stop: async () => {
      try {
        await state.current?.stop()
      } finally {
        state.current = undefined
        if (givenDataDir === undefined) rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
      }
    },
  }
  try {
    return Object.assign(own, { first: await own.start() })
  } catch (cause) {
    await own.stop()
    throw cause
  }
}
