import { lookup, Resolver } from 'node:dns/promises'
import { isIPv6, type LookupFunction } from 'node:net'
import { err, ok, type Result, type UrlObjection } from '@dropkit/core'
import ipaddr from 'ipaddr.js'
import { type Judgement, refusalOf } from './failure-reason.ts'

/**
 * Addresses of cloud metadata services, which return credentials. They are refused even if private addresses are permitted.
 */
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

/** The ranges of private networks, by the names that ipaddr.js uses. */
const PRIVATE_RANGES: ReadonlyMap<string, string> = new Map([
  ['loopback', 'a loopback address'],
  ['private', 'a private address'],
  ['uniqueLocal', 'a private address'],
  ['linkLocal', 'a link-local address'],
])

/** RFC 4291: all public IPv6 addresses start with the bits 001. */
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/** The judgement of a URL's host, which is either a literal address or a name that is not resolved yet. */
export type HostJudgement = Judgement & {
  readonly form: 'address' | 'name'
  /** In the form of the URL standard: lower case, punycode, IPv6 in brackets. Empty if the host is invalid. */
  readonly host: string
}

/**
 * Judges an IP address in the form that a resolver returns (`127.0.0.1`, `2001:db8::1`, without brackets).
 *
 * Only plain unicast is public. An IPv6 address that contains an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) is
 * always refused, because a gateway may translate it to that other address.
 */
export function judgeAddress(ip: string): Judgement {
  if (ip.includes('%')) return { reach: 'never', reason: `${ip} has a zone id` }
  const address = parseAddress(ip)
  if (address === undefined) return { reach: 'never', reason: `${ip} is no IP address` }
  if (METADATA_ADDRESSES.has(address.toString())) {
    return { reach: 'never', reason: `${ip} is a cloud's metadata address` }
  }
  const range: string = address.range()
  const local = PRIVATE_RANGES.get(range)
  if (local !== undefined) return { reach: 'private', reason: `${ip} is ${local}` }
  if (range !== 'unicast') return { reach: 'never', reason: `${ip} is not a public address (${range})` }
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST)) {
    return { reach: 'never', reason: `${ip} is not a public address (outside 2000::/3)` }
  }
  return { reach: 'public' }
}

/**
 * Judges the host of a URL, in any notation, before it is resolved. An IPv4 address that is not written as four decimal
 * numbers is refused even if it is public, because parsers read the other notations differently.
 */
export function judgeLiteral(hostname: string): HostJudgement {
  if (ipaddr.IPv6.isValid(hostname)) return judgeLiteral(`[${hostname}]`)
  const refused = (reason: string, host = ''): HostJudgement => {
    return { reach: 'never', reason, form: 'name', host }
  }
  if (/[%\\/?#@\s]/u.test(hostname)) return refused('the host has characters that no host may have')
  if (hostname.includes(':') && !/^\[[^\]]*\]$/.test(hostname)) return refused('the host has a colon')
  // The host as the URL standard reads it. Only this reading counts, because the connection uses the same one.
  const host = URL.parse(`http://${hostname}/`)?.hostname
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

const MAX_NAME_LENGTH = 253
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Names of cloud metadata services, which return credentials. They are refused like their addresses. */
const METADATA_NAMES: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
  'instance-data',
  'instance-data.ec2.internal',
])

/** Top-level names that only exist inside private networks (RFC 6761, 6762, 8375; ICANN for internal). */
const LOCAL_SUFFIXES = ['localhost', 'localdomain', 'local', 'internal', 'home.arpa']

/**
 * Judges a name in the form of the URL standard (lower case, punycode). Its addresses are judged when it is resolved; this
 * check only rejects early what would fail anyway.
 */
function judgeName(name: string): Judgement {
  if (name.endsWith('.')) return { reach: 'never', reason: 'the host ends in a dot' }
  const labels = name.split('.')
  if (name.length > MAX_NAME_LENGTH || !labels.every((label) => LABEL.test(label))) {
    return { reach: 'never', reason: 'the host is not a valid name' }
  }
  if (METADATA_NAMES.has(name)) {
    return { reach: 'never', reason: `${name} is the name of a cloud's metadata service` }
  }
  const isLocal = LOCAL_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
  if (isLocal || labels.length === 1) {
    return { reach: 'private', reason: `${name} is a name of the local network` }
  }
  return { reach: 'public' }
}

/** Returns all current addresses of a name. Rejects if it has none, and soon after the signal is aborted. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>

/** Uses the resolver of the machine, including /etc/hosts. For receivers on a private network. */
export const resolveLocally: ResolveName = async (name) => {
  const found = await lookup(name, { all: true })
  return found.map(({ address }) => address)
}

/**
 * Uses only DNS. The resolver of the machine would block one of few threads while a name server is slow, which any
 * receiver's owner could cause. This one only sends packets, and the signal cancels it.
 */
export function createDnsResolver(servers?: readonly string[]): ResolveName {
  return async (name, signal) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      const failed = answers.find((answer) => answer.status === 'rejected')
      if (addresses.length === 0 && failed) throw failed.reason
      return addresses
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }
}

/** Restricts connections to the addresses that were judged for a delivery. */
interface PinnedAddresses {
  /**
   * Holds judged addresses for a name until the returned function is called. `lookup` returns the most recently held ones.
   */
  hold(name: string, addresses: readonly string[]): () => void
  /** Replaces DNS when a connection is made. Fails with ENOTFOUND if no addresses are held for the name. */
  readonly lookup: LookupFunction
}

/**
 * There must be no second lookup between judging a name's addresses and connecting, because the owner of the name could
 * then return another address (DNS rebinding).
 */
export function createPinnedAddresses(): PinnedAddresses {
  const held = new Map<string, { addresses: readonly string[]; holders: number }>()
  return {
    hold(name, addresses) {
      held.set(name, { addresses, holders: (held.get(name)?.holders ?? 0) + 1 })
      return () => {
        const entry = held.get(name)
        if (entry === undefined) return
        if (entry.holders === 1) held.delete(name)
        else entry.holders--
      }
    },
    lookup(name, options, callback) {
      const found = (held.get(name)?.addresses ?? []).map((address) => {
        return { address, family: isIPv6(address) ? 6 : 4 }
      })
      const [first] = found
      if (first === undefined) callback(noAddress(), '')
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    },
  }
}

/** Has the same code as an error of Node's own lookup. */
const noAddress = () => Object.assign(new Error('no judged address is held'), { code: 'ENOTFOUND' })

const MAX_URL_LENGTH = 2048
const AUTHORITY = /^https?:\/\/([^/?#\\]*)/i

/** A URL that may be called, as far as can be checked without resolving its name. */
export interface ReceiverUrl {
  readonly url: URL
  readonly host: HostJudgement
}

/**
 * Parses the URL of a receiver, or returns why it can never be called. The host is judged as it was written, not only as
 * the URL standard reads it, so that a disguised address is reported as such.
 */
export function parseReceiverUrl(text: string, allowPrivate: boolean): Result<ReceiverUrl, UrlObjection> {
  if (text.length > MAX_URL_LENGTH)
    return wrong('TOO_LONG', `the URL is longer than ${MAX_URL_LENGTH} characters`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the URL standard drops tabs and line breaks silently
  if (/[\u0000-\u0020\u007f\\]/.test(text))
    return wrong('NO_URL', 'the URL has spaces, control characters or backslashes')
  const authority = AUTHORITY.exec(text)?.[1]
  if (authority === undefined) return wrong('NO_URL', 'the URL does not begin with http:// or https://')
  if (authority.includes('@')) return wrong('HAS_CREDENTIALS', 'the URL has a user name or a password')
  const url = URL.parse(text)
  if (url === null) return wrong('NO_URL', 'the URL is not valid')
  if (url.port === '0') return wrong('NO_URL', 'the URL has the port 0')
  const host = judgeLiteral(authority.replace(/:\d*$/, ''))
  const refusal = refusalOf(host, allowPrivate)
  if (refusal !== undefined) return wrong('NOT_PUBLIC', refusal)
  // Attackers bypass guards with URLs that two parsers read differently. No such case is known, but this check would stop
  // it.
  if (host.host !== url.hostname) return wrong('NO_URL', 'the host of the URL can be read in two ways')
  return ok({ url, host })
}

const wrong = (reason: UrlObjection['reason'], message: string) => err({ reason, message })
