import ipaddr from 'ipaddr.js'
import type { Judgement } from './judgement.ts'
import { judgeName } from './name-guard.ts'

/** Addresses at which clouds hand out credentials. They stay refused where private addresses are permitted. */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set([
  '169.254.169.254', // AWS, Azure, Google, DigitalOcean, Oracle and others
  '169.254.169.253', // AWS: the resolver
  '169.254.170.2', // AWS: credentials of ECS tasks
  '169.254.170.23', // AWS: credentials of EKS pods
  '169.254.0.23', // Tencent
  '100.100.100.200', // Alibaba
  '168.63.129.16', // Azure: the platform's own server, in public unicast space
  '192.0.0.192', // Oracle
  'fd00:ec2::254', // AWS
  'fd00:ec2::253', // AWS: the resolver
  'fd00:ec2::23', // AWS: credentials of EKS pods
  'fd20:ce::254', // Google
])

/** The ranges that a private network is made of, by the names that ipaddr.js has for them. */
const PRIVATE_RANGES: ReadonlyMap<string, string> = new Map([
  ['loopback', 'a loopback address'],
  ['private', 'a private address'],
  ['uniqueLocal', 'a private address'],
  ['linkLocal', 'a link-local address'],
])

/** RFC 4291: everything that IPv6 routes publicly begins with the bits 001. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/** What stands behind a host as written in a URL: one literal address, or a name that is yet to be resolved. */
export type HostJudgement = Judgement & {
  readonly form: 'address' | 'name'
  /** As the URL standard writes it: lower case, punycode, IPv6 in brackets. Empty when it is no host at all. */
  readonly host: string
}

/**
 * Judges an IP address as a resolver gives it (`127.0.0.1`, `2001:db8::1`, without brackets).
 *
 * Only plain unicast is public. An IPv6 address that carries an IPv4 one (mapped, compatible, NAT64, 6to4,
 * Teredo) is refused whatever it carries: on the way it may become that other address.
 */
export function judgeAddress(ip: string): Judgement {
  if (ip.includes('%')) return { standing: 'never', reason: `${ip} has a zone id` }
  const address = parseAddress(ip)
  if (address === undefined) return { standing: 'never', reason: `${ip} is no IP address` }
  if (METADATA_ADDRESSES.has(address.toString())) {
    return { standing: 'never', reason: `${ip} is a cloud's metadata address` }
  }
  const range: string = address.range()
  const local = PRIVATE_RANGES.get(range)
  if (local !== undefined) return { standing: 'private', reason: `${ip} is ${local}` }
  if (range !== 'unicast') return { standing: 'never', reason: `${ip} is not a public address (${range})` }
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST)) {
    return { standing: 'never', reason: `${ip} is not a public address (outside 2000::/3)` }
  }
  return { standing: 'public' }
}

/**
 * Judges the host of a URL before anything is resolved, in whatever way it is written. An IPv4 address in any
 * other spelling than four decimal numbers is refused even if it is a public one: nobody needs those, and
 * every parser reads them differently.
 */
export function judgeLiteral(hostname: string): HostJudgement {
  if (ipaddr.IPv6.isValid(hostname)) return judgeLiteral(`[${hostname}]`)
  const refused = (reason: string, host = ''): HostJudgement => {
    return { standing: 'never', reason, form: 'name', host }
  }
  if (/[%\\/?#@\s]/u.test(hostname)) return refused('the host has characters that no host may have')
  if (hostname.includes(':') && !hostname.startsWith('[')) return refused('the host has a colon')
  const host = hostOf(hostname)
  if (host === undefined) return refused('the host is neither a name nor an address')
  if (host.startsWith('[')) return { ...judgeAddress(host.slice(1, -1)), form: 'address', host }
  if (!ipaddr.IPv4.isValidFourPartDecimal(host)) return { ...judgeName(host), form: 'name', host }
  if (host !== hostname) {
    return {
      ...refused(`the address is to be written as four decimal numbers: ${host}`, host),
      form: 'address',
    }
  }
  return { ...judgeAddress(host), form: 'address', host }
}

function parseAddress(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(ip)) return ipaddr.IPv4.parse(ip)
  return ipaddr.IPv6.isValid(ip) ? ipaddr.IPv6.parse(ip) : undefined
}

/** The host as the URL standard reads it. It alone decides: the connection is made by the same reading. */
function hostOf(hostname: string): string | undefined {
  const url = URL.parse(`http://${hostname}/`)
  if (url === null || url.port !== '' || url.pathname !== '/') return undefined
  return url.hostname === '' ? undefined : url.hostname
}
