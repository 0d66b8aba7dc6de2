// The server on an in-memory Sui node, as `npm run rehearse` starts it: a drop is created, funded and claimed.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectToNode } from '@dropkit/adapter-chain/sui'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Transaction } from '@mysten/sui/transactions'
import { expect, it, onTestFinished } from 'vitest'
import type { Data } from './end-to-end/world.ts'
import { eventually } from './support/drops.ts'

const root = join(import.meta.dirname, '..')

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
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { child, ended, output: () => output }
}

/** Deploys a token with the wallet of a rehearsal, and waits for the vault of a drop of NFTs. */
async function opensVaultOfPieces(
  said: string,
  ask: (query: string, input?: object) => Promise<Data>,
): Promise<void> {
  const [, rpcUrl = '', key = ''] = /SUI_RPC_URL=(\S+) .*SUI_WALLET_KEY=(\S+)/.exec(said) ?? []
  const [client, signer] = [connectToNode({ rpcUrl, network: 'custom' }), Ed25519Keypair.fromSecretKey(key)]
  const { createToken } = await ask(
    'mutation($input: CreateTokenInput!) { createToken(input: $input) { id } }',
    { name: 'Pepper', symbol: 'PEPPER', supply: '1000000' },
  )
  const { prepareTokenDeployment } = await ask(
    'mutation($input: PrepareTokenDeploymentInput!) { prepareTokenDeployment(input: $input) { transactionBytes } }',
    { tokenId: createToken.id, senderAddress: signer.toSuiAddress() },
  )
  const transaction = Transaction.from(prepareTokenDeployment.transactionBytes)
  const deployed = await client.signAndExecuteTransaction({ transaction, signer })
  await ask(
    'mutation($input: ConfirmTokenDeploymentInput!) { confirmTokenDeployment(input: $input) { status } }',
    { tokenId: createToken.id, txHash: deployed.Transaction?.digest },
  )
  const { createDrop } = await ask(
    'mutation($input: CreateDropInput!) { createDrop(input: $input) { id } }',
    {
      existingTokenId: createToken.id,
      title: 'Pepper mill',
      type: 'NFT',
      claimType: 'REGULAR',
      maxAmount: '5',
      tokenAmount: '1',
    },
  )
  await eventually(
    async () => (await ask(`{ drop(id: "${createDrop.id}") { tokenBalance } }`)).drop.tokenBalance,
    (balance) => balance === '5',
    90_000,
  )
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
  const ask = async (query: string, input?: object) => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { input } }),
    })
    return ((await answer.json()) as Data).data
  }
  expect(await ask('{ me { username } }')).toEqual({ me: { username: 'admin' } })
  await opensVaultOfPieces(said, ask)

  const give = (recipient: string) =>
    fetch(faucet, { method: 'POST', body: JSON.stringify({ FixedAmountRequest: { recipient } }) })
  expect((await give(`0x${'a'.repeat(64)}`)).status).toBe(200)
  expect((await give('not an address')).status).toBe(400)

  const [folder = ''] = rehearsals().filter((name) => !before.includes(name))
  expect(existsSync(join(tmpdir(), folder, 'dropkit.db'))).toBe(true)
  rehearsal.child.kill('SIGTERM')
  expect(await rehearsal.ended).toBe(0)
  expect(existsSync(join(tmpdir(), folder))).toBe(false)
}, 200_000)

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
})
