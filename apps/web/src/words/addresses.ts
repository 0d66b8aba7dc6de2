/** The path of a drop's claim page. Uses the shortcode if there is one. */
export const claimPath = ({
  shortcode,
  id,
}: {
  readonly shortcode: string | null
  readonly id: string
}): string => `/d/${encodeURIComponent(shortcode ?? id)}`

/** `0x1234…cdef`: recognizable, and short enough for a phone. */
export const shortAddress = (address: string): string =>
  address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`

/** `0x1234…cdef::sui::SUI`. Anyone can publish a coin that is called SUI, so the package is part of the name. */
export function shortCoinType(coinType: string): string {
  const [address = '', ...names] = coinType.split('::')
  return [shortAddress(address), ...names].join('::')
}

const NETWORKS: ReadonlySet<string> = new Set(['mainnet', 'testnet', 'devnet'])

/** The block explorer's URL of a transaction. Null on the fake chain and on networks without an explorer. */
export const transactionUrl = (
  { chain, network }: { readonly chain: string; readonly network: string | null },
  txHash: string,
): string | null =>
  chain === 'sui' && network !== null && NETWORKS.has(network)
    ? `https://suiscan.xyz/${network}/tx/${encodeURIComponent(txHash)}`
    : null
