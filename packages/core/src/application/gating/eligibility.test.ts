import { createTestService, granted, refusalOf, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import type { Drop } from '../../domain/drop.ts'
import { MAX_EXEMPTIONS } from '../../domain/gating/exemption.ts'
import type { Caller } from '../../domain/user.ts'

const COIN = `0x${'7'.padStart(64, '0')}::club::CLUB`

let service: TestService
let otherUser: Caller
let drop: Drop

const chainIsDown = () =>
  Object.assign(service.ports.chain, {
    balances: async () => ({ ok: false, error: { kind: 'chain_unavailable', reason: 'an outage' } }),
  })

describe('a statement of eligibility', () => {
  const WALLET = testWallet(1)

  const check = async () =>
    granted(await service.dropkit.checkEligibility(otherUser, { dropId: drop.id, walletAddress: WALLET }))
  const signed = async () => service.dropkit.signEligibility(await check())
  const replay = (input: { statement: string; signature: string }, by = service.owner) =>
    service.dropkit.replayEligibility(by, input)
  const changed = (statement: string, change: (json: never) => unknown) =>
    JSON.stringify(change(JSON.parse(statement) as never))

  beforeEach(async () => {
    service = await createTestService()
    otherUser = await service.callerOf('somebody')
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
      const refused = await service.dropkit.claimDrop(otherUser, { dropId: drop.id, userAddress: WALLET })
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
      expect(refusalOf(await replay(await signed(), otherUser))).toBe('forbidden')
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
})

describe('exemptions', () => {
  const grant = (wallet: number, reason = 'won the contest', by = service.owner) =>
    service.dropkit.grantExemption(by, { dropId: drop.id, walletAddress: testWallet(wallet), reason })
  const revoke = (id: string, by = service.owner) => service.dropkit.revokeExemption(by, id)
  const claim = (wallet: number) =>
    service.dropkit.claimDrop(otherUser, { dropId: drop.id, userAddress: testWallet(wallet) })
  const check = async (wallet: number) =>
    granted(
      await service.dropkit.checkEligibility(otherUser, {
        dropId: drop.id,
        walletAddress: testWallet(wallet),
      }),
    )
  const setRules = (rules: readonly (readonly [string, string, string])[]) =>
    service.dropkit.updateGatingConfig(service.owner, drop.id, {
      rules: rules.map(([key, operator, value]) => ({ key, operator, value })),
    })
  const logged = () =>
    service.ports.memory.state.events
      .filter(({ type }) => type.startsWith('gating.exemption'))
      .map(({ type, data, actorId }) => ({ type, data, actorId }))

  beforeEach(async () => {
    service = await createTestService()
    otherUser = await service.callerOf('somebody')
    drop = await service.createDrop()
    granted(await setRules([['token_balance', '>=', `${COIN}:5`]]))
  })

  describe('an exempted wallet', () => {
    test('claims although it does not meet the rules, and no other wallet does', async () => {
      expect(refusalOf(await claim(1))).toBe('not_eligible')
      granted(await grant(1))
      expect(await check(1)).toMatchObject({ eligible: true, exempt: true, checks: [{ verdict: 'fail' }] })
      granted(await claim(1))
      expect(refusalOf(await claim(2))).toBe('not_eligible')
      expect(await check(2)).toMatchObject({ eligible: false, exempt: false })
    })

    test('claims while the facts of the rules cannot be read', async () => {
      granted(await grant(1))
      chainIsDown()
      granted(await claim(1))
      expect(refusalOf(await claim(2))).toBe('eligibility_unknown')
    })

    test('passes rules that need no facts of the chain, and rules that are set later', async () => {
      granted(await setRules([['wallet_allowlist', 'in', testWallet(9)]]))
      granted(await grant(1))
      granted(await claim(1))
      granted(await setRules([['claim_count', '>=', '7']]))
      granted(await grant(2))
      granted(await claim(2))
    })

    test('meets every other check: a limit still holds', async () => {
      granted(await grant(1))
      const { claim: first } = granted(await claim(1))
      await service.dropkit.confirmClaim(otherUser, {
        claimId: `claim_${drop.id.slice(5)}_${first.sequence}`,
        txHash: service.ports.memoryChain.wallet.claim(granted(await claim(1)).voucher).txHash,
      })
      expect(refusalOf(await claim(1))).toBe('already_claimed')
    })

    test('is judged by the rules again after the revocation, and keeps its claims', async () => {
      const { id } = granted(await grant(1))
      granted(await grant(2))
      granted(await claim(1))
      expect(granted(await revoke(id))).toMatchObject({ revokedAt: expect.any(Number) })
      granted(await claim(1))
      const other = granted(await grant(3))
      granted(await revoke(other.id))
      expect(refusalOf(await claim(3))).toBe('not_eligible')
    })
  })

  describe('an exemption', () => {
    test('is granted once for repeated requests, and logged with its reason', async () => {
      const first = granted(await grant(1))
      expect(granted(await grant(1))).toEqual(first)
      expect(await grant(1, 'another reason')).toMatchObject({
        error: { kind: 'conflict', field: 'walletAddress', details: { exemptionId: first.id } },
      })
      granted(await revoke(first.id))
      granted(await revoke(first.id))
      granted(await grant(1, 'another reason'))
      const data = { dropId: drop.id, userAddress: testWallet(1) }
      expect(logged()).toMatchObject([
        { type: 'gating.exemption_granted', data: { ...data, reason: 'won the contest', exemptionCount: 1 } },
        { type: 'gating.exemption_revoked', data: { ...data, reason: 'won the contest', exemptionCount: 0 } },
        { type: 'gating.exemption_granted', data: { ...data, reason: 'another reason', exemptionCount: 1 } },
      ])
      const listed = granted(await service.dropkit.listExemptions(service.owner, { dropId: drop.id }))
      expect(listed.map(({ reason, revokedAt }) => [reason, revokedAt === null])).toEqual([
        ['another reason', true],
        ['won the contest', false],
      ])
    })

    test('is granted once by any number of calls at once', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => grant(1)))
      expect(new Set(all.map((one) => granted(one).id)).size).toBe(1)
      expect((await service.ports.store.drops([drop.id])).get(drop.id)?.exemptionCount).toBe(1)
    })

    test('is granted, listed and revoked by the drop’s owner alone', async () => {
      expect(refusalOf(await grant(1, 'r', otherUser))).toBe('forbidden')
      const { id } = granted(await grant(1))
      expect(await revoke(id, otherUser)).toMatchObject({ error: { kind: 'not_found', what: 'Exemption' } })
      expect(refusalOf(await service.dropkit.listExemptions(otherUser, { dropId: drop.id }))).toBe(
        'forbidden',
      )
      granted(await claim(1))
    })

    test.each([
      ['walletAddress', { walletAddress: 'no address' }],
      ['reason', { reason: '  ' }],
      ['reason', { reason: 'x'.repeat(501) }],
    ])('names the field that is wrong: %s', async (field, more) => {
      const input = { dropId: drop.id, walletAddress: testWallet(1), reason: 'r', ...more }
      expect(await service.dropkit.grantExemption(service.owner, input)).toMatchObject({ error: { field } })
    })

    test('is refused beyond the limit of a drop', async () => {
      const full = { ...drop, exemptionCount: MAX_EXEMPTIONS }
      await service.ports.store.changeDrop(drop.id, {}, (state) => ({
        update: { drops: state ? [{ ...state.drop, exemptionCount: full.exemptionCount }] : [] },
        result: undefined,
      }))
      expect(await grant(1)).toMatchObject({
        error: { kind: 'conflict', details: { value: MAX_EXEMPTIONS } },
      })
    })
  })

  test('a claim whose facts were gathered before the first exemption sees it', async () => {
    const { store } = service.ports
    let grants = 0
    replaceMethod(store, 'changeDrop', async (changeDrop, ...asked) => {
      // The claim has gathered its facts by its second try under the lock.
      if (++grants === 2) {
        store.changeDrop = changeDrop
        granted(await grant(1))
      }
      return changeDrop(...asked)
    })
    granted(await claim(1))
  })
})
