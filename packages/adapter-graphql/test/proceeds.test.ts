import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'
import { launchClaim, launchDrop, walletOf } from './launch.ts'

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

describe('what a drop has brought in', () => {
  test('is shown to its owner alone', async () => {
    expect(await proceeds()).toMatchObject({ receivedAtomic: '0', currency: 'SUI' })
    expect(await proceeds((await api.newUser('stranger')).key)).toBeNull()
  })

  test('can be withdrawn once it is earned: as much as is said, and then nothing', async () => {
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

test('payments are listed of one drop alone where it is named', async () => {
  const id = await buy(walletOf(1))
  const first = dropId
  dropId = await launchDrop(api, { price: 1.5, supply: 10 })
  await buy(walletOf(1))
  const ofDrop = async (drop: string) =>
    (await api.data(`{ paymentIntents(dropId: "${drop}") { id } }`)).paymentIntents
  expect(await ofDrop(first)).toEqual([{ id }])
  expect(await ofDrop('nothing')).toEqual([])
})
