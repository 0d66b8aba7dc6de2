// A day on a real network: latency, congestion, throttling, a new epoch, pruning and a denied coin. No claim is lost, no
// wallet is paid twice, and every transaction gets a result.
import { Transaction } from '@mysten/sui/transactions'
import { expect, it } from 'vitest'
import { CREATE_DROP, type Data, soon, UPDATE_DROP } from './end-to-end/world.ts'
import { readSent } from './support/ledger-rows.ts'
import { runToItsEnd } from './support/server.ts'
import { claimsOnChain, claimTransaction, deployToken, ONE_SUI, SUI, startSui } from './support/sui.ts'

const LATENCY_MS = 200
const SETTLED_MS = 90_000

const CLAIM_RANDOM = `mutation ($dropId: ID!, $userAddress: String!) {
  claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress }) { success code }
}`
const CLAIMS =
  'query ($id: ID!) { drop(id: $id) { claims(limit: 200) { userAddress amount status txHash } } }'
const BUY = `mutation ($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) {
  id recipientAddress amountAtomic
} }`
const INTENT = 'query ($id: ID!) { paymentIntent(id: $id) { status refunds { amountAtomic status } } }'
const REFUND = 'mutation ($input: ProcessRefundInput!) { processRefund(input: $input) { id } }'

it('drops are delivered, paid, refunded and closed through network faults', async () => {
  const sui = await startSui()
  try {
    const { node, world } = sui
    node.setLatency(LATENCY_MS)
    const token = await deployToken(sui)
    const { coinType } = token
    const launch = async (input: object, pool = '100'): Promise<string> => {
      const standard = { title: 'Pepper', type: 'TOKEN', claimType: 'REGULAR', maxAmount: pool }
      const made = await world.ask(CREATE_DROP, {
        input: { existingTokenId: token.id, ...standard, ...input },
      })
      const { id } = made.createDrop
      await soon(async () => expect(await world.drop(id)).toMatchObject({ tokenBalance: pool }), SETTLED_MS)
      return id
    }
    const randomId = await launch({ tokenAmount: '0', supply: 30 })
    const piecesId = await launch({ type: 'NFT', tokenAmount: '2' }, '6')
    const pricedId = await launch({ tokenAmount: '10', price: 1 })

    const draw = async (count: number): Promise<readonly string[]> => {
      const claimers = Array.from({ length: count }, () => world.wallet())
      for (const userAddress of claimers) {
        const { claimRandomDrop } = await world.ask(CLAIM_RANDOM, { dropId: randomId, userAddress })
        expect(claimRandomDrop).toMatchObject({ success: true })
      }
      return claimers
    }
    const claimsOf = async (dropId: string): Promise<readonly Data[]> =>
      (await world.ask(CLAIMS, { id: dropId })).drop.claims
    const expectDelivered = (claimers: readonly string[]) =>
      soon(async () => {
        const claims = await claimsOf(randomId)
        const mine = claims.filter(({ userAddress }) => claimers.includes(userAddress))
        expect(mine.map(({ status }) => status)).toEqual(claimers.map(() => 'CONFIRMED'))
        for (const { userAddress, amount } of mine)
          expect(await sui.balance(userAddress, coinType)).toBe(BigInt(amount))
      }, SETTLED_MS)

    // Congestion with a higher gas price than the node suggests, while the node throttles requests.
    node.congest(2_000n, 'reference_price')
    const throttled = { kind: 'throttled', retryAfterSeconds: 1 } as const
    for (const method of ['SimulateTransaction', 'ExecuteTransaction', 'GetTransaction', 'ListTransactions'])
      node.setFault({ method, fault: throttled, times: 2 })
    await expectDelivered(await draw(5))
    node.congest(0n, 'reference_price')

    // A new epoch, a node that has pruned the old one, and a receiver on the coin's deny list. The receiver delays no
    // other claim, and gets its claim when it is allowed again. A deny list applies to receivers from the next epoch on.
    const denied = world.wallet()
    node.denyCoin(coinType, denied)
    node.endEpoch()
    node.prune()
    await world.ask(CLAIM_RANDOM, { dropId: randomId, userAddress: denied })
    await expectDelivered(await draw(5))
    expect((await claimsOf(randomId)).find(({ userAddress }) => userAddress === denied)?.status).toBe(
      'PENDING',
    )
    node.allowCoin(coinType, denied)
    node.endEpoch()
    await expectDelivered([denied])

    // NFTs that the claimer's own wallet redeems.
    const collector = await sui.wallet()
    const address = collector.toSuiAddress()
    const granted = await world.claim(piecesId, address)
    expect((await sui.execute(collector, await claimTransaction(sui, address, granted))).failure).toBeNull()
    await soon(async () => expect(await world.statusOfClaim(granted.claim.id)).toBe('CONFIRMED'), SETTLED_MS)

    // Two items are paid, one is claimed, the other is refunded.
    const payer = await sui.wallet()
    const buyer = payer.toSuiAddress()
    const order = { dropId: pricedId, walletAddress: buyer, paymentMethod: 'SUI', quantity: 2 }
    const { createPaymentIntent: intent } = await world.ask(BUY, { input: order })
    const payment = new Transaction()
    const [coin] = payment.splitCoins(payment.gas, [payment.pure.u64(intent.amountAtomic)])
    payment.transferObjects([coin], intent.recipientAddress)
    expect((await sui.execute(payer, payment)).failure).toBeNull()
    const statusOfIntent = async () => (await world.ask(INTENT, { id: intent.id })).paymentIntent
    await soon(async () => expect(await statusOfIntent()).toMatchObject({ status: 'CONFIRMED' }), SETTLED_MS)
    const bought = await world.claim(pricedId, buyer)
    expect((await sui.execute(payer, await claimTransaction(sui, buyer, bought))).failure).toBeNull()
    await soon(async () => expect(await world.statusOfClaim(bought.claim.id)).toBe('CONFIRMED'), SETTLED_MS)
    const before = await sui.balance(buyer, SUI)
    await world.ask(REFUND, { input: { paymentIntentId: intent.id, amount: 1 } })
    await soon(
      async () => expect(await statusOfIntent()).toMatchObject({ refunds: [{ status: 'SUCCEEDED' }] }),
      SETTLED_MS,
    )
    expect(await sui.balance(buyer, SUI)).toBe(before + ONE_SUI)

    // All drops end, and the remaining coins are returned.
    const reserve = await sui.balance(sui.operator, coinType)
    const left = 100n - (await claimsOf(randomId)).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    const dropIds = [randomId, piecesId, pricedId]
    for (const id of dropIds) await world.ask(UPDATE_DROP, { id, input: { status: 'CANCELLED' } })
    const sentFor = async () =>
      (await Promise.all(dropIds.map((id) => readSent(sui.server.databaseUrl, id)))).flat()
    await soon(async () => {
      const sent = await sentFor()
      expect(sent.filter(({ state }) => state === 'sent')).toEqual([])
      const closed = sent.filter(({ purpose, state }) => purpose === 'close_vault' && state === 'succeeded')
      expect(closed).toHaveLength(dropIds.length)
    }, SETTLED_MS)
    expect(await sui.balance(sui.operator, coinType)).toBe(reserve + left + 90n)

    // The chain paid each claim exactly once, and nothing else.
    const paid = claimsOnChain(sui).map(({ claimer, amount }) => `${claimer} ${amount}`)
    const claimed = (await Promise.all(dropIds.map(claimsOf))).flat()
    expect(paid.toSorted()).toEqual(
      claimed.map(({ userAddress, amount }) => `${userAddress} ${amount}`).toSorted(),
    )
    const audit = await runToItsEnd(['audit', '--json'], { DATABASE_URL: sui.server.databaseUrl })
    expect(audit.code).toBe(0)
    expect(JSON.parse(audit.output)).toMatchObject({ differences: 0, claims: claimed.length })
  } finally {
    await sui.stop()
  }
})
