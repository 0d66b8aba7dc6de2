// A client that retries until it gets an answer, because the server may die at any moment.
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

type GraphqlError = {
  readonly message: string
  readonly extensions?: {
    readonly code?: string
    readonly retryable?: boolean
    readonly retryAfterMs?: number
  }
}

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly data: Readonly<Record<string, unknown>> | null | undefined
  readonly errors: readonly GraphqlError[] | undefined
}

type Question = {
  readonly key: string
  readonly query: string
  readonly variables?: object
  readonly headers?: Readonly<Record<string, string>>
}

type ClientCounts = {
  sent: number
  /** Requests without an answer: the connection was refused or lost, and it is unknown whether the request took effect. */
  unanswered: number
  /** Answers that asked the client to retry. */
  turnedAway: number
}

export type RetryingClient = {
  readonly counts: ClientCounts
  /** Sends the request once. Undefined if there is no answer. */
  readonly askOnce: (url: string, query: Question) => Promise<Answer | undefined>
  /** Retries until there is a final answer. `url` is called before each attempt. Undefined if the client was closed. */
  readonly ask: (url: () => string | undefined, query: Question) => Promise<Answer | undefined>
  readonly close: () => void
}

const ANSWER_LIMIT_MS = 45_000
const LONGEST_PAUSE_MS = 200

const post = (agent: Agent, url: string, { key, query, variables, headers }: Question): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ query, variables })
    const asked = request(
      `${url}/graphql`,
      {
        agent,
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
        timeout: ANSWER_LIMIT_MS,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        // If the connection is lost during the response, there is no `end` event.
        response.on('close', () => reject(new Error('the answer was cut off')))
        response.on('end', () => {
          try {
            const { data, errors } = JSON.parse(Buffer.concat(chunks).toString()) as Answer
            resolve({ status: response.statusCode ?? 0, headers: response.headers, data, errors })
          } catch (cause) {
            reject(cause)
          }
        })
      },
    )
    asked.on('error', reject)
    asked.on('timeout', () => asked.destroy(new Error(`no answer in ${ANSWER_LIMIT_MS} ms`)))
    asked.end(body)
  })

/** The pause before the next attempt, in milliseconds. Undefined if the answer is final. */
const awayMs = ({ status, headers, errors }: Answer): number | undefined => {
  const extensions = errors?.[0]?.extensions
  const isToRetry = status === 503 || status === 409 || extensions?.retryable === true
  if (!isToRetry) return undefined
  const saidMs = extensions?.retryAfterMs ?? Number(headers['retry-after'] ?? 0) * 1_000
  return Math.min(LONGEST_PAUSE_MS, Math.max(10, saidMs))
}

export const createRetryingClient = (connections: number): RetryingClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const counts = { sent: 0, unanswered: 0, turnedAway: 0 }
  let isClosed = false

  const askOnce = async (url: string, query: Question): Promise<Answer | undefined> => {
    counts.sent++
    return post(agent, url, query).catch(() => {
      counts.unanswered++
      return undefined
    })
  }
  return {
    counts,
    askOnce,
    ask: async (urlOf, query) => {
      while (!isClosed) {
        const url = urlOf()
        const answer = url === undefined ? undefined : await askOnce(url, query)
        const stayAwayMs = answer && awayMs(answer)
        if (answer && stayAwayMs === undefined) return answer
        if (answer) counts.turnedAway++
        await pause(stayAwayMs ?? 15)
      }
      return undefined
    },
    close: () => {
      isClosed = true
      agent.destroy()
    },
  }
}
