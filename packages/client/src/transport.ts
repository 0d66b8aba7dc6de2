import {
  ABORTED,
  isRecord,
  messageOf,
  ok,
  type Refusal,
  type Result,
  readRefusal,
  refusalOf,
  refused,
} from './result.ts'

const REQUEST_LIMIT_MS = 30_000

type Headers = Readonly<Record<string, string>>

/** Sends JSON to the server and reads its answers. */
export interface Transport {
  /** Runs one GraphQL operation. If the answer contains any error, the result is a refusal. */
  operation<Data>(
    text: string,
    variables: unknown,
    headers: Headers,
    signal?: AbortSignal,
  ): Promise<Result<Data>>
  /** Calls a route outside of GraphQL. */
  post<Body>(path: string, body: unknown, headers: Headers, signal?: AbortSignal): Promise<Result<Body>>
}

/** @param key A publishable key is also sent in the URL, because CORS preflight requests carry no credentials. */
export function createTransport(url: string, fetchOf: typeof fetch, key: string | null): Transport {
  const search = key?.startsWith('pk_') ? `?key=${encodeURIComponent(key)}` : ''

  async function send(path: string, body: unknown, headers: Headers, signal?: AbortSignal) {
    if (signal?.aborted) return refused(ABORTED)
    const limit = AbortSignal.timeout(REQUEST_LIMIT_MS)
    try {
      const response = await fetchOf(`${url}${path}${search}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
        body: JSON.stringify(body),
        // Credentials are sent in headers only, never in cookies.
        credentials: 'omit',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      return ok({ response, text: await response.text() })
    } catch (error) {
      if (signal?.aborted) return refused(ABORTED)
      return refused(unreachable(error))
    }
  }

  return {
    async operation<Data>(text: string, variables: unknown, headers: Headers, signal?: AbortSignal) {
      const sent = await send('/graphql', { query: text, variables }, headers, signal)
      if (!sent.ok) return sent
      const body = readJson(sent.value.text)
      if (!isRecord(body)) return refused(badAnswer(sent.value.response.status))
      const errors: readonly unknown[] = Array.isArray(body['errors']) ? body['errors'] : []
      const [error] = errors
      if (isRecord(error)) return refused(readRefusal(error['message'], error['extensions']))
      if (!isRecord(body['data'])) return refused(badAnswer(sent.value.response.status))
      return ok(body['data'] as Data)
    },
    async post<Body>(path: string, body: unknown, headers: Headers, signal?: AbortSignal) {
      const sent = await send(path, body, headers, signal)
      if (!sent.ok) return sent
      const { response, text } = sent.value
      const answer = text === '' ? {} : readJson(text)
      if (!isRecord(answer)) return refused(badAnswer(response.status))
      return response.ok ? ok(answer as Body) : refused(readRefusal(answer['error'], answer))
    },
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const unreachable = (error: unknown): Refusal =>
  refusalOf('UNREACHABLE', 'The service cannot be reached', {
    retryable: true,
    details: { reason: messageOf(error) },
  })

/** A proxy between client and server may answer with its own page. Status 429 and 5xx are retryable. */
const badAnswer = (status: number): Refusal =>
  refusalOf('BAD_ANSWER', `The service gave an answer that is not JSON (status ${status})`, {
    retryable: status >= 500 || status === 429,
    details: { status },
  })

/**
 * The text of one operation, with the types of its result and variables. Documents that GraphQL Code Generator writes with
 * `documentMode: 'string'` have this type too.
 */
export interface Document<Data, Variables> {
  toString(): string
  /** Never set; it carries the types. */
  readonly __apiType?: (variables: Variables) => Data
}

export const document = <Data, Variables>(text: string): Document<Data, Variables> => ({
  toString: () => text,
})

const MOST_TRIES = 12
const SHORTEST_MS = 300
const LONGEST_MS = 8_000

/** How an operation is retried. */
export interface RetryTerms {
  readonly signal?: AbortSignal | undefined
  /** Called before each wait. */
  readonly onWait?: ((refusal: Refusal, delayMs: number) => void) | undefined
  /** Called after each wait. */
  readonly onRetry?: (() => void) | undefined
  /** If the server asks for a longer wait than this, the refusal is the result. */
  readonly longestWaitMs: number
}

/** Resolves to true after the delay, or to false at once if the signal aborts. */
export const pause = (delayMs: number, signal?: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve(false)
    const end = (isOver: boolean) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      resolve(isOver)
    }
    const abort = () => end(false)
    const timer = setTimeout(() => end(true), delayMs)
    signal?.addEventListener('abort', abort)
  })

/** Resolves when the signal aborts. */
export const aborted = (signal: AbortSignal): Promise<Result<never>> =>
  new Promise((resolve) => {
    const end = () => resolve(refused(ABORTED))
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
  })

/** Exponential, with jitter, so that clients that were refused together do not retry together. */
export const backoffMs = (tries: number): number =>
  Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (tries - 1)) * (1 + Math.random() / 2)

/** Repeats `work` after retryable refusals, with growing delays or after the delay that the server asks for. */
export async function withRetries<Value>(
  work: () => Promise<Result<Value>>,
  { signal, onWait, onRetry, longestWaitMs }: RetryTerms,
): Promise<Result<Value>> {
  for (let tries = 1; ; tries += 1) {
    const result = await work()
    if (result.ok || !result.refusal.retryable || tries >= MOST_TRIES) return result
    const { retryAfterMs } = result.refusal
    // Jitter only adds to the delay, because the server would refuse an earlier retry again.
    const delayMs = retryAfterMs === undefined ? backoffMs(tries) : retryAfterMs * (1 + Math.random() / 4)
    if (delayMs > longestWaitMs) return result
    onWait?.(result.refusal, delayMs)
    if (!(await pause(delayMs, signal))) return refused(ABORTED)
    onRetry?.()
  }
}

/** The place in the event log from which a subscription misses nothing that happens later. */
export const EVENT_CURSOR = document<{ readonly service: { readonly eventCursor: string } }, object>(
  'query EventCursor { service { eventCursor } }',
)
