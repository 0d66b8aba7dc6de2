import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A relay on loopback. It answers requests for a round like drand's HTTP API, unless `misbehave` handles the request. */
export interface Relay {
  readonly url: string
  /** The paths of the requests so far. */
  readonly asked: string[]
}

type Rounds = readonly { round: number; signature: string; randomness: string }[]

export async function startRelay(
  rounds: Rounds,
  misbehave?: (round: number, response: ServerResponse) => boolean | undefined,
): Promise<Relay> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const round = Number(request.url?.match(/^\/[0-9a-f]{64}\/public\/(\d+)$/)?.[1])
    if (misbehave?.(round, response) === true) return
    const found = rounds.find((one) => one.round === round)
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? { error: 'not found' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked }
}
