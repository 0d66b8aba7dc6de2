import type { Address } from '@dropkit/core'
import { inWordsHere } from '../start-up.ts'
import { amount, baseUrl, numberOf, objectId, oneOf, setting, suiPrivateKey, wholeNumber } from './setting.ts'

/** The settings with CHAIN=sui: the network and the keys. */
export const suiSettings = {
  suiNetwork: setting({
    name: 'SUI_NETWORK',
    default: null,
    defaultText: 'none; with CHAIN=sui this or SUI_RPC_URL is required',
    meaning: 'The Sui network. Its public node is used unless SUI_RPC_URL is set.',
    ...oneOf(['mainnet', 'testnet', 'devnet', 'localnet']),
  }),
  suiRpcUrl: setting({
    name: 'SUI_RPC_URL',
    default: null,
    defaultText: 'the public node of SUI_NETWORK',
    meaning: 'A full node with gRPC-Web.',
    // Node providers put a credential into the URL.
    isSecret: true,
    ...baseUrl,
  }),
  suiOperatorKey: setting({
    name: 'SUI_OPERATOR_KEY',
    default: null,
    defaultText: 'none; required with CHAIN=sui',
    meaning: 'Key of the account that opens and funds vaults, delivers claims and pays their gas.',
    isSecret: true,
    ...suiPrivateKey,
  }),
  suiTreasuryKey: setting({
    name: 'SUI_TREASURY_KEY',
    default: null,
    defaultText: 'SUI_OPERATOR_KEY',
    meaning: 'Key of the account that receives payments and sends refunds and payouts.',
    isSecret: true,
    ...suiPrivateKey,
  }),
  suiPackageId: setting({
    name: 'SUI_PACKAGE_ID',
    default: null,
    defaultText: 'none; required with CHAIN=sui',
    meaning: "Id of Dropkit's Move package, as `npm run sui -- publish` prints it.",
    ...objectId,
  }),
  suiNftRegistrarId: setting({
    name: 'SUI_NFT_REGISTRAR_ID',
    default: null,
    defaultText: 'read from the transaction that published the package',
    meaning:
      'The object with which the package opens NFT collections, as `npm run sui -- registrar` prints it. Set it if the node prunes old transactions.',
    ...objectId,
  }),
  suiKioskRulesPackageId: setting({
    name: 'SUI_KIOSK_RULES_PACKAGE_ID',
    default: null,
    defaultText: "on mainnet and testnet Mysten's package, else none",
    meaning: 'The package whose rules collect royalties on NFTs that are sold in kiosks.',
    ...objectId,
  }),
  suiLowBalanceMist: setting({
    name: 'SUI_LOW_BALANCE_MIST',
    default: '1000000000',
    meaning: 'Balance of the operator or treasury, in MIST, below which the log warns; 0 = never.',
    ...amount,
  }),
  suiIdlePollMs: setting({
    name: 'SUI_IDLE_POLL_MS',
    default: '5000',
    meaning:
      'The longest time between two reads of the chain by an idle server. A longer time causes fewer requests, but claims and payments that the service did not prepare are noticed later. 0 = read every 0.3 s.',
    ...numberOf('milliseconds', 60_000),
  }),
  suiGasPriceCeilingPercent: setting({
    name: 'SUI_GAS_PRICE_CEILING_PERCENT',
    default: '500',
    meaning:
      'The highest gas price during congestion, as a percentage of the reference price. 100 = always the reference price.',
    ...wholeNumber(100, 10_000),
  }),
  suiSponsorBudgetMist: setting({
    name: 'SUI_SPONSOR_BUDGET_MIST',
    default: '0',
    meaning:
      'Gas in MIST that the operator pays per UTC day for wallets that claim without SUI; 0 = none. On the fake chain it counts what the claims would cost.',
    ...amount,
  }),
  suiSponsorDropBudgetMist: setting({
    name: 'SUI_SPONSOR_DROP_BUDGET_MIST',
    default: '500000000',
    meaning: 'The part of it that the claims on one drop may use per day.',
    ...amount,
  }),
  suiSponsorWalletBudgetMist: setting({
    name: 'SUI_SPONSOR_WALLET_BUDGET_MIST',
    default: '50000000',
    meaning: 'The part of it that one wallet may use per day. A claim counts as up to about 10000000.',
    ...amount,
  }),
} as const

export type SuiNetwork = 'mainnet' | 'testnet' | 'devnet' | 'localnet'

/** The public nodes of each network. */
const PUBLIC_NODES: Readonly<Record<SuiNetwork, string>> = {
  mainnet: 'https://fullnode.mainnet.sui.io:443',
  testnet: 'https://fullnode.testnet.sui.io:443',
  devnet: 'https://fullnode.devnet.sui.io:443',
  localnet: 'http://127.0.0.1:9000',
}

/** The packages with the kiosk rules of Mysten Labs, which marketplaces know. */
const KIOSK_RULES: Readonly<Partial<Record<SuiNetwork, Address>>> = {
  mainnet: '0x434b5bd8f6a7b05fede0ff46c6e511d71ea326ed38056e3bcd681d2d7c2a7879' as Address,
  testnet: '0xbd8fc1947cf119350184107a3087e2dc27efefa0dd82e25a1f699069fe81a585' as Address,
}

/**
 * The chain id of each network: the digest of its first checkpoint. Null for devnet and local networks, which are sometimes
 * reset.
 */
export const KNOWN_CHAIN_IDS: Readonly<Record<SuiNetwork, string | null>> = {
  mainnet: '4btiuiMPvEENsttpZC7CZ53DruC3MAgfznDbASZ7DR6S',
  testnet: '69WiPg3DAQiwdxfncX6wYQ2siKwAe6L9BZthQea3JNMD',
  devnet: null,
  localnet: null,
}

/** The Sui configuration, assembled from the settings. The keys are secrets. */
export interface SuiConfig {
  /** Null if the network is given only by SUI_RPC_URL. */
  readonly network: SuiNetwork | null
  readonly rpcUrl: string
  readonly operatorKey: string
  /** The operator's key if no treasury key is set. */
  readonly treasuryKey: string
  /** Null before the package is published. */
  readonly packageId: Address | null
  /** Null if it is read from the transaction that published the package. */
  readonly nftRegistrarId: Address | null
  /** Null if no such package is known for the network. */
  readonly kioskRules: Address | null
  readonly lowBalanceMist: number
  /** The longest time between two reads of the chain by an idle server, in milliseconds. */
  readonly idlePollMs: number
  /** The highest gas price, as a percentage of the reference price. */
  readonly gasPriceCeilingPercent: number
}

interface SuiValues {
  readonly suiNetwork: SuiNetwork | undefined
  readonly suiRpcUrl: string | undefined
  readonly suiOperatorKey: string | undefined
  readonly suiTreasuryKey: string | undefined
  readonly suiPackageId: Address | undefined
  readonly suiNftRegistrarId: Address | undefined
  readonly suiKioskRulesPackageId: Address | undefined
  readonly suiLowBalanceMist: number
  readonly suiIdlePollMs: number
  readonly suiGasPriceCeilingPercent: number
}

/** Null if a required setting is missing. */
export function suiConfigFrom(values: SuiValues): SuiConfig | null {
  const { suiNetwork: network = null, suiOperatorKey: operatorKey } = values
  const rpcUrl = values.suiRpcUrl ?? (network === null ? undefined : PUBLIC_NODES[network])
  if (rpcUrl === undefined || operatorKey === undefined) return null
  return {
    network,
    rpcUrl,
    operatorKey,
    treasuryKey: values.suiTreasuryKey ?? operatorKey,
    packageId: values.suiPackageId ?? null,
    nftRegistrarId: values.suiNftRegistrarId ?? null,
    kioskRules: values.suiKioskRulesPackageId ?? (network === null ? null : (KIOSK_RULES[network] ?? null)),
    lowBalanceMist: values.suiLowBalanceMist,
    idlePollMs: values.suiIdlePollMs,
    gasPriceCeilingPercent: values.suiGasPriceCeilingPercent,
  }
}

/** The missing settings, one sentence each. `isSet` returns whether a variable is set, valid or not. */
export function missingForSui(
  isSet: (variable: string) => boolean,
  { needsPackage }: { readonly needsPackage: boolean },
): readonly string[] {
  const missing: string[] = []
  if (!isSet('SUI_NETWORK') && !isSet('SUI_RPC_URL'))
    missing.push(
      'SUI_NETWORK must be set to mainnet, testnet, devnet or localnet, or SUI_RPC_URL to a node of yours',
    )
  if (!isSet('SUI_OPERATOR_KEY'))
    missing.push(
      'SUI_OPERATOR_KEY must be set: the private key of the account that works on the chain, which begins with suiprivkey1',
    )
  if (needsPackage && !isSet('SUI_PACKAGE_ID'))
    missing.push(
      inWordsHere('SUI_PACKAGE_ID must be set: what `npm run sui -- publish` printed for this network'),
    )
  return missing
}
