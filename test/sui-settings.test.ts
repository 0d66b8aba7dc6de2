// The effects of the Sui settings, and of the store, on a whole server. The parts have their own tests.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from '@mysten/sui/transactions'
import { toBase64 } from '@mysten/sui/utils'
import { afterEach, expect, it } from 'vitest'
import { CREATE_DROP, soon } from './end-to-end/world.ts'
import { readSnapshot } from './support/ledger-rows.ts'
import type { Environment } from './support/server.ts'
import { claimTransaction, deployToken, type Sui, startSui } from './support/sui.ts'

const SETTLED_MS = 40_000
/** For its first ten idle seconds, a server reads as often as a busy one, and then less and less often. */
const UNTIL_IDLE_MS = 16_000
/** The gas price of the loopback node. */
const REFERENCE_GAS_PRICE = 1_000n

let sui: Sui | undefined
afterEach(async () => {
  await sui?.stop()
  sui = undefined
})

const start = async (env: Environment): Promise<Sui> => {
  sui = await startSui({ env })
  return sui
}

const launch = async ({ world }: Sui, existingTokenId: string): Promise<string> => {
  const input = { title: 'Pepper', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100', tokenAmount: '10' }
  return (await world.ask(CREATE_DROP, { input: { ...input, existingTokenId } })).createDrop.id
}

it('SUI_LOW_BALANCE_MIST is the balance below which the log warns', async () => {
  const { server } = await start({ SUI_LOW_BALANCE_MIST: '900000000000000', LOG_LEVEL: 'warn' })
  const log = () => server.output() + server.errorOutput()
  await soon(async () => expect(log()).toContain('has little SUI left for gas'), SETTLED_MS)
})

it('SUI_IDLE_POLL_MS is how seldom an idle server reads the ledger', async () => {
  const readsOf = async (idlePollMs: string): Promise<number> => {
    const { node, stop } = await startSui({ env: { SUI_IDLE_POLL_MS: idlePollMs } })
    const reads = () => node.calls('ListTransactions') + node.calls('ListEvents')
    try {
      await sleep(UNTIL_IDLE_MS)
      const before = reads()
      await sleep(4_000)
      return reads() - before
    } finally {
      await stop()
    }
  }
  const [often, seldom] = await Promise.all([readsOf('0'), readsOf('60000')])
  expect(often).toBeGreaterThan(2 * seldom)
})

it('SUI_GAS_PRICE_CEILING_PERCENT limits the price to the reference price on a congested node', async () => {
  const open = await start({ SUI_GAS_PRICE_CEILING_PERCENT: '100' })
  const token = await deployToken(open)
  open.node.congest(2n * REFERENCE_GAS_PRICE, 'lowest_price')
  const dropId = await launch(open, token.id)
  const pricesPaid = () =>
    open.node
      .transactions()
      .filter(({ sender }) => sender === open.operator)
      .map(({ data }) => BigInt(data.gasData.price ?? 0))
  const asked = pricesPaid().length
  await soon(async () => expect(pricesPaid().length).toBeGreaterThan(asked), SETTLED_MS)
  open.node.congest(0n, 'reference_price')
  await soon(
    async () => expect(await open.world.drop(dropId)).toMatchObject({ tokenBalance: '100' }),
    SETTLED_MS,
  )
  expect(new Set(pricesPaid())).toEqual(new Set([REFERENCE_GAS_PRICE]))
})

it.each([
  [{ SUI_SPONSOR_BUDGET_MIST: '0' }, [404], 'set CHAIN=sui and SUI_SPONSOR_BUDGET_MIST'],
  [
    { SUI_SPONSOR_BUDGET_MIST: '1' },
    [503],
    'The gas of all that is paid for in a day (1 MIST) is used up until midnight UTC',
  ],
  [
    { SUI_SPONSOR_BUDGET_MIST: '1000000000', SUI_SPONSOR_DROP_BUDGET_MIST: '1' },
    [503],
    'The gas of one drop that is paid for in a day (1 MIST) is used up until midnight UTC',
  ],
  [
    { SUI_SPONSOR_BUDGET_MIST: '1000000000', SUI_SPONSOR_WALLET_BUDGET_MIST: '1' },
    [503],
    'The gas of one wallet that is paid for in a day (1 MIST) is used up until midnight UTC',
  ],
])('with %o a claim without gas is refused by that limit', async (env, [status], error) => {
  const open = await start(env)
  const { world, client } = open
  const dropId = await launch(open, (await deployToken(open)).id)
  await soon(async () => expect(await world.drop(dropId)).toMatchObject({ tokenBalance: '100' }), SETTLED_MS)
  const senderAddress = world.wallet()
  const claim: Transaction = await claimTransaction(
    open,
    senderAddress,
    await world.claim(dropId, senderAddress),
  )
  const kind = await claim.build({ client, onlyTransactionKind: true })
  const answer = await fetch(`${open.server.url}/drops/${dropId}/sponsor`, {
    method: 'POST',
    headers: { authorization: `Bearer ${open.server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ senderAddress, transactionKindBytes: toBase64(kind) }),
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    status,
    { error: expect.stringContaining(error) },
  ])
})

it('a server stores the gathering of its coins, so that others finish it', async () => {
  const open = await start({})
  const { node, server, world } = open
  const token = await deployToken(open)
  const before = node.calls('ExecuteTransaction')
  node.setFault({ method: 'ExecuteTransaction', fault: { kind: 'lost_request' }, times: 100 })
  const dropId = await launch(open, token.id)
  await soon(async () => expect(node.calls('ExecuteTransaction')).toBeGreaterThan(before), SETTLED_MS)
  const gatherings = () =>
    readSnapshot(server.databaseUrl, (query) =>
      query('select key from key_values where key like $1', 'sui/gathering/%'),
    )
  expect(await gatherings()).toHaveLength(1)
  node.clearFaults()
  await soon(async () => expect(await world.drop(dropId)).toMatchObject({ tokenBalance: '100' }), SETTLED_MS)
  expect(await gatherings()).toEqual([])
})
