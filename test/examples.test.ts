// Runs each example as its first lines say. The storage adapter also runs the contract suites in example-adapter.test.ts.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/temporary-folder.ts'

const root = join(import.meta.dirname, '..')
const LONGEST_MS = 60_000

const commandLine = (name: string, more: readonly string[]) => [
  '--conditions=@dropkit/source',
  join('examples', name),
  ...more,
]

/** The environment of a reader's shell. */
function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...more }
}

/** Runs an example until its successful end, and returns the lines that it prints. */
async function linesOf(name: string, ...more: readonly string[]): Promise<readonly string[]> {
  const options = { cwd: root, env: environment(), timeout: LONGEST_MS }
  const { stdout, stderr } = await promisify(execFile)(process.execPath, commandLine(name, more), options)
  expect(stderr).toBe('')
  return stdout.trimEnd().split('\n')
}

test('every example is listed in their README, with its first line', () => {
  const readme = readFileSync(join(root, 'examples', 'README.md'), 'utf8')
  const examples = readdirSync(join(root, 'examples')).filter((name) => name !== 'README.md')
  const told = [...readme.matchAll(/^## \[(.+)\]\(\1\)$/gm)].map(([, name]) => name)
  expect(told.sort()).toEqual(examples.sort())
})

test('claims in memory: as many as there is for, each once', async () => {
  expect(await linesOf('claims-in-memory.ts')).toEqual([
    '30 claims of 100 each',
    '60 answers: granted',
    '140 answers: drop_sold_out',
  ])
  const source = readFileSync(join(root, 'examples', 'claims-in-memory.ts'), 'utf8')
  expect(source.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(30)
})

test('core in an HTTP server: returns vouchers and refusals, and finds its drop again', async () => {
  const folder = temporaryFolder()
  const first = await startEmbedded(folder)
  expect(await first.claim('0xa11ce')).toMatchObject([201, { amount: '100', nonce: 1 }])
  expect(await first.claim('alice')).toMatchObject([400, { error: 'bad_user_input' }])
  await first.stop()

  const second = await startEmbedded(folder)
  expect(await second.claim('0xa11ce')).toMatchObject([201, { nonce: 1 }])
  expect(await second.claim('0xb0b')).toMatchObject([201, { nonce: 2 }])
  expect(await second.claim('0xca401')).toMatchObject([201, { nonce: 3 }])
  expect(await second.claim('0xd')).toEqual([
    410,
    { error: 'drop_sold_out', message: 'This drop is sold out' },
  ])
  await second.stop()
})

async function startEmbedded(folder: string) {
  const child = spawn(process.execPath, commandLine('embed-in-http-server.ts', []), {
    cwd: root,
    env: environment({ DATA_DIR: folder }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it has ended with ${code}: ${printed}`)))
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      printed += piece
      const [found] = /http:\/\/\S+/.exec(printed) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  return {
    async claim(wallet: string) {
      const response = await fetch(url, { method: 'POST', body: JSON.stringify({ wallet }) })
      return [response.status, await response.json()]
    },
    /** Stops the example as Ctrl-C does. */
    async stop() {
      child.kill('SIGINT')
      const [code] = await once(child, 'close')
      expect(code).toBe(0)
      expect(printed).toMatch(/Stopped\.\n$/)
    },
  }
}

test('the storage adapter: nothing acknowledged is lost when its process is killed', async () => {
  const [survived, audited] = await linesOf('key-value-store-adapter.ts')
  const [, acknowledged, found] =
    /^(\d+) claims were acknowledged before the kill; (\d+) of them are there\.$/.exec(survived ?? '') ?? []
  expect(Number(acknowledged)).toBeGreaterThanOrEqual(200)
  expect(found).toBe(acknowledged)
  expect(audited).toMatch(/^The audit of all \d+ claims found 0 differences\.$/)
})

test('a custom rule kind: reads its own source, and judges by it', async () => {
  const lines = await linesOf('own-rule-kind.ts')
  expect(lines[0]).toBe('steps_today takes a whole number of steps: "far" is not a whole number')
  expect(lines.filter((line) => !/^(steps_today|asked for own:steps \(today\) of 1)/.test(line))).toEqual([
    'walker: gets 10',
    'sitter: This wallet is not eligible: Walk 10,000 steps today',
    'stranger: Could not be checked, try again: Walk 10,000 steps today',
  ])
})

test('the readers of webhooks and of the log: each event once, none that is forged, on from the cursor', async () => {
  expect(await linesOf('webhook-reader.ts')).toEqual([
    'received: drop.claimed 1',
    'received: drop.claimed 2',
    'received: drop.claimed 3',
    'a forgery is answered 400; 3 events are known',
    'a repetition is answered 204; 3 events are known',
    'read: 1 token.created',
    'read: 2 drop.created',
    'stopped after 2',
    'read: 3 drop.claimed',
    'read: 4 drop.claimed',
    'read: 5 drop.claimed',
  ])
})

test('the property test: finds the wrong limit, and finds it again with the printed seed', async () => {
  const lines = await linesOf('property-test-a-drop.ts')
  const broken = lines.slice(0, -2)
  expect(broken[0]).toMatch(/^maxPerWallet 3: BROKEN, no wallet ever has more than 100: 0aa\d has 120$/)
  expect(broken.slice(1, -1)).toHaveLength(3)
  expect(lines.slice(-2)).toEqual([
    'maxPerWallet 2: held in 500 lives',
    'maxPerWallet 2: the service counted correctly in 50 lives',
  ])
  const [, seed = '', path = ''] = / (--seed=\S+) (--path=\S+)$/.exec(broken.at(-1) ?? '') ?? []
  expect((await linesOf('property-test-a-drop.ts', seed, path)).slice(0, -1)).toEqual(broken.slice(0, -1))
})
