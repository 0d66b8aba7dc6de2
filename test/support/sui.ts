// A node of Sui on loopback with the package on it, and a real server with CHAIN=sui that works against it.
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
  /** Null when it went well, else what the node said. */
  readonly failure: { readonly abortCode: string | undefined; readonly message: string } | null
}

export interface Sui {
  readonly node: LoopbackNode
  readonly client: SuiGrpcClient
  readonly packageId: string
  readonly operator: string
  readonly treasury: string
  /** The server as it is now; `crash` and `start` change it. */
  readonly server: TestServer
  /** The requests of the journeys, asked of that server. */
  readonly world: World
  /** A new wallet with 10 SUI. */
  wallet(): Promise<Ed25519Keypair>
  /** Signs and executes as a wallet does: what the transaction leaves open is looked up at the node. */
  execute(signer: Ed25519Keypair, transaction: Transaction): Promise<Executed>
  /** The same without a try beforehand, so that what the chain refuses fails on the chain. */
  executeUntried(signer: Ed25519Keypair, transaction: Transaction): Promise<Executed>
  balance(owner: string, coinType: string): Promise<bigint>
  /** Ends the server without a word. */
  crash(): Promise<void>
  /** Starts another one on the same store. */
  start(): Promise<void>
  /** One more beside it, on the same store. */
  join(): Promise<void>
  stop(): Promise<void>
}

function executedOf(result: SuiClientTypes.TransactionResult<object>): Executed {
  if (result.$kind === 'Transaction') return { digest: result.Transaction.digest, failure: null }
  const { digest, status } = result.FailedTransaction
  const { error } = status
  const abortCode = error?.$kind === 'MoveAbort' ? error.MoveAbort.abortCode : undefined
  return { digest, failure: { abortCode, message: error?.message ?? '' } }
}

const keysOf = (byte: number): Ed25519Keypair => Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(byte))

export const startSui = async ({
  database = 'sqlite',
  env: settings = {},
}: {
  readonly database?: 'sqlite' | 'postgres'
  /** Further settings of its servers. */
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
  const first = await startServer({ database, env }).catch(async (fault: unknown) => {
    await node.close()
    throw fault
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
        // The first one's end removes the database and the folder, whoever has worked on them since.
        await first.stop().finally(() => node.close())
      }
    },
  }
}

/** What a wallet sends to take a voucher. Nothing in it is left to be looked up. */
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

/** All that the vaults on the chain have paid, in its order. */
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

/** A token of the admin's, published by a wallet and confirmed. */
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
