import type { HumanSubject } from '@dropkit/core'
import { MINUTE_MS } from '@dropkit/core/internal'
import { createTestClock, humanCheckContract, testWallet } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { createSealedSecrets } from '../ports/sealed-secrets.ts'
import { createProofOfWork, leadingZeroBits } from './proof-of-work.ts'

const secrets = createSealedSecrets({ current: new Uint8Array(32).fill(1) })
const subject = {
  dropId: `drop_${'1'.repeat(32)}`,
  wallet: testWallet(7),
} as unknown as HumanSubject

function opened(leastDifficulty = 1) {
  const clock = createTestClock(MINUTE_MS)
  // The smallest cost that scrypt accepts, to keep the tests fast.
  const terms = { clock, secrets, leastDifficulty, cost: 2 }
  const check = createProofOfWork(terms)
  /** Finds the first nonce that solves this challenge, or the first that does not. */
  async function nonceFor(text: string, isRight: boolean, of = subject): Promise<number> {
    for (let nonce = 0; ; nonce++) {
      const { ok } = await createProofOfWork(terms).verify(of, `${text}.${nonce}`)
      if (ok === isRight) return nonce
    }
  }
  async function solve(of = subject): Promise<string> {
    const { text } = check.challenge(of)
    return `${text}.${await nonceFor(text, true, of)}`
  }
  return { clock, check, nonceFor, solve }
}

describe('the proof of work', () => {
  humanCheckContract({ describe, test }, async () => ({ ...opened(), close: async () => {} }))

  test('expires five minutes after its challenge', async () => {
    const { clock, check, solve } = opened()
    const proof = await solve()
    clock.advance(5 * MINUTE_MS - 1)
    expect(await check.verify(subject, proof)).toEqual({ ok: true, value: MINUTE_MS })
    clock.advance(1)
    expect(await check.verify(subject, proof)).toMatchObject({ error: { reason: 'expired' } })
  })

  test('gives a challenge with a wrong proof no second attempt', async () => {
    const { check, nonceFor } = opened()
    const { text } = check.challenge(subject)
    const [wrong, right] = [await nonceFor(text, false), await nonceFor(text, true)]
    for (const nonce of [wrong, right])
      expect(await check.verify(subject, `${text}.${nonce}`)).toMatchObject({ error: { reason: 'wrong' } })
  })

  test('refuses proofs beyond those that may wait', async () => {
    const { check } = opened(32)
    const flood = Array.from({ length: 300 }, (_, n) =>
      check.verify(subject, `${check.challenge(subject).text}.${n}`),
    )
    const answers = await Promise.all(flood)
    const refused = answers.filter((answer) => !answer.ok && answer.error.kind === 'overloaded')
    expect(refused).toHaveLength(98)
    expect(refused[0]).toMatchObject({ error: { retryAfterMs: 1_000 } })
  })

  test('becomes harder while many proofs pass, and easier afterwards', async () => {
    const { clock, check } = opened(0)
    const difficulty = () => {
      const challenge = check.challenge(subject)
      return challenge.check === 'PROOF_OF_WORK' ? challenge.difficulty : expect.fail('another check')
    }
    expect(difficulty()).toBe(0)
    const proof = `${check.challenge(subject).text}.0`
    for (let n = 0; n < 120; n++) await check.verify(subject, proof)
    expect(difficulty()).toBe(2)
    clock.advance(2 * MINUTE_MS)
    expect(difficulty()).toBe(0)
  })
})

test.each([
  [[0x80], 0],
  [[0x01], 7],
  [[0, 0x40], 9],
  [[0, 0], 16],
])('%j begins with %i zero bits', (bytes, expected) => {
  expect(leadingZeroBits(Uint8Array.from(bytes))).toBe(expected)
})
