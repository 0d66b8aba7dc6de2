import {
  type Address,
  amountOf,
  type Chain,
  type OperatorAction,
  type SignedTransaction,
  type SignedVoucher,
  type TransactionEffects,
} from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import type { Signer } from '@mysten/sui/cryptography'
import { GrpcTypes } from '@mysten/sui/grpc'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { onTestFinished } from 'vitest'
import { guardCalls } from '../src/sui/chain-calls.ts'
import type { CallTime } from '../src/sui/circuit-breaker.ts'
import { createSuiChain, type SuiChainOptions } from '../src/sui/sui-chain.ts'
import { addressOf, connectToNode } from '../src/sui/sui-node.ts'
import { voucherBytes } from '../src/vouchers.ts'
import { KIOSK_RULES_ID } from './loopback-node/collection-rights.ts'
import { type Handlers, startGrpcWebServer } from './loopback-node/grpc-web-server.ts'
import {
  createLoopbackNode,
  type LoopbackNode,
  type LoopbackNodeOptions,
} from './loopback-node/loopback-node.ts'

/** The machine's real time. */
export const realTime: CallTime = {
  now: Date.now,
  monotonicNow: () => performance.now(),
  setTimer(act, delayMs) {
    const timer = setTimeout(act, delayMs)
    return () => clearTimeout(timer)
  },
  random: Math.random,
}

/** A node that only gives scripted answers, for behavior that is rare on a real node. */
export async function startScriptedNode(
  ledger: Handlers,
  headers: () => Readonly<Record<string, string>> = () => ({}),
) {
  const server = await startGrpcWebServer({
    services: [{ service: GrpcTypes.LedgerService, handlers: ledger }],
    nextFault: () => undefined,
    headers,
  })
  onTestFinished(() => server.close())
  return {
    client: connectToNode({ rpcUrl: server.url, network: 'loopback' }),
    calls: guardCalls({ time: realTime, limits: { attempts: 1, attemptMs: LIMITS.attemptMs } }),
    log: undefined,
  }
}

export const SUI = `${addressOf('0x2')}::sui::SUI`
export const PEPPER = `${addressOf('0x77')}::pepper::PEPPER`
export const GAS_COST = 1_000_000n
/** Enough for many transactions. */
export const MUCH_GAS = 10_000_000_000n

/** Calls may take almost as long as a test: on a busy machine, the node's virtual machine takes more than 20 s to start. */
export const LIMITS = { failuresToOpen: 1_000, attemptMs: 100_000 }

const keypairOf = (n: number): Ed25519Keypair => Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(n))

export const operator = keypairOf(1)
export const treasury = keypairOf(2)
export const wallet = keypairOf(3)
/** The key that replaces the operator's. */
export const nextOperator = keypairOf(4)
export const addressFor = (signer: Signer): Address => addressOf(signer.toSuiAddress())

const dropKey = keypairOf(9)
export const publicKey = Buffer.from(dropKey.getPublicKey().toRawBytes()).toString('base64')

export interface SuiWorld {
  readonly node: LoopbackNode
  readonly options: SuiChainOptions
  readonly chain: Chain
  /** Opens another server with the same keys. */
  openServer(): Chain
  close(): Promise<void>
}

/** Starts a node and a server that has the keys of the operator and the treasury. */
export async function openSuiWorld(nodeOptions: LoopbackNodeOptions = {}): Promise<SuiWorld> {
  const node = await createLoopbackNode({ gasCost: GAS_COST, ...nodeOptions })
  const optionsOfServer = (): SuiChainOptions => ({
    client: connectToNode({ rpcUrl: node.url, network: 'loopback' }),
    calls: guardCalls({ time: realTime, limits: LIMITS }),
    packageId: addressOf(node.packageId),
    nftRegistrarId: addressOf(node.registrarId),
    kioskRules: addressOf(KIOSK_RULES_ID),
    operator,
    treasury,
    machineNow: node.now,
  })
  const options = optionsOfServer()
  return {
    node,
    options,
    chain: createSuiChain(options),
    openServer: () => createSuiChain(optionsOfServer()),
    close: node.close,
  }
}

export function unwrap<T>(
  answer: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!answer.ok) throw new Error(`the chain answers ${JSON.stringify(answer.error)}`)
  return answer.value
}

export async function prepared(chain: Chain, action: OperatorAction): Promise<SignedTransaction> {
  return unwrap(await chain.prepare(action))
}

/** Prepares and sends an action, and returns its effects. Throws if it does not succeed. */
export async function done(chain: Chain, action: OperatorAction): Promise<TransactionEffects> {
  const transaction = await prepared(chain, action)
  unwrap(await chain.submit(transaction))
  const outcome = unwrap(await chain.outcome(transaction.digest, { isOurs: true }))
  if (outcome.kind !== 'succeeded') throw new Error(`${action.kind}: ${JSON.stringify(outcome)}`)
  return outcome.effects
}

type OpenVault = Extract<OperatorAction, { readonly kind: 'open_vault' }>

export const openAction = (deposit: bigint, more: Partial<OpenVault> = {}): OpenVault => ({
  kind: 'open_vault',
  dropId: idOf('drop', '1'.padStart(32, '0')),
  type: 'TOKEN',
  coinType: PEPPER,
  tokenId: idOf('token', '1'.padStart(32, '0')),
  publicKey,
  deposit: amountOf(deposit),
  ...more,
})

export interface OpenedVault {
  readonly dropObjectId: Address
  readonly coinType: string
}

/** Gives the operator the coins for a deposit and opens a vault with them. */
export async function openVault(
  { node, chain }: SuiWorld,
  deposit: bigint,
  more: Partial<OpenVault> = {},
): Promise<OpenedVault> {
  node.faucet(addressFor(operator), SUI, MUCH_GAS, 'balance')
  const action = openAction(deposit, more)
  if (action.type === 'TOKEN' && deposit > 0n && action.coinType)
    node.faucet(addressFor(operator), action.coinType, deposit)
  // The first transaction of an NFT drop publishes its collection.
  if (action.type === 'NFT') await done(chain, action)
  const [opened] = (await done(chain, action)).vaultsOpened
  if (opened === undefined) throw new Error('no vault was opened')
  return { dropObjectId: opened.dropObjectId, coinType: opened.coinType }
}

export async function signedVoucher(
  { node }: SuiWorld,
  { dropObjectId }: OpenedVault,
  wish: { readonly amount: bigint; readonly nonce: number; readonly claimer?: Address },
): Promise<SignedVoucher> {
  const voucher = {
    dropObjectId,
    claimer: wish.claimer ?? addressFor(wallet),
    amount: amountOf(wish.amount),
    nonce: wish.nonce,
    expiresAt: node.now() + 900_000,
  }
  const signature = await dropKey.sign(voucherBytes(voucher))
  return { ...voucher, signature: Buffer.from(signature).toString('base64') }
}
