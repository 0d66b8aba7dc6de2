import { type Address, amountOf, type Chain, type TransactionOutcome } from '@dropkit/core'
import { createRecordingLog, sampleAddress } from '@dropkit/testing'
import type { GrpcTypes } from '@mysten/sui/grpc'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ChangeAnswer } from '../../test/loopback-node/grpc-answers.ts'
import type { LoopbackNodeOptions } from '../../test/loopback-node/loopback-node.ts'
import {
  addressFor,
  done,
  LIMITS,
  type OpenedVault,
  openSuiWorld,
  openVault,
  operator,
  PEPPER,
  prepared,
  realTime,
  type SuiWorld,
  signedVoucher,
  treasury,
  unwrap,
} from '../../test/sui-fixture.ts'
import { createSuiWallets, type SuiWallets } from '../../test/sui-wallets.ts'
import { guardCalls } from './chain-calls.ts'
import { createSuiChain } from './sui-chain.ts'

/** Each run reads the whole ledger over a socket, with failures. */
const numRuns = Math.min(Math.ceil(Number(process.env['PROPERTY_RUNS'] ?? 500) / 25), 100)

async function openWorld(options: LoopbackNodeOptions = {}): Promise<SuiWorld & { wallets: SuiWallets }> {
  const world = await openSuiWorld({ gasCost: 0n, ...options })
  onTestFinished(() => world.close())
  return { ...world, wallets: createSuiWallets(world.node, world.options.client, [operator, treasury]) }
}

async function deliver(world: SuiWorld, vault: OpenedVault, nonces: readonly number[]): Promise<string> {
  const vouchers = await Promise.all(
    nonces.map((nonce) => signedVoucher(world, vault, { amount: 1n, nonce })),
  )
  const transaction = await prepared(world.chain, {
    kind: 'deliver_claims',
    coinType: vault.coinType,
    vouchers,
  })
  unwrap(await world.chain.submit(transaction))
  return transaction.digest
}

interface Page<Item> {
  readonly items: readonly Item[]
  readonly cursor: string | null
}

/** Reads until there is nothing more. `read` returns null if the node fails. */
async function readAll<Item>(
  read: (cursor: string | null) => Promise<Page<Item> | null>,
): Promise<readonly Item[]> {
  const all: Item[] = []
  let cursor: string | null = null
  for (let failures = 0; failures < 100; ) {
    const page: Page<Item> | null = await read(cursor)
    if (page === null) {
      failures++
      continue
    }
    if (page.items.length === 0 && page.cursor === cursor) break
    all.push(...page.items)
    cursor = page.cursor
  }
  return all
}

const noncesOf = (chain: Chain, limit: number) =>
  readAll(async (cursor) => {
    const answer = await chain.claimsAfter(cursor, limit)
    return answer.ok
      ? { items: answer.value.claims.map(({ nonce }) => nonce), cursor: answer.value.cursor }
      : null
  })

describe('what the chain shows', () => {
  test('is not final before it is in a checkpoint, and is nowhere until then', async () => {
    const world = await openWorld()
    const vault = await openVault(world, 100n)
    await deliver(world, vault, [1])
    world.node.holdFinality()
    const digest = await deliver(world, vault, [2])
    expect(unwrap(await world.chain.outcome(digest))).toEqual({ kind: 'pending' })
    const seen = unwrap(await world.chain.claimsAfter(null, 10))
    expect(seen.claims.map(({ nonce }) => nonce)).toEqual([1])
    world.node.releaseFinality()
    expect(unwrap(await world.chain.outcome(digest)).kind).toBe('succeeded')
    const then = unwrap(await world.chain.claimsAfter(seen.cursor, 10))
    expect(then.claims.map(({ nonce, txHash }) => [nonce, txHash])).toEqual([[2, digest]])
  })

  test('is of a time that has settled: a voucher is not lost while a claim may be on its way', async () => {
    const world = await openWorld()
    const vault = await openVault(world, 100n)
    const { expiresAt } = await signedVoucher(world, vault, { amount: 1n, nonce: 1 })
    world.node.holdFinality()
    world.node.advance(expiresAt - world.node.now() + 60_000)
    const early = unwrap(await world.chain.usedNonces(vault.dropObjectId, [1]))
    expect(early.chainTime).toBeLessThan(expiresAt)
    world.node.releaseFinality()
    const late = unwrap(await world.chain.usedNonces(vault.dropObjectId, [1]))
    expect(late.chainTime).toBeGreaterThan(expiresAt)
  })

  test('says nothing of the loss of a transaction while its epoch goes on', async () => {
    const world = await openWorld()
    const vault = await openVault(world, 100n)
    const voucher = await signedVoucher(world, vault, { amount: 1n, nonce: 1 })
    const transaction = await prepared(world.chain, {
      kind: 'deliver_claims',
      coinType: vault.coinType,
      vouchers: [voucher],
    })
    const timeOfAbsence = async () => {
      const outcome = unwrap(await world.chain.outcome(transaction.digest))
      return outcome.kind === 'absent' ? outcome.chainTime : outcome.kind
    }
    world.node.advance(transaction.expiresAt - world.node.now() - 60_000)
    expect(await timeOfAbsence()).toBeLessThan(transaction.expiresAt)
    world.node.advance(61_000)
    expect(await timeOfAbsence()).toBeGreaterThanOrEqual(transaction.expiresAt)
  })

  test('says nothing of a transaction that is missing on a node in an earlier epoch', async () => {
    const [world, behind] = [await openWorld(), await openWorld()]
    world.node.endEpoch()
    const { ledgerService } = behind.options.client
    vi.spyOn(world.options.client.ledgerService, 'getTransaction').mockImplementation((...asked) =>
      ledgerService.getTransaction(...asked),
    )
    const outcome = async () => unwrap(await world.chain.outcome('5'.repeat(43)))
    expect(await outcome()).toEqual({ kind: 'absent', chainTime: 0 })
    behind.node.endEpoch()
    expect(await outcome()).toEqual({ kind: 'absent', chainTime: expect.toSatisfy((time) => time > 0) })
  })

  test('finds no transaction for an invalid hash', async () => {
    const { chain } = await openWorld()
    for (const text of ['', 'x', '0'.repeat(44), '1'.repeat(100)]) {
      expect(unwrap(await chain.outcome(text))).toEqual({ kind: 'absent', chainTime: 0 })
    }
  })

  test('names the abort of a failed transaction', async () => {
    const world = await openWorld()
    const vault = await openVault(world, 100n)
    const voucher = await signedVoucher(world, vault, { amount: 1n, nonce: 1 })
    const action = { kind: 'deliver_claims', coinType: vault.coinType, vouchers: [voucher] } as const
    const [first, second] = [await prepared(world.chain, action), await prepared(world.chain, action)]
    for (const transaction of [first, second]) unwrap(await world.chain.submit(transaction))
    const outcome = unwrap(await world.chain.outcome(second.digest))
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^ENonceUsed: /) })
  })
})

test('a transaction that cannot be read is not known, the reason names it, and the log says why', async () => {
  const world = await openWorld()
  const log = createRecordingLog()
  const chain = createSuiChain({ ...world.options, log })
  const digest = await deliver(world, await openVault(world, 100n), [1])
  const change: ChangeAnswer = (messages) => {
    const [answer] = messages as [GrpcTypes.GetTransactionResponse]
    for (const event of answer.transaction?.events?.events ?? [])
      event.contents = { value: Uint8Array.of(1, 2, 3) }
    return messages
  }
  world.node.setFault({ method: 'GetTransaction', fault: { kind: 'wrong_answer', change } })
  expect(await chain.outcome(digest, { isOurs: true })).toEqual({
    ok: false,
    error: { kind: 'chain_unavailable', reason: `the transaction ${digest} cannot be read` },
  })
  expect(log.lines).toMatchObject([
    { level: 'error', message: 'a transaction cannot be read', fields: { digest }, cause: expect.any(Error) },
  ])
  expect(unwrap(await world.chain.outcome(digest, { isOurs: true })).kind).toBe('succeeded')
})

describe('claims that are watched', () => {
  test('arrive once each, in order, for any page size of the node and any number of failures', async () => {
    const world = await openWorld({ maxPageItems: 3, maxScanned: 4 })
    const vault = await openVault(world, 1_000n)
    const batches = [[1, 2, 3, 4, 5], [6], [7, 8], [9], [10, 11, 12]]
    for (const batch of batches) {
      await deliver(world, vault, batch)
      await openVault(world, 0n)
    }
    const all = batches.flat()
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 14 }),
        fc.array(
          fc.record({
            nth: fc.integer({ min: 1, max: 12 }),
            kind: fc.constantFrom('lost_request', 'lost_reply', 'unavailable', 'garbage'),
          }),
          { maxLength: 4 },
        ),
        async (limit, faults) => {
          world.node.clearFaults()
          for (const { nth, kind } of faults) {
            world.node.setFault({ method: 'ListTransactions', fault: { kind }, nth })
          }
          expect(await noncesOf(world.openServer(), limit)).toEqual(all)
        },
      ),
      { numRuns },
    )
  })
})

describe('payments to a treasury that is the operator as well', () => {
  test('include only payments of other wallets', async () => {
    const world = await openWorld()
    const { treasury: _, ...options } = world.options
    const chain = createSuiChain(options)
    const one = { ...world, chain }
    expect(chain.treasuryAddress).toBe(chain.operatorAddress)
    const vault = await openVault(one, 100n)
    await deliver(one, vault, [1, 2])
    await done(chain, { kind: 'close_vault', ...vault })
    const payer = world.wallets.newWallet()
    world.node.faucet(payer, PEPPER, 70n)
    const pay = (amount: bigint, to: Address, memo: string | null) =>
      world.wallets.transfer(payer, to, PEPPER, amountOf(amount), memo)
    await pay(30n, addressFor(treasury), 'pi_0')
    const paid = [await pay(5n, chain.treasuryAddress, null), await pay(8n, chain.treasuryAddress, 'pi_1')]
    const { payments } = unwrap(await chain.paymentsAfter(null, 10))
    expect(payments.map(({ from, amount, memo }) => [from, amount, memo])).toEqual([
      [payer, 5n, null],
      [payer, 8n, 'pi_1'],
    ])
    expect(payments.map(({ txHash }) => ({ kind: 'succeeded', txHash }))).toEqual(paid)
  })
})

test('payments are found although the node does not know the package', async () => {
  const world = await openWorld()
  const payer = world.wallets.newWallet()
  world.node.faucet(payer, PEPPER, 70n)
  await world.wallets.transfer(payer, world.chain.treasuryAddress, PEPPER, amountOf(30n), null)
  const chain = createSuiChain({ ...world.options, packageId: sampleAddress(0xdead) })
  expect(unwrap(await chain.paymentsFrom(payer, 10)).map(({ amount }) => amount)).toEqual([30n])
})

describe('a node that has pruned old transactions', () => {
  test('is read from its oldest checkpoint on, also by a server that started before', async () => {
    const world = await openWorld()
    const vault = await openVault(world, 100n)
    await deliver(world, vault, [1])
    const payer = world.wallets.newWallet()
    expect(unwrap(await world.chain.paymentsFrom(payer, 10))).toEqual([])
    world.node.prune()
    world.node.faucet(payer, PEPPER, 70n)
    await world.wallets.transfer(payer, world.chain.treasuryAddress, PEPPER, amountOf(30n), null)
    expect(unwrap(await world.chain.paymentsFrom(payer, 10)).map(({ amount }) => amount)).toEqual([30n])
    expect(unwrap(await world.chain.claimsAfter(null, 10)).claims).toEqual([])
    await deliver(world, vault, [2])
    for (const chain of [world.chain, world.openServer()])
      expect(unwrap(await chain.claimsAfter(null, 10)).claims.map(({ nonce }) => nonce)).toEqual([2])
  })

  test('is no gap in the claims: they wait for a node that has what follows, and are all read there', async () => {
    const world = await openWorld()
    const vault = await openVault(world, 100n)
    await deliver(world, vault, [1])
    const { chain } = world
    const { cursor } = unwrap(await chain.claimsAfter(null, 1))
    await deliver(world, vault, [2])
    world.node.prune()
    await deliver(world, vault, [3])
    for (const isPolling of [true, false])
      expect(await chain.claimsAfter(cursor, 10, { isPolling })).toMatchObject({
        error: { kind: 'chain_unavailable', reason: expect.stringContaining('full history') },
      })
    world.node.unprune()
    const { claims } = unwrap(await chain.claimsAfter(cursor, 10))
    expect(claims.map(({ nonce }) => nonce)).toEqual([2, 3])
  })
})

test.each(['lost_request', 'lost_reply', 'unavailable'] as const)(
  'a node that fails by %s is down, also inside the errors of the client',
  async (kind) => {
    const world = await openWorld()
    const calls = guardCalls({ time: realTime, limits: { ...LIMITS, attempts: 1, failuresToOpen: 1 } })
    const chain = createSuiChain({ ...world.options, calls })
    world.node.down({ kind })
    expect(await chain.paymentsAfter(null, 10)).toMatchObject({ error: { kind: 'chain_unavailable' } })
    expect(calls.breaker()).toMatchObject({
      state: 'open',
      lastReason: expect.stringContaining('UNAVAILABLE'),
    })
  },
)

test('a delivery takes five requests to the node once the vault is known, because each costs a round trip', async () => {
  const world = await openWorld()
  const vault = await openVault(world, 100n)
  unwrap(await world.chain.usedNonces(vault.dropObjectId, [1]))
  await deliver(world, vault, [1])
  const methods = [
    'BatchGetObjects',
    'GetBalance',
    'SimulateTransaction',
    'ExecuteTransaction',
    'GetTransaction',
  ]
  const others = ['GetObject', 'GetEpoch', 'GetServiceInfo', 'ListOwnedObjects', 'ListBalances']
  const counts = (names: readonly string[]) => names.map((name) => world.node.calls(name))
  const before = { needed: counts(methods), other: counts(others) }
  unwrap(await world.chain.usedNonces(vault.dropObjectId, [2, 3]))
  const digest = await deliver(world, vault, [2, 3])
  expect(unwrap(await world.chain.outcome(digest, { isOurs: true })).kind).toBe('succeeded')
  expect(counts(methods)).toEqual(before.needed.map((count) => count + 1))
  expect(counts(others)).toEqual(before.other)
})

test('an idle server polls the ledger at most every five seconds, and at once after it used the chain', async () => {
  const world = await openWorld()
  const vault = await openVault(world, 100n)
  let idleMs = 0
  const options = { ...world.options, machineNow: () => Date.now() + idleMs, idlePollMs: 5_000 }
  const server = createSuiChain(options)
  const poll = () => server.claimsAfter(null, 10, { isPolling: true })
  unwrap(await poll())
  const before = world.node.calls('ListTransactions')
  for (; idleMs < 120_000; idleMs += 300) unwrap(await poll())
  expect(world.node.calls('ListTransactions') - before).toBeLessThan(80)
  const quiet = world.node.calls('ListTransactions')
  for (; idleMs < 180_000; idleMs += 300) unwrap(await poll())
  expect(world.node.calls('ListTransactions') - quiet).toBeLessThanOrEqual(13)
  await deliver({ ...world, chain: server }, vault, [1])
  expect(unwrap(await poll()).claims.map(({ nonce }) => nonce)).toEqual([1])
})

test('an idle server returns no claims only if it says that they are incomplete', async () => {
  const world = await openWorld()
  const vault = await openVault(world, 100n)
  let idleMs = 0
  const options = { ...world.options, machineNow: () => Date.now() + idleMs, idlePollMs: 5_000 }
  const server = createSuiChain(options)
  const poll = () => server.claimsAfter(null, 10, { isPolling: true })
  idleMs = 60_000
  expect(unwrap(await poll())).toMatchObject({ claims: [], completeUntil: null })
  await deliver(world, vault, [1])
  expect(unwrap(await poll())).toEqual({ claims: [], cursor: null, completeUntil: null })
  idleMs += 6_000
  world.node.setFault({ method: 'ListTransactions', fault: { kind: 'unavailable' }, nth: 1, times: 1_000 })
  for (const _ of [1, 2]) expect((await poll()).ok, 'a failed poll is repeated').toBe(false)
  world.node.clearFaults()
  expect(unwrap(await server.claimsAfter(null, 10))).toMatchObject({
    claims: [{}],
    completeUntil: expect.any(Number),
  })
})

describe('while the objects of a drop are congested', () => {
  test('a transaction offers the price that the node suggests', async () => {
    const world = await openWorld()
    const vault = await openVault(world, 100n)
    world.node.congest(2_500n, 'lowest_price')
    await deliver(world, vault, [1])
    expect(world.node.transactions().at(-1)?.data.gasData.price).toBe('2500')
    expect(unwrap(await world.chain.claimsAfter(null, 10)).claims.map(({ nonce }) => nonce)).toEqual([1])
  })

  test('a cancelled transaction is rebuilt with a higher gas price until it succeeds', async () => {
    const world = await openWorld()
    const vault = await openVault(world, 100n)
    world.node.congest(2_000n, 'reference_price')
    const outcomes: TransactionOutcome[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      const digest = await deliver(world, vault, [1])
      outcomes.push(unwrap(await world.chain.outcome(digest)))
    }
    const cancelled = { kind: 'failed', isCongestion: true }
    expect(outcomes).toMatchObject([cancelled, cancelled, { kind: 'succeeded' }])
    expect(
      world.node
        .transactions()
        .slice(-3)
        .map(({ data }) => data.gasData.price),
    ).toEqual(['1000', '1500', '2000'])
  })
})

test('requests that users cause pause apart from those of the service', async () => {
  const world = await openWorld()
  const vault = await openVault(world, 100n)
  const payer = world.wallets.newWallet()
  world.node.faucet(payer, PEPPER, 70n)
  const paid = await world.wallets.transfer(payer, addressFor(treasury), PEPPER, amountOf(5n), 'memo')
  const asked: string[] = []
  const calls = guardCalls({ time: realTime, limits: LIMITS })
  const chain = createSuiChain({
    ...world.options,
    calls: {
      ...calls,
      ask(name, call) {
        asked.push(`${name} for the service`)
        return calls.ask(name, call)
      },
      askForUser(name, call) {
        asked.push(name)
        return calls.askForUser(name, call)
      },
    },
  })
  const hash = '5'.repeat(43)
  unwrap(await chain.outcome(hash))
  unwrap(await chain.outcome(paid.kind === 'succeeded' ? paid.txHash : ''))
  unwrap(await chain.paymentsFrom(payer, 1))
  unwrap(await chain.coin(`${sampleAddress(0xc)}::unknown::UNKNOWN`))
  unwrap(await chain.vaults([vault.dropObjectId], { isForUser: true }))
  const payment = { coinType: PEPPER, amount: amountOf(1n), to: addressFor(treasury), memo: 'memo' }
  unwrap(await chain.preparePayment(payment, payer))
  unwrap(await chain.prepareDeposit(vault, amountOf(1n), payer))
  const voucher = await signedVoucher(world, vault, { amount: 1n, nonce: 1 })
  unwrap(await chain.prepareClaim(voucher, vault.coinType, payer))
  const names = ['epoch', 'transaction', 'service info', 'events', 'payments of a wallet', 'coin', 'vaults']
  expect(asked).toEqual(expect.arrayContaining([...names, 'balance', 'build', 'vault_handle']))
  expect(asked.filter((name) => name.endsWith('for the service'))).toEqual([])
  unwrap(await chain.outcome(hash, { isOurs: true }))
  unwrap(await chain.vaults([vault.dropObjectId]))
  expect(asked).toEqual(expect.arrayContaining(['transaction for the service', 'vaults for the service']))
})

test("a user's look-up makes only the vaults be read again that its transaction changed", async () => {
  const world = await openWorld()
  const [changed, other] = [await openVault(world, 100n), await openVault(world, 100n)]
  const voucher = await signedVoucher(world, changed, { amount: 1n, nonce: 1 })
  const options = { ...world.options, machineNow: () => 1 }
  const chain = createSuiChain(options)
  const balances = async () => {
    const ids = [changed.dropObjectId, other.dropObjectId]
    const read = [await chain.vaults(ids), await chain.vaults(ids, { isForUser: true })]
    return read.map((answer) => [...unwrap(answer).values()].map(({ balance }) => balance))
  }
  await balances()
  const sent = await world.wallets.claim(voucher)
  expect(await balances()).toEqual([
    [100n, 100n],
    [100n, 100n],
  ])
  await deliver(world, other, [1])
  unwrap(await chain.outcome(sent.kind === 'succeeded' ? sent.txHash : ''))
  expect(await balances()).toEqual([
    [99n, 100n],
    [99n, 100n],
  ])
})
