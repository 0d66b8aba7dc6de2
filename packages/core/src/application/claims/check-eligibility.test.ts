import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import type { Caller } from '../../domain/user.ts'

const COIN = `0x${'7'.padStart(64, '0')}::club::CLUB`
const ELIGIBLE = { eligible: true, retryable: false, reason: null, missingRequirements: [] }

let service: TestService
let somebody: Caller
let drop: Drop

const question = (terms = {}) => ({ dropId: drop.id, walletAddress: testWallet(1), ...terms })
const check = (terms = {}) => service.dropkit.checkEligibility(somebody, question(terms))
const checkRules = (terms = {}) => service.dropkit.checkGatingEligibility(somebody, question(terms))

const wantsCoins = async (coin = COIN) =>
  granted(
    await service.dropkit.updateGatingConfig(service.owner, drop.id, {
      rules: [{ key: 'token_balance', operator: '>=', value: `${coin}:1` }],
    }),
  )

/** Runs `act` each time that the chain is asked for balances. */
function whenAsked(act: (times: number) => Promise<unknown>): void {
  const { chain } = service.ports
  const { balances } = chain
  let times = 0
  vi.spyOn(chain, 'balances').mockImplementation(async (...asked) => {
    const answer = await balances(...asked)
    await act(++times)
    return answer
  })
}

/** The answer for this reason, if there are no other reasons. */
const because = (reason: string, retryable: boolean) => ({
  eligible: false,
  retryable,
  reason,
  missingRequirements: [reason],
})

beforeEach(async () => {
  service = await createTestService()
  somebody = await service.callerOf('somebody')
  drop = await service.createDrop()
})

describe('whether a wallet could claim', () => {
  test.each([
    ['by voucher', {}],
    ['by lot', { tokenAmount: '0', supply: 10 }],
  ])('is said of a drop that awards %s', async (_, terms) => {
    drop = await service.createDrop(terms)
    expect(granted(await check())).toMatchObject(ELIGIBLE)
    expect(granted(await checkRules())).toMatchObject(ELIGIBLE)
  })

  test('is returned with the reason, by the drop’s terms', async () => {
    drop = await service.createDrop({ maxAmount: '10' })
    granted(await service.dropkit.claimDrop(somebody, { dropId: drop.id, userAddress: testWallet(2) }))
    expect(granted(await check())).toMatchObject(because('This drop is sold out', false))
    expect(granted(await checkRules())).toMatchObject(ELIGIBLE)
  })

  test('is returned with the reason, by its rules', async () => {
    await wantsCoins()
    for (const answer of [await check(), await checkRules()]) {
      expect(granted(answer)).toMatchObject(because(`token_balance >= ${COIN}:1`, false))
    }
  })

  test('is not known while the chain cannot be asked, and may be later', async () => {
    await wantsCoins()
    service.ports.memoryChain.setOutage('down')
    for (const answer of [await check(), await checkRules()]) {
      const { reason, ...rest } = granted(answer)
      expect(rest).toMatchObject({ eligible: false, retryable: true, missingRequirements: [reason] })
      expect(reason).toMatch(/^Could not be checked, try again: \S/)
      expect(reason).not.toContain('undefined')
    }
  })

  test('is unknown while the rules keep changing', async () => {
    await wantsCoins()
    whenAsked((times) => wantsCoins(COIN.replace('CLUB', `CLUB${times}`)))
    const reason = 'Could not be checked, try again: its facts could not be had'
    expect(granted(await check())).toMatchObject(because(reason, true))
  })

  test.each([
    [
      'a wallet that has no such address',
      { walletAddress: 'hello' },
      { kind: 'bad_user_input', field: 'walletAddress' },
    ],
    ['a drop that there is not', { dropId: 'nothing' }, { kind: 'not_found', what: 'Drop' }],
  ])('is not said of %s', async (_, terms, error) => {
    expect(await check(terms)).toMatchObject({ ok: false, error: expect.objectContaining(error) })
    expect(await checkRules(terms)).toMatchObject({ ok: false, error: expect.objectContaining(error) })
  })

  test('is said of a draft to its owner alone', async () => {
    drop = await service.createDrop({ status: 'DRAFT' })
    for (const answer of [await check(), await checkRules()]) {
      expect(answer).toMatchObject({ error: { kind: 'not_found', what: 'Drop' } })
    }
    expect((await service.dropkit.checkEligibility(service.owner, question())).ok).toBe(true)
  })

  test('is not said of a drop that is deleted meanwhile', async () => {
    await wantsCoins()
    service.ports.memoryChain.wallet.faucet(testWallet(1), COIN, amountOf(1n))
    whenAsked(async () => granted(await service.dropkit.deleteDrop(service.owner, drop.id)))
    expect(await check()).toMatchObject({ error: { kind: 'not_found', what: 'Drop' } })
  })
})
