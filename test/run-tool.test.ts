import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyTools, temporaryFolder } from './support/temporary-folder.ts'

// A stand-in for npm. It records its calls, writes to standard output as npm does, takes some time, and creates the same
// files as npm: the packages for `ci`, and the binary of an install script for `rebuild`. FAKE_NPM_CODE makes it fail.
const fakeNpm = `#!${process.execPath}
const { appendFileSync, copyFileSync, mkdirSync, symlinkSync, rmSync, writeFileSync } = require('node:fs')
const [command, ...rest] = process.argv.slice(2)
appendFileSync('npm-calls', [command, ...rest].join(' ') + '\\n')
console.log('npm ' + command)
const { FAKE_NPM_CODE: code, FAKE_NPM_MS: milliseconds, FAKE_NPM_SLOW: slow = 'ci' } = process.env
if (code) process.exit(Number(code))
const steps = {
  ci() {
    mkdirSync('node_modules/node/bin', { recursive: true })
    writeFileSync('node_modules/node/package.json', '{}')
    copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
  },
  rebuild() {
    symlinkSync(process.execPath, 'node_modules/node/bin/node')
  },
}
if (command === 'ci') rmSync('node_modules', { recursive: true, force: true })
setTimeout(steps[command], command === slow ? Number(milliseconds ?? 0) : 0)
`

const lockFile = (nodeVersion: string, extra = {}) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/node': { version: nodeVersion }, ...extra } })

describe('tools/run.mjs', () => {
  let root: string
  let started: ChildProcess[]

  beforeEach(() => {
    started = []
    root = realpathSync(temporaryFolder())
    copyTools(root)
    mkdirSync(join(root, 'bin'))
    writeFileSync(join(root, 'bin', 'npm'), fakeNpm, { mode: 0o755 })
    writeFileSync(join(root, 'package-lock.json'), lockFile(process.versions.node))
    writeFileSync(
      join(root, 'package.json'),
      '{ "allowScripts": { "node": true, "compiles": false, "elsewhere": true } }',
    )
    writeFileSync(join(root, 'script.mjs'), `console.log('ran', ...process.argv.slice(2))`)
  })
  afterEach(() => {
    for (const child of started) child.kill('SIGKILL')
  })

  const environmentOf = (more: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
    const {
      npm_execpath: _cli,
      npm_node_execpath: _node,
      npm_lifecycle_event: _event,
      ...others
    } = process.env
    const { PATH, ...environment } = others
    return {
      ...environment,
      PATH: [join(root, 'bin'), PATH].join(delimiter),
      npm_config_cache: join(root, 'cache'),
      ...more,
    }
  }
  const start = (runArguments: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, [join(root, 'tools', 'run.mjs'), ...runArguments], {
      env: environmentOf(more),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    const said = { output: '', errors: '' }
    child.stdout.on('data', (chunk) => {
      said.output += chunk
    })
    child.stderr.on('data', (chunk) => {
      said.errors += chunk
    })
    const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...said }))
    return { child, said, ended }
  }
  const run = (runArguments: readonly string[], more?: NodeJS.ProcessEnv) => start(runArguments, more).ended
  const npmCalls = (command: string): string[] => {
    const path = join(root, 'npm-calls')
    const calls = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
    return calls.filter((call) => call.startsWith(command))
  }
  const installs = () => npmCalls('ci').length
  const until = async (condition: () => boolean) => {
    for (const giveUpAt = Date.now() + 15_000; !condition(); await pause(20))
      if (Date.now() > giveUpAt) throw new Error('it did not come to that')
  }

  it('installs before the first start and not before the second, and keeps standard output for the script', async () => {
    const first = await run(['script.mjs', 'a', '--b'])
    expect(first).toMatchObject({ code: 0, output: 'ran a --b\n' })
    expect(first.errors).toMatch(/Installing[\s\S]*npm ci/)
    expect(await run(['script.mjs'])).toEqual({ code: 0, output: 'ran\n', errors: '' })
    expect(installs()).toBe(1)
  })

  it('runs the install scripts of the allowed packages only', async () => {
    await run(['--install-only'])
    expect(npmCalls('ci')).toEqual([expect.stringMatching(/ --ignore-scripts( |$)/)])
    expect(npmCalls('rebuild')).toEqual([expect.stringMatching(/ --ignore-scripts=false node( --|$)/)])
  })

  it('installs the packages of a separate folder on request, and again only after they change', async () => {
    const bench = join(root, 'bench')
    mkdirSync(bench)
    writeFileSync(join(bench, 'package-lock.json'), lockFile('1.0.0'))
    const benchCalls = () => readFileSync(join(bench, 'npm-calls'), 'utf8').trim().split('\n')

    for (let start = 0; start < 2; start++) {
      const { code, output } = await run(['--with', 'bench', 'script.mjs'])
      expect({ code, output }).toEqual({ code: 0, output: 'ran\n' })
    }
    expect(benchCalls()).toEqual([expect.stringMatching(/^ci .*--ignore-scripts/)])

    writeFileSync(join(bench, 'package-lock.json'), lockFile('2.0.0'))
    await run(['--with', 'bench', 'script.mjs'])
    expect(benchCalls()).toHaveLength(2)
  })

  it('starts also where the web pages that it is to build first cannot be built', async () => {
    expect(await run(['--web', 'script.mjs', 'a'])).toMatchObject({
      code: 0,
      output: 'ran a\n',
      errors: expect.stringContaining('npm run build:web'),
    })
  })

  it('installs once when several start at the same time', async () => {
    const runs = await Promise.all([1, 2, 3, 4].map(() => run(['script.mjs'], { FAKE_NPM_MS: '600' })))
    expect(runs.map(({ code, output }) => ({ code, output }))).toEqual(
      Array(4).fill({ code: 0, output: 'ran\n' }),
    )
    expect(installs()).toBe(1)
    expect(existsSync(join(root, '.install.lock'))).toBe(false)
  })

  it('recognizes packages that npm installed', async () => {
    await run(['--install-only'])
    rmSync(join(root, 'node_modules', '.dropkit-install.json'))
    expect(await run(['script.mjs'])).toMatchObject({ code: 0, errors: '' })
    expect(installs()).toBe(1)
  })

  it('installs again when the lock file asks for something else', async () => {
    await run(['--install-only'])
    const more = { 'node_modules/left-pad': { version: '1.3.0', optional: true } }
    writeFileSync(join(root, 'package-lock.json'), lockFile(process.versions.node, more))
    expect(await run(['script.mjs'])).toMatchObject({ code: 0, errors: '' })
    writeFileSync(
      join(root, 'package-lock.json'),
      lockFile(process.versions.node, { 'node_modules/left-pad': { version: '1.3.0' } }),
    )
    expect((await run(['script.mjs'])).errors).toMatch(/Installing/)
    expect(installs()).toBe(2)
  })

  it.each([
    ['is missing', (node: string) => rmSync(node)],
    [
      'was cut off',
      (node: string) => {
        rmSync(node)
        writeFileSync(node, 'ELF', { mode: 0o755 })
      },
    ],
    [
      'may not be run',
      (node: string) => {
        rmSync(node)
        writeFileSync(node, '', { mode: 0o644 })
      },
    ],
    [
      'is another version',
      (node: string) => {
        rmSync(node)
        writeFileSync(node, '#!/bin/sh\necho v20.0.0\n', { mode: 0o755 })
      },
    ],
  ])('installs again when the pinned Node %s', async (_, breakIt) => {
    await run(['--install-only'])
    breakIt(join(root, 'node_modules', 'node', 'bin', 'node'))
    expect(await run(['script.mjs'])).toMatchObject({ code: 0, output: 'ran\n' })
    expect(installs()).toBe(2)
  })

  it.each(['ci', 'rebuild'])(
    'does not take an install for a whole one that was interrupted in npm %s',
    async (step) => {
      const { child, ended } = start(['script.mjs'], { FAKE_NPM_MS: '60000', FAKE_NPM_SLOW: step })
      await until(() => npmCalls(step).length === 1)
      child.kill('SIGTERM')
      expect(await ended).toMatchObject({ code: 143, output: '' })
      expect(await run(['script.mjs'])).toMatchObject({ code: 0, output: 'ran\n' })
      expect(installs()).toBe(2)
    },
  )

  it('takes over a lock whose owner has exited', async () => {
    const lock = join(root, '.install.lock')
    const gone = spawn(process.execPath, ['--version'])
    await once(gone, 'close')
    writeFileSync(lock, `${hostname()} ${gone.pid}`)
    const tenSecondsAgo = Date.now() / 1000 - 10
    utimesSync(lock, tenSecondsAgo, tenSecondsAgo)
    expect(await run(['script.mjs'])).toMatchObject({ code: 0, output: 'ran\n' })
  })

  it('waits for an npm that outlived its parent', async () => {
    const lock = join(root, '.install.lock')
    const orphan = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
    started.push(orphan)
    writeFileSync(lock, `${hostname()} ${orphan.pid}`)
    const tenSecondsAgo = Date.now() / 1000 - 10
    utimesSync(lock, tenSecondsAgo, tenSecondsAgo)
    const { said, ended } = start(['script.mjs'])
    await until(() => said.errors.includes('Waiting'))
    await pause(500)
    expect(installs()).toBe(0)
    orphan.kill('SIGKILL')
    expect(await ended).toMatchObject({ code: 0, output: 'ran\n' })
  })

  it('gives back the exit code of an npm that failed, and starts nothing', async () => {
    expect(await run(['script.mjs'], { FAKE_NPM_CODE: '7' })).toMatchObject({ code: 7, output: '' })
  })

  it('uses another cache where npm cannot write its own', async () => {
    writeFileSync(join(root, 'cache'), 'a file where a folder should be')
    expect(await run(['script.mjs'])).toMatchObject({ code: 0, output: 'ran\n' })
  })

  it('runs a script on a Node with the flags and the environment of a file, below existing values', async () => {
    writeFileSync(
      join(root, 'node.json'),
      '{ "flags": ["--max-semi-space-size=8"], "environment": { "SMALL": "file", "SET": "file" } }',
    )
    writeFileSync(
      join(root, 'script.mjs'),
      'console.log(process.execArgv[0], process.env.SMALL, process.env.SET)',
    )
    const { output } = await run(['--node', 'node.json', 'script.mjs'], { SET: 'user' })
    expect(output).toBe('--max-semi-space-size=8 file user\n')
  })

  it('starts a server with flags that the pinned Node supports', async () => {
    cpSync(join(import.meta.dirname, '..', 'apps', 'server', 'node.json'), join(root, 'node.json'))
    const { output, code, errors } = await run(['--node', 'node.json', 'script.mjs'])
    expect({ output, code }, errors).toEqual({ output: 'ran\n', code: 0 })
  })

  it('passes on the environment, the exit code and the conditions', async () => {
    writeFileSync(
      join(root, 'script.mjs'),
      `console.log(process.env.RUNS, process.execArgv.join(' '), process.cwd())\nprocess.exit(9)`,
    )
    expect(await run(['--env', 'RUNS=10=x', 'script.mjs'])).toMatchObject({
      code: 9,
      output: `10=x --conditions=@dropkit/source ${root}\n`,
    })
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'hands on %s, once, and waits for the script to end',
    async (signal) => {
      writeFileSync(
        join(root, 'script.mjs'),
        `process.on('${signal}', () => { console.log('stopping'); setTimeout(() => process.exit(5), 200) })
       setTimeout(() => {}, 60_000)
       console.log('ready')`,
      )
      const { child, said, ended } = start(['script.mjs'])
      await until(() => said.output.includes('ready'))
      child.kill(signal)
      expect(await ended).toMatchObject({ code: 5, output: 'ready\nstopping\n' })
    },
  )

  describe('if its parent exits without a signal', () => {
    const startBehind = (scriptName: string, event: string | undefined, more: NodeJS.ProcessEnv = {}) => {
      const starter = spawn(
        process.execPath,
        [
          '-e',
          `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })
           setTimeout(() => {}, 60_000)`,
          join(root, 'tools', 'run.mjs'),
          scriptName,
        ],
        { env: environmentOf({ npm_lifecycle_event: event, ...more }), stdio: 'ignore' },
      )
      started.push(starter)
      return starter
    }
    const isThere = (name: string) => existsSync(join(root, name))

    beforeEach(() =>
      writeFileSync(
        join(root, 'script.mjs'),
        `import { writeFileSync } from 'node:fs'
         process.on('SIGTERM', () => { writeFileSync('stopped', ''); process.exit(0) })
         writeFileSync('process-id', String(process.pid))
         setTimeout(() => process.exit(0), 10_000)
         setInterval(() => writeFileSync('alive', ''), 50)`,
      ),
    )

    it('stops the script if npm had started it, because npm signals its shell only', async () => {
      await run(['--install-only'])
      const starter = startBehind('script.mjs', 'start')
      await until(() => isThere('alive'))
      starter.kill('SIGKILL')
      await until(() => isThere('stopped'))
    })

    it('starts nothing after an install whose parent has exited', async () => {
      const starter = startBehind('script.mjs', 'start', { FAKE_NPM_MS: '1500' })
      await until(() => installs() === 1)
      starter.kill('SIGKILL')
      await until(() => !isThere('.install.lock'))
      await pause(500)
      expect(isThere('alive')).toBe(false)
      expect(npmCalls('rebuild')).toEqual([])
    })

    it('keeps a script running in the background', async () => {
      await run(['--install-only'])
      const starter = startBehind('script.mjs', undefined)
      await until(() => isThere('alive'))
      starter.kill('SIGKILL')
      await pause(700)
      rmSync(join(root, 'alive'))
      await until(() => isThere('alive'))
      expect(isThere('stopped')).toBe(false)
      process.kill(Number(readFileSync(join(root, 'process-id'), 'utf8')), 'SIGTERM')
      await until(() => isThere('stopped'))
    })
  })
})
