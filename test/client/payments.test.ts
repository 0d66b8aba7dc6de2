// Payments that the chain shows late, that another device made, or that were sent before: a buyer pays once.
import {
  type ClaimOrder,
  type ClaimState,
  type ClientStorage,
  CreatePaymentIntentDocument,
  createClient,
  memoryStorage,
  type Wallet,
  WalletDeclined,
} from '@dropkit/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDrop, eventually, run } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { chainWallet, lifeUntil } from './killable.ts'

const LIFETIME_S = 15 * 60
/** After this time, a payment whose named transaction was not seen is PENDING again. */
const GIVEN_UP_S = 130
const UNSEEN = '7'.repeat(44)

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '0' } })
})
afterAll(() => server?.stop())

const advance = (seconds: number) => server.fakeChain('advance', { seconds })

let wallets = 2_000

interface Buyer extends Wallet {
  /** What the wallet was given, in order. */
  readonly given: string[]
  /** Sends a transaction to the chain. */
  readonly send: (bytes: string) => Promise<string>
}

/** A wallet with coins. `answers` are its first answers; it sends all later transactions. */
async function buyer(...answers: readonly (() => Promise<string>)[]): Promise<Buyer> {
  wallets += 1
  const wallet = chainWallet(server, wallets, lifeUntil(Number.POSITIVE_INFINITY))
  const coins = { address: wallet.address, coinType: '0x2::sui::SUI', amount: '9000000000' }
  await server.fakeChain('faucet', coins)
  const given: string[] = []
  const execute = (bytes: string) => {
    given.push(bytes)
    return (answers[given.length - 1] ?? (() => wallet.execute(bytes)))()
  }
  return { ...wallet, execute, given, send: wallet.execute }
}
/** The wallet's node has the transaction, and the server's node does not show it. */
const unseen = async () => UNSEEN
const uncertain = () => Promise.reject(new Error('Network Error'))
const declined = () => Promise.reject(new WalletDeclined('Insufficient balance'))

const clientWith = (storage: ClientStorage = memoryStorage()) => createClient({ url: server.url, storage })

/** Runs a claim until this state, or until its end. Returns the last state. */
async function claimUntil(
  kind: ClaimState['kind'] | null,
  order: ClaimOrder,
  storage?: ClientStorage,
  then?: () => Promise<unknown>,
): Promise<ClaimState | undefined> {
  let last: ClaimState | undefined
  for await (const state of clientWith(storage).claim(order)) {
    last = state
    if (state.kind !== kind) continue
    if (!then) break
    await then()
  }
  return last
}

const paidDrop = (terms: object = {}) => createDrop(server, { price: 0.5, maxPerWallet: 5, ...terms })

interface Intent {
  readonly id: string
  readonly status: string
  readonly quantity: number
  readonly txHash: string | null
}
const paymentsOf = (dropId: string) =>
  run<readonly Intent[]>(
    server,
    'query ($dropId: ID!) { paymentIntents(dropId: $dropId) { id status quantity txHash } }',
    { dropId },
  )
/** A payment that the wallet's owner has begun, and not sent. */
async function begun(dropId: string, wallet: Wallet, quantity = 1) {
  const client = clientWith()
  await client.signIn(wallet)
  const input = { dropId, walletAddress: wallet.address, paymentMethod: 'SUI', quantity }
  const made = await client.mutate(CreatePaymentIntentDocument, { input })
  if (!made.ok || !made.value.createPaymentIntent) throw new Error('no payment was begun')
  return made.value.createPaymentIntent
}
/** Pays on another device. */
async function pay(wallet: Wallet, paymentIntentId: string) {
  const client = clientWith()
  await client.signIn(wallet)
  for await (const state of client.pay({ paymentIntentId, wallet }))
    if (state.kind === 'refused') throw new Error(state.refusal.message)
}
const becomes = (dropId: string, status: string) =>
  eventually(
    () => paymentsOf(dropId),
    ([payment]) => payment?.status === status,
  )

describe('a payment that expires before the chain shows it', () => {
  it('is not made again, on this or another device, and counts when it arrives', async () => {
    const drop = await paidDrop()
    const wallet = await buyer(unseen)
    const storage = memoryStorage()
    const expired = {
      kind: 'refused',
      refusal: { code: 'PAYMENT_NOT_CONFIRMED', details: { status: 'EXPIRED', txHash: UNSEEN } },
    }
    const first = await claimUntil('confirming_payment', { drop, wallet }, storage, () =>
      advance(LIFETIME_S + 1),
    )
    expect(first).toMatchObject(expired)
    for (const device of [storage, memoryStorage()])
      expect(await claimUntil(null, { drop, wallet, quantity: 2 }, device)).toMatchObject(expired)
    expect(wallet.given).toHaveLength(1)

    await wallet.send(wallet.given[0] ?? '')
    await becomes(drop, 'CONFIRMED')
    expect(await claimUntil(null, { drop, wallet }, storage)).toMatchObject({ kind: 'confirmed' })
    expect(await paymentsOf(drop)).toHaveLength(1)
  })

  it('is looked for if only its page knows its transaction, because a visitor paid there', async () => {
    const drop = await paidDrop()
    const wallet = await buyer(unseen)
    const storage = memoryStorage()
    const { intentId: paymentIntentId } = await begun(drop, wallet)
    const page = createClient({ url: server.url, storage, paymentIntentId })
    for await (const state of page.pay({ paymentIntentId, wallet }))
      if (state.kind === 'confirming_payment') await advance(LIFETIME_S + 1)
    expect(await paymentsOf(drop)).toMatchObject([{ status: 'EXPIRED', txHash: null }])

    expect(await claimUntil(null, { drop, wallet }, storage)).toMatchObject({
      kind: 'refused',
      refusal: { details: { status: 'EXPIRED', txHash: UNSEEN } },
    })
    expect(await paymentsOf(drop)).toMatchObject([{ status: 'EXPIRED', txHash: UNSEEN }])
    expect(wallet.given).toHaveLength(1)
  })

  it('is made again when a day has passed on the server', async () => {
    const drop = await paidDrop()
    const wallet = await buyer(unseen)
    await claimUntil('confirming_payment', { drop, wallet }, memoryStorage(), () => advance(LIFETIME_S + 1))
    const { txHash, expiresAt } = await run<{ txHash: string; expiresAt: string }>(
      server,
      'query ($id: ID!) { paymentIntent(id: $id) { txHash expiresAt } }',
      { id: (await paymentsOf(drop))[0]?.id },
    )
    expect(txHash).toBe(UNSEEN)
    // The clock of the device makes no difference.
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => Date.parse(expiresAt) + 48 * 3_600_000)
    try {
      expect(await claimUntil(null, { drop, wallet })).toMatchObject({ refusal: { details: { txHash } } })
    } finally {
      clock.mockRestore()
    }
    await advance(24 * 3_600)
    expect(await claimUntil(null, { drop, wallet })).toMatchObject({ kind: 'confirmed' })
  })

  it('is made again if no transaction is known', async () => {
    const drop = await paidDrop()
    const wallet = await buyer(declined)
    const storage = memoryStorage()
    await claimUntil(null, { drop, wallet }, storage)
    await advance(LIFETIME_S + 1)
    await becomes(drop, 'EXPIRED')
    expect(await claimUntil(null, { drop, wallet }, storage)).toMatchObject({ kind: 'confirmed' })
  })
})

it('a payment that another device has sent is not sent from here, even if it was not seen for a while', async () => {
  const drop = await paidDrop()
  const wallet = await buyer(unseen)
  await claimUntil('confirming_payment', { drop, wallet })
  await advance(GIVEN_UP_S)
  await becomes(drop, 'PENDING')
  await claimUntil('confirming_payment', { drop, wallet })
  expect(wallet.given).toHaveLength(1)
})

it('a payment in review is not made again', async () => {
  const drop = await paidDrop()
  const wallet = await buyer()
  const { id, recipientAddress: to } = await begun(drop, wallet)
  const tooLittle = { from: wallet.address, to, coinType: '0x2::sui::SUI', amount: '1' }
  const { body } = await server.fakeChain('transfer', tooLittle)
  await run(
    server,
    'mutation ($id: ID!, $txHash: String) { confirmPaymentIntent(id: $id, txHash: $txHash) { id } }',
    { id, txHash: body['txHash'] },
  )
  await becomes(drop, 'REQUIRES_REVIEW')
  expect(await claimUntil(null, { drop, wallet })).toMatchObject({
    refusal: { code: 'PAYMENT_NOT_CONFIRMED', details: { status: 'REQUIRES_REVIEW' } },
  })
  expect(await paymentsOf(drop)).toHaveLength(1)
})

describe('a transaction that the wallet may have sent', () => {
  it.each([
    ['has sent', unseen],
    ['may have sent', uncertain],
  ])('stays the same when the wallet %s it and declines its repetition', async (_, first) => {
    const drop = await paidDrop()
    const wallet = await buyer(first, declined, unseen)
    const storage = memoryStorage()
    await claimUntil('confirming_payment', { drop, wallet }, storage)
    await advance(GIVEN_UP_S)
    await becomes(drop, 'PENDING')
    for (let click = 0; click < 2; click += 1) {
      await claimUntil('confirming_payment', { drop, wallet }, storage)
      await advance(GIVEN_UP_S)
      await becomes(drop, 'PENDING')
    }
    expect(wallet.given.length).toBeGreaterThan(1)
    expect(new Set(wallet.given).size).toBe(1)
  })

  it('is replaced if the wallet declines it at once', async () => {
    const drop = await paidDrop()
    const wallet = await buyer(declined)
    const storage = memoryStorage()
    await claimUntil(null, { drop, wallet }, storage)
    expect(await claimUntil(null, { drop, wallet }, storage)).toMatchObject({ kind: 'confirmed' })
    expect(wallet.given[1]).not.toBe(wallet.given[0])
  })

  it('stops no buyer for ever: the wallet gets another one after the payment has expired', async () => {
    const drop = await paidDrop()
    const wallet = await buyer(uncertain, declined)
    const storage = memoryStorage()
    for (let click = 0; click < 2; click += 1) await claimUntil(null, { drop, wallet }, storage)
    await advance(LIFETIME_S + 1)
    await becomes(drop, 'EXPIRED')
    const over = await claimUntil(null, { drop, wallet }, storage)
    expect(over).toMatchObject({ refusal: { details: { status: 'EXPIRED', txHash: null } } })
    expect(await claimUntil(null, { drop, wallet }, storage)).toMatchObject({ kind: 'confirmed' })
    expect(new Set(wallet.given.slice(0, 3)).size).toBe(2)
  })
})

it('is paid once if another tab signs in with another wallet after the wallet has sent it', async () => {
  const drop = await paidDrop()
  let isOtherTab = false
  const [wallet, other] = await Promise.all([
    buyer(async () => {
      isOtherTab = true
      return UNSEEN
    }),
    buyer(),
  ])
  const [own, others] = await Promise.all([wallet, other].map((one) => clientWith().signIn(one)))
  if (!own?.ok || !others?.ok) throw new Error('no sign-in')
  const session = () => (isOtherTab ? others.value : own.value)
  const client = createClient({ url: server.url, storage: memoryStorage(), session })
  const lastState = async () => {
    let last: ClaimState | undefined
    for await (const state of client.claim({ drop, wallet })) last = state
    return last
  }
  expect(await lastState()).toMatchObject({ kind: 'refused' })
  isOtherTab = false
  expect(await lastState()).toMatchObject({ kind: 'confirmed' })
  expect(await paymentsOf(drop)).toHaveLength(1)
  expect(wallet.given[1]).toBe(wallet.given[0])
})

describe('a price that the buyer was shown', () => {
  const price = { amount: 0.1, currency: 'SUI' }
  const setPrice = (id: string, next: number) =>
    run(
      server,
      'mutation ($id: ID!, $input: UpdateDropInput!) { updateDrop(id: $id, input: $input) { id } }',
      {
        id,
        input: { price: next },
      },
    )

  it('is paid for each item, or less', async () => {
    const drop = await paidDrop({ price: 0.1 })
    const wallet = await buyer()
    expect(await claimUntil(null, { drop, wallet, quantity: 3, price })).toMatchObject({ kind: 'confirmed' })
    await setPrice(drop, 0.05)
    for (let item = 0; item < 3; item += 1)
      expect(await claimUntil(null, { drop, wallet, price })).toMatchObject({ kind: 'confirmed' })
    expect(await paymentsOf(drop)).toMatchObject([{ quantity: 1 }, { quantity: 3 }])
  })

  it('stops a payment that costs more, which is paid as soon as the buyer agrees to it', async () => {
    const drop = await paidDrop({ price: 0.1 })
    const wallet = await buyer()
    const storage = memoryStorage()
    await setPrice(drop, 5)
    const refusal = { code: 'PRICE_CHANGED', details: { price: 5, currency: 'SUI' } }
    for (let click = 0; click < 2; click += 1)
      expect(await claimUntil(null, { drop, wallet, price }, storage)).toMatchObject({ refusal })
    expect(wallet.given).toEqual([])
    expect(await paymentsOf(drop)).toEqual([])
    const agreed = { ...price, amount: 5 }
    expect(await claimUntil(null, { drop, wallet, price: agreed }, storage)).toMatchObject({
      kind: 'confirmed',
    })
    expect(await paymentsOf(drop)).toHaveLength(1)
  })

  it('is asked for, not that of a payment which the buyer began at a higher one', async () => {
    const drop = await paidDrop({ price: 5 })
    const wallet = await buyer()
    const { id } = await begun(drop, wallet)
    await setPrice(drop, 0.1)
    expect(await claimUntil(null, { drop, wallet, price })).toMatchObject({ kind: 'confirmed' })
    expect(await paymentsOf(drop)).toMatchObject([{ status: 'CONFIRMED' }, { id, status: 'CANCELLED' }])
  })

  it('is named for each item as its owner has set it', async () => {
    const drop = await paidDrop({ price: 0.1 })
    const shown = { ...price, amount: 0.05 }
    expect(await claimUntil(null, { drop, wallet: await buyer(), quantity: 3, price: shown })).toMatchObject({
      refusal: { code: 'PRICE_CHANGED', details: { price: 0.1 } },
    })
  })

  it('does not stop a transaction that the wallet may have sent at an earlier price', async () => {
    const drop = await paidDrop({ price: 0.5 })
    const wallet = await buyer(uncertain)
    const storage = memoryStorage()
    await claimUntil(null, { drop, wallet }, storage)
    await setPrice(drop, 0.1)
    expect(await claimUntil(null, { drop, wallet, price }, storage)).toMatchObject({ kind: 'confirmed' })
    expect(wallet.given[1]).toBe(wallet.given[0])
  })
})

it('a wallet that sends and never answers stops neither the payment nor the claim', async () => {
  const drop = await paidDrop()
  const wallet = await buyer()
  const execute = async (bytes: string) => {
    await wallet.execute(bytes)
    return new Promise<string>(() => {})
  }
  expect(await claimUntil(null, { drop, wallet: { ...wallet, execute } })).toMatchObject({
    kind: 'confirmed',
  })
  expect(wallet.given).toHaveLength(2)
})

describe('an item that is paid for', () => {
  it.each([1, 2])(
    'is claimed before another one is paid, by a run that began before %i items were paid on another device',
    async (quantity) => {
      const drop = await paidDrop()
      const wallet = await buyer(declined)
      const storage = memoryStorage()
      const { id } = await begun(drop, wallet, quantity)
      await claimUntil(null, { drop, wallet, quantity }, storage)
      await pay(wallet, id)
      for (let item = 0; item < quantity; item += 1)
        expect(await claimUntil(null, { drop, wallet }, storage)).toMatchObject({ kind: 'confirmed' })
      expect(await paymentsOf(drop)).toMatchObject([{ status: 'CONFIRMED', quantity }])
    },
  )

  it('is too little for a claim of more base units, which are paid', async () => {
    const drop = await paidDrop({ tokenAmount: null })
    const wallet = await buyer()
    await pay(wallet, (await begun(drop, wallet)).id)
    const more = { drop, wallet, amount: '3', quantity: 3 }
    expect(await claimUntil(null, more)).toMatchObject({ kind: 'confirmed', claim: { amount: '3' } })
    expect(await paymentsOf(drop)).toMatchObject([{ quantity: 3 }, { quantity: 1 }])
  })
})

describe('a claim of several base units', () => {
  it('pays for as many as its amount', async () => {
    const drop = await paidDrop({ tokenAmount: null })
    const order = { drop, wallet: await buyer(), amount: '3', price: { amount: 0.5, currency: 'SUI' } }
    expect(await claimUntil(null, order)).toMatchObject({ kind: 'confirmed', claim: { amount: '3' } })
    expect(await paymentsOf(drop)).toMatchObject([{ quantity: 3 }])
  })

  it('pays nothing if the quantity is smaller, because that cannot buy it', async () => {
    const drop = await paidDrop({ tokenAmount: null })
    const order = { drop, wallet: await buyer(), amount: '3', quantity: 2 }
    expect(await claimUntil(null, order)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'BAD_USER_INPUT', field: 'quantity' },
    })
    expect(await paymentsOf(drop)).toEqual([])
  })
})
