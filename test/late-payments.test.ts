// Payments in progress when the intent expires: the payer is found, and the chain decides whether the payment was in time.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { claimDrop, createDrop, eventually, run, walletOf } from './support/drops.ts'
import { type Fleet, PLACES, SUI, startFleet } from './support/fleet.ts'
import { readConsistentMoney } from './support/money-rows.ts'

const PRICE = 1_000_000_000n
const LIFETIME_S = 15 * 60
const TEST_LIMIT_MS = 60_000

const REFUND = 'mutation($id: ID!) { processRefund(input: { paymentIntentId: $id }) { id } }'

type Intent = { id: string; intentId: string; wallet: string; amountAtomic: string; recipientAddress: string }
type Seen = { status: string; statusReason: string | null }

let wallets = 5_000

describe.each(PLACES)('a payment under way $place', (place) => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet(place)
  })
  afterAll(() => fleet.stop())
  afterEach(() => fleet.reconnect())

  const buy = async (dropId: string, quantity = 1): Promise<Intent> => {
    const wallet = walletOf(wallets++).address
    const intent = await run<Omit<Intent, 'wallet'>>(
      fleet.first,
      `mutation($input: CreatePaymentIntentInput!) {
        createPaymentIntent(input: $input) { id intentId amountAtomic recipientAddress } }`,
      { input: { dropId, walletAddress: wallet, paymentMethod: 'SUI', quantity } },
    )
    return { ...intent, wallet }
  }

  const pay = async ({ wallet, amountAtomic: amount, recipientAddress: to }: Intent): Promise<string> => {
    await fleet.chain.faucet({ address: wallet, coinType: SUI, amount })
    const sent = await fleet.chain.transfer({ from: wallet, to, coinType: SUI, amount })
    if (!sent.ok) throw new Error(JSON.stringify(sent.error))
    return sent.value.txHash
  }

  const name = ({ id }: Intent, txHash: string) =>
    run<Seen>(
      fleet.last,
      'mutation($id: ID!, $txHash: String) { confirmPaymentIntent(id: $id, txHash: $txHash) { status statusReason } }',
      { id, txHash },
    )

  const stateOf = ({ id }: Intent) =>
    run<Seen>(fleet.last, 'query($id: ID!) { paymentIntent(id: $id) { status statusReason } }', { id })

  const becomes = (intent: Intent, wanted: string) =>
    eventually(
      () => stateOf(intent),
      ({ status }) => status === wanted,
      20_000,
    )

  const drop = (maxAmount = '10') => createDrop(fleet.first, { price: 1, maxAmount })
  const money = (dropId: string) => readConsistentMoney(fleet.first.databaseUrl, dropId)

  it(
    'named in time and seen when the time is over is in time',
    async () => {
      const dropId = await drop()
      const intent = await buy(dropId, 2)
      await fleet.cutOff()
      const named = await name(intent, await pay(intent))
      expect(named.status).toBe('PROCESSING')
      expect((await money(dropId)).heldItems).toBe(2)
      await fleet.advance(LIFETIME_S + 60)
      await becomes(intent, 'EXPIRED')
      expect((await money(dropId)).heldItems).toBe(0)
      await fleet.reconnect()
      expect(await becomes(intent, 'CONFIRMED')).toEqual({ status: 'CONFIRMED', statusReason: null })
      expect(await money(dropId)).toMatchObject({ heldItems: 2, received: 2n * PRICE })
      await claimDrop(fleet.first, dropId, intent.wallet)
    },
    TEST_LIMIT_MS,
  )

  it(
    'that is not submitted is found after the deadline: in time by the chain, or late',
    async () => {
      const dropId = await drop()
      const [punctual, late] = [await buy(dropId), await buy(dropId)]
      await fleet.cutOff()
      await pay(punctual)
      await fleet.advance(LIFETIME_S + 60)
      await pay(late)
      for (const intent of [punctual, late]) await becomes(intent, 'EXPIRED')
      await fleet.reconnect()
      expect(await becomes(punctual, 'CONFIRMED')).toEqual({ status: 'CONFIRMED', statusReason: null })
      expect(await becomes(late, 'CONFIRMED')).toEqual({ status: 'CONFIRMED', statusReason: 'PAID_LATE' })
      expect(await money(dropId)).toMatchObject({ heldItems: 2, received: 2n * PRICE })
    },
    TEST_LIMIT_MS,
  )

  it(
    'named after the time is over is late, however soon it is seen then',
    async () => {
      const dropId = await drop()
      const intent = await buy(dropId)
      await fleet.advance(LIFETIME_S + 1)
      await becomes(intent, 'EXPIRED')
      await fleet.cutOff()
      const named = await name(intent, await pay(intent))
      expect(named.status).toBe('EXPIRED')
      await fleet.reconnect()
      expect(await becomes(intent, 'CONFIRMED')).toEqual({ status: 'CONFIRMED', statusReason: 'PAID_LATE' })
    },
    TEST_LIMIT_MS,
  )

  it(
    'whose items were sold meanwhile goes to review, and is refunded or approved later',
    async () => {
      const dropId = await drop('4')
      const [punctual, late] = [await buy(dropId, 2), await buy(dropId, 2)]
      await fleet.cutOff()
      const named = await name(punctual, await pay(punctual))
      expect(named.status).toBe('PROCESSING')
      await fleet.advance(LIFETIME_S + 60)
      await name(late, await pay(late))
      for (const intent of [punctual, late]) await becomes(intent, 'EXPIRED')
      const other = await buy(dropId, 4)
      await fleet.reconnect()
      await becomes(punctual, 'REQUIRES_REVIEW')
      expect((await becomes(late, 'REQUIRES_REVIEW')).statusReason).toBe('PAID_LATE')
      // The items that are reserved for other buyers stay reserved.
      expect(await money(dropId)).toMatchObject({ heldItems: 4, received: 4n * PRICE })

      const approve = 'mutation($id: ID!) { approvePaymentIntent(id: $id) { status } }'
      const refused = await fleet.first.graphql(approve, { id: late.id })
      expect(refused.errors?.[0]?.extensions?.['code']).toBe('DROP_SOLD_OUT')
      await run(fleet.first, 'mutation($id: ID!) { cancelPaymentIntent(id: $id) { status } }', {
        id: other.id,
      })
      expect(await run(fleet.first, approve, { id: late.id })).toEqual({ status: 'CONFIRMED' })
      await run(fleet.first, REFUND, {
        id: punctual.id,
      })
      await becomes(punctual, 'REFUNDED')
      expect(await money(dropId)).toMatchObject({ heldItems: 2, refunding: 2n * PRICE })
    },
    TEST_LIMIT_MS,
  )

  it(
    'to a drop that was cancelled meanwhile buys nothing and is not lost',
    async () => {
      const dropId = await drop()
      const intent = await buy(dropId)
      await fleet.cutOff()
      await name(intent, await pay(intent))
      await run(
        fleet.first,
        'mutation($id: ID!) { updateDrop(id: $id, input: { status: CANCELLED }) { id } }',
        {
          id: dropId,
        },
      )
      await becomes(intent, 'CANCELLED')
      await fleet.reconnect()
      // A payment that is found before the clean-up of the cancelled drop is refunded automatically. A later one must be
      // refunded by the owner.
      await eventually(
        () => stateOf(intent),
        ({ status }) => ['REQUIRES_REVIEW', 'REFUNDED'].includes(status),
        20_000,
      )
      expect(await money(dropId)).toMatchObject({ heldItems: 0, received: PRICE })
      const { errors } = await fleet.first.graphql(REFUND, { id: intent.id })
      if (errors) expect(errors[0]?.extensions?.['code']).toBe('REFUND_EXCEEDS_PAYMENT')
      await becomes(intent, 'REFUNDED')
      expect(await money(dropId)).toMatchObject({ refunding: PRICE })
    },
    TEST_LIMIT_MS,
  )

  it(
    'under a name that no transaction has is waited for two minutes, and never beyond its time',
    async () => {
      const dropId = await drop()
      const [intent, other] = [await buy(dropId), await buy(dropId)]
      const nowhere = '1'.repeat(44)
      expect((await name(intent, nowhere)).status).toBe('PROCESSING')
      await fleet.advance(125)
      await becomes(intent, 'PENDING')
      await fleet.advance(LIFETIME_S - 185)
      expect((await name(other, nowhere)).status).toBe('PROCESSING')
      await fleet.advance(61)
      await becomes(other, 'EXPIRED')
      await becomes(intent, 'EXPIRED')
    },
    TEST_LIMIT_MS,
  )
})
