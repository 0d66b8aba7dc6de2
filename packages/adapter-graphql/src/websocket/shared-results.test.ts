import { type ExecutionResult, GraphQLError, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { createSharedResults } from './shared-results.ts'

const document = parse('{ __typename }')
const question = { document, details: '[]' }
const contextOf = (requestId: string) => ({ services: {}, caller: {}, loaders: {}, requestId }) as Context

/** Counts executions. `work` receives the context of each. */
const counting = (work: (context: Context) => ExecutionResult) => {
  const shared = createSharedResults()
  let runs = 0
  const ask = (update: object, who = 'a request', asked = question) =>
    shared.of(
      update,
      asked,
      () => contextOf(who),
      async (context) => {
        runs++
        return work(context)
      },
    )
  return { ask, runs: () => runs }
}

describe('results of one update', () => {
  const update = {}

  it('are built once for all subscribers with the same request, also simultaneous ones', async () => {
    const { ask, runs } = counting(() => ({ data: { title: 'Snow' } }))
    const results = await Promise.all([ask(update), ask(update), ask(update)])
    results.push(await ask(update))
    expect(runs()).toBe(1)
    expect(new Set(results).size).toBe(1)
  })

  it.each(['caller', 'loaders', 'requestId'] as const)(
    'are built for each subscriber if they depend on the %s',
    async (part) => {
      const { ask, runs } = counting((context) => ({ data: { seen: context[part] !== undefined } }))
      await ask(update, 'first')
      await ask(update, 'second')
      expect(runs()).toBe(2)
    },
  )

  it('are built again for another update, document, operation or variables', async () => {
    const { ask, runs } = counting(() => ({ data: {} }))
    await ask(update)
    await ask({})
    await ask(update, 'a request', { ...question, details: '["other"]' })
    await ask(update, 'a request', { ...question, document: parse('{ __typename }') })
    expect(runs()).toBe(4)
  })

  it('with errors are for one alone', async () => {
    const { ask, runs } = counting(() => ({ data: null, errors: [new GraphQLError('no')] }))
    await ask(update)
    await ask(update)
    expect(runs()).toBe(2)
  })

  it('that cannot be made for one are tried for the next', async () => {
    let isBroken = true
    const { ask } = counting(() => {
      if (isBroken) throw new Error('broken')
      return { data: {} }
    })
    await expect(ask(update)).rejects.toThrow('broken')
    isBroken = false
    await expect(ask(update)).resolves.toEqual({ data: {} })
  })
})
