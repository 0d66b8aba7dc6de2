import { lookup, Resolver } from 'node:dns/promises'

/**
 * Gives every address that a name has now. Rejects when it has none, and soon after the signal is given.
 */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>

/** Asks as the machine does, /etc/hosts included: for receivers on a private network. */
export const resolveLocally: ResolveName = async (name) => {
  const found = await lookup(name, { all: true })
  return found.map(({ address }) => address)
}

/**
 * Asks DNS alone. The machine's own way blocks one of few threads for as long as a name server takes its time,
 * which any receiver's owner can make it do; this one is only packets, and is given up with the signal.
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
