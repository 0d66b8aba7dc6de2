import { TEST_CURRENCIES } from '@dropkit/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Api, launchClaim, launchDrop, openApi, walletOf } from './api.ts'

let api: Api
let dropId = ''
let intentId = ''

/** What the drop's owner sees of the payment now. */
const look = async (fields = '') =>
  (
    await api.data(
      `{ paymentIntent(id: "${intentId}") { txHash receivedAtomic receivedCoinType ${fields} } }`,
    )
  ).paymentIntent

const APPROVE = `mutation($id: ID!, $seen: SeenPaymentInput) {
  approvePaymentIntent(id: $id, seen: $seen) { status }
}`
const REFUND = `mutation($id: ID!, $seen: SeenPaymentInput) {
  processRefund(input: { paymentIntentId: $id, seen: $seen }) { amountAtomic }
}`

/** Begins the payment that the tests are about. */
async function begin(quantity: number): Promise<void> {
  const terms = `dropId: "${dropId}", walletAddress: "${walletOf(1)}", paymentMethod: "sui", quantity: ${quantity}`
  intentId = (await api.data(`mutation { createPaymentIntent(input: { ${terms} }) { id } }`))
    .createPaymentIntent.id
}

/** A wallet pays this amount, and its hash is named for the intent. */
async function pay(from: string, amount: bigint, inCoin?: string): Promise<string> {
  const intent = (await api.data(`{ paymentIntent(id: "${intentId}") { recipientAddress coinType } }`))
    .paymentIntent
  const { recipientAddress } = intent
  const coinType = inCoin ?? intent.coinType
  const purse = api.ports.memoryChain.wallet
  purse.faucet(from as never, coinType, amount as never)
  const { txHash } = purse.transfer(from as never, recipientAddress, coinType, amount as never, null)
  await api.data(`mutation { confirmPaymentIntent(id: "${intentId}", txHash: "${txHash}") { id } }`)
  return txHash
}

beforeEach(async () => {
  api = await openApi()
  dropId = await launchDrop(api, { price: 1.5, supply: 10, maxPerWallet: 5 })
  await begin(1)
})
afterEach(() => api.app.close())

describe('a payment intent', () => {
  test('shows the coin that was paid and the wallet that paid it, and neither before a payment', async () => {
    expect(await look('receivedFrom')).toEqual({
      txHash: null,
      receivedAtomic: '0',
      receivedCoinType: null,
      receivedFrom: null,
    })
    const txHash = await pay(walletOf(2), 7n)
    const { coinType, ...seen } = await look('receivedFrom coinType')
    expect(seen).toEqual({
      txHash,
      receivedAtomic: '7',
      receivedCoinType: coinType,
      receivedFrom: walletOf(2),
    })
  })

  test('says how many of its items are paid for and not claimed or refunded yet', async () => {
    const itemsLeft = async () => (await look('itemsLeft')).itemsLeft
    await begin(3)
    expect(await itemsLeft()).toBe(0)
    await pay(walletOf(1), 4_500_000_000n)
    expect(await itemsLeft()).toBe(3)
    await api.data(
      `mutation { processRefund(input: { paymentIntentId: "${intentId}", amountAtomic: "1500000000" }) { id } }`,
    )
    expect(await itemsLeft()).toBe(2)
    await api.data(
      `mutation { claimDrop(input: { dropId: "${dropId}", userAddress: "${walletOf(1)}" }) { claim { id } } }`,
    )
    expect(await itemsLeft()).toBe(1)
  })

  test.each([
    ['in that coin', TEST_CURRENCIES[1]?.coinType, { amount: 2_000 }, 2_000],
    ['in its smallest unit', `0x${'d'.padStart(64, '0')}::d::D`, { amountAtomic: '2000000000' }, 2e9],
  ])('in another coin is refunded, and the refund shows its amount %s', async (_, coinType, part, amount) => {
    await pay(walletOf(1), 2_000_000_000n, coinType)
    const refund = `mutation($input: ProcessRefundInput!) { processRefund(input: $input) { amount amountAtomic } }`
    const made = await api.data(refund, { input: { paymentIntentId: intentId, ...part } })
    expect(made.processRefund).toEqual({ amount, amountAtomic: '2000000000' })
  })

  test.each([
    ['approved', APPROVE],
    ['refunded', REFUND],
  ])('is not %s for another payment than the one that was seen', async (_, mutation) => {
    await pay(walletOf(2), 1_500_000_000n)
    const seen = await look()
    const small = await pay(walletOf(3), 1n)
    const held = await look('receivedFrom status')
    expect((await api.error(mutation, { id: intentId, seen })).extensions).toMatchObject({
      code: 'CONFLICT',
      retryable: false,
      details: { ...held, txHash: small },
    })
    const decided = await api.data(mutation, { id: intentId, seen: await look() })
    expect(Object.values(decided)).toMatchObject([
      mutation === APPROVE ? { status: 'CONFIRMED' } : { amountAtomic: '1' },
    ])
  })
})

describe('proceeds', () => {
  let api: Api
  let dropId = ''
  const PROCEEDS = 'receivedAtomic refundedAtomic paidOutAtomic withdrawableAtomic currency'

  const proceeds = async (key = api.key) =>
    (await api.data(`{ drop(id: "${dropId}") { proceeds { ${PROCEEDS} } } }`, {}, { key })).drop.proceeds

  /** A wallet buys an item; gives the intent's id. */
  async function buy(wallet: string): Promise<string> {
    const terms = `dropId: "${dropId}", walletAddress: "${wallet}", paymentMethod: "sui"`
    const fields = 'id coinType amountAtomic recipientAddress intentId'
    const made = (await api.data(`mutation { createPaymentIntent(input: { ${terms} }) { ${fields} } }`))
      .createPaymentIntent
    const amount = BigInt(made.amountAtomic)
    const purse = api.ports.memoryChain.wallet
    purse.faucet(wallet as never, made.coinType, amount as never)
    const paid = purse.transfer(
      wallet as never,
      made.recipientAddress,
      made.coinType,
      amount as never,
      made.intentId,
    )
    await api.data(`mutation { confirmPaymentIntent(id: "${made.id}", txHash: "${paid.txHash}") { id } }`)
    return made.id
  }

  async function confirmClaimOf(wallet: string): Promise<void> {
    const claimId = await launchClaim(api, dropId, wallet)
    const prepared = await api.data(`mutation { prepareClaim(claimId: "${claimId}") { transactionBytes } }`)
    const { transactionBytes } = prepared.prepareClaim
    const { txHash } = api.ports.memoryChain.wallet.execute(wallet as never, transactionBytes)
    await api.data(`mutation { confirmClaim(input: { claimId: "${claimId}", txHash: "${txHash}" }) { id } }`)
  }

  beforeEach(async () => {
    api = await openApi()
    dropId = await launchDrop(api, { price: 1.5, supply: 10 })
  })
  afterEach(() => api.app.close())

  describe('the proceeds of a drop', () => {
    test('are shown to its owner only', async () => {
      expect(await proceeds()).toMatchObject({ receivedAtomic: '0', currency: 'SUI' })
      expect(await proceeds((await api.newUser('stranger')).key)).toBeNull()
    })

    test('can be withdrawn once they are earned: the shown amount, and then nothing', async () => {
      const refunded = await buy(walletOf(1))
      await buy(walletOf(2))
      await api.data(`mutation { processRefund(input: { paymentIntentId: "${refunded}" }) { id } }`)
      const payment = await api.data(`{ paymentIntent(id: "${refunded}") { receivedAtomic } }`)
      expect(payment.paymentIntent).toEqual({ receivedAtomic: '1500000000' })
      const received = { receivedAtomic: '3000000000', refundedAtomic: '1500000000', paidOutAtomic: '0' }
      expect(await proceeds()).toMatchObject({ ...received, withdrawableAtomic: '0' })
      await confirmClaimOf(walletOf(2))
      expect(await proceeds()).toMatchObject({ ...received, withdrawableAtomic: '1500000000' })
      const withdraw = `mutation { withdrawProceeds(input: { dropId: "${dropId}", toAddress: "0x9" }) { amountAtomic } }`
      expect((await api.data(withdraw)).withdrawProceeds).toEqual({ amountAtomic: '1500000000' })
      expect(await proceeds()).toMatchObject({ paidOutAtomic: '1500000000', withdrawableAtomic: '0' })
      const fields = 'amountAtomic status attempts lastError nextAttemptAt txHash toAddress'
      const payouts = async (key = api.key) =>
        (await api.data(`{ payouts(dropId: "${dropId}") { ${fields} } }`, {}, { key })).payouts
      expect(await payouts()).toMatchObject([
        { amountAtomic: '1500000000', status: 'PENDING', attempts: 0, lastError: null, txHash: null },
      ])
      expect(await payouts((await api.newUser('stranger')).key)).toEqual([])
      await api.data(`mutation { deleteDrop(input: { id: "${dropId}" }) }`)
      expect(await payouts()).toHaveLength(1)
    })
  })

  test('payouts and refunds show the transaction that sent them', async () => {
    const refunded = await buy(walletOf(1))
    await buy(walletOf(2))
    await api.data(`mutation { processRefund(input: { paymentIntentId: "${refunded}" }) { id } }`)
    await confirmClaimOf(walletOf(2))
    await api.data(`mutation { withdrawProceeds(input: { dropId: "${dropId}", toAddress: "0x9" }) { id } }`)
    while ((await api.dropkit.runDueJobs()) > 0);
    const fields = 'amountAtomic status txHash'
    const shown = await api.data(
      `{ payouts(dropId: "${dropId}") { ${fields} } paymentIntent(id: "${refunded}") { refunds { ${fields} } } }`,
    )
    for (const sent of [shown.payouts[0], shown.paymentIntent.refunds[0]]) {
      expect(sent).toMatchObject({ amountAtomic: '1500000000', status: 'SUCCEEDED' })
      expect(api.ports.memoryChain.state.outcomes.has(sent.txHash)).toBe(true)
    }
  })

  test('payments can be listed for one drop', async () => {
    const id = await buy(walletOf(1))
    const first = dropId
    dropId = await launchDrop(api, { price: 1.5, supply: 10 })
    await buy(walletOf(1))
    const ofDrop = async (drop: string) =>
      (await api.data(`{ paymentIntents(dropId: "${drop}") { id } }`)).paymentIntents
    expect(await ofDrop(first)).toEqual([{ id }])
    expect(await ofDrop('nothing')).toEqual([])
  })
})

describe('prepared transactions', () => {
  let api: Api
  beforeEach(async () => {
    api = await openApi()
  })
  afterEach(() => api.app.close())

  const wallet = walletOf(5)

  async function buy(): Promise<string> {
    const dropId = await launchDrop(api, { price: 1.5, supply: 10 })
    const terms = `dropId: "${dropId}", walletAddress: "${wallet}", paymentMethod: "sui"`
    const query = `mutation { createPaymentIntent(input: { ${terms} }) { id } }`
    return (await api.data(query)).createPaymentIntent.id
  }

  const execute = (bytes: string) => api.ports.memoryChain.wallet.execute(wallet as never, bytes)

  describe('a transaction for a wallet', () => {
    test('takes a claim', async () => {
      const claimId = await launchClaim(api, await launchDrop(api), wallet)
      const query = `mutation { prepareClaim(claimId: "${claimId}") { transactionBytes } }`
      const { transactionBytes } = (await api.data(query)).prepareClaim
      expect(execute(transactionBytes)).toMatchObject({ kind: 'succeeded' })
    })

    test('pays an intent', async () => {
      const id = await buy()
      const query = `{ paymentIntent(id: "${id}") { coinType paymentTransaction } }`
      const { coinType, paymentTransaction } = (await api.data(query)).paymentIntent
      api.ports.memoryChain.wallet.faucet(wallet as never, coinType, 3_000_000_000n as never)
      expect(execute(paymentTransaction)).toMatchObject({ kind: 'succeeded' })
    })

    test('pays the new treasury, which is also shown, after a change', async () => {
      const id = await buy()
      Object.assign(api.ports.chain, { treasuryAddress: walletOf(77) })
      const query = `{ paymentIntent(id: "${id}") { coinType recipientAddress paymentTransaction } }`
      const { coinType, recipientAddress, paymentTransaction } = (await api.data(query)).paymentIntent
      expect(recipientAddress).toBe(walletOf(77))
      api.ports.memoryChain.wallet.faucet(wallet as never, coinType, 3_000_000_000n as never)
      execute(paymentTransaction)
      expect([...api.ports.memoryChain.state.outcomes.values()].at(-1)).toMatchObject({
        effects: { payments: [{ to: walletOf(77) }] },
      })
    })

    test('is null for an intent that is no longer open', async () => {
      const id = await buy()
      await api.data(`mutation { cancelPaymentIntent(id: "${id}") { id } }`)
      const query = `{ paymentIntent(id: "${id}") { status paymentTransaction } }`
      expect((await api.data(query)).paymentIntent).toEqual({ status: 'CANCELLED', paymentTransaction: null })
    })

    test('is missing with a reason, without affecting other fields, while the chain is unavailable', async () => {
      const id = await buy()
      api.ports.memoryChain.setOutage('gone')
      const { body } = await api.call(`{ paymentIntent(id: "${id}") { status paymentTransaction } }`)
      expect(body.data.paymentIntent).toEqual({ status: 'PENDING', paymentTransaction: null })
      expect(body.errors).toMatchObject([
        { path: ['paymentIntent', 'paymentTransaction'], extensions: { code: 'CHAIN_UNAVAILABLE' } },
      ])
    })

    test('is prepared for five intents in one request and for no sixth', async () => {
      for (let n = 0; n < 5; n++) await buy()
      const query = '{ paymentIntents { paymentTransaction } }'
      expect((await api.data(query)).paymentIntents).toHaveLength(5)
      await buy()
      const { body } = await api.call(query)
      const limit = { limit: 'paymentTransactions', value: 5, asked: 6 }
      expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'QUERY_TOO_COMPLEX', details: limit })
    })
  })
})
