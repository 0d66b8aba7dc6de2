// Money that leaves the treasury: payouts, and refunds of what a cancelled drop still owes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimDrop, createDrop, eventually, run } from './support/drops.ts'
import { startServer, type TestServer } from './support/server.ts'

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
