import { answered } from '@dropkit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, launchDrop, launchToken, openApi, walletOf } from './api.ts'

describe('tokens', () => {
  let api: Api
  beforeAll(async () => {
    api = await openApi()
  })
  afterAll(() => api.app.close())

  const ALL = `id name symbol decimals totalSupply description imageUrl address packageId coinType status isExternal
  communityDropsReserve publicSaleReserve creatorReserve creator { username } drops { id }`

  test('a new token is PENDING and nowhere yet', async () => {
    const query = `mutation { createToken(input: { name: "Gold", symbol: "GLD", supply: 1000000 }) { ${ALL} } }`
    expect((await api.data(query)).createToken).toEqual({
      id: expect.stringMatching(/^token_/),
      name: 'Gold',
      symbol: 'GLD',
      decimals: 0,
      totalSupply: '1000000',
      description: null,
      imageUrl: null,
      address: null,
      packageId: null,
      coinType: null,
      status: 'PENDING',
      isExternal: false,
      communityDropsReserve: '1000000',
      publicSaleReserve: '0',
      creatorReserve: '0',
      creator: { username: 'owner' },
      drops: [],
    })
  })

  test.each([
    ['a string', '"18446744073709551615"', '18446744073709551615'],
    ['a long number', '18446744073709551615', '18446744073709551615'],
    ['a short number', '7', '7'],
  ])('a supply may be written as %s', async (_how, supply, expected) => {
    const query = `mutation { createToken(input: { name: "G", symbol: "G", supply: ${supply} }) { totalSupply } }`
    expect((await api.data(query)).createToken).toEqual({ totalSupply: expected })
  })

  test.each(['0', '-1', '"1e3"', '" 1"', '"01"', '"18446744073709551616"', '""'])(
    'a supply of %s is refused by name',
    async (supply) => {
      const query = `mutation { createToken(input: { name: "G", symbol: "G", supply: ${supply} }) { id } }`
      expect((await api.error(query)).extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'supply' })
    },
  )

  test('a token is published by its owner’s wallet and confirmed by the transaction', async () => {
    const id = await launchToken(api)
    const prepare = `mutation { prepareTokenDeployment(input: { tokenId: "${id}", senderAddress: "0x9" }) { transactionBytes } }`
    const { transactionBytes } = (await api.data(prepare)).prepareTokenDeployment
    const { txHash } = api.ports.memoryChain.wallet.execute(walletOf(9) as never, transactionBytes)
    const confirm = `mutation { confirmTokenDeployment(input: { tokenId: "${id}", txHash: "${txHash}" }) { ${ALL} } }`
    expect((await api.data(confirm)).confirmTokenDeployment).toMatchObject({
      status: 'DEPLOYED',
      address: expect.stringMatching(/^0x/),
      packageId: expect.stringMatching(/^0x/),
      coinType: expect.stringContaining('::'),
    })
    expect((await api.data(`{ token(id: "${id}") { status } }`)).token).toEqual({ status: 'DEPLOYED' })
  })

  test('a root field that may not be null makes data null when it fails', async () => {
    const query = `mutation { confirmTokenDeployment(input: { tokenId: "x", txHash: "${'1'.repeat(44)}" }) { id } }`
    const { body } = await api.call(query)
    expect(body.data).toBeNull()
    expect(body.errors).toMatchObject([{ message: 'Token not found', path: ['confirmTokenDeployment'] }])
  })

  test('tokens are listed a page at a time', async () => {
    const own = await openApi()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) {
      own.ports.clock.advance(1)
      ids.unshift(await launchToken(own))
    }
    const first = await own.data('{ tokens(limit: 2) { id } }')
    expect(first.tokens.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
    expect(await own.data(`{ tokens(after: "${ids[1]}") { id } }`)).toEqual({ tokens: [{ id: ids[2] }] })
    expect((await own.error('{ tokens(after: "x") { id } }')).extensions).toMatchObject({ field: 'after' })
    expect(await own.data('{ token(id: "x") { id } }')).toEqual({ token: null })
    await own.app.close()
  })
})

test('a delivery shows its request and its state', async () => {
  const api = await openApi()
  const register = `mutation { createWebhook(input: { url: "https://example.com/hook", events: ["drop.created"] }) { id } }`
  const { id } = (await api.data(register)).createWebhook
  const dropId = await launchDrop(api)
  const query = `{ webhook(id: "${id}") { deliveries { event status body } } }`
  api.ports.webhooks.answerWith(() => answered(410))
  await api.dropkit.deliverWebhooks()
  await api.dropkit.drainWebhooks()
  const [sent] = api.ports.webhooks.sent
  const body = JSON.parse(sent?.body ?? '')
  expect(body).toMatchObject({ type: 'drop.created', data: { dropId } })
  const { deliveries } = (await api.data(query)).webhook
  expect(deliveries).toEqual([{ event: 'drop.created', status: 'FAILED', body }])
  await api.app.close()
})

test('a delivery lists its attempts one by one, newest first, in pages', async () => {
  const api = await openApi()
  const register = `mutation { createWebhook(input: { url: "https://example.com/hook", events: ["drop.created"] }) { id } }`
  const { id } = (await api.data(register)).createWebhook
  await launchDrop(api)
  const attempt = async () => {
    await api.dropkit.deliverWebhooks()
    await api.dropkit.drainWebhooks()
  }
  api.ports.webhooks.answerWith(() => answered(503))
  await attempt()
  api.ports.clock.advance(60_000)
  api.ports.webhooks.answerWith(() => ({ kind: 'forbidden', reason: 'the address is private' }))
  await attempt()
  api.ports.clock.advance(3_600_000)
  api.ports.webhooks.answerWith(() => answered(204))
  await attempt()
  const fields = 'number statusCode error durationMs nextAttemptAt'
  const read = async (page: string) =>
    (await api.data(`{ webhook(id: "${id}") { deliveries { attempts${page} { ${fields} } } } }`)).webhook
      .deliveries[0].attempts
  const all = [
    { number: 3, statusCode: 204, error: null, durationMs: 7, nextAttemptAt: null },
    {
      number: 2,
      statusCode: null,
      error: 'the address is private',
      durationMs: null,
      nextAttemptAt: expect.any(String),
    },
    {
      number: 1,
      statusCode: 503,
      error: 'The receiver answered 503',
      durationMs: 7,
      nextAttemptAt: expect.any(String),
    },
  ]
  expect(await read('')).toEqual(all)
  expect(await read('(limit: 2)')).toEqual(all.slice(0, 2))
  expect(await read('(limit: 2, after: 2)')).toEqual(all.slice(2))
  const tooMany = await api.error(
    `{ webhook(id: "${id}") { deliveries { attempts(limit: 201) { number } } } }`,
  )
  expect(tooMany.message).toContain('limit must be 1 to 200')
  await api.app.close()
})
