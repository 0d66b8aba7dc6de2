import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'
import { launchClaim, launchDrop, walletOf } from './launch.ts'

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

describe('what a wallet signs', () => {
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

  test('is null for an intent that is open no more', async () => {
    const id = await buy()
    await api.data(`mutation { cancelPaymentIntent(id: "${id}") { id } }`)
    const query = `{ paymentIntent(id: "${id}") { status paymentTransaction } }`
    expect((await api.data(query)).paymentIntent).toEqual({ status: 'CANCELLED', paymentTransaction: null })
  })

  test('is missing with a reason, and alone, while the chain is away', async () => {
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
