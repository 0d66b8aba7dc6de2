/** `0x1234…cdef`: recognizable, and short enough for a phone. */
export const shortAddress = (address: string): string =>
  address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`

/** `0x1234…cdef::sui::SUI`. Anyone can publish a coin that is called SUI, so the package is part of the name. */
export function shortCoinType(coinType: string): string {
  const [address = '', ...names] = coinType.split('::')
  return [shortAddress(address), ...names].join('::')
}
