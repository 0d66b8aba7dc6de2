import { fileURLToPath } from 'node:url'
import { startChild } from '../processes/start-child.ts'
import { type Contestant, claimBody, readBody, UNREAD_HEADERS } from './contestant.ts'

const server = fileURLToPath(new URL('./limit-server.ts', import.meta.url))

/** Measures the cost of GraphQL over HTTP alone on this Node; see limit-server.ts. */
export const limit: Contestant = {
  name: 'The limit',
  async start({ drops }) {
    const child = startChild(server, { env: { NODE_ENV: 'production' } })
    const url = await child.says(/listens on (\S+)\n/)
    return {
      name: 'The limit (does nothing)',
      url: `${url}/graphql`,
      pid: child.pid,
      drops: Array.from({ length: drops }, (_, place) => `drop_${place.toString(16).padStart(32, '0')}`),
      headers: UNREAD_HEADERS,
      namesWallet: false,
      claimBody,
      readBody,
      countClaims: async () => undefined,
      stop: child.stop,
    }
  },
}
