// A real Redis for tests. The first of these is used:
// 1. REDIS_TEST_URL, if it is set;
// 2. the server on 127.0.0.1:6379, if it answers;
// 3. a new server, if redis-server is installed.
// If none is available, the tests that need Redis are skipped and say why.
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './http.ts'

export type TestRedis = { readonly url: string; readonly stop: () => Promise<void> }

export const NO_REDIS =
  'skipped: REDIS_TEST_URL is not set, nothing answers on 127.0.0.1:6379 and redis-server is not installed'

const START_LIMIT_MS = 15_000

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 500 })
    const settle = (isThere: boolean) => () => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', settle(true)).once('error', settle(false)).once('timeout', settle(false))
  })

/** Undefined if redis-server is not installed. Throws if it is installed and does not start. */
const startOwn = async (): Promise<TestRedis | undefined> => {
  const port = await freePort()
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  )
  const state = { isInstalled: true, hasEnded: false }
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => {
      state.isInstalled = false
      resolve()
    })
    child.once('exit', () => {
      state.hasEnded = true
      resolve()
    })
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  for (const lastAt = Date.now() + START_LIMIT_MS; Date.now() < lastAt; await pause(20)) {
    if (!state.isInstalled) return undefined
    if (state.hasEnded) throw new Error('redis-server ended as soon as it was started')
    if (await answers(port)) {
      return {
        url: `redis://127.0.0.1:${port}`,
        stop: async () => {
          process.off('exit', end)
          end()
          await ended
        },
      }
    }
  }
  end()
  throw new Error(`redis-server did not answer within ${START_LIMIT_MS} ms`)
}

/** Finds or starts a Redis. The caller stops it. */
export const findRedis = async (): Promise<TestRedis | undefined> => {
  const { REDIS_TEST_URL: configured } = process.env
  const url = configured || ((await answers(6_379)) ? 'redis://127.0.0.1:6379' : undefined)
  return url === undefined ? startOwn() : { url, stop: async () => {} }
}
