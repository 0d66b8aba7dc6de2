// Runs the recipes of docs/other-sites.md that need no browser, exactly as they are written.
import { execFile, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDrop, walletOf } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { makeFolder, recipe } from './recipes.ts'

const run = promisify(execFile)
let server: TestServer
let folder: string
let dropId: string

beforeAll(async () => {
  folder = makeFolder()
  server = await startServer()
  dropId = await createDrop(server, { maxPerWallet: 5 })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server?.stop()
})

const settings = () => ({
  ...process.env,
  DROPKIT_URL: server.url,
  DROPKIT_KEY: server.apiKey,
  DROPKIT_STATE: join(folder, 'state'),
})

it('lets a server action claim once for each order, for any number of submissions', async () => {
  const action = join(folder, 'claim-action.ts')
  writeFileSync(action, recipe('ts', server.url))
  const program = `import { claimAction } from ${JSON.stringify(pathToFileURL(action).href)}
const form = (fields) => Object.entries(fields).reduce((made, [name, value]) => (made.set(name, value), made), new FormData())
const order = form({ drop: '${dropId}', wallet: '${walletOf(1).address}', order: '17' })
const [one, two] = await Promise.all([claimAction(order), claimAction(order)])
const none = await claimAction(form({ drop: 'drop_none', wallet: '0x1', order: '18' }))
console.log(JSON.stringify([one, two, await claimAction(order), none]))`
  const words = ['--conditions=@dropkit/source', '--input-type=module', '-e', program]
  const { stdout } = await run(process.execPath, words, { cwd: folder, env: settings() })
  const [one, two, later, none] = JSON.parse(stdout)
  expect(one).toEqual({ claimId: expect.stringMatching(/^claim_/) })
  expect([two, later, none]).toEqual([one, one, { error: 'Drop not found' }])
})

it('lets a Python program claim, and get the same claim again with the same key', async () => {
  writeFileSync(join(folder, 'claim.py'), recipe('python', server.url))
  const claim = async (...words: string[]) => {
    const { stdout } = await run('python3', ['claim.py', ...words], { cwd: folder, env: settings() })
    return JSON.parse(stdout)
  }
  const one = await claim(dropId, walletOf(2).address, 'order-17')
  expect(one).toEqual({ id: expect.stringMatching(/^claim_/), amount: '1', status: 'PENDING' })
  expect(await claim(dropId, walletOf(2).address, 'order-17')).toEqual(one)
  const refused = await claim('drop_none', walletOf(2).address, 'order-none').catch(({ stderr }) => stderr)
  expect(refused).toMatch(/^Drop not found$/m)
})

const hasGo = spawnSync('go', ['version']).status === 0
const SKIPPED = hasGo ? '' : ' (skipped: there is no go on the PATH)'

it.skipIf(!hasGo)(
  `lets a Go program claim, and get the same claim again with the same key${SKIPPED}`,
  async () => {
    writeFileSync(join(folder, 'claim.go'), recipe('go', server.url))
    const inFolder = {
      cwd: folder,
      env: { ...settings(), GO111MODULE: 'off', GOFLAGS: '', GOCACHE: join(folder, 'go-cache') },
    }
    const { stdout: unformatted } = await run('gofmt', ['-l', 'claim.go'], inFolder)
    expect(unformatted).toBe('')
    await run('go', ['vet', 'claim.go'], inFolder)
    await run('go', ['build', '-o', 'claim', 'claim.go'], inFolder)
    const claim = (...words: string[]) => run(join(folder, 'claim'), words, inFolder)
    const one = await claim(dropId, walletOf(3).address, 'order-18')
    expect(JSON.parse(one.stdout)).toEqual({
      id: expect.stringMatching(/^claim_/),
      amount: '1',
      status: 'PENDING',
    })
    expect((await claim(dropId, walletOf(3).address, 'order-18')).stdout).toBe(one.stdout)
    const refused = await claim('drop_none', walletOf(3).address, 'order-19').catch(({ stderr }) => stderr)
    expect(refused).toBe('Drop not found\n')
  },
)
