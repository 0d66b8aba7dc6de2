import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'
import { launchDrop, walletOf } from './launch.ts'

let api: Api
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

/** A wallet pays this amount, and its hash is named for the intent. */
async function pay(from: string, amount: bigint): Promise<string> {
  const { recipientAddress, coinType } = (
    await api.data(`{ paymentIntent(id: "${intentId}") { recipientAddress coinType } }`)
  ).paymentIntent
  const purse = api.ports.memoryChain.wallet
  purse.faucet(from as never, coinType, amount as never)
  const { txHash } = purse.transfer(from as never, recipientAddress, coinType, amount as never, null)
  await api.data(`mutation { confirmPaymentIntent(id: "${intentId}", txHash: "${txHash}") { id } }`)
  return txHash
}

beforeEach(async () => {
  api = await openApi()
  const dropId = await launchDrop(api, { price: 1.5, supply: 10 })
  const terms = `dropId: "${dropId}", walletAddress: "${walletOf(1)}", paymentMethod: "sui"`
  intentId = (await api.data(`mutation { createPaymentIntent(input: { ${terms} }) { id } }`))
    .createPaymentIntent.id
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
