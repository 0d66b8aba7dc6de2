import { fileURLToPath } from 'node:url'
import { startChild } from '../processes/start-child.ts'
import { type Contestant, claimBody, countClaimsIn, readBody } from './contestant.ts'
import { makePeerStore, PEER_CLAIMS } from './peer-store.ts'

const server = fileURLToPath(new URL('./knex-server.ts', import.meta.url))

/** A typical implementation with one transaction per claim through Knex; see knex-server.ts. It only supports claims. */
export const knex: Contestant = {
  name: 'Knex',
  async start({ postgresUrl, drops }) {
    if (postgresUrl === undefined) throw new Error('the Knex contestant keeps its records in Postgres')
    const dropIds = await makePeerStore(postgresUrl, drops)
    const child = startChild(server, { env: { NODE_ENV: 'production', DATABASE_URL: postgresUrl } })
    const url = await child.says(/listens on (\S+)\n/)
    return {
      name: 'A transaction a claim (Knex)',
      url: `${url}/graphql`,
      pid: child.pid,
      drops: dropIds,
      headers: {},
      namesWallet: true,
      claimBody,
      readBody,
      countClaims: () => countClaimsIn(postgresUrl, PEER_CLAIMS),
      stop: child.stop,
    }
  },
}
