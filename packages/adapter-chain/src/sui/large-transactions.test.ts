import { amountOf, type Chain } from '@dropkit/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addressFor,
  done,
  openSuiWorld,
  openVault,
  operator,
  PEPPER,
  realTime,
  SUI,
  type SuiWorld,
  signedVoucher,
  treasury,
  unwrap,
} from '../../test/sui-fixture.ts'
import { createSuiWallets, type SuiWallets } from '../../test/sui-wallets.ts'
import { type GuardedCalls, guardCalls } from './chain-calls.ts'
import { createSuiChain } from './sui-chain.ts'

let world: SuiWorld
let wallets: SuiWallets
let calls: GuardedCalls
/** A server that waits for an answer for four seconds. */
let chain: Chain
beforeEach(async () => {
  world = await openSuiWorld({ gasCost: 0n })
  wallets = createSuiWallets(world.node, world.options.client, [operator, treasury])
  calls = guardCalls({ time: realTime, limits: { attemptMs: 4_000, timeoutMs: 10_000 } })
  chain = createSuiChain({ ...world.options, calls })
})
afterEach(() => world.close())

const slowDown = () => world.node.setSpeed(500_000)

/** The next transaction emits 20 MB of events of another package. */
const addForeignEvents = () => world.node.addEvents(80, 250_000)

/** A payment of a new wallet to the treasury. Returns its hash. */
async function pay(amount: bigint, memo: string | null): Promise<string> {
  const payer = wallets.newWallet()
  world.node.faucet(payer, PEPPER, amount)
  const sent = await wallets.transfer(payer, addressFor(treasury), PEPPER, amountOf(amount), memo)
  if (sent.kind !== 'succeeded') throw new Error('the payment failed')
  return sent.txHash
}

const requests = () => ['ListTransactions', 'ListEvents', 'GetTransaction'].map(world.node.calls)

/** The numbers of requests of `work` for transactions, events and single transactions. */
async function requestsOf(work: () => Promise<unknown>): Promise<readonly number[]> {
  const before = requests()
  await work()
  return requests().map((count, index) => count - (before[index] ?? 0))
}

describe('20 MB of events of another package, on a slow link', () => {
  test('do not delay the payments in and after their transaction', async () => {
    await pay(1n, 'before')
    addForeignEvents()
    await pay(2n, 'large')
    addForeignEvents()
    await pay(3n, null)
    await pay(4n, 'after')
    slowDown()
    const { payments } = unwrap(await chain.paymentsAfter(null, 25))
    expect(payments.map(({ amount, memo }) => [amount, memo])).toEqual([
      [1n, 'before'],
      [2n, 'large'],
      [3n, null],
      [4n, 'after'],
    ])
  })

  test('do not delay the claims in and after their transaction', async () => {
    const vault = await openVault(world, 100n)
    for (const nonce of [1, 2]) {
      if (nonce === 1) addForeignEvents()
      await wallets.claim(await signedVoucher(world, vault, { amount: 1n, nonce }))
    }
    slowDown()
    const { claims } = unwrap(await chain.claimsAfter(null, 25))
    expect(claims.map(({ nonce }) => nonce)).toEqual([1, 2])
  })

  test('do not keep the service from its own transactions when many users name their transaction', async () => {
    const vault = await openVault(world, 100n)
    addForeignEvents()
    const hash = await pay(2n, 'large')
    slowDown()
    const looks = await Promise.all(Array.from({ length: 10 }, () => chain.outcome(hash)))
    for (const look of looks)
      expect(unwrap(look)).toMatchObject({ effects: { payments: [{ memo: 'large' }] } })
    expect(calls.breaker().state).toBe('closed')
    const vouchers = [await signedVoucher(world, vault, { amount: 1n, nonce: 1 })]
    await done(chain, { kind: 'deliver_claims', coinType: vault.coinType, vouchers })
  })
})

describe('large events of the package itself', () => {
  const addOwnEvents = () =>
    world.node.addEvents(40, 250_000, `${world.node.packageId}::payment::Paid<${SUI}>`)

  test('are read a few at a time by the watcher', async () => {
    addOwnEvents()
    await pay(2n, 'large')
    await pay(3n, 'after')
    const { payments } = unwrap(await chain.paymentsAfter(null, 25))
    expect(payments.map(({ memo }) => memo)).toEqual(['large', 'after'])
  })

  test('are requested once, however often users name their transaction', async () => {
    addOwnEvents()
    const hash = await pay(2n, 'large')
    const refused = { error: { kind: 'chain_unavailable', reason: expect.stringContaining('too large') } }
    expect(await requestsOf(async () => expect(await chain.outcome(hash)).toMatchObject(refused))).toEqual([
      0, 1, 1,
    ])
    expect(await requestsOf(async () => expect(await chain.outcome(hash)).toMatchObject(refused))).toEqual([
      0, 0, 0,
    ])
  })
})

describe('the number of requests', () => {
  test('of a page of payments or claims is two, also if one of its transactions is large', async () => {
    const vault = await openVault(world, 100n)
    for (let n = 1; n <= 6; n++) {
      if (n === 3) addForeignEvents()
      await pay(BigInt(n), `pi_${n}`)
      if (n === 4) addForeignEvents()
      await wallets.claim(await signedVoucher(world, vault, { amount: 1n, nonce: n }))
    }
    const first = unwrap(await chain.paymentsAfter(null, 1))
    const firstClaim = unwrap(await chain.claimsAfter(null, 1))
    expect(
      await requestsOf(async () => {
        const { payments } = unwrap(await chain.paymentsAfter(first.cursor, 25))
        expect(payments).toHaveLength(5)
      }),
    ).toEqual([1, 1, 0])
    expect(
      await requestsOf(async () => {
        const { claims } = unwrap(await chain.claimsAfter(firstClaim.cursor, 25))
        expect(claims).toHaveLength(5)
      }),
    ).toEqual([1, 1, 0])
  })

  test('of a page of plain transfers is one', async () => {
    for (let n = 1; n <= 3; n++) await pay(BigInt(n), null)
    const first = unwrap(await chain.paymentsAfter(null, 1))
    expect(await requestsOf(() => chain.paymentsAfter(first.cursor, 25))).toEqual([1, 0, 0])
  })

  test('of a look-up is one for a transaction of the service or without events, and two for others', async () => {
    const vault = await openVault(world, 100n)
    const own = world.node.transactions().at(-1)?.digest ?? ''
    const plain = await pay(1n, null)
    const withMemo = await pay(1n, 'pi_1')
    unwrap(await chain.outcome(plain))
    unwrap(await chain.outcome(own, { isOurs: true }))
    expect(await requestsOf(() => chain.outcome(own, { isOurs: true }))).toEqual([0, 0, 1])
    expect(await requestsOf(() => chain.outcome(plain))).toEqual([0, 0, 1])
    expect(await requestsOf(() => chain.outcome(withMemo))).toEqual([0, 1, 1])
    expect(unwrap(await chain.outcome(own))).toMatchObject({ effects: { vaultsOpened: [vault] } })
  })
})

test('what a vault pays the treasury for a voucher is no payment', async () => {
  const vault = await openVault(world, 100n)
  const voucher = await signedVoucher(world, vault, { amount: 5n, nonce: 1, claimer: addressFor(treasury) })
  expect(await wallets.claim(voucher)).toMatchObject({ kind: 'succeeded' })
  await pay(3n, 'pi_1')
  const { payments } = unwrap(await chain.paymentsAfter(null, 25))
  expect(payments.map(({ amount }) => amount)).toEqual([3n])
})

test('the outcome of a transaction is pending until the index of the node has its events', async () => {
  const hash = await pay(2n, 'pi_1')
  world.node.setFault({
    method: 'ListEvents',
    fault: {
      kind: 'wrong_answer',
      change: (messages) =>
        messages.slice(-1).map((last) => ({ ...(last as object), watermark: {}, end: { reason: 5 } })),
    },
    times: 3,
  })
  expect(unwrap(await chain.outcome(hash))).toEqual({ kind: 'pending' })
  expect(unwrap(await chain.outcome(hash))).toMatchObject({ effects: { payments: [{ memo: 'pi_1' }] } })
})
