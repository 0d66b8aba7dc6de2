// Prices, what a payment intent guarantees, and who may do what with it.
import { expect, it } from 'vitest'
import { CREATE_DROP, type Data, onEachDatabase, soon, UPDATE_DROP, type World } from './world.ts'

const FIELDS = `id intentId status statusReason amount amountAtomic currency quantity paymentMethod walletAddress
  paymentUrl recipientAddress coinType expiresAt txHash drop { id } refunds { id } createdAt updatedAt`
const BUY = `mutation ($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { ${FIELDS} } }`
const CONFIRM = `mutation ($id: ID, $txHash: String, $input: ConfirmPaymentIntentInput) {
  confirmPaymentIntent(id: $id, txHash: $txHash, input: $input) { ${FIELDS} }
}`
const CANCEL = 'mutation ($id: ID!) { cancelPaymentIntent(id: $id) { id status } }'
const REFUND = 'mutation ($input: ProcessRefundInput!) { processRefund(input: $input) { id } }'
const SET_RULES = `mutation ($dropId: ID!, $input: UpdateGatingConfigInput!) {
  updateGatingConfig(dropId: $dropId, input: $input) { id }
}`

const order = (world: World, dropId: string, more: object = {}) => ({
  dropId,
  walletAddress: world.wallet(),
  paymentMethod: 'SUI',
  ...more,
})

const buy = async (world: World, dropId: string, more: object = {}, as = 'admin'): Promise<Data> =>
  (await world.ask(BUY, { input: order(world, dropId, more) }, as)).createPaymentIntent

const refusedPurchase = (world: World, dropId: string, more: object = {}, as = 'admin') =>
  world.refusal(BUY, { input: order(world, dropId, more) }, as)

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

/** A wallet that has paid for some items of a drop. */
async function payer(world: World, dropId: string, quantity: number): Promise<string> {
  const intent = await buy(world, dropId, { quantity })
  const paid = await confirm(world, { id: intent.id, txHash: await pay(world, intent) })
  expect(paid.status).toBe('CONFIRMED')
  return intent.walletAddress
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

  it('runs the claim checks except payment', async () => {
    const priced = { price: 1 }
    const codeOf = async (input: object, as?: string, more: object = {}) => {
      const refused = await refusedPurchase(world, await world.launch({ ...priced, ...input }), more, as)
      return refused.extensions.code
    }
    expect(await codeOf({ status: 'PAUSED' })).toBe('DROP_NOT_ACTIVE')
    expect(await codeOf({ status: 'SCHEDULED', startsAt: '2999-01-01T00:00:00Z' })).toBe('DROP_NOT_STARTED')
    expect(await codeOf({ claimAccess: 'OWNER' }, 'stranger')).toBe('FORBIDDEN')
    expect(await codeOf({ claimType: 'ELITE' })).toBe('NOT_ELIGIBLE')
    expect(await codeOf({ maxPerWallet: 1 }, 'admin', { quantity: 2 })).toBe('CLAIM_LIMIT_REACHED')
    const hidden = await world.launch({ ...priced, status: 'DRAFT' })
    expect((await refusedPurchase(world, hidden, {}, 'stranger')).message).toBe('Drop not found')
    expect((await refusedPurchase(world, 'nothing')).message).toBe('Drop not found')
    const free = await refusedPurchase(world, await world.launch())
    expect(free).toMatchObject({ message: 'This drop is free', extensions: { code: 'BAD_USER_INPUT' } })
    const dropId = await world.launch(priced)
    for (const [field, value] of [
      ['quantity', 0],
      ['quantity', -1],
      ['walletAddress', 'me'],
      ['paymentMethod', ''],
    ] as const) {
      const { extensions } = await refusedPurchase(world, dropId, { [field]: value })
      expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', field })
    }
  })

  it('holds no more items than there are, and no more than ten are open', async () => {
    const dropId = await world.launch({ price: 1, maxAmount: '130' })
    const first = await buy(world, dropId, { quantity: 2 })
    const tooMany = await refusedPurchase(world, dropId, { quantity: 12 })
    expect(tooMany.extensions).toMatchObject({ code: 'DROP_SOLD_OUT', details: { free: '11' } })
    for (let open = 1; open < 10; open++) await buy(world, dropId)
    const eleventh = await refusedPurchase(world, dropId)
    expect(eleventh.extensions).toMatchObject({ code: 'CONFLICT', retryable: false })
    await buy(world, dropId, {}, 'stranger')
    expect((await refusedPurchase(world, dropId, { quantity: 2 }, 'stranger')).extensions).toMatchObject({
      details: { free: '1' },
    })
    const drop = await world.drop(dropId)
    expect(drop).toMatchObject({ isSoldOut: false, claimedAmount: '0', remainingBalance: '130' })
    expect((await world.refusal(CANCEL, { id: first.id }, 'stranger')).message).toBe(
      'Payment intent not found',
    )
    expect((await world.ask(CANCEL, { id: first.id })).cancelPaymentIntent.status).toBe('CANCELLED')
    expect((await world.refusal(CANCEL, { id: first.id })).extensions.code).toBe('INVALID_TRANSITION')
    await buy(world, dropId, { quantity: 3 })
    expect((await refusedPurchase(world, dropId, {}, 'another')).extensions).toMatchObject({
      code: 'DROP_SOLD_OUT',
      details: { free: '0' },
    })
  })

  it('buys items of the amount that the drop says, or of its share', async () => {
    const amountOf = async (input: object, more: object = {}) => {
      const dropId = await world.launch({ price: 1, ...input })
      const wallet = await payer(world, dropId, 2)
      return (await world.claim(dropId, wallet, more)).claim.amount
    }
    expect(await amountOf({ tokenAmount: '7', supply: 3 })).toBe('7')
    expect(await amountOf({ tokenAmount: null, supply: 3 })).toBe('33')
    const units = { tokenAmount: null, supply: null }
    expect(await amountOf(units, { amount: '2' })).toBe('2')
    const dropId = await world.launch({ price: 1, ...units })
    const wallet = await payer(world, dropId, 3)
    const amountOfClaim = async (amount: string) =>
      (await world.claim(dropId, wallet, { amount })).claim.amount
    expect((await world.refusedClaim(dropId, wallet, { amount: '4' })).extensions.code).toBe(
      'PAYMENT_REQUIRED',
    )
    expect(await amountOfClaim('2')).toBe('2')
    const random = {
      price: 1,
      tokenAmount: '0',
      title: 'Tea',
      type: 'TOKEN',
      claimType: 'REGULAR',
      maxAmount: '9',
    }
    const existingTokenId = await world.token()
    const refused = await world.refusal(CREATE_DROP, { input: { ...random, existingTokenId } })
    expect(refused.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'supply' })
    await world.launch({ ...random, supply: 3 })
  })

  it('is required for a claim on a priced drop, and no other rule is checked again', async () => {
    const dropId = await world.launch({ price: 1 })
    const unpaid = await world.refusedClaim(dropId, world.wallet())
    expect(unpaid.extensions).toMatchObject({ code: 'PAYMENT_REQUIRED', retryable: false })
    const wallet = await payer(world, dropId, 1)
    const rules = [{ key: 'wallet_allowlist', operator: 'in', value: '0x1' }]
    await world.ask(SET_RULES, { dropId, input: { rules } })
    expect((await refusedPurchase(world, dropId)).extensions.code).toBe('NOT_ELIGIBLE')
    await world.claim(dropId, wallet)
    const again = await refusedPurchase(world, dropId, { walletAddress: wallet })
    expect(again.extensions.code).toBe('NOT_ELIGIBLE')
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

  it('is over after a quarter of an hour, and gives its items back', async () => {
    const dropId = await world.launch({ price: 1, maxAmount: '30' })
    const intent = await buy(world, dropId, { quantity: 3 })
    expect((await refusedPurchase(world, dropId)).extensions.code).toBe('DROP_SOLD_OUT')
    await world.advance(15 * 60)
    const read = 'query ($id: ID!) { paymentIntent(id: $id) { status statusReason } }'
    await soon(async () =>
      expect((await world.ask(read, { id: intent.id })).paymentIntent).toEqual({
        status: 'EXPIRED',
        statusReason: null,
      }),
    )
    await buy(world, dropId)
    await world.ask(UPDATE_DROP, { id: dropId, input: { status: 'CANCELLED' } })
    expect((await refusedPurchase(world, dropId)).extensions.code).toBe('DROP_ENDED')
  })
})
