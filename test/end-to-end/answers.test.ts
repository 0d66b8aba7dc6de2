// HTTP responses: statuses, media types, and the common format of errors.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { CLAIM_DROP, CONFIRM_CLAIM, onEachDatabase, soon, UPDATE_DROP } from './world.ts'

const JSON_TYPE = 'application/json'
const GRAPHQL_TYPE = 'application/graphql-response+json'
const UNKNOWN_DROP = `drop_${'0'.repeat(32)}`

onEachDatabase('an answer', (world) => {
  const post = async (body: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${world.server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE, authorization: `Bearer ${world.server.apiKey}`, ...headers },
      body,
    })
    const type = response.headers.get('content-type')?.split(';')[0]
    return {
      status: response.status,
      type,
      headers: response.headers,
      body: JSON.parse(await response.text()),
    }
  }

  /**
   * Announces the length of a body and waits for the response. A client that sends the whole body may find the connection
   * closed.
   */
  const announce = (bytes: number) =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': JSON_TYPE,
        'content-length': bytes,
        authorization: `Bearer ${world.server.apiKey}`,
      }
      const sent = request(`${world.server.url}/graphql`, { method: 'POST', headers }, async (response) => {
        const { errors } = JSON.parse(await text(response))
        resolve({ status: response.statusCode, code: errors[0].extensions.code })
        sent.destroy()
      })
      sent.on('error', reject)
      sent.flushHeaders()
    })

  it('without a valid credential is 401 with the same body, for any request', async () => {
    const asked = [
      { query: '{ __schema { types { name } } }' },
      { query: '{ __typename }' },
      { query: '{ me { id } }' },
      { query: `mutation { deleteDrop(id: "${UNKNOWN_DROP}") }` },
      { query: '{ not graphql' },
      {},
    ]
    const ill = ['', 'Bearer', 'Bearer dk_0000000000000000000000000000000000000', 'Basic YTpi']
    for (const [index, body] of asked.entries()) {
      for (const accept of [JSON_TYPE, GRAPHQL_TYPE]) {
        const answer = await post(JSON.stringify(body), {
          authorization: ill[index % ill.length] ?? '',
          accept,
        })
        expect(answer.status).toBe(401)
        expect(answer.body).toEqual({
          data: null,
          errors: [
            {
              message: expect.any(String),
              locations: [],
              path: [],
              extensions: { code: 'UNAUTHENTICATED', retryable: false, requestId: expect.any(String) },
            },
          ],
        })
      }
    }
    const get = await fetch(`${world.server.url}/graphql?query={__typename}`)
    expect(get.status).toBe(401)
  })

  it('to a browser that opens the explorer needs none', async () => {
    const response = await fetch(`${world.server.url}/graphql?explorerIsOpen=true`, {
      headers: { accept: 'text/html' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
    const introspected = await post(JSON.stringify({ query: '{ __schema { queryType { name } } }' }))
    expect(introspected.body).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } })
  })

  it('holds an error of one shape, and null where the failed field would be', async () => {
    const query = `query A { me { username } }
mutation B($id: ID!) {
  first: updateDrop(id: $id, input: { title: "x" }) { id }
  updateDropKey(input: { dropId: $id, reason: "x" }) { success }
}`
    const { status, body, headers } = await post(
      JSON.stringify({ query, operationName: 'B', variables: { id: UNKNOWN_DROP } }),
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      data: { first: null, updateDropKey: { success: false } },
      errors: [
        {
          message: 'Drop not found',
          locations: [{ line: 3, column: 3 }],
          path: ['first'],
          extensions: {
            code: 'NOT_FOUND',
            retryable: false,
            requestId: headers.get('x-request-id'),
            details: { what: 'Drop' },
          },
        },
      ],
    })
  })

  it('is null as a whole only where the failed field may not be null', async () => {
    const hash = '11111111111111111111111111111111'
    const whole = [
      [CONFIRM_CLAIM, { claimId: 'claim_none', txHash: hash }],
      [`mutation { createClaim(input: { dropId: "${UNKNOWN_DROP}", userAddress: "0x1" }) { id } }`, {}],
      [`mutation { confirmTokenDeployment(input: { tokenId: "none", txHash: "${hash}" }) { id } }`, {}],
      [
        `{ me { id } checkEligibility(input: { dropId: "${UNKNOWN_DROP}", walletAddress: "0x1" }) { eligible } }`,
        {},
      ],
    ] as const
    for (const [query, variables] of whole) {
      const { status, data, errors } = await world.server.graphql(query, variables)
      expect({ status, data, errors: errors?.length }).toEqual({ status: 200, data: null, errors: 1 })
    }
    const parts = [
      ['updateDrop', UPDATE_DROP, { id: UNKNOWN_DROP, input: { title: 'x' } }],
      ['deleteDrop', `mutation { deleteDrop(id: "${UNKNOWN_DROP}") }`, {}],
      ['claimDrop', CLAIM_DROP, { input: { dropId: UNKNOWN_DROP, userAddress: '0x1' } }],
      ['createToken', 'mutation { createToken(input: { name: "", symbol: "X", supply: 1 }) { id } }', {}],
    ] as const
    for (const [field, query, variables] of parts) {
      const { data, errors } = await world.server.graphql(query, variables)
      expect({ data, path: errors?.[0]?.path }).toEqual({ data: { [field]: null }, path: [field] })
    }
    const { data, errors } = await world.server.graphql(
      `{ drop(id: "${UNKNOWN_DROP}") { id } token(id: "x") { id } }`,
    )
    expect({ data, errors }).toEqual({ data: { drop: null, token: null }, errors: undefined })
  })

  it.each([
    ['{ me { id }', 'does not parse'],
    ['{ nothing }', 'does not validate'],
    ['{ drops(limit: "x") { id } }', 'does not coerce'],
    ['query ($id: ID!) { drop(id: $id) { id } }', 'lacks a variable'],
    ['query A { me { id } } query B { me { id } }', 'does not say which operation'],
  ])('to a text that %s is 200 or 400, depending on the accepted media type', async (query) => {
    for (const [accept, status] of [
      ['*/*', 200],
      [JSON_TYPE, 200],
      [GRAPHQL_TYPE, 400],
    ] as const) {
      const answer = await post(JSON.stringify({ query }), { accept })
      expect({ status: answer.status, type: answer.type }).toEqual({
        status,
        type: accept === GRAPHQL_TYPE ? GRAPHQL_TYPE : JSON_TYPE,
      })
      expect(answer.body.errors[0]).toMatchObject({
        message: expect.any(String),
        locations: expect.any(Array),
        path: expect.any(Array),
        extensions: { code: 'BAD_USER_INPUT', retryable: false, requestId: expect.any(String) },
      })
      expect(answer.body.data ?? null).toBeNull()
    }
  })

  it('to an operation that was executed is 200, failed or not', async () => {
    const failing = { query: `mutation { deleteDrop(id: "${UNKNOWN_DROP}") }` }
    const fatal = {
      query: CONFIRM_CLAIM,
      variables: { claimId: 'x', txHash: '11111111111111111111111111111111' },
    }
    for (const body of [{ query: '{ me { id } }' }, failing, fatal]) {
      for (const accept of [JSON_TYPE, GRAPHQL_TYPE]) {
        const answer = await post(JSON.stringify(body), { accept })
        expect({ status: answer.status, type: answer.type }).toEqual({ status: 200, type: accept })
      }
    }
  })

  it('that waits for the chain says so, and that the request may be repeated', async () => {
    const dropId = await world.launch()
    const { claim } = await world.claim(dropId, world.wallet())
    await world.outage(60)
    try {
      const confirm = { claimId: claim.id, txHash: '11111111111111111111111111111111' }
      const refused = await world.refusal(CONFIRM_CLAIM, confirm)
      expect(refused).toMatchObject({
        message: expect.stringContaining('chain'),
        path: ['confirmClaim'],
        extensions: { code: 'CHAIN_UNAVAILABLE', retryable: true },
      })
      // Its vault cannot be created while the chain is down.
      const waiting = await world.launch()
      expect(await world.refusedClaim(waiting, world.wallet())).toMatchObject({
        extensions: { code: 'DROP_NOT_READY', retryable: true, details: { waitingFor: expect.any(String) } },
      })
      await world.outage(0)
      await soon(() => world.claim(waiting, world.wallet()))
      await world.outage(60)
      // Reading never fails.
      expect(await world.drop(dropId)).toMatchObject({ claimCount: 1, tokenBalance: null })
    } finally {
      await world.outage(0)
    }
  })

  it('to a body that is no request is 400, and to one that is too large 413', async () => {
    for (const body of [
      '',
      '{',
      '[]',
      '"x"',
      'null',
      '{}',
      '{"query": 1}',
      '[{"query": "{ me { id } }"}]',
      '{"query": "{me{id}}", "variables": []}',
    ]) {
      for (const accept of [JSON_TYPE, GRAPHQL_TYPE]) {
        const answer = await post(body, { accept })
        expect({ body, status: answer.status, code: answer.body.errors[0].extensions.code }).toEqual({
          body,
          status: 400,
          code: 'BAD_USER_INPUT',
        })
      }
    }
    expect(await announce(14 * 2 ** 20 + 1)).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
  })
})
