import {
  createTestPorts,
  sampleDrop,
  sampleToken,
  sampleUser,
  type TestPorts,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Address } from '../../domain/address.ts'
import { amountOf } from '../../domain/amount.ts'
import type { FactRequest } from '../../domain/gating/rule-kind.ts'
import type { OwnFacts } from '../../ports/index.ts'
import { createOutsideFacts, FACTS_LIFETIME_MS, type FactsAge, type OutsideFacts } from './outside-facts.ts'

const FRESH_MS = 1_000
const COIN = `0x${'7'.padStart(64, '0')}::club::CLUB`
const BALANCE: FactRequest = { source: 'balance', subject: COIN }
const STEPS: FactRequest = { source: 'own:steps', subject: 'today' }
const [WALKER, SITTER, STRANGER] = [testWallet(1), testWallet(2), testWallet(3)]
const drop = sampleDrop(sampleToken(sampleUser(1), 1), 1)

let ports: TestPorts
let facts: OutsideFacts
/** The wallets of each question that the chain is asked. */
let asked: (readonly Address[])[]

const gather = (wallet: Address, age: FactsAge = 'kept', request = BALANCE) =>
  facts.gather(drop, [request], wallet, age)

beforeEach(() => {
  ports = createTestPorts()
  facts = createOutsideFacts(ports)
  asked = []
  const { balances } = ports.chain
  vi.spyOn(ports.chain, 'balances').mockImplementation((coinType, wallets) => {
    asked.push(wallets)
    return balances(coinType, wallets)
  })
})

describe('the chain’s facts about a wallet', () => {
  test('are cached for ten seconds, separately for each wallet', async () => {
    await gather(WALKER)
    await gather(SITTER)
    ports.clock.advance(FACTS_LIFETIME_MS - 1)
    for (const wallet of [WALKER, SITTER]) await gather(wallet)
    expect(asked).toEqual([[WALKER], [SITTER]])
    ports.clock.advance(1)
    await gather(WALKER)
    expect(asked).toEqual([[WALKER], [SITTER], [WALKER]])
  })

  test('is fresh for less than a second', async () => {
    expect((await gather(WALKER)).isFresh).toBe(true)
    ports.clock.advance(FRESH_MS - 1)
    expect((await gather(WALKER)).isFresh).toBe(true)
    ports.clock.advance(1)
    expect((await gather(WALKER)).isFresh).toBe(false)
    expect((await gather(WALKER, 'fresh')).isFresh).toBe(true)
    expect(asked).toHaveLength(2)
  })

  test('are read once for simultaneous requests about the same wallet', async () => {
    ports.memoryChain.wallet.faucet(SITTER, COIN, amountOf(7n))
    const answers = await Promise.all([WALKER, SITTER, SITTER, STRANGER].map((wallet) => gather(wallet)))
    expect(asked).toEqual([[WALKER], [SITTER, STRANGER]])
    expect(answers.map(({ values }) => [...values.values()])).toEqual([[0n], [7n], [7n], [0n]])
  })

  test('are read again after a failed read', async () => {
    ports.memoryChain.setOutage('down')
    expect((await gather(WALKER)).values.size).toBe(0)
    ports.memoryChain.setOutage(null)
    expect((await gather(WALKER)).values.size).toBe(1)
  })
})

describe('facts of a custom source', () => {
  const useSource = (ownFacts: OwnFacts | undefined) => {
    facts = createOutsideFacts({ ...ports, ownFacts })
  }
  const stepsOf = async (wallet: Address) => [...(await gather(wallet, 'kept', STEPS)).values.values()]

  test('count for the wallets in its answer only', async () => {
    useSource({ ask: async () => new Map([[WALKER, 12_000n]]) })
    const answers = await Promise.all([SITTER, STRANGER, WALKER].map(stepsOf))
    expect(answers).toEqual([[], [], [12_000n]])
    expect(ports.log.lines).toEqual([])
  })

  test('are missing, without an error, if there is no source', async () => {
    useSource(undefined)
    expect(await stepsOf(WALKER)).toEqual([])
    expect(ports.log.lines).toEqual([])
  })

  test('are missing while it fails, which is logged with the request', async () => {
    useSource({
      ask: async () => {
        throw new Error('no answer')
      },
    })
    expect(await stepsOf(WALKER)).toEqual([])
    expect(ports.log.lines).toMatchObject([{ fields: { ...STEPS, wallets: 1 } }])
  })
})
