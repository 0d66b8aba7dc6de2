/** `0x1234…cdef`: recognizable, and short enough for a phone. */
export const shortAddress = (address: string): string =>
  address.length <= 14 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
