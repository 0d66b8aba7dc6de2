import { BlockList } from 'node:net'
import * as fc from 'fast-check'

/** The IANA IPv4 Special-Purpose Address Registry, multicast, and public addresses that clouds reserve. */
const SPECIAL = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

// Uses Node's arithmetic, so that the guard's is not compared with itself.
const special = new BlockList()
for (const [network, prefix] of SPECIAL) special.addSubnet(network, prefix)

export const isSpecialIpv4 = (ip: string): boolean => special.check(ip)

const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
const numberOf = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

export const ipv4: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0xffffffff }).map(dotted)

export const specialIpv4: fc.Arbitrary<string> = fc.constantFrom(...SPECIAL).chain(([network, prefix]) => {
  const size = 2 ** (32 - prefix)
  return fc.integer({ min: 0, max: size - 1 }).map((offset) => dotted(numberOf(network) + offset))
})

const BASES = [
  (part: number) => String(part),
  (part: number) => `0x${part.toString(16)}`,
  (part: number) => `0X${part.toString(16).toUpperCase()}`,
  (part: number) => `0x0000${part.toString(16)}`,
  (part: number) => `0${part.toString(8)}`,
  (part: number) => `000${part.toString(8)}`,
] as const

const FULL_WIDTH_ZERO = 0xff10
const DIGITS = [
  (text: string) => text,
  (text: string) => `${text}.`,
  (text: string) => text.replaceAll('.', '。'),
  (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(FULL_WIDTH_ZERO + Number(digit))),
  (text: string) => text.replace(/\d/g, (digit) => `%3${digit}`),
] as const

/**
 * One to four parts, of which the last covers the remaining bytes, each in a different base; also digits of other scripts.
 */
function numericSpellings(ip: string): fc.Arbitrary<string> {
  const value = numberOf(ip)
  const bases = fc.tuple(...Array.from({ length: 4 }, () => fc.constantFrom(...BASES)))
  return fc
    .tuple(fc.integer({ min: 1, max: 4 }), bases, fc.constantFrom(...DIGITS))
    .map(([count, write, disguise]) => {
      const octets = ip
        .split('.')
        .map(Number)
        .slice(0, count - 1)
      const parts = [...octets, value % 2 ** (8 * (5 - count))]
      return disguise(parts.map((part, index) => (write[index] ?? String)(part)).join('.'))
    })
}

/** All notations of an IPv4 address that some parser accepts, including those inside IPv6. */
export function ipv4Spellings(ip: string): fc.Arbitrary<string> {
  const value = numberOf(ip)
  const groups = `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`
  const inIpv6 = [
    `[::ffff:${ip}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:FFFF:${groups}]`,
    `[::${groups}]`,
    `[::ffff:0:${groups}]`,
    `[64:ff9b::${ip}]`,
    `[64:ff9b::${groups}]`,
    `[64:ff9b:1::${groups}]`,
    `[2002:${groups}::1]`,
    `[2001:0:${groups}::]`,
  ]
  return fc.oneof(fc.constant(ip), numericSpellings(ip), fc.constantFrom(...inIpv6))
}
