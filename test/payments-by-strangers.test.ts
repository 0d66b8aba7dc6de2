// Payments from other wallets than the buyer's, through real servers: matched by their memo, and never by guessing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimDrop, createDrop, eventually, run, walletOf } from './support/drops.ts'
import { type Fleet, PLACES, SUI, startFleet } from './support/fleet.ts'
import { readConsistentMoney } from './support/money-rows.ts'
import { startServer, type TestServer } from './support/server.ts'

const PRICE = 1_000_000_000n
const TEST_LIMIT_MS = 60_000

type Intent = { id: string; intentId: string; amountAtomic: string; recipientAddress: string }
type Seen = { status: string; statusReason: string | null }

const IN_REVIEW: Seen = { status: 'REQUIRES_REVIEW', statusReason: 'WRONG_SENDER' }
const REFUNDED: Seen = { status: 'REFUNDED', statusReason: 'WRONG_SENDER' }
const CONFIRMED: Seen = { status: 'CONFIRMED', statusReason: null }

let wallets = 8_000
const newWallet = () => walletOf(wallets++).address

describe.each(PLACES)('a payment by a stranger $place', (place) => {
  let fleet: Fleet
  let dropId = ''
  beforeAll(async () => {
    fleet = await startFleet(place)
    dropId = await createDrop(fleet.first, { price: 1, maxAmount: '100' })
  })
  afterAll(() => fleet.stop())

  const buy = (walletAddress: string) =>
    run<Intent>(
      fleet.first,
      `mutation($input: CreatePaymentIntentInput!) {
        createPaymentIntent(input: $input) { id intentId amountAtomic recipientAddress } }`,
      { input: { dropId, walletAddress, paymentMethod: 'SUI' } },
    )

  const pay = async (
    from: string,
    { amountAtomic: amount, recipientAddress: to, intentId }: Intent,
    isNamed = true,
  ) => {
    await fleet.chain.faucet({ address: from, coinType: SUI, amount })
    const sent = await fleet.chain.transfer({
      from,
      to,
      coinType: SUI,
      amount,
      ...(isNamed ? { memo: intentId } : {}),
    })
    if (!sent.ok) throw new Error(JSON.stringify(sent.error))
    return sent.value.txHash
  }

  const stateOf = ({ id }: Intent) =>
    run<Seen>(fleet.last, 'query($id: ID!) { paymentIntent(id: $id) { status statusReason } }', { id })

  const becomes = (intent: Intent, wanted: Seen) =>
    eventually(
      () => stateOf(intent),
      ({ status, statusReason }) => status === wanted.status && statusReason === wanted.statusReason,
      20_000,
    )

  const refund = ({ id }: Intent) =>
    run(fleet.first, 'mutation($id: ID!) { processRefund(input: { paymentIntentId: $id }) { id } }', { id })

  const REFUND_SEEN = 'processRefund(input: { paymentIntentId: $id, seen: $seen })'
  const APPROVE = 'mutation($id: ID!) { approvePaymentIntent(id: $id) { status statusReason } }'
  const NAME =
    'mutation($id: ID!, $txHash: String) { confirmPaymentIntent(id: $id, txHash: $txHash) { status statusReason } }'

  it(
    'with the intent’s memo waits for the drop’s owner without a call that names it, and buys the items then',
    async () => {
      const wallet = newWallet()
      const intent = await buy(wallet)
      const { received } = await readConsistentMoney(fleet.first.databaseUrl, dropId)
      await pay(newWallet(), intent)
      await becomes(intent, IN_REVIEW)
      expect((await readConsistentMoney(fleet.first.databaseUrl, dropId)).received).toBe(received)
      expect(await run(fleet.first, APPROVE, { id: intent.id })).toEqual(CONFIRMED)
      expect((await readConsistentMoney(fleet.first.databaseUrl, dropId)).received).toBe(received + PRICE)
      await claimDrop(fleet.first, dropId, wallet)
    },
    TEST_LIMIT_MS,
  )

  it(
    'that was exchanged after the owner looked at it is neither approved nor refunded in its place',
    async () => {
      const intent = await buy(newWallet())
      const look = () =>
        run<Record<string, string>>(
          fleet.first,
          'query($id: ID!) { paymentIntent(id: $id) { txHash receivedAtomic receivedCoinType status } }',
          { id: intent.id },
        )
      const large = await pay(newWallet(), intent, false)
      await run(fleet.first, NAME, { id: intent.id, txHash: large })
      const seen = await look()
      const small = await pay(newWallet(), { ...intent, amountAtomic: '1' }, false)
      await run(fleet.last, NAME, { id: intent.id, txHash: small })
      const conflict = /holds 1 of .*by transaction.*CONFLICT/s
      for (const mutation of ['approvePaymentIntent(id: $id, seen: $seen)', REFUND_SEEN]) {
        const decide = `mutation($id: ID!, $seen: SeenPaymentInput) { ${mutation} { id } }`
        await expect(run(fleet.first, decide, { id: intent.id, seen })).rejects.toThrow(conflict)
      }
      expect(await stateOf(intent)).toEqual(IN_REVIEW)
      const approve = `mutation($id: ID!, $seen: SeenPaymentInput) {
        approvePaymentIntent(id: $id, seen: $seen) { status statusReason } }`
      expect(await run(fleet.last, approve, { id: intent.id, seen: await look() })).toEqual(CONFIRMED)
    },
    TEST_LIMIT_MS,
  )

  it(
    'whose last one was fully refunded belongs to the intent in its memo, and reopens no other',
    async () => {
      const stranger = newWallet()
      const [reviewed, own, third] = [await buy(newWallet()), await buy(stranger), await buy(newWallet())]
      await pay(stranger, reviewed)
      await becomes(reviewed, IN_REVIEW)
      await refund(reviewed)
      await becomes(reviewed, REFUNDED)

      await pay(stranger, own)
      await becomes(own, CONFIRMED)
      const txHash = await pay(stranger, third)
      await becomes(third, IN_REVIEW)
      expect(await run(fleet.last, NAME, { id: third.id, txHash })).toEqual(IN_REVIEW)
      expect(await stateOf(reviewed)).toEqual(REFUNDED)
      await refund(third)
      await becomes(third, REFUNDED)
      const money = await readConsistentMoney(fleet.first.databaseUrl, dropId)
      expect(money.intents.find(({ wallet }) => wallet === stranger)?.received).toBe(PRICE)
    },
    TEST_LIMIT_MS,
  )
})

describe('money out', () => {
  // Money that leaves the treasury: payouts, and refunds of what a cancelled drop still owes.

  const SUI = '0x2::sui::SUI'
  const buyer = `0x${'b0b'.padStart(64, '0')}`
  const owner = `0x${'0e'.padStart(64, '0')}`

  type Intent = { id: string; intentId: string; amountAtomic: string; recipientAddress: string }

  describe.each(['sqlite', 'postgres'] as const)('on %s', (database) => {
    let server: TestServer
    beforeAll(async () => {
      server = await startServer({ database })
    })
    afterAll(() => server.stop())

    /** A paid intent for two items, for two SUI. */
    async function bought(): Promise<{ dropId: string; intent: Intent }> {
      const dropId = await createDrop(server, { price: 1, maxPerWallet: 5 })
      const intent = await run<Intent>(
        server,
        `mutation($input: CreatePaymentIntentInput!) {
        createPaymentIntent(input: $input) { id intentId amountAtomic recipientAddress } }`,
        { input: { dropId, walletAddress: buyer, paymentMethod: 'SUI', quantity: 2 } },
      )
      const { amountAtomic: amount, recipientAddress: to } = intent
      await server.fakeChain('faucet', { address: buyer, coinType: SUI, amount })
      await server.fakeChain('transfer', { from: buyer, to, coinType: SUI, amount, memo: intent.intentId })
      await eventually(
        () => statusOf(intent),
        ({ status }) => status === 'CONFIRMED',
      )
      return { dropId, intent }
    }

    const statusOf = ({ id }: Intent) =>
      run<{ status: string; refunds: { amountAtomic: string; status: string }[] }>(
        server,
        'query($id: ID!) { paymentIntent(id: $id) { status refunds { amountAtomic status } } }',
        { id },
      )

    /** Checks that a wallet has this amount, by sending it away and back. */
    async function has(address: string, amount: string): Promise<boolean> {
      const away = await server.fakeChain('transfer', { from: address, to: '0x5', coinType: SUI, amount })
      if (away.status === 200)
        await server.fakeChain('transfer', { from: '0x5', to: address, coinType: SUI, amount })
      return away.status === 200
    }

    it('a claimed item earns its price for the owner, once', async () => {
      const { dropId } = await bought()
      const { claimParams, dropInfo } = await claimDrop(server, dropId, buyer)
      const claimed = await server.fakeChain('claim', { ...claimParams, ...dropInfo, claimer: buyer })
      expect(claimed.status).toBe(200)
      const withdraw = `mutation($input: WithdrawProceedsInput!) {
      withdrawProceeds(input: $input) { amountAtomic status } }`
      const input = { dropId, toAddress: owner }
      const payout = await eventually(
        async () => (await server.graphql(withdraw, { input })).data?.['withdrawProceeds'] ?? null,
        (seen) => seen !== null,
      )
      expect(payout).toMatchObject({ amountAtomic: '1000000000' })
      await eventually(
        () => has(owner, '1000000000'),
        (isThere) => isThere,
      )
      const again = await server.graphql(withdraw, { input })
      expect(again.errors?.[0]?.extensions?.['code']).toBe('CONFLICT')
      expect(await has(owner, '1000000001')).toBe(false)
    })

    it('a cancelled drop refunds purchases without claims', async () => {
      const { dropId, intent } = await bought()
      await claimDrop(server, dropId, buyer)
      const cancel = 'mutation($id: ID!) { updateDrop(id: $id, input: { status: CANCELLED }) { status } }'
      await run(server, cancel, { id: dropId })
      // The unused voucher must expire first.
      const waiting = await statusOf(intent)
      expect(waiting.refunds).toEqual([])
      await server.fakeChain('advance', { seconds: 16 * 60 })
      const refunded = await eventually(
        () => statusOf(intent),
        ({ status }) => status === 'REFUNDED',
      )
      expect(refunded.refunds).toEqual([{ amountAtomic: '2000000000', status: 'SUCCEEDED' }])
      expect(await has(buyer, '2000000000')).toBe(true)
    })
  })
})
