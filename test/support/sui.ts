// A Sui node on loopback with the package published, and a real server with CHAIN=sui that uses this node.
import { connectToNode } from '@dropkit/adapter-chain/sui'
import { bcs } from '@mysten/sui/bcs'
import type { SuiClientTypes } from '@mysten/sui/client'
import type { SuiGrpcClient } from '@mysten/sui/grpc'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Transaction } from '@mysten/sui/transactions'
import { fromBase64, normalizeStructTag } from '@mysten/sui/utils'
import { expect } from 'vitest'
import { KIOSK_RULES_ID } from '../../packages/adapter-chain/test/loopback-node/collection-rights.ts'
import {
  createLoopbackNode,
  type LoopbackNode,
} from '../../packages/adapter-chain/test/loopback-node/loopback-node.ts'
import { createWorld, type Data, type World } from '../end-to-end/world.ts'
import { type Environment, startServer, type TestServer } from './server.ts'

export const SUI = normalizeStructTag('0x2::sui::SUI')
export const ONE_SUI = 1_000_000_000n
const GAS_PRICE = 1_000
const OPERATORS_SUI = 1_000n * ONE_SUI

/** How a wallet's transaction ended. */
interface Executed {
  readonly digest: string
  /** Null if the transaction succeeded, else the node's error. */
  readonly failure: { readonly abortCode: string | undefined; readonly message: string } | null
}

export interface Sui {
  readonly node: LoopbackNode
  readonly client: SuiGrpcClient
  readonly packageId: string
  readonly operator: string
  readonly treasury: string
  /** The current server. `crash` and `start` replace it. */
  readonly server: TestServer
  /** The operations of the journeys, sent to the current server. */
  readonly world: World
  /** Creates a wallet with 10 SUI. */
  wallet(): Promise<Ed25519Keypair>
  /** Signs and executes a transaction as a wallet does: the node resolves what the transaction leaves open. */
  execute(signer: Ed25519Keypair, transaction: Transaction): Promise<Executed>
  /** Does the same without a simulation first, so that a refused transaction fails on the chain. */
  executeUntried(signer: Ed25519Keypair, transaction: Transaction): Promise<Executed>
  balance(owner: string, coinType: string): Promise<bigint>
  /** Kills the server. */
  crash(): Promise<void>
  /** Starts another server on the same store. */
  start(): Promise<void>
  /** Starts an additional server on the same store. */
  join(): Promise<void>
  stop(): Promise<void>
}

function executedOf(result: SuiClientTypes.TransactionResult<object>): Executed {
  if (result.$kind === 'Transaction') return { digest: result.Transaction.digest, failure: null }
  const { digest, status } = result.FailedTransaction
  const { error } = status
  const abort = error?.$kind === 'MoveAbort' ? error.MoveAbort : undefined
  const abortCode = abort && String(abort.cleverError?.errorCode ?? abort.abortCode)
  return { digest, failure: { abortCode, message: error?.message ?? '' } }
}

const keysOf = (byte: number): Ed25519Keypair => Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(byte))

export const startSui = async ({
  database = 'sqlite',
  env: settings = {},
}: {
  readonly database?: 'sqlite' | 'postgres'
  /** Additional settings of its servers. */
  readonly env?: Environment
} = {}): Promise<Sui> => {
  const operator = keysOf(0x0e)
  const treasury = keysOf(0x7e)
  const node = await createLoopbackNode()
  const client = connectToNode({ rpcUrl: node.url, network: 'custom' })
  node.faucet(operator.toSuiAddress(), SUI, OPERATORS_SUI)
  node.faucet(treasury.toSuiAddress(), SUI, OPERATORS_SUI)
  const env = {
    CHAIN: 'sui',
    SUI_RPC_URL: node.url,
    SUI_PACKAGE_ID: node.packageId,
    SUI_NFT_REGISTRAR_ID: node.registrarId,
    SUI_KIOSK_RULES_PACKAGE_ID: KIOSK_RULES_ID,
    SUI_OPERATOR_KEY: operator.getSecretKey(),
    SUI_TREASURY_KEY: treasury.getSecretKey(),
    ...settings,
  }
  const first = await startServer({ database, env }).catch(async (error: unknown) => {
    await node.close()
    throw error
  })
  const startAnother = () =>
    startServer({ dataDir: first.dataDir, env: { ...env, DATABASE_URL: first.databaseUrl } })
  const others: TestServer[] = []
  let server = first
  let wallets = 0

  return {
    node,
    client,
    packageId: node.packageId,
    operator: operator.toSuiAddress(),
    treasury: treasury.toSuiAddress(),
    get server() {
      return server
    },
    world: createWorld(() => server),
    async wallet() {
      const seed = new Uint8Array(32).fill(0x3a)
      new DataView(seed.buffer).setUint32(0, ++wallets)
      const keys = Ed25519Keypair.fromSecretKey(seed)
      node.faucet(keys.toSuiAddress(), SUI, 10n * ONE_SUI)
      return keys
    },
    async execute(signer, transaction) {
      transaction.setSenderIfNotSet(signer.toSuiAddress())
      return executedOf(await client.signAndExecuteTransaction({ transaction, signer }))
    },
    async executeUntried(signer, transaction) {
      const { objects } = await client.listCoins({ owner: signer.toSuiAddress(), coinType: SUI })
      transaction.setSender(signer.toSuiAddress())
      transaction.setGasPayment(objects)
      transaction.setGasPrice(GAS_PRICE)
      transaction.setGasBudget(ONE_SUI / 10n)
      return executedOf(await client.signAndExecuteTransaction({ transaction, signer }))
    },
    balance: async (owner, coinType) =>
      BigInt((await client.getBalance({ owner, coinType })).balance.balance),
    async crash() {
      await server.kill()
    },
    async start() {
      server = await startAnother()
      others.push(server)
    },
    async join() {
      others.push(await startAnother())
    },
    async stop() {
      try {
        await Promise.all(others.map((other) => other.stop()))
      } finally {
        // Stopping the first server removes the database and the folder, so it is stopped last.
        await first.stop().finally(() => node.close())
      }
    },
  }
}

/** The transaction by which a wallet uses a voucher. The node has nothing to resolve in it. */
export const claimTransaction = async (
  { client, packageId }: Pick<Sui, 'client' | 'packageId'>,
  claimer: string,
  { claimParams, dropInfo }: Data,
): Promise<Transaction> => {
  const { object } = await client.getObject({ objectId: dropInfo.dropObjectId })
  const { initialSharedVersion = '' } = object.owner.Shared ?? {}
  const [, collection] = /::nft_drop::Nft<(.*)>$/.exec(dropInfo.coinType) ?? []
  const transaction = new Transaction()
  const { pure } = transaction
  transaction.moveCall({
    target: `${packageId}::${collection === undefined ? 'drop' : 'nft_drop'}::claim`,
    typeArguments: [collection ?? dropInfo.coinType],
    arguments: [
      transaction.sharedObjectRef({ objectId: object.objectId, initialSharedVersion, mutable: true }),
      pure.address(claimer),
      pure.u64(claimParams.amount),
      pure.u64(claimParams.nonce),
      pure.u64(claimParams.expiry),
      pure.vector('u8', fromBase64(claimParams.signature)),
      transaction.object.clock(),
    ],
  })
  return transaction
}

const ClaimedEvent = bcs.struct('Claimed', {
  drop_id: bcs.Address,
  claimer: bcs.Address,
  amount: bcs.u64(),
  nonce: bcs.u64(),
})

/** All payments of the vaults on the chain, in chain order. */
export const claimsOnChain = ({ node }: Pick<Sui, 'node'>) =>
  node.transactions().flatMap(({ digest, failure, events }) => {
    const claimed = failure === null ? events.filter(({ type }) => type.includes('drop::Claimed')) : []
    return claimed.map(({ contents }) => {
      const { drop_id, claimer, amount, nonce } = ClaimedEvent.parse(contents)
      return { digest, vault: drop_id, claimer, amount: BigInt(amount), nonce: Number(nonce) }
    })
  })

const CREATE_TOKEN = 'mutation ($input: CreateTokenInput!) { createToken(input: $input) { id } }'
const PREPARE = `mutation ($input: PrepareTokenDeploymentInput!) {
  prepareTokenDeployment(input: $input) { transactionBytes }
}`
const CONFIRM = `mutation ($input: ConfirmTokenDeploymentInput!) {
  confirmTokenDeployment(input: $input) { id status coinType packageId address totalSupply }
}`

/** Creates a token of the admin's, publishes it with a wallet and confirms the deployment. */
export const deployToken = async (sui: Sui, input: object = {}): Promise<Data> => {
  const { world } = sui
  const given = { name: 'Pepper', symbol: 'PEPPER', supply: '1000000', ...input }
  const { createToken } = await world.ask(CREATE_TOKEN, { input: given })
  const owner = await sui.wallet()
  const sender = { tokenId: createToken.id, senderAddress: owner.toSuiAddress() }
  const { prepareTokenDeployment } = await world.ask(PREPARE, { input: sender })
  const published = await sui.execute(owner, Transaction.from(prepareTokenDeployment.transactionBytes))
  expect(published.failure).toBeNull()
  const named = { tokenId: createToken.id, txHash: published.digest }
  return (await world.ask(CONFIRM, { input: named })).confirmTokenDeployment
}
