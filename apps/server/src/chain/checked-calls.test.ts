import { type CallTime, guardCalls } from '@dropkit/adapter-chain/sui'
import { type ChainAnswer, err, ok } from '@dropkit/core'
import { describe, expect, it } from 'vitest'
import { checkFirst } from './checked-calls.ts'
import { machineTime } from './machine-time.ts'

const away: ChainAnswer<null> = err({ kind: 'chain_unavailable', reason: 'away' })

/** Calls to a node whose check gives these answers in order. The last answer repeats. */
function checked(...answers: readonly ChainAnswer<string | null>[]) {
  const time: CallTime = machineTime
  let judged = 0
  const { calls, check } = checkFirst(guardCalls({ time }), async () => {
    const answer = answers[Math.min(judged++, answers.length - 1)]
    if (!answer) throw new Error('no answer')
    return answer
  })
  return { calls, check, judged: () => judged }
}

describe('calls to a node that is judged first', () => {
  it('are made once it was found right, and it is judged once however many ask', async () => {
    const { calls, judged } = checked(ok(null))
    const answers = await Promise.all([1, 2, 3].map((n) => calls.ask('balance', async () => n)))
    expect(answers).toEqual([ok(1), ok(2), ok(3)])
    expect(await calls.askOnce('execution', async () => 4)).toEqual(ok(4))
    expect(judged()).toBe(1)
  })

  it('are not made while it cannot be judged, which each tries', async () => {
    const { calls, judged } = checked(away, away, ok(null))
    let made = 0
    const ask = () => calls.ask('balance', async () => ++made)
    expect(await ask()).toEqual(away)
    expect(await ask()).toEqual(away)
    expect(made).toBe(0)
    expect(await ask()).toEqual(ok(1))
    expect(judged()).toBe(3)
  })

  it('are never made to a wrong one, until a check finds it mended', async () => {
    const { calls, check, judged } = checked(ok('another network'), ok(null))
    let made = 0
    const ask = () => calls.ask('balance', async () => ++made)
    expect(await ask()).toMatchObject({ ok: false, error: { reason: 'another network' } })
    expect(await ask()).toMatchObject({ ok: false })
    expect([made, judged()]).toEqual([0, 1])
    expect(await check()).toEqual(ok(null))
    expect(await ask()).toEqual(ok(1))
  })
})
