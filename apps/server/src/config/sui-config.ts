import type { Address } from '@dropkit/core'
import { inWordsHere } from '../words-of-commands.ts'
import { KIOSK_RULES, PUBLIC_NODES, type SuiNetwork } from './sui-networks.ts'

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
