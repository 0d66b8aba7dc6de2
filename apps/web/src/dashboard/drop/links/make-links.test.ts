import { describe, expect, it } from 'vitest'
import { ApiRefusal, unreachable } from '../../../api/errors.ts'
import { type MadeLink, makeLinks, portionsOf } from './make-links.ts'

const TERMS = { amount: '5' }

/** A server that registers links, and fails in call number `failing`. */
function serverFailing(failing: number, error: unknown, isRegistered: boolean) {
  const registered = new Map<string, typeof TERMS>()
  let calls = 0
  const register = async (keys: readonly string[], terms: typeof TERMS) => {
    calls += 1
    const fails = calls === failing
    if (!fails || isRegistered) for (const key of keys) if (!registered.has(key)) registered.set(key, terms)
    if (fails) throw error
  }
  return { registered, register }
}

describe('claim links', () => {
  it('are registered 500 per request', () => {
    expect(portionsOf(1_200, TERMS).map(({ count }) => count)).toEqual([500, 500, 200])
  })

  it.each([true, false])(
    'whose registration failed in the middle are all made by the next run: registered %s',
    async (isRegistered) => {
      const { registered, register } = serverFailing(3, new Error('cut'), isRegistered)
      const made: MadeLink[] = []
      const run = () => makeLinks('https://drops.example/d/a', todo, register, (links) => made.push(...links))
      const todo = [2, 2, 2, 1].map((count) => ({ count, terms: TERMS }))
      await expect(run()).rejects.toThrow('cut')
      expect(made).toHaveLength(4)
      await run()
      expect(made).toHaveLength(7)
      expect(new Set(made.map(({ id }) => id))).toEqual(new Set(registered.keys()))
    },
  )

  it('wait as long as a busy server says, and continue', async () => {
    const busy = new ApiRefusal('busy', { code: 'OVERLOADED', retryable: true, retryAfterMs: 30 })
    const { registered, register } = serverFailing(1, busy, false)
    const begunMs = performance.now()
    await makeLinks('', portionsOf(2, TERMS), register, () => {})
    expect(performance.now() - begunMs).toBeGreaterThan(25)
    expect(registered.size).toBe(2)
  })

  it.each([
    ['that resets too late', new ApiRefusal('no', { retryable: true, retryAfterMs: 3_600_000 })],
    ['that no retry changes', new ApiRefusal('no', { code: 'FORBIDDEN' })],
  ])('are not retried after a refusal %s', async (_, error) => {
    const todo = portionsOf(2, TERMS)
    const { register } = serverFailing(1, error, false)
    await expect(makeLinks('', todo, register, () => {})).rejects.toBe(error)
    expect(todo).toHaveLength(1)
  })

  it('whose terms are refused are not tried again with them', async () => {
    const refused = new ApiRefusal('over', { code: 'BAD_USER_INPUT', field: 'expiresAt' })
    const todo = portionsOf(2, TERMS)
    await expect(makeLinks('', todo, serverFailing(1, refused, false).register, () => {})).rejects.toBe(
      refused,
    )
    expect(todo).toEqual([])
  })

  it('are registered again after a lost answer', async () => {
    const { registered, register } = serverFailing(1, unreachable(), true)
    const made: MadeLink[] = []
    await makeLinks('', portionsOf(3, TERMS), register, (links) => made.push(...links))
    expect(made.map(({ id }) => id)).toEqual([...registered.keys()])
  })
})
