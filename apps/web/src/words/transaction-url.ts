const NETWORKS: ReadonlySet<string> = new Set(['mainnet', 'testnet', 'devnet'])

/** The block explorer's URL of a transaction. Null on the fake chain and on networks without an explorer. */
export const transactionUrl = (
  { chain, network }: { readonly chain: string; readonly network: string | null },
  txHash: string,
): string | null =>
  chain === 'sui' && network !== null && NETWORKS.has(network)
    ? `https://suiscan.xyz/${network}/tx/${encodeURIComponent(txHash)}`
    : null
