// Sends requests to one server over a connection that stays open.
import { Agent, request } from 'node:http'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answered {
  readonly status: number
  readonly text: string
}

const SILENCE_MS = 20_000

export function createClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(url)

  const ask = ({ method, path, headers, body }: Asked): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const bytes = Buffer.from(body)
      const length = method === 'GET' ? {} : { 'content-length': String(bytes.length) }
      const sent = request(
        { agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: SILENCE_MS },
        (response) => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('error', reject)
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
          )
        },
      )
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${SILENCE_MS} ms`)))
      sent.on('error', reject)
      sent.end(method === 'GET' ? undefined : bytes)
    })

  return { ask, close: () => agent.destroy() }
}
