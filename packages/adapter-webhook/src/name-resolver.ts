import { lookup, Resolver } from 'node:dns/promises'

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
