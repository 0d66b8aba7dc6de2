// The server on an in-memory Sui node, as `npm run rehearse` starts it: a drop is created, funded and claimed.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { eventually } from './support/drops.ts'

const root = join(import.meta.dirname, '..')

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const rehearsals = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('dropkit-rehearsal-'))

function startRehearsal(env: Readonly<Record<string, string>>) {
  const child = spawn(
    process.execPath,
    ['--conditions=@dropkit/source', join(root, 'tools', 'rehearse.mjs')],
    {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  cleanUps.push(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { child, ended, output: () => output }
}

it('starts a ready server with a funded operator, leaves the real store alone, and removes its own', async () => {
  const before = rehearsals()
  const rehearsal = startRehearsal({
    PORT: '0',
    DRAIN_SECONDS: '0',
    CORS_ORIGINS: 'https://app.example',
    DATABASE_URL: 'postgres://unknown@127.0.0.1:1/production',
    DATA_DIR: '/nowhere/production',
    SUI_NETWORK: 'mainnet',
  })
  const said = await eventually(
    async () => rehearsal.output(),
    (output) => /listens on http/.test(output) || rehearsal.child.exitCode !== null,
    60_000,
  )
  const [, url = ''] = /listens on (\S+)/.exec(said) ?? []
  const [, faucet = ''] = /Faucet +(\S+)/.exec(said) ?? []
  const [, key = ''] = /^ +(dk_\S+)$/m.exec(said) ?? []
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({
    chain: 'ok',
    store: 'ok',
  })
  const allowed = await fetch(`${url}/graphql`, {
    method: 'OPTIONS',
    headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
  })
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example')
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ me { username } }' }),
  })
  expect(await answer.json()).toEqual({ data: { me: { username: 'admin' } } })

  const give = (recipient: string) =>
    fetch(faucet, { method: 'POST', body: JSON.stringify({ FixedAmountRequest: { recipient } }) })
  expect((await give(`0x${'a'.repeat(64)}`)).status).toBe(200)
  expect((await give('not an address')).status).toBe(400)

  const [folder = ''] = rehearsals().filter((name) => !before.includes(name))
  expect(existsSync(join(tmpdir(), folder, 'dropkit.db'))).toBe(true)
  rehearsal.child.kill('SIGTERM')
  expect(await rehearsal.ended).toBe(0)
  expect(existsSync(join(tmpdir(), folder))).toBe(false)
}, 120_000)

it('refuses an option that it does not have, and leaves nothing behind', async () => {
  const before = rehearsals()
  const child = spawn(process.execPath, [
    '--conditions=@dropkit/source',
    join(root, 'tools', 'rehearse.mjs'),
    '--faucet-port',
    'north',
  ])
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(code).not.toBe(0)
  expect(rehearsals()).toEqual(before)
}, 60_000)
