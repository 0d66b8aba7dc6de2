// Whatever happens to a call to the node: no wallet is paid twice, nothing is lost, and everything is settled in the end.
import { Transaction } from '@mysten/sui/transactions'
import { describe, expect, it } from 'vitest'
import { type Fault, twice } from '../packages/adapter-chain/test/loopback-node/faults.ts'
import { CREATE_DROP, type Data, soon, UPDATE_DROP } from './end-to-end/world.ts'
import { ask } from './support/http.ts'
import { readSent } from './support/ledger-rows.ts'
import {
  claimsOnChain,
  claimTransaction,
  deployToken,
  ONE_SUI,
  SUI,
  type Sui,
  startSui,
} from './support/sui.ts'

const SETTLED_MS = 60_000
const WALLETS = 5
const E_BAD_SIGNATURE = '2'

const BUY = `mutation ($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) {
  id recipientAddress amountAtomic
} }`
const INTENT = `query ($id: ID!) { paymentIntent(id: $id) {
  status txHash refunds { amountAtomic status txHash }
} }`
const REFUND = 'mutation ($input: ProcessRefundInput!) { processRefund(input: $input) { id } }'
const CLAIM_RANDOM = `mutation ($dropId: ID!, $userAddress: String!) {
  claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress }) { success code }
}`
const ROTATIONS = '{ events(types: ["drop.key_rotated"]) { id } }'
const CLAIMS =
  'query ($id: ID!) { drop(id: $id) { claims(limit: 200) { userAddress amount status txHash } } }'

const FAULTS: Readonly<Record<string, Fault>> = {
  // These take the longest, because each call waits for its timeout.
  'hangs before it is done': { kind: 'hanging' },
  'hangs after it was done': { kind: 'hanging_after' },
  'is lost on its way': { kind: 'lost_request' },
  'loses its reply': { kind: 'lost_reply' },
  'is answered by a 503': { kind: 'unavailable' },
  'is answered twice': { kind: 'wrong_answer', change: twice },
  'is answered by something else than a node': { kind: 'garbage' },
}

type Method = 'SimulateTransaction' | 'ExecuteTransaction' | 'GetTransaction' | 'ListTransactions'

/** The number of failing calls in a row. A read is tried three times before it fails. */
const timesOf = (method: Method, fault: Fault): number => {
  if (method === 'ExecuteTransaction' || fault.kind === 'wrong_answer') return 1
  if (fault.kind === 'hanging' || fault.kind === 'hanging_after') return method === 'ListTransactions' ? 2 : 1
  return 3
}

/** Runs a test with its own node, so that many tests can fail calls at the same time. */
async function withSui(act: (sui: Sui) => Promise<void>): Promise<void> {
  const sui = await startSui()
  try {
    await act(sui)
  } finally {
    await sui.stop()
  }
}

/** Acts while the next calls of each of these methods fail, and waits for the expected result. */
async function despite(
  { node }: Sui,
  fault: Fault,
  methods: readonly Method[],
  act: () => Promise<unknown>,
  comes: () => Promise<unknown>,
): Promise<void> {
  const orders = methods.map((method) => {
    const times = timesOf(method, fault)
    node.setFault({ method, fault, times })
    return { method, callsAtLeast: node.calls(method) + times }
  })
  await act()
  await soon(comes, SETTLED_MS)
  // A result may arrive by one method before the others are called: events may report a claim before its transaction is
  // read.
  await soon(async () => {
    for (const { method, callsAtLeast } of orders)
      expect(node.calls(method), method).toBeGreaterThanOrEqual(callsAtLeast)
  }, SETTLED_MS)
  node.clearFaults()
}

async function launch({ world }: Sui, existingTokenId: string, input: object): Promise<string> {
  const standard = { title: 'Pepper', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100' }
  return (await world.ask(CREATE_DROP, { input: { existingTokenId, ...standard, ...input } })).createDrop.id
}

const expectBalance = async ({ world }: Sui, dropId: string, tokenBalance: string) =>
  expect(await world.drop(dropId)).toMatchObject({ tokenBalance })

const sentFor = async ({ server }: Sui, dropIds: readonly string[]) =>
  (await Promise.all(dropIds.map((dropId) => readSent(server.databaseUrl, dropId)))).flat()

async function expectDelivered({ world }: Sui, dropId: string): Promise<void> {
  const { drop } = await world.ask(CLAIMS, { id: dropId })
  expect(drop.claims).toHaveLength(WALLETS)
  for (const { status } of drop.claims) expect(status).toBe('CONFIRMED')
}

/** Rotates a key. The rotation may finish immediately or continue in the background. */
async function rotate({ server }: Sui, dropId: string): Promise<void> {
  const body = { reason: 'it leaked' }
  const { status } = await ask(`${server.url}/drops/${dropId}/rotate-key`, { body, key: server.apiKey })
  expect([200, 503]).toContain(status)
}

/** A wallet that has paid an intent, and the intent. */
async function pay(sui: Sui, dropId: string) {
  const payer = await sui.wallet()
  const order = { dropId, walletAddress: payer.toSuiAddress(), paymentMethod: 'SUI' }
  const { createPaymentIntent: intent } = await sui.world.ask(BUY, { input: order })
  const transaction = new Transaction()
  const [coin] = transaction.splitCoins(transaction.gas, [transaction.pure.u64(intent.amountAtomic)])
  transaction.transferObjects([coin], intent.recipientAddress)
  const { digest } = await sui.execute(payer, transaction)
  return { payer, intent, digest }
}

const expectIntent = async ({ world }: Sui, id: string, expected: object) =>
  expect((await world.ask(INTENT, { id })).paymentIntent).toMatchObject(expected)

describe.concurrent('when a call to the node', () => {
  it.each(Object.entries(FAULTS))('%s, every user is paid exactly once', (_, fault) =>
    withSui(async (sui) => {
      const { world } = sui
      const token = await deployToken(sui)

      let randomId = ''
      await despite(
        sui,
        fault,
        ['SimulateTransaction', 'ExecuteTransaction'],
        async () => {
          randomId = await launch(sui, token.id, { tokenAmount: '0', supply: WALLETS })
        },
        () => expectBalance(sui, randomId, '100'),
      )
      const pricedId = await launch(sui, token.id, { tokenAmount: '10', price: 1 })
      await soon(() => expectBalance(sui, pricedId, '100'), SETTLED_MS)

      const claimers = Array.from({ length: WALLETS }, () => world.wallet())
      await despite(
        sui,
        fault,
        ['ExecuteTransaction', 'GetTransaction'],
        () =>
          Promise.all(
            claimers.map((userAddress) => world.ask(CLAIM_RANDOM, { dropId: randomId, userAddress })),
          ),
        () => expectDelivered(sui, randomId),
      )
      for (const { userAddress, amount } of (await world.ask(CLAIMS, { id: randomId })).drop.claims)
        expect(await sui.balance(userAddress, token.coinType)).toBe(BigInt(amount))

      let paid: Awaited<ReturnType<typeof pay>> | undefined
      await despite(
        sui,
        fault,
        ['ListTransactions'],
        async () => {
          paid = await pay(sui, pricedId)
        },
        async () => expectIntent(sui, paid?.intent.id, { status: 'CONFIRMED', txHash: paid?.digest }),
      )
      if (!paid) throw new Error('the payment was not sent')
      const { payer, intent } = paid
      const address = payer.toSuiAddress()

      const old = await world.claim(pricedId, address)
      await despite(
        sui,
        fault,
        ['ExecuteTransaction'],
        () => rotate(sui, pricedId),
        async () => expect((await world.ask(ROTATIONS)).events).toHaveLength(1),
      )
      const stale = await sui.executeUntried(payer, await claimTransaction(sui, address, old))
      expect(stale.failure?.abortCode).toBe(E_BAD_SIGNATURE)

      let granted: Data
      await despite(
        sui,
        fault,
        ['ListTransactions'],
        async () => {
          granted = await world.claim(pricedId, address)
          expect((await sui.execute(payer, await claimTransaction(sui, address, granted))).failure).toBeNull()
        },
        async () => expect(await world.statusOfClaim(granted.claim.id)).toBe('CONFIRMED'),
      )
      expect(await sui.balance(address, token.coinType)).toBe(10n)

      const before = await sui.balance(address, SUI)
      await despite(
        sui,
        fault,
        ['ExecuteTransaction', 'GetTransaction'],
        () => world.ask(REFUND, { input: { paymentIntentId: intent.id } }),
        () => expectIntent(sui, intent.id, { status: 'REFUNDED', refunds: [{ status: 'SUCCEEDED' }] }),
      )
      expect(await sui.balance(address, SUI)).toBe(before + ONE_SUI)

      const reserve = await sui.balance(sui.operator, token.coinType)
      await despite(
        sui,
        fault,
        ['ExecuteTransaction'],
        () => world.ask(UPDATE_DROP, { id: pricedId, input: { status: 'CANCELLED' } }),
        async () => expect(await sui.balance(sui.operator, token.coinType)).toBe(reserve + 90n),
      )
      await soon(async () => {
        const sent = await sentFor(sui, [randomId, pricedId])
        const states = new Map(Map.groupBy(sent, ({ state }) => state))
        expect(states.get('sent') ?? []).toEqual([])
        const done = states.get('succeeded')?.map(({ purpose }) => purpose) ?? []
        expect(done.filter((purpose) => purpose !== 'deliver_claims').toSorted()).toEqual([
          'close_vault',
          'open_vault',
          'open_vault',
          'refund',
          'rotate_key',
        ])
      }, SETTLED_MS)
      // The chain would reject a second payment of a voucher, but the service has not even attempted one.
      const refused = sui.node.transactions().filter(({ failure }) => failure !== null)
      expect(refused.map(({ digest }) => digest)).toEqual([stale.digest])
      expect(claimsOnChain(sui)).toHaveLength(WALLETS + 1)
      expect(sui.server.errorOutput()).not.toMatch(/"level":"(?:error|fatal)"/)
    }),
  )
})

describe.concurrent('a server that is killed while a transaction is on its way', () => {
  it.each([
    ['that the node has carried out', { kind: 'hanging_after' }],
    ['that the node has never had', { kind: 'hanging' }],
  ] satisfies [string, Fault][])('%s sends the same bytes again, and they take effect once', (_, fault) =>
    withSui(async (sui) => {
      const { world } = sui
      const token = await deployToken(sui)
      const randomId = await launch(sui, token.id, { tokenAmount: '0', supply: WALLETS })
      const pricedId = await launch(sui, token.id, { tokenAmount: '10', price: 1 })
      for (const id of [randomId, pricedId]) await soon(() => expectBalance(sui, id, '100'), SETTLED_MS)
      const { payer, intent } = await pay(sui, pricedId)
      await soon(() => expectIntent(sui, intent.id, { status: 'CONFIRMED' }), SETTLED_MS)
      const before = await sui.balance(payer.toSuiAddress(), SUI)

      // If coins had to be merged first, the call would hang in that step.
      sui.node.faucet(sui.treasury, SUI, ONE_SUI, 'balance')
      sui.node.setFault({ method: 'ExecuteTransaction', fault, times: 100 })
      const unsettled = async () =>
        (await sentFor(sui, [randomId, pricedId])).filter(({ state }) => state === 'sent')
      await Promise.all([
        ...Array.from({ length: WALLETS }, () =>
          world.ask(CLAIM_RANDOM, { dropId: randomId, userAddress: world.wallet() }),
        ),
        world.ask(REFUND, { input: { paymentIntentId: intent.id } }),
      ])
      await soon(
        async () =>
          expect((await unsettled()).map(({ purpose }) => purpose).toSorted()).toEqual([
            'deliver_claims',
            'refund',
          ]),
        SETTLED_MS,
      )
      await sui.crash()
      const unfinished = await unsettled()
      sui.node.clearFaults()
      await sui.start()

      await soon(() => expectDelivered(sui, randomId), SETTLED_MS)
      await soon(() => expectIntent(sui, intent.id, { status: 'REFUNDED' }), SETTLED_MS)
      const { drop } = await world.ask(CLAIMS, { id: randomId })
      const hashes = new Set(drop.claims.map(({ txHash }: Data) => txHash))
      for (const { purpose, digest } of unfinished) {
        if (purpose === 'deliver_claims') expect(hashes).toContain(digest)
        else await expectIntent(sui, intent.id, { refunds: [{ status: 'SUCCEEDED', txHash: digest }] })
      }
      for (const { userAddress, amount } of drop.claims)
        expect(await sui.balance(userAddress, token.coinType)).toBe(BigInt(amount))
      expect(await sui.balance(payer.toSuiAddress(), SUI)).toBe(before + ONE_SUI)
      expect(claimsOnChain(sui)).toHaveLength(WALLETS)
    }),
  )
})
