import { setTimeout } from 'node:timers/promises'
import {
  compiledDropkit,
  connectToNode,
  findRegistrar,
  gasBalance,
  guardCalls,
  nodeFacts,
  publishPackage,
  type Sent,
  type SuiNode,
  signAndSend,
  signerFromKey,
  type WithdrawnShare,
  withdrawShare,
} from '@dropkit/adapter-chain/sui'
import type { Address, ChainAnswer, Store } from '@dropkit/core'
import { invariant, unreachable } from '@dropkit/core/internal'
import { conflictOfChains } from '../chain/chain-side.ts'
import { machineTime } from '../chain/fake-side.ts'
import { judgeNetwork, judgeNode } from '../chain/judge-node.ts'
import type { Config } from '../config/read-config.ts'
import { suiPrivateKey } from '../config/setting.ts'
import type { SuiConfig } from '../config/sui-settings.ts'
import { createContainer, SERVICES } from '../container.ts'
import { StartUpError } from '../start-up.ts'
import { machineClocks } from '../time/service-clock.ts'
import { requireStore } from './store-settings.ts'

export type SuiCommand =
  | { readonly kind: 'sui_publish'; readonly keepUpgradeCap: boolean }
  /** The base64 of a whole unsigned transaction. */
  | { readonly kind: 'sui_execute'; readonly transactionBytes: string }
  | { readonly kind: 'sui_registrar' }
  | ({ readonly kind: 'sui_withdraw' } & WithdrawnShare)
  | { readonly kind: 'sui_operator' }
  | { readonly kind: 'sui_check' }

/** Runs the command. Text for people goes to standard error, results for programs go to standard output. */
export async function runSuiCommand(
  command: SuiCommand,
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { output, notes } = await reportOf(command, config, environment['SUI_WALLET_KEY'])
  for (const line of notes) process.stderr.write(`${line}\n`)
  for (const line of output) process.stdout.write(`${line}\n`)
}

function reportOf(command: SuiCommand, config: Config, walletKey: string | undefined): Promise<SuiReport> {
  switch (command.kind) {
    case 'sui_publish':
      return publishDropkit(config, command)
    case 'sui_execute': {
      const key = walletKey ?? config.sui?.operatorKey
      if (!suiPrivateKey.schema.safeParse(key).success || key === undefined)
        throw new StartUpError('SUI_WALLET_KEY must be a private key, which begins with suiprivkey1')
      return executeForWallet(config, key, command.transactionBytes)
    }
    case 'sui_registrar':
      return showRegistrar(config)
    case 'sui_withdraw':
      return withdrawFromVault(config, command)
    case 'sui_operator':
      return showAccounts(config)
    case 'sui_check':
      return checkSui(config)
    default:
      return unreachable(command)
  }
}

/** The result of `npm run sui`: `output` is for programs, `notes` are for people. */
interface SuiReport {
  readonly output: readonly string[]
  readonly notes: readonly string[]
}

type Account = { readonly name: string; readonly address: Address }

const LOOK_EVERY_MS = 1_000
const MIST_PER_SUI = 1_000_000_000n

/** Publishes the package of this Dropkit version. The operator pays. */
async function publishDropkit(
  config: Config,
  { keepUpgradeCap }: { readonly keepUpgradeCap: boolean },
): Promise<SuiReport> {
  const sui = suiOf(config)
  const operator = signerFromKey(sui.operatorKey)
  const compiled = await compiledDropkit()
  const node = await nodeOfNetwork(sui)
  const made = answered(await publishPackage(node, operator, compiled, { keepUpgradeCap }))
  if (made.kind !== 'published') throw new StartUpError(explain(made))
  const { packageId, upgradeCap, digest } = made
  return {
    output: [`SUI_PACKAGE_ID=${packageId}`],
    notes: [
      `Published by ${operator.toSuiAddress()} in the transaction ${digest}.`,
      upgradeCap === null
        ? 'The package is immutable.'
        : `The owner of ${upgradeCap} can upgrade the package.`,
    ],
  }
}

/**
 * Finds the object with which NFT collections are opened. The node must still have the transaction that published the
 * package.
 */
async function showRegistrar(config: Config): Promise<SuiReport> {
  const sui = suiOf(config)
  const { packageId } = sui
  if (packageId === null) throw new StartUpError('SUI_PACKAGE_ID must be set to what sui publish printed')
  const registrarId = answered(await findRegistrar({ ...(await nodeOfNetwork(sui)), packageId }))
  if (registrarId === null)
    throw new StartUpError(
      `The node does not show the transaction that published ${packageId}: set SUI_RPC_URL to one with full history`,
    )
  return { output: [`SUI_NFT_REGISTRAR_ID=${registrarId}`], notes: [] }
}

/** Pays a share that stayed in a vault because the coin was denied to the wallet. Stores the transaction first. */
async function withdrawFromVault(config: Config, share: WithdrawnShare): Promise<SuiReport> {
  const sui = suiOf(config)
  const { packageId } = sui
  if (packageId === null) throw new StartUpError('SUI_PACKAGE_ID must be set, as for the server')
  requireStore(config)
  const node = await nodeOfNetwork(sui)
  const { chainId } = answered(await nodeFacts(node))
  const storage = await createContainer(config).getAsync(SERVICES.storage)
  try {
    const { keyValues, store } = storage
    const refusal =
      (await conflictOfChains(keyValues, { chain: 'sui', chainId, packageId })) ??
      (await reasonNotToWithdraw(store, share.vault))
    if (refusal !== null) throw new StartUpError(refusal)
    const options = {
      ...node,
      packageId,
      operator: signerFromKey(sui.operatorKey),
      machineNow: machineClocks.systemNow,
      gasPriceCeilingPercent: sui.gasPriceCeilingPercent,
      keyValues,
      pause: () => setTimeout(LOOK_EVERY_MS),
    }
    const sent = answered(await withdrawShare(options, share))
    if (sent.kind === 'unknown')
      throw new StartUpError(
        `The result of the transaction ${sent.digest} is unknown (${sent.reason}). Run the same command again to find it out; it does not pay twice.`,
      )
    if (sent.kind !== 'paid') throw new StartUpError(explain(sent))
    const paid = `${share.amount} to ${share.wallet}`
    return {
      output: [sent.digest],
      notes: [
        sent.isEarlier ? `Paid ${paid} with the transaction that an earlier run signed.` : `Paid ${paid}.`,
      ],
    }
  } finally {
    await storage.close()
  }
}

/** Signs the transaction of a `prepare…` mutation with a wallet's key, and sends it. */
async function executeForWallet(
  config: Config,
  walletKey: string,
  transactionBytes: string,
): Promise<SuiReport> {
  const bytes = Buffer.from(transactionBytes, 'base64')
  const wallet = signerFromKey(walletKey)
  const sent = await signAndSend(await nodeOfNetwork(suiOf(config)), wallet, bytes)
  if (sent.kind !== 'succeeded') throw new StartUpError(explain(sent))
  return { output: [sent.digest], notes: [] }
}

function explain(sent: Exclude<Sent, { readonly kind: 'succeeded' }>): string {
  switch (sent.kind) {
    case 'refused':
      return `Nothing was sent: ${sent.reason}`
    case 'failed':
      return `The transaction ${sent.digest} failed: ${sent.reason}`
    case 'unknown':
      return `The result of the transaction ${sent.digest} is unknown (${sent.reason}). Look it up before you try again.`
    default:
      return unreachable(sent)
  }
}

/** The accounts of the service and their SUI balances. */
async function showAccounts(config: Config): Promise<SuiReport> {
  const sui = suiOf(config)
  const node = await nodeOfNetwork(sui)
  const output: string[] = []
  for (const { name, address } of accountsOf(sui)) {
    const mist = answered(await gasBalance(node, address))
    output.push(`${name} ${address} ${inSui(mist)} SUI`)
  }
  return { output, notes: [] }
}

/** Checks that the settings match the network and the package. Throws if they do not. */
async function checkSui(config: Config): Promise<SuiReport> {
  const sui = suiOf(config)
  const node = nodeOf(sui)
  const { packageId, network, lowBalanceMist } = sui
  invariant(packageId !== null, 'the settings were read for the service')
  const { chainId, verdict } = answered(await judgeNode(node, { network, packageId }))
  if (verdict !== null) throw new StartUpError(verdict)
  const { chainTime } = answered(await nodeFacts(node))
  const aheadSeconds = (machineClocks.systemNow() - chainTime) / 1_000
  const notes = [
    `The clock of this machine is ${aheadSeconds.toFixed(1)} s ahead of the node's latest checkpoint.`,
  ]
  const { output } = await showAccounts(config)
  for (const { name, address } of accountsOf(sui)) {
    const mist = answered(await gasBalance(node, address))
    if (mist < BigInt(lowBalanceMist))
      notes.push(`The ${name} has less than ${inSui(BigInt(lowBalanceMist))} SUI.`)
  }
  return { output: [`network ${network ?? 'unnamed'} ${chainId}`, `package ${packageId}`, ...output], notes }
}

function suiOf({ sui }: Config): SuiConfig {
  if (sui === null) throw new StartUpError('CHAIN must be sui')
  return sui
}

const nodeOf = ({ rpcUrl, network }: SuiConfig): SuiNode => ({
  client: connectToNode({ rpcUrl, network: network ?? 'custom' }),
  calls: guardCalls({ time: machineTime }),
})

/**
 * A node that was found to be on SUI_NETWORK. No transaction is sent to another network, and no balance of another network
 * is shown.
 */
async function nodeOfNetwork(sui: SuiConfig): Promise<SuiNode> {
  const node = nodeOf(sui)
  const { chainId } = answered(await nodeFacts(node))
  const verdict = judgeNetwork(chainId, sui.network)
  if (verdict !== null) throw new StartUpError(verdict)
  return node
}

function accountsOf({ operatorKey, treasuryKey }: SuiConfig): readonly Account[] {
  const addressOf = (key: string) => signerFromKey(key).toSuiAddress() as Address
  return [
    { name: 'operator', address: addressOf(operatorKey) },
    { name: 'treasury', address: addressOf(treasuryKey) },
  ]
}

function answered<T>(answer: ChainAnswer<T>): T {
  if (answer.ok) return answer.value
  throw new StartUpError(
    `The Sui node does not answer (SUI_RPC_URL, by default the public node of SUI_NETWORK): ${answer.error.reason}`,
  )
}

const inSui = (mist: bigint): string =>
  `${mist / MIST_PER_SUI}.${String(mist % MIST_PER_SUI).padStart(9, '0')}`

/**
 * Why nothing may be withdrawn from a vault; null if it may. Until the service has closed the vault of a drop, the vault pays
 * claims, also while an alarm pauses it, and the servers send transactions with its `OwnerCap`: the network locks it if another
 * transaction names the same version.
 */
export async function reasonNotToWithdraw(
  store: Pick<Store, 'dropsByVault' | 'dropState'>,
  vault: Address,
): Promise<string | null> {
  const drop = (await store.dropsByVault([vault])).get(vault)
  if (drop === undefined) return null
  const { id } = drop
  if (drop.vault.kind !== 'closed')
    return `The vault ${vault} is in use by ${id}, also if it is paused. The servers close it after the drop was cancelled or deleted; withdraw what is left after that.`
  const state = await store.dropState(id, { openTransactions: true })
  return state === null || state.openTransactions.length === 0
    ? null
    : `A transaction of the servers for the vault ${vault} of ${id} has no result yet. Run the same command again later.`
}
