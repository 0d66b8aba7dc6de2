import { sampleDrop, sampleToken, sampleUser, testWallet } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import type { Drop } from '../../domain/drop.ts'
import type { Instant } from '../../domain/instant.ts'
import { gateFor } from './gate.ts'
import { FACTS_LIFETIME_MS, type GatheredFacts } from './outside-facts.ts'

const AT: Instant = 1_000_000
const WALLET = testWallet(1)
const COIN = `0x${'7'.padStart(64, '0')}::club::CLUB`

const gatedBy = (key: string, operator: string, value: string): Drop => {
  const user = sampleUser(1)
  const rules = [{ key, operator, value, description: null }]
  const terms = { id: 'gating_1' as never, ownerId: user.id, isActive: true, version: 3, updatedAt: AT }
  return sampleDrop(sampleToken(user, 1), 1, { gating: { ...terms, rules } })
}

const holders = gatedBy('token_balance', '>=', `${COIN}:5`)

const facts = (coins: bigint, more: Partial<GatheredFacts> = {}): GatheredFacts => ({
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

describe('a wallet at the gate', () => {
  test('is admitted or refused by the facts for the current rules', () => {
    expect([judge(facts(5n)), judge(facts(4n))]).toEqual(['pass', 'fail'])
    expect(judge(facts(5n, { version: 2 }))).toBe('facts_needed')
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
