// A webhook receiver with configurable answers that records the requests it gets.
import { createServer, type IncomingHttpHeaders } from 'node:http'

export type Hit = { readonly headers: IncomingHttpHeaders; readonly body: string }
type Answer = readonly [status: number, headers?: Record<string, string>]

export type Receiver = {
  readonly url: string
  readonly hits: readonly Hit[]
  /** Sets the next answers. The last one repeats. */
  readonly answer: (...next: Answer[]) => void
  readonly close: () => Promise<void>
}

export const openReceiver = async (...answers: Answer[]): Promise<Receiver> => {
  const hits: Hit[] = []
  const server = createServer(async (request, response) => {
    hits.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() })
    const [status, headers] = answers.length > 1 ? (answers.shift() ?? [204]) : (answers[0] ?? [204])
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`,
    hits,
    answer: (...next) => void answers.splice(0, answers.length, ...next),
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
