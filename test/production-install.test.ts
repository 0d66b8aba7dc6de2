// A server is installed for production and started as the operators' page says. The install stays small.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from './support/http.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const root = join(import.meta.dirname, '..')
const LIMIT_MEBIBYTES = 300

const mebibytesUnder = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, path) => {
    const entry = lstatSync(join(folder, path))
    // The size on disk, in whole blocks.
    return sum + (entry.isSymbolicLink() ? 0 : entry.blocks * 512)
  }, 0) /
  1024 ** 2

it('a production install has less than 300 MB, starts with the documented command, and runs commands', async () => {
  const folder = temporaryFolder()
  const installed = join(folder, 'dropkit')
  await promisify(execFile)(
    process.execPath,
    [join(root, 'tools', 'run.mjs'), join(root, 'tools', 'production-install.mjs'), installed],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  )
  expect(mebibytesUnder(installed)).toBeLessThan(LIMIT_MEBIBYTES)
  const sources = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  expect(sources.filter((path) => !path.includes('node_modules') && path.endsWith('.test.ts'))).toEqual([])

  const page = readFileSync(join(root, 'docs', 'operating.md'), 'utf8')
  const [, words = ''] = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(page) ?? []
  const port = await freePort()
  const server = spawn(process.execPath, words.split(' '), {
    cwd: installed,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DRAIN_SECONDS: '0',
    },
    stdio: 'ignore',
  })
  const ended = once(server, 'close')
  onTestFinished(() => void server.kill('SIGKILL'))
  const statusOf = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => undefined,
    )
  for (let tries = 0; (await statusOf('/healthz')) !== 200; tries++) {
    if (tries > 600 || server.exitCode !== null) throw new Error('it does not start')
    await pause(100)
  }
  expect(await statusOf('/dashboard')).toBe(200)
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])

  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'audit'], {
    cwd: installed,
    env: { ...process.env, DATA_DIR: join(folder, 'data') },
  })
  expect(stdout).toContain('no difference')
}, 900_000)
