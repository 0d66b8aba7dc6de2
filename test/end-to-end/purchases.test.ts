// Prices, what a payment intent guarantees, and who may do what with it.
import { expect, it } from 'vitest'
import { type Data, onEachDatabase, soon, type World } from './world.ts'

const FIELDS = `id intentId status statusReason amount amountAtomic currency quantity paymentMethod walletAddress
  paymentUrl recipientAddress coinType expiresAt txHash drop { id } refunds { id } createdAt updatedAt`
const BUY = `mutation ($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { ${FIELDS} } }`
const CONFIRM = `mutation ($id: ID, $txHash: String, $input: ConfirmPaymentIntentInput) {
  confirmPaymentIntent(id: $id, txHash: $txHash, input: $input) { ${FIELDS} }
}`
const REFUND = 'mutation ($input: ProcessRefundInput!) { processRefund(input: $input) { id } }'

const order = (world: World, dropId: string, more: object = {}) => ({
  dropId,
  walletAddress: world.wallet(),
  paymentMethod: 'SUI',
  ...more,
})

const buy = async (world: World, dropId: string, more: object = {}, as = 'admin'): Promise<Data> =>
  (await world.ask(BUY, { input: order(world, dropId, more) }, as)).createPaymentIntent

const confirm = async (world: World, variables: object): Promise<Data> =>
  (await world.ask(CONFIRM, variables)).confirmPaymentIntent

/** Pays the amount as the wallet would, and returns the transaction's hash. */
async function pay(world: World, intent: Data): Promise<string> {
  const { walletAddress: from, recipientAddress: to, coinType, amountAtomic: amount } = intent
  await world.server.fakeChain('faucet', { address: from, coinType, amount })
  const { status, body } = await world.server.fakeChain('transfer', { from, to, coinType, amount })
  expect(status).toBe(200)
  return String(body['txHash'])
}

onEachDatabase('an intent to buy', (world) => {
  it('returns amount, receiver and deadline', async () => {
    const dropId = await world.launch({ price: 0.1, maxPerWallet: 9 })
    const intent = await buy(world, dropId, {
      quantity: 3,
      paymentMethod: 'Ethereum',
      walletAddress: '0xB0B',
    })
    expect(intent).toEqual({
      id: expect.stringMatching(/^intent_/),
      intentId: expect.stringMatching(/^pi_/),
      status: 'PENDING',
      statusReason: null,
      amount: 0.3,
      amountAtomic: '300000000',
      currency: 'SUI',
      quantity: 3,
      paymentMethod: 'Ethereum',
      walletAddress: `0x${'b0b'.padStart(64, '0')}`,
      paymentUrl: `${world.server.url}/pay/${intent.intentId}`,
      recipientAddress: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      coinType: `0x${'2'.padStart(64, '0')}::sui::SUI`,
      expiresAt: new Date(Date.parse(intent.createdAt) + 15 * 60_000).toISOString(),
      txHash: null,
      drop: { id: dropId },
      refunds: [],
      createdAt: expect.any(String),
      updatedAt: intent.createdAt,
    })
    expect((await buy(world, dropId)).quantity).toBe(1)
    expect((await buy(world, dropId, { quantity: null })).quantity).toBe(1)
  })

  it('is confirmed in either form, and stays as it is while nothing is found', async () => {
    const intent = await buy(world, await world.launch({ price: 1 }))
    expect(await confirm(world, { id: intent.id })).toEqual(intent)
    expect(await confirm(world, { input: { id: intent.id } })).toEqual(intent)
    for (const variables of [
      {},
      { txHash: 'x' },
      { id: intent.id, input: { id: `intent_${'0'.repeat(32)}` } },
    ]) {
      expect((await world.refusal(CONFIRM, variables)).extensions.code).toBe('BAD_USER_INPUT')
    }
    const missing = await world.refusal(CONFIRM, { id: `intent_${'0'.repeat(32)}` })
    expect(missing.message).toBe('Payment intent not found')
    const txHash = await pay(world, intent)
    const paid = await confirm(world, { input: { id: intent.id, txHash } })
    expect(paid).toMatchObject({ status: 'CONFIRMED', statusReason: null, txHash })
    expect(await confirm(world, { id: intent.id, txHash })).toEqual(paid)
    const other = await buy(world, await world.launch({ price: 1 }))
    expect((await world.refusal(CONFIRM, { id: other.id, txHash })).extensions.code).toBe('TX_ALREADY_USED')
  })

  it('distinguishes a transaction that pays no intent from one that is not seen yet', async () => {
    const intent = await buy(world, await world.launch({ price: 1 }))
    const [from, coinType] = [world.wallet(), intent.coinType]
    await world.server.fakeChain('faucet', { address: from, coinType, amount: '9' })
    const elsewhere = await world.server.fakeChain('transfer', { from, to: '0x5', coinType, amount: '5' })
    const failed = await world.server.fakeChain('transfer', { from, to: '0x5', coinType, amount: '50' })
    const refused = async (txHash: unknown) =>
      (await world.refusal(CONFIRM, { id: intent.id, txHash })).extensions.code
    expect(await refused(elsewhere.body['txHash'])).toBe('BAD_USER_INPUT')
    expect(await refused((failed.body['details'] as { txHash: string }).txHash)).toBe('TX_FAILED')
    expect(await refused('not a hash')).toBe('BAD_USER_INPUT')
    const read = 'query ($id: ID!) { paymentIntent(id: $id) { status } }'
    expect((await world.ask(read, { id: intent.id })).paymentIntent.status).toBe('PENDING')
    const unseen = '1'.repeat(44)
    const named = await confirm(world, { id: intent.id, txHash: unseen })
    expect(named).toMatchObject({ status: 'PROCESSING', txHash: unseen })
    await pay(world, intent)
    await soon(async () =>
      expect((await world.ask(read, { id: intent.id })).paymentIntent.status).toBe('CONFIRMED'),
    )
  })

  it('is refunded by the drop’s owner only, and never beyond the received amount', async () => {
    const dropId = await world.launch({ price: 1 })
    const intent = await buy(world, dropId, { quantity: 2 }, 'buyer')
    const refund = (more: object = {}) => ({ input: { paymentIntentId: intent.id, ...more } })
    expect((await world.refusal(REFUND, refund())).extensions.code).toBe('REFUND_EXCEEDS_PAYMENT')
    await confirm(world, { id: intent.id, txHash: await pay(world, intent) })
    expect((await world.refusal(REFUND, refund(), 'buyer')).message).toBe('Access denied')
    expect((await world.refusal(REFUND, refund(), 'stranger')).message).toBe('Payment intent not found')
    const { extensions } = await world.refusal(REFUND, refund({ amount: 2.000000001 }))
    expect(extensions.code).toBe('REFUND_EXCEEDS_PAYMENT')
    for (const [field, value] of [
      ['amount', 0],
      ['amount', 0.0000000001],
      ['amountAtomic', '01'],
      ['amountAtomic', '0'],
    ] as const) {
      const refused = await world.refusal(REFUND, refund({ [field]: value }))
      expect(refused.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field })
    }
    const apart = await world.refusal(REFUND, refund({ amount: 1, amountAtomic: '1' }))
    expect(apart.extensions.code).toBe('BAD_USER_INPUT')
    await world.ask(REFUND, refund({ amount: 0.5, amountAtomic: '500000000' }))
    await world.ask(REFUND, refund())
    expect((await world.refusal(REFUND, refund())).extensions.code).toBe('REFUND_EXCEEDS_PAYMENT')
    await soon(async () => {
      const query = `query ($id: ID!) { paymentIntent(id: $id) { status refunds { amount amountAtomic status txHash } } }`
      const { paymentIntent } = await world.ask(query, { id: intent.id }, 'buyer')
      const sent = { status: 'SUCCEEDED', txHash: expect.any(String) }
      expect(paymentIntent).toEqual({
        status: 'REFUNDED',
        refunds: [
          { amount: 0.5, amountAtomic: '500000000', ...sent },
          { amount: 1.5, amountAtomic: '1500000000', ...sent },
        ],
      })
    })
    expect((await world.refusedClaim(dropId, intent.walletAddress)).extensions.code).toBe('PAYMENT_REQUIRED')
  })
})
