// Runs each example as its first lines say: as a process, or opened in a real browser. The storage adapter also runs the
// contract suites in example-adapter.test.ts.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { createTestService, granted, testWallet } from '@dropkit/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './browser/browser-world.ts'

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

test(
  'core in an HTTP server: returns vouchers and refusals, and finds its drop again',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dropkit-embedded-'))
    try {
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
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  LONGEST_MS,
)

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

test(
  'the storage adapter: nothing acknowledged is lost when its process is killed',
  async () => {
    const [survived, audited] = await linesOf('key-value-store-adapter.ts')
    const [, acknowledged, found] =
      /^(\d+) claims were acknowledged before the kill; (\d+) of them are there\.$/.exec(survived ?? '') ?? []
    expect(Number(acknowledged)).toBeGreaterThanOrEqual(200)
    expect(found).toBe(acknowledged)
    expect(audited).toMatch(/^The audit of all \d+ claims found 0 differences\.$/)
  },
  LONGEST_MS,
)

test('a custom rule kind: reads its own source, and judges by it', async () => {
  const lines = await linesOf('own-rule-kind.ts')
  expect(lines[0]).toBe('steps_today takes a whole number of steps: "far" is not a whole number')
  expect(lines.filter((line) => !/^(steps_today|asked for own:steps \(today\) of 1)/.test(line))).toEqual([
    'walker: gets 10',
    'sitter: This wallet is not eligible: Walk 10,000 steps today',
    'stranger: Could not be checked, try again: Walk 10,000 steps today',
  ])
})

test(
  'the readers of webhooks and of the log: each event once, none that is forged, on from the cursor',
  async () => {
    expect(await linesOf('webhook-reader.ts')).toEqual([
      'told: drop.claimed 1',
      'told: drop.claimed 2',
      'told: drop.claimed 3',
      'a forgery is answered 400; 3 events are known',
      'a repetition is answered 204; 3 events are known',
      'read: 1 token.created',
      'read: 2 drop.created',
      'stopped after 2',
      'read: 3 drop.claimed',
      'read: 4 drop.claimed',
      'read: 5 drop.claimed',
    ])
  },
  LONGEST_MS,
)

test(
  'the property test: finds the wrong limit, and finds it again with the printed seed',
  async () => {
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
  },
  LONGEST_MS,
)

withBrowser('the page that verifies draws', (launched) => {
  let server: Server

  beforeAll(async () => {
    server = await servePages()
  })
  afterAll(() => {
    server?.close()
  })

  test(
    'computes the draws of a finished drop again, and names the one that is wrong',
    async () => {
      const record = await finishedDrop()
      const page = await launched.browser.newPage()
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      const { port } = server.address() as AddressInfo
      await page.goto(`http://127.0.0.1:${port}/examples/verify-draws.html`, { waitUntil: 'networkidle' })
      const verdictOn = async (text: string) => {
        await page.getByLabel('as JSON').fill(text)
        await page.getByRole('button', { name: 'Verify' }).click()
        const verdict = page.getByRole('status').filter({ hasText: /./ })
        await verdict.waitFor()
        return verdict.textContent()
      }
      expect(await verdictOn(JSON.stringify(record))).toBe('Verified: 5 draws, 1000 of 1000 given out.')
      const { draws } = record
      const swapped = { ...record, draws: draws.map((draw) => ({ ...draw, sequence: 6 - draw.sequence })) }
      expect(await verdictOn(JSON.stringify(swapped))).toMatch(/^NOT verified: draw 1 gave \d+, it should/)
      expect(await verdictOn('draws')).toBe('Cannot be read: it is no JSON')
      expect(errors).toEqual([])
    },
    LONGEST_MS,
  )
})

/** A random drop as the API shows it after all its draws. */
async function finishedDrop() {
  const { dropkit, owner, createDrop, reread } = await createTestService()
  const { id: dropId } = await createDrop({ maxAmount: '1000', tokenAmount: '0', supply: 5 })
  const claims = [1, 2, 3, 4, 5].map((n) =>
    dropkit.claimRandomDrop(owner, { dropId, userAddress: testWallet(n) }),
  )
  const draws = (await Promise.all(claims)).map((claimed) => {
    const { claim } = granted(claimed)
    if (claim === null) throw new Error('a wallet got nothing')
    return { sequence: claim.sequence, userAddress: claim.claimer, amount: String(claim.amount) }
  })
  const drop = await reread({ id: dropId })
  if (drop.award.kind !== 'random') throw new Error('nothing is drawn')
  const { commitment: randomnessCommitment } = drop.award
  const randomnessSeed = dropkit.publishedSeed(drop)
  return { dropId, maxAmount: '1000', supply: 5, randomnessCommitment, randomnessSeed, draws }
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }
const BUILT_CORE = '/node_modules/@dropkit/core/dist/'

/** A static file server with the folder as it is after a build. Core's modules are its sources with their types removed. */
async function servePages(): Promise<Server> {
  const pages = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    try {
      if (path.startsWith(BUILT_CORE)) {
        const source = join(root, 'packages/core/src', path.slice(BUILT_CORE.length).replace(/\.js$/, '.ts'))
        response.setHeader('Content-Type', 'text/javascript')
        response.end(stripTypeScriptTypes(readFileSync(source, 'utf8')))
      } else {
        response.setHeader('Content-Type', TYPES[extname(path)] ?? 'text/plain')
        response.end(readFileSync(join(root, path)))
      }
    } catch {
      response.writeHead(404).end()
    }
  })
  await once(pages.listen(0, '127.0.0.1'), 'listening')
  return pages
}
