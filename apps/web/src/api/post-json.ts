import { ApiRefusal, unreachable } from './api-refusal.ts'

export interface Posted {
  readonly status: number
  readonly body: unknown
}

/**
 * Posts JSON to this server and reads the JSON answer. Does not check the answer for errors. Throws if there is no answer
 * or if it is not JSON.
 */
export async function postJson(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Posted> {
  let response: Response
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  } catch {
    throw unreachable()
  }
  const text = await response.text()
  try {
    return { status: response.status, body: JSON.parse(text) }
  } catch {
    throw new ApiRefusal(`The service answered ${response.status}`, { retryable: response.status >= 500 })
  }
}

/** Posts to a route outside of GraphQL. Throws an `ApiRefusal` from the answer's `error` and `code`. */
export async function postOrThrow<Answer>(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const posted = await postJson(path, body, headers)
  if (posted.status < 400) return posted.body as Answer
  const refusal = posted.body as Readonly<Record<string, unknown>>
  throw new ApiRefusal(String(refusal['error'] ?? 'The service refused'), refusal)
}
