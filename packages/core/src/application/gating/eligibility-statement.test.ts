import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import type { Caller } from '../../domain/user.ts'

const COIN = `0x${'7'.padStart(64, '0')}::club::CLUB`
const WALLET = testWallet(1)

let service: TestService
let somebody: Caller
let drop: Drop

const check = async () =>
  granted(await service.dropkit.checkEligibility(somebody, { dropId: drop.id, walletAddress: WALLET }))
const signed = async () => service.dropkit.signEligibility(await check())
const replay = (input: { statement: string; signature: string }, by = service.owner) =>
  service.dropkit.replayEligibility(by, input)
const changed = (statement: string, change: (json: never) => unknown) =>
  JSON.stringify(change(JSON.parse(statement) as never))

const chainIsDown = () =>
  Object.assign(service.ports.chain, {
    balances: async () => ({ ok: false, error: { kind: 'chain_unavailable', reason: 'an outage' } }),
  })

beforeEach(async () => {
  service = await createTestService()
  somebody = await service.callerOf('somebody')
  drop = await service.createDrop()
  granted(
    await service.dropkit.updateGatingConfig(service.owner, drop.id, {
      rules: [
        { key: 'token_balance', operator: '>=', value: `${COIN}:5`, description: 'Hold 5' },
        { key: 'wallet_allowlist', operator: 'in', value: testWallet(9) },
        { key: 'claim_count', operator: '<=', value: '0' },
      ],
    }),
  )
})

describe('a check of a wallet', () => {
  test('contains for each rule the observed value, its source, its time and the requirement', async () => {
    service.ports.memoryChain.wallet.faucet(WALLET, COIN, 3n as never)
    const before = service.ports.clock.now()
    const { checks, eligible } = await check()
    expect(eligible).toBe(false)
    expect(
      checks.map(({ verdict, needed, facts }) => [
        verdict,
        needed,
        facts.map(({ source, value }) => [source, value]),
      ]),
    ).toEqual([
      ['fail', '>= 5', [['balance', 3n]]],
      ['fail', '== 1', [['listed', 0n]]],
      ['pass', '<= 0', [['confirmed_claims', 0n]]],
    ])
    expect(checks.map(({ facts }) => facts[0]?.at)).toEqual([before, expect.any(Number), before])
  })

  test('says the same in the refusal of a claim', async () => {
    const refused = await service.dropkit.claimDrop(somebody, { dropId: drop.id, userAddress: WALLET })
    expect(refused).toMatchObject({
      error: {
        kind: 'not_eligible',
        checks: [{ verdict: 'fail', needed: '>= 5' }, { verdict: 'fail' }, { verdict: 'pass' }],
      },
    })
  })

  test('says that a fact could not be read, and not that it is zero', async () => {
    chainIsDown()
    const [balance] = (await check()).checks
    expect(balance).toMatchObject({ verdict: 'unknown', facts: [{ value: null, at: null }] })
  })
})

describe('a signed check', () => {
  test('is authentic and can be replayed from its own facts', async () => {
    const before = await signed()
    expect(before.publicKey).toBe(drop.voucherKey.publicKey)
    service.ports.memoryChain.wallet.faucet(WALLET, COIN, 9n as never)
    await service.pass(60_000)
    expect(granted(await replay(before))).toMatchObject({
      authentic: true,
      reproduced: true,
      rulesUnchanged: true,
      now: { eligible: false, checks: [{ verdict: 'pass' }, { verdict: 'fail' }, { verdict: 'pass' }] },
    })
  })

  test('is not authentic with any word changed, and not reproduced with another result', async () => {
    const { statement, signature } = await signed()
    const other = changed(statement, (json: { checks: object[] }) => ({
      ...json,
      checks: json.checks.map((one) => ({ ...one, result: 'PASS' })),
    }))
    expect(granted(await replay({ statement: other, signature }))).toMatchObject({
      authentic: false,
      reproduced: false,
    })
    expect(granted(await replay({ statement, signature: 'AAAA' })).authentic).toBe(false)
  })

  test('reports that the rules have changed since', async () => {
    const before = await signed()
    granted(await service.dropkit.updateGatingConfig(service.owner, drop.id, { rules: [] }))
    expect(granted(await replay(before))).toMatchObject({
      authentic: true,
      reproduced: true,
      rulesUnchanged: false,
      now: { eligible: true },
    })
  })

  test('is replayed for the owner alone', async () => {
    expect(refusalOf(await replay(await signed(), somebody))).toBe('forbidden')
  })

  test.each([
    '',
    '{}',
    '[]',
    'null',
    '"text"',
    '{"kind":"dropkit.eligibility.v1"}',
    '{"kind":"dropkit.eligibility.v1","dropId":"d","walletAddress":"0x1","checks":[{"facts":[{"value":"-1"}]}]}',
    'x'.repeat(262_145),
  ])('is refused if it is none: %.60s', async (statement) => {
    expect(await replay({ statement, signature: '' })).toMatchObject({ error: { field: 'statement' } })
  })
})
