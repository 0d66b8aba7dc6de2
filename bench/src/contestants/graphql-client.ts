/** Sends a GraphQL request over HTTP and returns the operation's only field. Throws if the response has errors. */
export const ask = <T>(
  url: string,
  headers: Readonly<Record<string, string>>,
  query: string,
  variables: object = {},
): Promise<T> => post(url, headers, JSON.stringify({ query, variables }))

/** Like `ask`, for a serialized body. */
export const post = async <T>(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<T> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(60_000),
  })
  const answer = (await response.json()) as { data?: Record<string, T | null> | null; errors?: unknown }
  const [value] = Object.values(answer.data ?? {})
  if (answer.errors || value == null) throw new Error(JSON.stringify(answer))
  return value
}
