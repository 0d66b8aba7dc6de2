import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'
import { noting } from './noting-store.ts'

const calls: string[] = []
let api: Api
let dropId: string
beforeAll(async () => {
  api = await openApi(noting(calls))
  const { createToken } = await api.data(
    'mutation { createToken(input: { name: "Gold", symbol: "GLD", supply: "1000000" }) { id } }',
  )
  for (let n = 0; n < 10; n++) {
    const { createDrop } = await api.data(
      `mutation ($metadata: JSON) { createDrop(input: {
        title: "Drop ${n}", type: TOKEN, claimType: REGULAR, existingTokenId: "${createToken.id}", maxAmount: "1000",
        tokenAmount: "1", metadata: $metadata
      }) { id } }`,
      { metadata: { text: 'x'.repeat(60_000) } },
    )
    dropId = createDrop.id
  }
})
afterAll(() => api.app.close())

const aliased = (count: number, field: string) =>
  Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ')

describe('the limits of an answer', () => {
  test('is counted as it is, so that nested lists of a small store are answered', async () => {
    const { users } = await api.data(
      '{ users { drops { claims { id } token { drops { claims { id } creator { drops { claims { id } } } } } } } }',
    )
    expect(users[0].drops).toHaveLength(10)
  })

  test('is refused while it is made, once it holds too many objects', async () => {
    const query = `{ me { ${aliased(30, 'drops { ...Tokens }')} } }
      fragment Tokens on Drop { ${aliased(100, 'token { id }')} }`
    const { body } = await api.call(query)
    expect(body.errors?.[0]?.extensions).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      retryable: false,
      details: { limit: 'queryCost', value: 20_000 },
    })
  })

  test('is refused if it repeats the same large value too often', async () => {
    const few = await api.data(`{ drop(id: "${dropId}") { ${aliased(60, 'metadata')} } }`)
    expect(few.drop.a59.text).toHaveLength(60_000)
    const startedAt = performance.now()
    const { message, extensions } = await api.error(
      `{ drop(id: "${dropId}") { ${aliased(1_500, 'metadata')} } }`,
    )
    expect(message).toMatch(/^The answer is more than 4194304 bytes long, at most 4194304 are sent/)
    expect(extensions).toMatchObject({
      code: 'QUERY_TOO_COMPLEX',
      details: { limit: 'answerBytes', value: 4 * 1024 * 1024, asked: null },
    })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  test('is read once for the same question under many names', async () => {
    calls.length = 0
    await api.data(`{ ${aliased(180, 'drops(limit: 5, filter: { type: NFT }) { id }')} }`)
    expect(calls.filter((name) => name === 'listDrops')).toHaveLength(1)
    calls.length = 0
    await api.data('{ a: drops(limit: 5) { id } b: drops(limit: 6) { id } }')
    expect(calls.filter((name) => name === 'listDrops')).toHaveLength(2)
  })
})

test('a body with very many values is refused before it is parsed', async () => {
  const { body } = await api.call('{ me { id } }', { unused: Array.from({ length: 300_000 }, () => 1) })
  expect(body.errors?.[0]).toMatchObject({
    extensions: { code: 'QUERY_TOO_COMPLEX', details: { limit: 'bodyValues', value: 110_000 } },
  })
})
