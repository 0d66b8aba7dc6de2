#!/usr/bin/env node
// `npm run rehearse`: runs the server with CHAIN=sui on an in-memory Sui node and with the operator's other settings, to
// rehearse production without a network: docs/sui.md. The node, the store and the uploads are deleted at the end.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { isValidSuiAddress } from '@mysten/sui/utils'
import { KIOSK_RULES_ID } from '../packages/adapter-chain/test/loopback-node/collection-rights.ts'
import { createLoopbackNode } from '../packages/adapter-chain/test/loopback-node/loopback-node.ts'
import { readOptions, refuse } from './read-options.mjs'

const USAGE = `Usage:
  npm run rehearse                    starts the server on a Sui node in memory, with the settings of the environment
          [-- --faucet-port PORT]     port of the faucet (default: a free one)
          [--database URL]            an empty Postgres database (default: SQLite)`

const SUI = '0x2::sui::SUI'
const ONE_SUI = 1_000_000_000n
const MAX_REQUEST_BYTES = 10_000
/** Settings that are not taken from the real service, because the rehearsal sets its own. */
const NOT_REHEARSED =
  /^(?:SUI_(?:NETWORK|RPC_URL|PACKAGE_ID|OPERATOR_KEY|TREASURY_KEY|WALLET_KEY)|CHAIN|DATABASE_URL|DATA_DIR|REDIS_URL|S3_.*|MASTER_KEY(?:_PREVIOUS)?|BOOTSTRAP_API_KEY)$/

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = readOptions(USAGE, {
  options: { 'faucet-port': { type: 'string', default: '0' }, database: { type: 'string' } },
})
const faucetPort = Number(values['faucet-port'])
if (!Number.isInteger(faucetPort) || faucetPort < 0 || faucetPort > 65_535)
  refuse(`--faucet-port must be a port, not ${values['faucet-port']}`)

const folder = mkdtempSync(join(tmpdir(), 'dropkit-rehearsal-'))
const node = await createLoopbackNode()
const [operator, treasury, wallet] = [1, 2, 3].map(() => Ed25519Keypair.generate())
for (const keys of [operator, treasury, wallet]) node.faucet(keys.toSuiAddress(), SUI, 1_000n * ONE_SUI)

const textOf = async (request) => {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > MAX_REQUEST_BYTES) return undefined
  }
  return text
}

const recipientIn = (text) => {
  try {
    return JSON.parse(text).FixedAmountRequest.recipient
  } catch {
    return undefined
  }
}

/** Like the faucet of testnet: gives 10 SUI to an address. */
const faucet = createServer(async (request, response) => {
  const answer = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const recipient = recipientIn((await textOf(request)) ?? '')
  if (request.method !== 'POST' || typeof recipient !== 'string' || !isValidSuiAddress(recipient))
    return answer(400, {
      error: 'POST {"FixedAmountRequest": {"recipient": "0x…"}} with an address of 64 hex digits',
    })
  node.faucet(recipient, SUI, 10n * ONE_SUI)
  answer(200, { status: 'Success' })
})
faucet.on('error', (error) => {
  process.stderr.write(`The faucet does not listen: ${error.message}\n`)
  process.exitCode = 1
  void end()
})
faucet.listen(faucetPort, '127.0.0.1')

const { flags, environment: ofNode } = JSON.parse(readFileSync(join(root, 'apps/server/node.json'), 'utf8'))
const given = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_REHEARSED.test(name)))
const settings = {
  CHAIN: 'sui',
  SUI_RPC_URL: node.url,
  SUI_PACKAGE_ID: node.packageId,
  SUI_NFT_REGISTRAR_ID: node.registrarId,
  SUI_KIOSK_RULES_PACKAGE_ID: KIOSK_RULES_ID,
  SUI_OPERATOR_KEY: operator.getSecretKey(),
  SUI_TREASURY_KEY: treasury.getSecretKey(),
  DATA_DIR: folder,
  ...(values.database === undefined ? {} : { DATABASE_URL: values.database }),
  MASTER_KEY: randomBytes(32).toString('hex'),
}

let server
let isEnding = false
const end = async (signal = 'SIGTERM') => {
  if (isEnding) return
  isEnding = true
  if (server !== undefined && server.exitCode === null && server.signalCode === null) {
    const ended = once(server, 'close')
    server.kill(signal)
    await ended
  }
  faucet.close()
  faucet.closeAllConnections()
  await node.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void end(signal))

if (!faucet.listening) await once(faucet, 'listening').catch(() => undefined)
if (!isEnding) {
  const wallets = [
    ['operator', operator],
    ['treasury', treasury],
    ['a wallet', wallet],
  ].map(([name, keys]) => `  ${name.padEnd(9)} ${keys.toSuiAddress()}  1000 SUI`)
  process.stdout.write(`A rehearsal: everything is gone when it ends.
  Sui node  ${node.url}
  Faucet    http://127.0.0.1:${faucet.address().port}/v2/gas
${wallets.join('\n')}
Settings for commands in another terminal, such as npm run sui -- execute:
  export CHAIN=sui SUI_RPC_URL=${node.url} SUI_PACKAGE_ID=${node.packageId} SUI_WALLET_KEY=${wallet.getSecretKey()}

`)
  server = spawn(
    process.execPath,
    [...flags, '--conditions=@dropkit/source', join(root, 'apps/server/src/main.mjs')],
    { cwd: root, env: { ...ofNode, ...given, ...settings }, stdio: 'inherit' },
  )
  const [code] = await once(server, 'close')
  if (!isEnding) process.exitCode = code ?? 1
  await end()
}
