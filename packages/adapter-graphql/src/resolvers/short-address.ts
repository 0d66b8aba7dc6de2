/** An address shortened to both ends, which people compare: `0xca40…0001`. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
