import type { Judgement } from './judgement.ts'

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
export function judgeName(name: string): Judgement {
  if (name.endsWith('.')) return { standing: 'never', reason: 'the host ends in a dot' }
  const labels = name.split('.')
  if (name.length > MAX_NAME_LENGTH || !labels.every((label) => LABEL.test(label))) {
    return { standing: 'never', reason: 'the host is no valid name' }
  }
  if (METADATA_NAMES.has(name)) {
    return { standing: 'never', reason: `${name} is the name of a cloud's metadata service` }
  }
  const isLocal = LOCAL_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
  if (isLocal || labels.length === 1) {
    return { standing: 'private', reason: `${name} is a name of the local network` }
  }
  return { standing: 'public' }
}
