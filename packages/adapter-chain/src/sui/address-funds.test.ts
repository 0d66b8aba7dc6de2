// Two servers with the same keys gather the coins of one account. On the network, a coin that is named in two different
// transactions may be locked until the epoch ends.

import { amountOf, type Chain, type OperatorAction } from '@dropkit/core'
import { createMemoryStore } from '@dropkit/testing'
import { Transaction } from '@mysten/sui/transactions'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addressFor,
  LIMITS,
  MUCH_GAS,
  openSuiWorld,
  operator,
  PEPPER,
  prepared,
  realTime,
  SUI,
  type SuiWorld,
  treasury,
  unwrap,
  wallet,
} from '../../test/sui-fixture.ts'
import { guardCalls } from './chain-calls.ts'
import { createSuiChain } from './sui-chain.ts'
import { connectToNode } from './sui-node.ts'

const TREASURY = addressFor(treasury)
const OPERATOR = addressFor(operator)

let world: SuiWorld
/** The transactions that servers have sent, by the coins that they name. */
let sent: Map<string, Set<string>>
let keyValues: ReturnType<typeof createMemoryStore>['keyValues']

/** A server with one attempt for each call. */
function openServer(): Chain {
  const client = connectToNode({ rpcUrl: world.node.url, network: 'loopback' })
  const { executeTransaction } = client.core
  vi.spyOn(client.core, 'executeTransaction').mockImplementation(async (input) => {
    const transaction = Transaction.from(input.transaction)
    const { inputs, gasData } = transaction.getData()
    const owned = inputs.flatMap(({ Object: object }) => object?.ImmOrOwnedObject ?? [])
    for (const { objectId, version } of [...owned, ...(gasData.payment ?? [])]) {
      const coin = `${objectId} ${version}`
      sent.set(coin, (sent.get(coin) ?? new Set()).add(await transaction.getDigest()))
    }
    return executeTransaction.call(client.core, input)
  })
  const calls = guardCalls({ time: realTime, limits: { ...LIMITS, attempts: 1 } })
  return createSuiChain({ ...world.options, client, calls, keyValues })
}

beforeEach(async () => {
  world = await openSuiWorld()
  sent = new Map()
  keyValues = createMemoryStore().keyValues
})
afterEach(() => world.close())

const pay = (amount: bigint): OperatorAction => ({
  kind: 'pay',
  coinType: PEPPER,
  amount: amountOf(amount),
  to: addressFor(wallet),
})

/** Each coin was named in one transaction only. */
const expectNoConflict = () =>
  expect([...sent.values()].map(({ size }) => size)).toEqual([...sent].map(() => 1))

const stored = () => keyValues.list('sui/gathering/', { limit: 9 })

describe.each([
  ['of the treasury', TREASURY, PEPPER, 20n, pay(50n)],
  ['that are gas', OPERATOR, SUI, MUCH_GAS, pay(10n)],
] as const)('coins %s that one server has begun to gather', (_name, owner, coinType, each, action) => {
  beforeEach(() => {
    if (owner === TREASURY) world.node.faucet(OPERATOR, SUI, MUCH_GAS, 'balance')
    else world.node.faucet(TREASURY, PEPPER, 100n, 'balance')
    for (let n = 0; n < 3; n++) world.node.faucet(owner, coinType, each)
  })

  test.each(['lost_request', 'lost_reply'] as const)(
    'are gathered by the same transaction on another one, although a coin arrives (%s)',
    async (kind) => {
      world.node.setFault({ method: 'ExecuteTransaction', fault: { kind } })
      expect(await openServer().prepare(action)).toMatchObject({ error: { kind: 'chain_unavailable' } })
      world.node.faucet(owner, coinType, each)
      const other = openServer()
      expect(unwrap(await other.submit(await prepared(other, action)))).toBe('sent')
      expect(sent.size).toBeGreaterThan(2)
      expectNoConflict()
    },
  )

  test('are gathered by two servers at once, while coins arrive', async () => {
    const servers = [openServer(), openServer()]
    const arriving = Promise.all(
      Array.from({ length: 5 }, async () => world.node.faucet(owner, coinType, each)),
    )
    const made = await Promise.all(servers.map((server) => server.prepare(action)))
    await arriving
    for (const transaction of made.map(unwrap)) unwrap(await world.chain.submit(transaction))
    expectNoConflict()
    expect(await stored()).toEqual([])
  })

  test('are gathered anew in the next epoch, because the begun transaction can no longer take effect', async () => {
    world.node.setFault({ method: 'ExecuteTransaction', fault: { kind: 'lost_request' } })
    expect((await openServer().prepare(action)).ok).toBe(false)
    world.node.endEpoch()
    const other = openServer()
    expect(unwrap(await other.submit(await prepared(other, action)))).toBe('sent')
    expect(await stored()).toEqual([])
  })

  test('are gathered anew if one of them has moved without it', async () => {
    world.node.setFault({ method: 'ExecuteTransaction', fault: { kind: 'lost_request' } })
    expect((await openServer().prepare(action)).ok).toBe(false)
    const signer = owner === TREASURY ? treasury : operator
    const [coin] = (await world.options.client.core.listCoins({ owner, coinType })).objects
    const spending = new Transaction()
    spending.setSender(owner)
    if (owner === TREASURY) spending.transferObjects([coin?.objectId ?? ''], owner)
    else
      spending.setGasPayment([
        { ...coin, objectId: coin?.objectId ?? '', version: coin?.version ?? '', digest: coin?.digest ?? '' },
      ])
    if (owner === TREASURY) world.node.faucet(TREASURY, SUI, MUCH_GAS)
    await world.options.client.signAndExecuteTransaction({ transaction: spending, signer })
    const other = openServer()
    expect(unwrap(await other.submit(await prepared(other, action)))).toBe('sent')
    expect(await stored()).toEqual([])
  })
})

test('a gathering that took effect without an answer ends when coins are gathered again', async () => {
  world.node.faucet(OPERATOR, SUI, MUCH_GAS, 'balance')
  for (let n = 0; n < 3; n++) world.node.faucet(TREASURY, PEPPER, 20n)
  world.node.setFault({ method: 'ExecuteTransaction', fault: { kind: 'lost_reply' } })
  expect((await openServer().prepare(pay(50n))).ok).toBe(false)
  world.node.faucet(TREASURY, PEPPER, 20n)
  unwrap(await openServer().prepare(pay(80n)))
  expectNoConflict()
  expect(await stored()).toEqual([])
})

test('a gathering that the node refuses is named as the reason, and sent again instead of a new one', async () => {
  world.node.faucet(OPERATOR, SUI, MUCH_GAS, 'balance')
  for (let n = 0; n < 3; n++) world.node.faucet(TREASURY, PEPPER, 20n)
  world.node.denyCoin(PEPPER, TREASURY)
  const refused = { kind: 'chain_unavailable', reason: expect.stringContaining('cannot be gathered') }
  expect(await openServer().prepare(pay(50n))).toMatchObject({ error: refused })
  expect(await stored()).toHaveLength(1)
  world.node.faucet(TREASURY, PEPPER, 20n)
  expect(await openServer().prepare(pay(80n))).toMatchObject({ error: refused })
  world.node.allowCoin(PEPPER, TREASURY)
  unwrap(await openServer().prepare(pay(80n)))
  expectNoConflict()
  expect(await stored()).toEqual([])
})
