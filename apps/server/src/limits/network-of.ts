import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/**
 * The network that counts as one address. For IPv6 these are the first 64 bits, because one client usually controls a whole
 * /64.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1)
  const mapped = MAPPED.exec(bare)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(bare)) return bare
  const [before = '', after] = bare.toLowerCase().split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0')
  return `${[...head, ...(after === undefined ? [] : zeros), ...tail].slice(0, 4).join(':')}::/64`
}
