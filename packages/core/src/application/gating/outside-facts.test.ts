import {
  createTestPorts,
  createTestService,
  granted,
  refusalOf,
  sampleDrop,
  sampleToken,
  sampleUser,
  type TestPorts,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import type { Address } from '../../domain/address.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { type FactRequest, factKey, type RuleKind } from '../../domain/gating/rule-kind.ts'
import { RULE_KINDS, thresholdRule } from '../../domain/gating/rule-kinds.ts'
import type { Instant } from '../../domain/instant.ts'
import { ok } from '../../domain/result.ts'
import type { OwnFacts } from '../../ports/index.ts'
import type { CreateDropInput } from '../drops/create-drop.ts'
import {
  createOutsideFacts,
  FACTS_LIFETIME_MS,
  type FactsAge,
  type GatheredFacts,
  gateFor,
  type OutsideFacts,
} from './outside-facts.ts'

const COIN = `0x${'7'.padStart(64, '0')}::club::CLUB`

const [WALKER, SITTER, STRANGER] = [testWallet(1), testWallet(2), testWallet(3)]

describe('facts from outside', () => {
  const FRESH_MS = 1_000
  const BALANCE: FactRequest = { source: 'balance', subject: COIN }
  const STEPS: FactRequest = { source: 'own:steps', subject: 'today' }
  const drop = sampleDrop(sampleToken(sampleUser(1), 1), 1)

  let ports: TestPorts
  let facts: OutsideFacts
  /** The wallets of each question that the chain is asked. */
  let asked: (readonly Address[])[]

  const gather = (wallet: Address, age: FactsAge = 'cached', request = BALANCE) =>
    facts.gather(drop, [request], wallet, age)

  beforeEach(() => {
    ports = createTestPorts()
    facts = createOutsideFacts(ports)
    asked = []
    replaceMethod(ports.chain, 'balances', (balances, coinType, wallets) => {
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

    test('are read for at most 16 wallets in one turn', async () => {
      await Promise.all(Array.from({ length: 41 }, (_, n) => gather(testWallet(n + 10))))
      expect(asked.map(({ length }) => length)).toEqual([1, 16, 16, 8])
    })

    test('are read a few at a time for each drop owner, and those of another owner do not wait for them', async () => {
      const other = sampleDrop(sampleToken(sampleUser(2), 2), 2)
      const ends: (() => void)[] = []
      vi.spyOn(ports.chain, 'balances').mockImplementation(async (coinType) => {
        coins.push(coinType)
        if (coinType !== COIN) await new Promise<void>((resolve) => ends.push(resolve))
        return ok(new Map())
      })
      const coins: string[] = []
      const flood = Array.from({ length: 100 }, (_, n) =>
        facts.gather(drop, [{ source: 'balance', subject: `0x${n}::coin::COIN` }], WALKER, 'cached'),
      )
      const read = await facts.gather(other, [BALANCE], SITTER, 'cached')
      expect(read.values).toEqual(new Map([[factKey(BALANCE), 0n]]))
      expect(ends).toHaveLength(6)
      while (coins.length < 101) {
        for (const end of ends.splice(0)) end()
        await new Promise((resolve) => void setImmediate(resolve))
      }
      for (const end of ends.splice(0)) end()
      await Promise.all(flood)
    })

    test('are missing for a wallet whose objects the chain cannot count', async () => {
      const owned: FactRequest = { source: 'owned_objects', subject: '0x2::club::Member' }
      vi.spyOn(ports.chain, 'ownedObjects').mockResolvedValue(ok(new Map([[SITTER, 0]])))
      const answers = await Promise.all([WALKER, SITTER].map((wallet) => gather(wallet, 'cached', owned)))
      expect(answers.map(({ values }) => [...values.values()])).toEqual([[], [0n]])
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
    const stepsOf = async (wallet: Address) => [...(await gather(wallet, 'cached', STEPS)).values.values()]

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
})

/** How many steps a person has walked today. */
const steps: RuleKind = {
  key: 'steps_today',
  operators: ['>='],
  valueShape: 'a number of steps',
  read: (operator, value) =>
    ok(thresholdRule({ source: 'own:steps', subject: 'today' }, operator, BigInt(value))),
}
const walked = new Map([
  [WALKER, 12_000n],
  [SITTER, 40n],
])

async function startGated(ownFacts?: OwnFacts, terms: Partial<CreateDropInput> = {}) {
  const service = await createTestService({ gating: { ruleKinds: [...RULE_KINDS, steps], ownFacts } })
  const { dropkit, owner } = service
  const drop = await service.createDrop(terms)
  granted(
    await dropkit.updateGatingConfig(owner, drop.id, {
      rules: [{ key: 'stepsToday', operator: 'gte', value: '10000' }],
    }),
  )
  const claim = (wallet: Address) => dropkit.claimDrop(owner, { dropId: drop.id, userAddress: wallet })
  return { ...service, drop, claim }
}

describe('a rule kind of the embedding service', () => {
  test('admits by the facts of its own source, and reads each once', async () => {
    const asked: (readonly Address[])[] = []
    const { claim } = await startGated({
      ask: async (request, wallets) => {
        expect(request).toEqual({ source: 'own:steps', subject: 'today' })
        asked.push(wallets)
        return walked
      },
    })
    const [walker, sitter] = await Promise.all([claim(WALKER), claim(SITTER)])
    expect(walker.ok).toBe(true)
    expect(refusalOf(sitter)).toBe('not_eligible')
    expect(asked.flat()).toEqual([WALKER, SITTER])
  })

  test('judges buyers like claimers', async () => {
    const { dropkit, owner, drop } = await startGated({ ask: async () => walked }, { price: 1 })
    const buy = (walletAddress: Address) =>
      dropkit.createPaymentIntent(owner, { dropId: drop.id, walletAddress, paymentMethod: 'SUI' })
    expect((await buy(WALKER)).ok).toBe(true)
    expect(refusalOf(await buy(SITTER))).toBe('not_eligible')
    expect(refusalOf(await buy(STRANGER))).toBe('eligibility_unknown')
  })

  test('refuses no wallet that its source does not know', async () => {
    const { claim, dropkit, owner, drop } = await startGated({ ask: async () => walked })
    expect(refusalOf(await claim(STRANGER))).toBe('eligibility_unknown')
    const query = { dropId: drop.id, walletAddress: STRANGER }
    expect(granted(await dropkit.checkEligibility(owner, query))).toMatchObject({
      eligible: false,
      retryable: true,
    })
  })

  test('admits no wallet while its source fails or is missing, which is logged', async () => {
    const { claim, ports } = await startGated({
      ask: async () => {
        throw new Error('no answer from the step counter')
      },
    })
    expect(refusalOf(await claim(WALKER))).toBe('eligibility_unknown')
    expect(JSON.stringify(ports.log.lines)).toContain('own:steps')
    const without = await startGated()
    expect(refusalOf(await without.claim(WALKER))).toBe('eligibility_unknown')
  })

  test.each([null, 12_000, Number.NaN, '12000', {}])(
    'admits no wallet for %j: a fact must be a bigint',
    async (fact) => {
      const { claim } = await startGated({ ask: async () => new Map([[WALKER, fact as never]]) })
      expect(refusalOf(await claim(WALKER))).toBe('eligibility_unknown')
    },
  )

  test('admits no wallet for an answer that is not a map', async () => {
    const { claim } = await startGated({ ask: async () => ({}) as never })
    expect(refusalOf(await claim(WALKER))).toBe('eligibility_unknown')
  })

  test('has a unique key in any letter case', async () => {
    const again = { ...steps, key: 'StepsToday' }
    await expect(createTestService({ gating: { ruleKinds: [steps, again] } })).rejects.toThrow(
      'keys of their own',
    )
  })

  test('is required in templates of a service without other kinds', async () => {
    const { dropkit, owner, createDrop } = await createTestService({ gating: { ruleKinds: [steps] } })
    const { id } = await createDrop()
    const change = await dropkit.updateDrop(owner, id, { gatingId: 'token-holder' })
    expect(refusalOf(change)).toBe('bad_user_input')
  })

  test('is unknown to a service without it', async () => {
    const { dropkit, owner, createDrop } = await createTestService()
    const drop = await createDrop()
    const rules = [{ key: 'steps_today', operator: '>=', value: '1' }]
    expect(refusalOf(await dropkit.updateGatingConfig(owner, drop.id, { rules }))).toBe('bad_user_input')
  })
})

describe('a wallet at the gate', () => {
  const AT: Instant = 1_000_000
  const WALLET = testWallet(1)

  const gatedBy = (key: string, operator: string, value: string): Drop => {
    const user = sampleUser(1)
    const rules = [{ key, operator, value, description: null }]
    const terms = { id: 'gating_1' as never, ownerId: user.id, isActive: true, version: 3, updatedAt: AT }
    return sampleDrop(sampleToken(user, 1), 1, { gating: { ...terms, rules } })
  }

  const holders = gatedBy('token_balance', '>=', `${COIN}:5`)

  const facts = (coins: bigint, more: Partial<GatheredFacts> = {}): GatheredFacts => ({
    configId: 'gating_1' as never,
    version: 3,
    at: AT,
    isFresh: true,
    values: new Map([[`balance ${COIN}`, coins]]),
    readAt: new Map([[`balance ${COIN}`, AT]]),
    storeRequests: [],
    ...more,
  })

  const judge = (gathered: GatheredFacts | null, now = AT, drop = holders) =>
    gateFor(WALLET, gathered, new Map(), now, undefined)(drop).kind

  test('is admitted or refused by the facts for the current rules', () => {
    expect([judge(facts(5n)), judge(facts(4n))]).toEqual(['pass', 'fail'])
    expect(judge(facts(5n, { version: 2 }))).toBe('facts_needed')
    expect(judge(facts(5n, { configId: 'gating_2' as never }))).toBe('facts_needed')
    expect(judge(null)).toBe('facts_needed')
  })

  test('is judged by facts of less than twice as long as they may be remembered', () => {
    expect(judge(facts(5n), AT + 2 * FACTS_LIFETIME_MS - 1)).toBe('pass')
    expect(judge(facts(5n), AT + 2 * FACTS_LIFETIME_MS)).toBe('facts_needed')
  })

  test('is kept out by nothing that was only remembered', () => {
    expect(judge(facts(4n, { isFresh: false }))).toBe('facts_needed')
    expect(judge(facts(5n, { isFresh: false }))).toBe('pass')
  })

  test('is not judged by missing facts', () => {
    expect(judge(facts(5n, { values: new Map() }))).toBe('unknown')
    expect(judge(facts(5n), AT, gatedBy('claim_count', '<=', '0'))).toBe('unknown')
  })

  test('needs no facts if the drop has no rules', () => {
    const listed = gatedBy('wallet_allowlist', 'in', WALLET)
    expect([judge(null, AT, listed), judge(null, AT, { ...holders, gating: null })]).toEqual(['pass', 'pass'])
  })
})
