// PostGraphile 5, configured for production as its documentation says: without GraphiQL, watch mode and explain, and with
// responses that its planner writes as text. It uses prepared statements, which is its default.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { sayWhere } from './contestant.ts'

/** The same number as Dropkit has. */
const CONNECTIONS = 10

const { DATABASE_URL: connectionString = '' } = process.env

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString, schemas: ['public'], poolConfig: { max: CONNECTIONS } })],
  grafserv: { graphiql: false, watch: false, websockets: false, outputDataAsString: true },
  grafast: { explain: false },
})
const serv = instance.createServ(grafserv)
const server = createServer()
await serv.addTo(server)
await instance.getSchema()
server.listen(0, '127.0.0.1', () => {
  sayWhere(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit(0))
