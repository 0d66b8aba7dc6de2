// Many random claims on Sui need few transactions, and no wallet is paid twice.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CREATE_DROP, type Data, soon } from './end-to-end/world.ts'
import { ask } from './support/http.ts'
import { claimsOnChain, deployToken, type Sui, startSui } from './support/sui.ts'

const CLAIMS = 1_000
const POOL = 1_000_000
const MOST_TRANSACTIONS = 4
const REFERENCE_GAS_PRICE = 1_000
const CLAIMS_PER_REQUEST = 50
const SETTLED_MS = 90_000

const wallets = Array.from({ length: CLAIMS }, (_, n) => `0x${(n + 0x1000).toString(16).padStart(64, '0')}`)
const claimAll = (dropId: string, some: readonly string[]): string =>
  `mutation { ${some
    .map((wallet, n) => {
      const input = `{ dropId: "${dropId}", userAddress: "${wallet}" }`
      return `c${n}: claimRandomDrop(input: ${input}) { success claimedAmount }`
    })
    .join(' ')} }`

let sui: Sui
beforeAll(async () => {
  sui = await startSui({ database: 'postgres' })
})
afterAll(() => sui?.stop())

async function launch(existingTokenId: string, pool: number, claims: number): Promise<string> {
  const standard = { type: 'TOKEN', claimType: 'REGULAR', tokenAmount: '0' }
  const title = `Pepper for ${claims}`
  const input = { title, existingTokenId, maxAmount: String(pool), supply: claims, ...standard }
  const dropId = (await sui.world.ask(CREATE_DROP, { input })).createDrop.id
  const tokenBalance = String(pool)
  await soon(async () => expect(await sui.world.drop(dropId)).toMatchObject({ tokenBalance }), SETTLED_MS)
  return dropId
}

/** The owner's list of claims, with wallet, amount, status and transaction. */
async function readReport(dropId: string) {
  const { text } = await ask(`${sui.server.url}/drops/${dropId}/claims.csv`, { key: sui.server.apiKey })
  const rows = text.trimEnd().split('\r\n').slice(1)
  return rows.map((row) => {
    const [, , wallet = '', amount = '', status, , , , txHash = ''] = row.split(',')
    return { wallet, amount: BigInt(amount), status, txHash }
  })
}

const expectAllConfirmed = (dropId: string) =>
  soon(async () => {
    const statuses = (await readReport(dropId)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set(['CONFIRMED']))
  }, SETTLED_MS)

it(`${CLAIMS} random claims are delivered in ${MOST_TRANSACTIONS} transactions, each paid once`, async () => {
  const token = await deployToken(sui, { supply: String(POOL) })
  const dropId = await launch(token.id, POOL, CLAIMS)

  // Claims accumulate while the node is down, so that the number of transactions does not depend on timing.
  sui.node.down()
  const drawn = new Map<string, bigint>()
  for (let from = 0; from < CLAIMS; from += CLAIMS_PER_REQUEST) {
    const some = wallets.slice(from, from + CLAIMS_PER_REQUEST)
    const answers: Record<string, Data> = await sui.world.ask(claimAll(dropId, some))
    some.forEach((wallet, n) => {
      expect(answers[`c${n}`]).toMatchObject({ success: true })
      drawn.set(wallet, BigInt(answers[`c${n}`].claimedAmount))
    })
  }
  sui.node.up()

  await expectAllConfirmed(dropId)
  const report = await readReport(dropId)
  const paid = claimsOnChain(sui)
  expect(paid).toHaveLength(CLAIMS)
  expect(new Map(paid.map(({ claimer, amount }) => [claimer, amount]))).toEqual(drawn)
  const told = new Map(report.map(({ wallet, amount, txHash }) => [wallet, { amount, txHash }]))
  const shown = paid.map(({ claimer, amount, digest }) => [claimer, { amount, txHash: digest }] as const)
  expect(told).toEqual(new Map(shown))
  expect(new Set(paid.map(({ digest }) => digest)).size).toBeLessThanOrEqual(MOST_TRANSACTIONS)
  for (const [wallet, amount] of drawn) expect(await sui.balance(wallet, token.coinType)).toBe(amount)
  expect(await sui.world.drop(dropId)).toMatchObject({ tokenBalance: '0', claimCount: CLAIMS })
})

it('claims that were cancelled because of congestion are sent again whole, at a higher price', async () => {
  const many = 60
  const token = await deployToken(sui, { supply: String(POOL) })
  const dropId = await launch(token.id, POOL, many)
  sui.node.down()
  await sui.world.ask(claimAll(dropId, wallets.slice(0, many)))
  const before = sui.node.transactions().length
  sui.node.congest(BigInt(2 * REFERENCE_GAS_PRICE), 'reference_price')
  sui.node.up()
  await expectAllConfirmed(dropId)
  sui.node.congest(0n, 'reference_price')
  const deliveries = sui.node
    .transactions()
    .slice(before)
    .map(({ data }) => ({
      claims: data.commands.filter(({ MoveCall: call }) => call?.function === 'claim').length,
      price: Number(data.gasData.price),
    }))
  const prices = [1, 1.5, 2].map((factor) => factor * REFERENCE_GAS_PRICE)
  expect(deliveries).toEqual(prices.map((price) => ({ claims: many, price })))
})

it('two servers on one store open each vault once and pay each claim once', async () => {
  await sui.join()
  const token = await deployToken(sui, { symbol: 'SALT' })
  const few = wallets.slice(0, 40)
  const [before, sentBefore] = [claimsOnChain(sui).length, sui.node.transactions().length]
  const dropIds = await Promise.all(Array.from({ length: 5 }, () => launch(token.id, 1_000, few.length)))
  const halves = [few.slice(0, 20), few.slice(20)]
  await Promise.all(dropIds.flatMap((dropId) => halves.map((some) => sui.world.ask(claimAll(dropId, some)))))
  for (const dropId of dropIds) await expectAllConfirmed(dropId)

  const paid = claimsOnChain(sui).slice(before)
  expect(paid).toHaveLength(dropIds.length * few.length)
  expect(new Set(paid.map(({ vault, nonce }) => `${vault} ${nonce}`)).size).toBe(paid.length)
  expect(new Set(paid.map(({ vault }) => vault)).size).toBe(dropIds.length)
  expect(await sui.balance(sui.operator, token.coinType)).toBe(1_000_000n - 5_000n)
  const sent = sui.node.transactions().slice(sentBefore)
  const failed = sent.filter(({ failure }) => failure !== null)
  expect(failed).toEqual([])
})
