import { vi } from 'vitest'

type Variables = Readonly<Record<string, unknown>>

/** Answers each GraphQL operation of a page by its name. Returns the names and variables that were requested, in order. */
export function stubService(
  answers: Readonly<Record<string, (variables: Variables) => object | Promise<object>>>,
): readonly [string, Variables][] {
  const asked: [string, Variables][] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const { query, variables } = JSON.parse(String(body)) as { query: string; variables: Variables }
    const name = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? ''
    asked.push([name, variables])
    const answer = answers[name]
    if (answer === undefined) throw new Error(`the test has no answer for ${name}`)
    return Response.json({ data: await answer(variables) })
  })
  return asked
}
