import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

/**
 * These two say that an answer to a query that does not parse or validate SHOULD have no `data` entry. Every answer of
 * this API has one, so that clients need no other case.
 */
const DEVIATIONS: readonly string[] = ['D586', '5E5B']

describe('GraphQL over HTTP, by the audits of graphql-http', () => {
  let api: Api
  let url = ''
  beforeAll(async () => {
    api = await openApi()
    url = `${await api.app.listen({ host: '127.0.0.1', port: 0 })}/graphql`
  })
  afterAll(() => api.app.close())

  const audits = serverAudits({
    url: () => url,
    fetchFn: (target: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${api.key}`)
      return fetch(target, { ...init, headers })
    },
  })

  test('there are 61 of them', () => {
    expect(audits).toHaveLength(61)
  })

  test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
    '%s %s',
    async (_id, _name, audit) => {
      const result = await audit.fn()
      expect(result).toMatchObject({ status: DEVIATIONS.includes(audit.id) ? 'warn' : 'ok' })
    },
  )
})
