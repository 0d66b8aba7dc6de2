const NETWORKS: ReadonlySet<string> = new Set(['mainnet', 'testnet', 'devnet'])

/** Where a block explorer shows a transaction; null on the fake chain and on networks that no explorer knows. */
export const transactionUrl = (
  { chain, network }: { readonly chain: string; readonly network: string | null },
  txHash: string,
): string | null =>
  chain === 'sui' && network !== null && NETWORKS.has(network)
    ? `https://suiscan.xyz/${network}/tx/${encodeURIComponent(txHash)}`
    : null
