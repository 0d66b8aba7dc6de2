// The server and the command line with a Sui node: a correct one, wrong ones, and none.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectToNode, createSuiChain, guardCalls } from '@dropkit/adapter-chain/sui'
import type { Address } from '@dropkit/core'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  createLoopbackNode,
  type LoopbackNode,
  type LoopbackNodeOptions,
} from '../packages/adapter-chain/test/loopback-node/loopback-node.ts'
import { done, openAction, PEPPER, realTime } from '../packages/adapter-chain/test/sui-fixture.ts'
import { eventually } from './support/drops.ts'
import { ask } from './support/http.ts'
import { type Environment, runToItsEnd, startServer, type TestServer } from './support/server.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const SUI = '0x2::sui::SUI'
const operator = Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(7))

async function openNode(options: LoopbackNodeOptions = {}): Promise<LoopbackNode> {
  const node = await createLoopbackNode(options)
  onTestFinished(() => node.close())
  return node
}

const settingsFor = (node: LoopbackNode): Environment => ({
  CHAIN: 'sui',
  SUI_RPC_URL: node.url,
  SUI_OPERATOR_KEY: operator.getSecretKey(),
  SUI_PACKAGE_ID: node.packageId,
})

async function start(env: Environment, dataDir?: string): Promise<TestServer> {
  const server = await startServer({ env, ...(dataDir === undefined ? {} : { dataDir }) })
  onTestFinished(async () => void (await server.stop().catch(() => {})))
  return server
}

const startAlone = (env: Environment, dataDir = temporaryFolder()) =>
  runToItsEnd([], { MASTER_KEY: '5e'.repeat(32), LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...env })

describe('the command line', () => {
  it('publishes the package, which a server then finds to be its own', async () => {
    const node = await openNode()
    node.faucet(operator.toSuiAddress(), SUI, 2_000_000_000n)
    const { SUI_PACKAGE_ID: _none, ...account } = settingsFor(node)
    const published = await runToItsEnd(['sui', 'publish'], account)
    expect(published).toMatchObject({
      code: 0,
      errors: expect.stringContaining('The package is immutable.'),
    })
    const [, packageId] = /^SUI_PACKAGE_ID=(0x[0-9a-f]{64})\n$/.exec(published.output) ?? []
    expect(packageId).not.toBe(node.packageId)
    const checked = await runToItsEnd(['sui', 'check'], {
      ...account,
      MASTER_KEY: '5e'.repeat(32),
      SUI_PACKAGE_ID: packageId ?? '',
    })
    expect(checked).toMatchObject({ code: 0, output: expect.stringContaining(`package ${packageId}\n`) })
    expect(checked.output).toContain(`network unnamed ${node.chainId}\n`)
    const ofPackage = { ...account, SUI_PACKAGE_ID: packageId ?? '' }
    const registrar = await runToItsEnd(['sui', 'registrar'], ofPackage)
    expect(registrar).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^SUI_NFT_REGISTRAR_ID=0x[0-9a-f]{64}\n$/),
    })
    node.prune()
    expect(await runToItsEnd(['sui', 'registrar'], ofPackage)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('full history'),
    })
  })

  it('shows the accounts, and says that one without SUI can publish nothing', async () => {
    const node = await openNode({ gasCost: 1_000_000n })
    const { SUI_PACKAGE_ID: _none, ...account } = settingsFor(node)
    const shown = await runToItsEnd(['sui', 'operator'], account)
    const address = operator.toSuiAddress()
    expect(shown.output).toBe(`operator ${address} 0.000000000 SUI\ntreasury ${address} 0.000000000 SUI\n`)
    const refused = await runToItsEnd(['sui', 'publish'], account)
    expect(refused).toMatchObject({ code: 1, output: '' })
    expect(refused.errors).toMatch(/^Nothing was sent: /)
  })

  it('withdraws a share with the store of the servers, and pays it once if the command runs twice', async () => {
    const node = await openNode()
    const owner = operator.toSuiAddress()
    const dataDir = temporaryFolder()
    const env = { ...settingsFor(node), MASTER_KEY: '5e'.repeat(32), DATA_DIR: dataDir }
    const chain = createSuiChain({
      client: connectToNode({ rpcUrl: node.url, network: 'loopback' }),
      calls: guardCalls({ time: realTime }),
      packageId: node.packageId as Address,
      operator,
      machineNow: Date.now,
    })
    node.faucet(owner, SUI, 1_000_000_000n, 'balance')
    node.faucet(owner, PEPPER, 40n)
    const [vault] = (await done(chain, openAction(40n))).vaultsOpened
    if (vault === undefined) throw new Error('no vault was opened')
    await done(chain, { kind: 'pause_vault', ...vault })
    const withdraw = (...words: string[]) => runToItsEnd(['sui', 'withdraw', ...words], env)

    const withoutStore = await withdraw(vault.dropObjectId, owner, '15')
    expect(withoutStore).toMatchObject({ code: 1, errors: expect.stringMatching(/^There is no store at /) })
    await (await start(env, dataDir)).stop()
    const wrong = await withdraw(node.packageId, owner, '15')
    expect(wrong.errors).toMatch(/^Nothing was sent: 0x[0-9a-f]{64} is not a vault for coins/)
    const first = await withdraw(vault.dropObjectId, owner, '15')
    expect(first).toMatchObject({ code: 0, errors: `Paid 15 to ${owner}.\n` })
    const again = await withdraw(vault.dropObjectId, owner, '15')
    expect(again).toEqual({
      ...first,
      errors: `Paid 15 to ${owner} with the transaction that an earlier run signed.\n`,
    })
    const left = await chain.vaults([vault.dropObjectId])
    expect(left).toMatchObject({ ok: true })
    if (left.ok) expect(left.value.get(vault.dropObjectId)?.balance).toBe(25n)
  })

  it('publishes nothing on another network than the one that is named', async () => {
    const node = await openNode()
    const { SUI_PACKAGE_ID: _none, ...account } = settingsFor(node)
    const refused = await runToItsEnd(['sui', 'publish'], { ...account, SUI_NETWORK: 'testnet' })
    expect(refused).toMatchObject({ code: 1, output: '' })
    expect(refused.errors).toMatch(/^SUI_NETWORK is testnet, and the node/)
    expect(node.transactions()).toEqual([])
  })

  it('says that the node does not answer', async () => {
    const node = await openNode()
    node.down()
    const { code, errors } = await runToItsEnd(['sui', 'operator'], settingsFor(node))
    expect({ code, errors }).toMatchObject({ code: 1, errors: expect.stringContaining('does not answer') })
    expect(errors).not.toContain(operator.getSecretKey())
  })
})

describe('a server on Sui', () => {
  it('refuses a missing package, and another network than configured', async () => {
    const node = await openNode()
    const absent = await startAlone({ ...settingsFor(node), SUI_PACKAGE_ID: '0xdead' })
    expect(absent).toMatchObject({ code: 1, output: '' })
    expect(absent.errors).toContain('is not a package on this network')
    const other = await startAlone({ ...settingsFor(node), SUI_NETWORK: 'testnet' })
    expect(other).toMatchObject({ code: 1, errors: expect.stringContaining('another network') })
  })

  it('refuses a database that belongs to another network, and one of the fake chain', async () => {
    const dataDir = temporaryFolder()
    const [first, second] = [await openNode(), await openNode({ network: 'second' })]
    const server = await start(settingsFor(first), dataDir)
    await server.stop()
    const moved = await startAlone(settingsFor(second), dataDir)
    expect(moved).toMatchObject({ code: 1, errors: expect.stringContaining('The database belongs to') })
    const faked = await startAlone({}, dataDir)
    expect(faked).toMatchObject({
      code: 1,
      errors: expect.stringContaining('and the settings name the fake'),
    })
  })

  it('is ready, shows the state of the node, and has no routes of the fake chain', async () => {
    const node = await openNode()
    node.faucet(operator.toSuiAddress(), SUI, 5_000n)
    const { url, errorOutput } = await start(settingsFor(node))
    const ready = await ask(`${url}/readyz`)
    expect(ready).toMatchObject({ status: 200, json: { chain: 'ok', chainBreaker: { state: 'closed' } } })
    expect(errorOutput()).toContain('the operator has little SUI left for gas')
    const { text } = await ask(`${url}/metrics`)
    expect(text).toContain('dropkit_chain_gas_balance_mist{account="operator"} 5000')
    expect(text).toContain('dropkit_chain_breaker_state{state="closed"} 1')
    expect(text).toMatch(/dropkit_chain_call_duration_seconds_count\{call="package",outcome="answered"\} 1/)
    const faucet = { address: operator.toSuiAddress(), coinType: SUI, amount: '1' }
    expect((await ask(`${url}/fake-chain/faucet`, { body: faucet })).status).toBe(404)
  })

  it('starts during an outage of the node, is not ready at first, and becomes ready after the outage', async () => {
    const node = await openNode()
    node.down()
    const { url } = await start(settingsFor(node))
    await eventually(
      () => ask(`${url}/readyz`),
      ({ json }) => JSON.stringify(json).includes('"state":"open"'),
      30_000,
    )
    const startedAt = performance.now()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(`${url}/readyz`)))
    expect(answers.every(({ status }) => status === 503)).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    node.up()
    await eventually(
      () => ask(`${url}/readyz`),
      ({ status }) => status === 200,
      60_000,
    )
    expect(node.calls('GetPackage')).toBeGreaterThan(0)
  })

  it('does nothing on a node that turns out to be the wrong one after it was away', async () => {
    const node = await openNode()
    node.down()
    const { url, errorOutput } = await start({ ...settingsFor(node), SUI_PACKAGE_ID: '0xdead' })
    node.up()
    await eventually(
      async () => {
        await ask(`${url}/readyz`)
        return errorOutput()
      },
      (said) => said.includes('is not a package on this network'),
      30_000,
    )
    expect((await ask(`${url}/readyz`)).json).toMatchObject({ chain: 'unreachable' })
    expect(node.calls('ListTransactions')).toBe(0)
  })
})

it('puts the key of the first admin into a file in production, and shows it nowhere', async () => {
  const dataDir = temporaryFolder()
  const server = await start(
    {
      ...settingsFor(await openNode()),
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://drops.example',
      MASTER_KEY: '93b1c5a7d20e4f68b9a3170c5de2846f93b1c5a7d20e4f68b9a3170c5de2846e',
      BOOTSTRAP_API_KEY: '',
    },
    dataDir,
  )
  const key = readFileSync(join(dataDir, 'admin-api-key'), 'utf8').trim()
  expect((await server.graphql('{ me { username } }', {}, { key })).data).toEqual({
    me: { username: 'admin' },
  })
  expect(server.output() + server.errorOutput()).not.toContain(key)
})
