import { GrpcTypes } from '@mysten/sui/grpc'
import { Transaction, TransactionDataBuilder } from '@mysten/sui/transactions'
import { deriveObjectID, SUI_TYPE_ARG, toBase64 } from '@mysten/sui/utils'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { coinPackageOf } from '../../src/sui/coin-template.ts'
import { twice } from './faults.ts'
import {
  createdIn,
  dropKey,
  type NodeFixture,
  openNode,
  PEPPER,
  START,
  succeeded,
  WALLET,
} from './node-fixture.ts'
import { EPOCH_MS } from './node-state.ts'

/** A transaction that completes the registration of a coin. */
function registration(coinType: string, published: ReturnType<typeof succeeded>): Transaction {
  const objectId = createdIn(published, '::Currency<')
  const written = published.effects.changedObjects.find((object) => object.objectId === objectId)
  const transaction = new Transaction()
  transaction.moveCall({
    target: '0x2::coin_registry::finalize_registration',
    typeArguments: [coinType],
    arguments: [
      transaction.sharedObjectRef({ objectId: '0xc', initialSharedVersion: '1', mutable: true }),
      transaction.receivingRef({
        objectId,
        version: written?.outputVersion ?? '',
        digest: written?.outputDigest ?? '',
      }),
    ],
  })
  return transaction
}

describe('a loopback node', () => {
  let world: NodeFixture

  beforeEach(async () => {
    world = await openNode()
  })
  afterEach(async () => await world.node.close())

  function pay(amount: number, to = WALLET): Transaction {
    const transaction = new Transaction()
    transaction.transferObjects([transaction.splitCoins(transaction.gas, [amount])], to)
    transaction.setSender(world.address)
    return transaction
  }

  const built = async (transaction: Transaction) => await transaction.build({ client: world.client })
  const missing = { reason: 'notFound' }

  test('accepts the same bytes once, and returns their effects each time', async () => {
    const bytes = await built(pay(40))
    const digest = TransactionDataBuilder.getDigestFromBytes(bytes)
    await expect(world.client.getTransaction({ digest })).rejects.toMatchObject(missing)
    const [first, second] = [await world.sendBytes(bytes), await world.sendBytes(bytes)]
    expect(second).toEqual(first)
    expect(succeeded(first).digest).toBe(digest)
    expect(await world.balanceOf(WALLET)).toBe(40n)
    expect(world.node.transactions()).toHaveLength(1)
  })

  test('takes gas from its payer, and reports it', async () => {
    const { balanceChanges, effects } = succeeded(await world.send(pay(40)))
    expect(balanceChanges.map(({ address, amount }) => [address, amount]).sort()).toEqual(
      [
        [WALLET, '40'],
        [world.address, '-1040'],
      ].sort(),
    )
    expect(effects.gasUsed.computationCost).toBe('1000')
  })

  test('ends a transaction beyond its budget as out of gas, and keeps the budget', async () => {
    const storing = await openNode({ storageCost: 5_000n })
    const payWithin = async (budget: number) => {
      const { objects } = await storing.client.listCoins({ owner: storing.address })
      const transaction = pay(40)
      transaction.setGasBudget(budget)
      transaction.setGasPrice(1_000)
      transaction.setGasPayment(objects)
      return storing.sendBytes(await transaction.build({ client: storing.client }))
    }
    const { FailedTransaction: failed } = await payWithin(2_000)
    expect(failed?.status.success).toBe(false)
    expect(failed?.effects.gasUsed).toMatchObject({ computationCost: '2000', storageCost: '0' })
    expect(await storing.balanceOf(WALLET)).toBe(0n)
    const gasUsed = succeeded(await payWithin(6_000)).effects.gasUsed
    expect(gasUsed).toMatchObject({ computationCost: '1000', storageCost: '5000' })
    await storing.node.close()
  })

  test('refuses transactions without the signatures of sender and payer, and stores nothing', async () => {
    const stranger = dropKey(5)
    const bytes = await built(pay(40))
    const digest = TransactionDataBuilder.getDigestFromBytes(bytes)
    for (const signers of [[], [stranger], [world.signer, stranger]]) {
      await expect(world.sendBytes(bytes, signers)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    }
    await expect(world.client.getTransaction({ digest })).rejects.toMatchObject(missing)

    const sponsored = pay(1)
    const sponsor = dropKey(6)
    world.node.faucet(sponsor.toSuiAddress(), SUI_TYPE_ARG, 5_000n)
    sponsored.setGasOwner(sponsor.toSuiAddress())
    const both = await built(sponsored)
    await expect(world.sendBytes(both)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
    succeeded(await world.sendBytes(both, [world.signer, sponsor]))
    expect(await world.balanceOf(sponsor.toSuiAddress())).toBe(3_999n)
  })

  test('refuses transactions of earlier epochs, and with older object versions', async () => {
    const late = pay(1)
    late.setExpiration({ Epoch: 1 })
    const stale = await built(pay(2))
    const bytes = await built(late)
    succeeded(await world.send(pay(3)))
    await expect(world.sendBytes(stale)).rejects.toThrow(/not available for consumption/)
    world.node.advance(EPOCH_MS)
    await expect(world.sendBytes(bytes)).rejects.toThrow(/Expired/)
  })

  test('pays from address balances', async () => {
    world.node.faucet(world.address, PEPPER, 50n, 'balance')
    world.node.faucet(world.address, SUI_TYPE_ARG, 5_000n, 'balance')
    const withdraw = (amount: number) => {
      const transaction = new Transaction()
      const coin = transaction.moveCall({
        target: '0x2::coin::redeem_funds',
        typeArguments: [PEPPER],
        arguments: [transaction.withdrawal({ amount, type: PEPPER })],
      })
      transaction.transferObjects([coin], WALLET)
      return transaction
    }
    const done = succeeded(await world.send(withdraw(30)))
    expect(done.effects.gasObject).toBeNull()
    const { balance } = await world.client.getBalance({ owner: world.address, coinType: PEPPER })
    expect(balance).toMatchObject({ addressBalance: '20', coinBalance: '10000' })
    await expect(world.send(withdraw(21))).rejects.toThrow(/less than 21/)
  })

  test('publishes a coin from its module, with all that its init does', async () => {
    const operator = dropKey(7).toSuiAddress()
    const { module, dependencies } = coinPackageOf({
      tokenId: 'token_1',
      symbol: 'SALT',
      name: 'Salt',
      description: 'White',
      iconUrl: '',
      decimals: 3,
      forDrops: 600n as never,
      forOwner: 400n as never,
      operator: operator as never,
    })
    const transaction = new Transaction()
    const cap = transaction.publish({ modules: [toBase64(module)], dependencies: [...dependencies] })
    transaction.transferObjects([cap], world.address)
    const done = succeeded(await world.send(transaction))
    const packageId = createdIn(done, 'package')
    const coinType = `${packageId}::salt::SALT`
    expect(done.events.map(({ eventType }) => eventType)).toEqual([`${packageId}::salt::Deployed`])
    expect(await world.balanceOf(operator, coinType)).toBe(600n)
    expect(await world.balanceOf(world.address, coinType)).toBe(400n)
    // Until the coin is registered, the node does not return its metadata.
    expect((await world.client.getCoinMetadata({ coinType })).coinMetadata).toBeNull()
    succeeded(await world.send(registration(coinType, done)))
    expect((await world.client.getCoinMetadata({ coinType })).coinMetadata).toMatchObject({
      id: deriveObjectID('0xc', `0x2::coin_registry::CurrencyKey<${coinType}>`, Uint8Array.of(0)),
      symbol: 'SALT',
      decimals: 3,
    })
    // The `Currency` was received already, so it no longer exists.
    await expect(world.send(registration(coinType, done))).rejects.toThrow(/find the referenced object/)
  })

  test('shows a transaction before it is final, but lists it only afterwards', async () => {
    world.node.holdFinality()
    const { digest } = succeeded(await world.send(pay(40)))
    const shown = async () => (await world.client.getTransaction({ digest })).Transaction
    const listed = async () => await world.client.listTransactions({ filter: { sender: world.address } })
    expect(await shown()).toMatchObject({ checkpoint: null, timestampMs: null })
    expect((await listed()).transactions).toEqual([])
    world.node.releaseFinality()
    expect(await shown()).toMatchObject({ checkpoint: '1', timestampMs: START })
    expect((await listed()).transactions).toHaveLength(1)
  })

  test('lists events page by page, each once', async () => {
    const { vaultId } = await world.openVault(100n)
    const transaction = new Transaction()
    for (const nonce of [1, 2, 3, 4, 5]) await world.addClaim(transaction, { vaultId, nonce })
    succeeded(await world.send(transaction))
    const eventType = `${world.node.packageId}::drop::Claimed<${PEPPER}>`
    const pages: number[] = []
    let after: string | null = null
    for (;;) {
      const page = await world.client.listEvents({ filter: { eventType }, limit: 2, ...(after && { after }) })
      pages.push(page.events.length)
      after = page.endCursor
      if (!page.hasNextPage) break
    }
    expect(pages).toEqual([2, 2, 1])
  })

  test('lists transactions by affected address, in both orders', async () => {
    const other = `0x${'c3'.repeat(32)}`
    for (const [amount, to] of [
      [1, WALLET],
      [2, other],
      [3, WALLET],
    ] as const) {
      succeeded(await world.send(pay(amount, to)))
    }
    const list = async (ordering: GrpcTypes.Ordering) => {
      const address = WALLET
      const call = world.client.ledgerService.listTransactions({
        readMask: { paths: ['digest', 'balance_changes'] },
        filter: {
          terms: [
            {
              literals: [
                {
                  negated: false,
                  predicate: { oneofKind: 'affectedAddress', affectedAddress: { address } },
                },
              ],
            },
          ],
        },
        options: { ordering },
      })
      const amounts: unknown[] = []
      let end: GrpcTypes.QueryEnd | undefined
      for await (const frame of call.responses) {
        const change = frame.transaction?.balanceChanges.find((one) => one.address === WALLET)
        if (change !== undefined) amounts.push(change.amount)
        // Fields that were not requested are missing.
        expect(frame.transaction?.effects).toBeUndefined()
        end = frame.end ?? end
      }
      expect(end?.reason).toBe(GrpcTypes.QueryEndReason.LEDGER_TIP)
      return amounts
    }
    expect(await list(GrpcTypes.Ordering.ASCENDING)).toEqual(['1', '3'])
    expect(await list(GrpcTypes.Ordering.DESCENDING)).toEqual(['3', '1'])
  })

  describe('told to fail', () => {
    const method = 'ExecuteTransaction'

    test('loses a request, and nothing is done', async () => {
      const bytes = await built(pay(40))
      world.node.setFault({ method, fault: { kind: 'lost_request' } })
      await expect(world.sendBytes(bytes)).rejects.toMatchObject({ code: 'INTERNAL' })
      expect(world.node.transactions()).toHaveLength(0)
      succeeded(await world.sendBytes(bytes))
    })

    test('loses the answer to a transaction that ran', async () => {
      const bytes = await built(pay(40))
      world.node.setFault({ method, fault: { kind: 'lost_reply' } })
      await expect(world.sendBytes(bytes)).rejects.toMatchObject({ code: 'INTERNAL' })
      expect(await world.balanceOf(WALLET)).toBe(40n)
      succeeded(await world.sendBytes(bytes))
      expect(world.node.transactions()).toHaveLength(1)
    })

    test('is down until it is restored, and counts the requests', async () => {
      world.node.down()
      await expect(world.balanceOf(WALLET)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      world.node.up()
      expect(await world.balanceOf(WALLET)).toBe(0n)
      expect(world.node.calls('GetBalance')).toBe(2)
    })

    test('fails the call that was ordered, and no other', async () => {
      world.node.setFault({ method: 'GetBalance', fault: { kind: 'garbage' }, nth: 2, times: 2 })
      const kinds: string[] = []
      for (let n = 0; n < 4; n++) {
        await world.balanceOf(WALLET).then(
          () => kinds.push('answered'),
          () => kinds.push('failed'),
        )
      }
      expect(kinds).toEqual(['answered', 'failed', 'failed', 'answered'])
    })

    test('hangs until the caller gives up', async () => {
      world.node.setFault({ method: 'GetBalance', fault: { kind: 'hanging' } })
      const signal = AbortSignal.timeout(50)
      const asked = world.client.getBalance({ owner: WALLET, signal })
      await expect(asked).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' })
    })

    test('repeats streamed items', async () => {
      await world.openVault(1n)
      world.node.setFault({ method: 'ListEvents', fault: { kind: 'wrong_answer', change: twice } })
      const { events } = await world.client.listEvents({
        filter: { emitModule: `${world.node.packageId}::drop` },
      })
      expect(events).toHaveLength(2)
    })
  })
})
