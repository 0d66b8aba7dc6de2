import {
  ABORTED,
  isRecord,
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
    } catch (fault) {
      if (signal?.aborted) return refused(ABORTED)
      return refused(unreachable(fault))
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

const unreachable = (fault: unknown): Refusal =>
  refusalOf('UNREACHABLE', 'The service cannot be reached', {
    retryable: true,
    details: { reason: fault instanceof Error ? fault.message : String(fault) },
  })

/** A proxy between client and server may answer with its own page. Status 429 and 5xx are retryable. */
const badAnswer = (status: number): Refusal =>
  refusalOf('BAD_ANSWER', `The service gave an answer that is not JSON (status ${status})`, {
    retryable: status >= 500 || status === 429,
    details: { status },
  })
