import { createServer } from 'node:net'

// Plain requests to a server under test.

export type HttpAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The text as JSON; undefined if it is not JSON. */
  readonly json: Record<string, unknown> | undefined
}

export type HttpRequest = {
  readonly method?: string
  /** Is sent as JSON. */
  readonly body?: unknown
  /** The credential. */
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export const ask = async (url: string, request: HttpRequest = {}): Promise<HttpAnswer> => {
  const { body, key, headers = {}, method = body === undefined ? 'GET' : 'POST' } = request
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parse(text) }
}

const parse = (text: string): Record<string, unknown> | undefined => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** A port on loopback that no process listens on now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('the machine gave no port'))
      })
    })
  })
