// Sends many requests at the same moment. Each connection sends all of its requests before it reads an answer (HTTP/1.1
// pipelining), so that a server holds thousands of requests at once and the client needs little CPU.
import { connect } from 'node:net'

export type RushRequest = { readonly body: object; readonly key: string }

export type RushAnswer = { readonly status: number; readonly body: Record<string, unknown> }

export type RushOptions = {
  /** The URLs to post to. They get equal shares of the requests. */
  readonly urls: readonly string[]
  /** The total number of connections. */
  readonly connections: number
  /** The call fails if not every request is answered within this time. */
  readonly limitMs: number
}

const textOf = (url: URL, { body, key }: RushRequest): string => {
  const text = JSON.stringify(body)
  return [
    `POST ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    '',
    text,
  ].join('\r\n')
}

/** Passes each complete answer to `take`. Returns the remaining bytes. */
const takeAnswers = (received: Buffer, take: (answer: RushAnswer) => void): Buffer => {
  let rest = received
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n')
    if (headEnd === -1) return rest
    const head = rest.toString('latin1', 0, headEnd)
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]
    const length = /^content-length: (\d+)$/im.exec(head)?.[1]
    if (status === undefined || length === undefined) throw new Error(`no answer of known length: ${head}`)
    const end = headEnd + 4 + Number(length)
    if (rest.length < end) return rest
    take({ status: Number(status), body: JSON.parse(rest.toString('utf8', headEnd + 4, end)) })
    rest = rest.subarray(end)
  }
}

/** Sends all requests on one connection. Returns the answers in the order of the requests. */
const sendAll = (
  url: URL,
  requests: readonly RushRequest[],
  signal: AbortSignal,
): Promise<readonly RushAnswer[]> =>
  new Promise((resolve, reject) => {
    const answers: RushAnswer[] = []
    let rest: Buffer = Buffer.alloc(0)
    const socket = connect(Number(url.port), url.hostname)
    const fail = (fault: unknown) => {
      socket.destroy()
      reject(new Error(`${answers.length} of ${requests.length} were answered on one connection: ${fault}`))
    }
    const onAbort = () => fail(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('error', fail)
    socket.on('close', () => fail('it was closed'))
    socket.on('connect', () => socket.write(requests.map((request) => textOf(url, request)).join('')))
    socket.on('data', (chunk) => {
      try {
        rest = takeAnswers(Buffer.concat([rest, chunk]), (answer) => answers.push(answer))
      } catch (fault) {
        return fail(fault)
      }
      if (answers.length < requests.length) return
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      resolve(answers)
    })
  })

/** Sends all requests at once. Returns one answer per request, in their order. */
export const rush = async (
  requests: readonly RushRequest[],
  { urls, connections, limitMs }: RushOptions,
): Promise<readonly RushAnswer[]> => {
  const targets = urls.map((url) => new URL(url))
  const signal = AbortSignal.timeout(limitMs)
  const answers = new Array<RushAnswer>(requests.length)
  const count = Math.min(connections, requests.length)
  await Promise.all(
    Array.from({ length: count }, async (_, connection) => {
      const places = requests.flatMap((_request, place) => (place % count === connection ? [place] : []))
      const own = places.map((place) => requests[place] as RushRequest)
      const given = await sendAll(targets[connection % targets.length] as URL, own, signal)
      given.forEach((answer, index) => {
        answers[places[index] as number] = answer
      })
    }),
  )
  return answers
}
