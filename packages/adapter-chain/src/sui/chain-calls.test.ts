import { describe, expect, it } from 'vitest'
import { type CallLimits, type CallObserver, guardCalls } from './chain-calls.ts'
import type { CallTime } from './circuit-breaker.ts'

/** A clock that tests move by hand, and a random source that always gives the longest wait. */
function handTime() {
  const timers = new Set<{ readonly atMs: number; readonly act: () => void }>()
  let nowMs = 1_000_000
  const time: CallTime = {
    now: () => nowMs,
    monotonicNow: () => nowMs,
    random: () => 0.999_999,
    setTimer(act, delayMs) {
      const timer = { atMs: nowMs + delayMs, act }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  return {
    time,
    waiting: () => timers.size,
    /** Moves the clock forward and runs the timers that are due in their order. */
    async pass(ms: number) {
      const until = nowMs + ms
      for (;;) {
        await settled()
        const next = [...timers].toSorted((one, other) => one.atMs - other.atMs)[0]
        if (next === undefined || next.atMs > until) break
        nowMs = next.atMs
        timers.delete(next)
        next.act()
      }
      nowMs = until
      await settled()
    },
  }
}

/** Waits until all pending promises have settled. */
const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))

const rpcError = (code: string, message = 'no') =>
  Object.assign(new Error(message), { name: 'RpcError', code })

function guarded(limits: Partial<CallLimits> = {}, observer: CallObserver = {}) {
  const hand = handTime()
  return { ...hand, calls: guardCalls({ time: hand.time, limits, observer }) }
}

describe('calls to a node', () => {
  it('returns the answer of the node', async () => {
    const { calls } = guarded()
    expect(await calls.ask('balance', async () => 7)).toEqual({ ok: true, value: 7 })
    expect(calls.breaker()).toMatchObject({ state: 'closed', lastReason: null })
  })

  it('asks again, a while later, when the node could not be reached', async () => {
    const { calls, pass } = guarded()
    let times = 0
    const answer = calls.ask('balance', async () => {
      if (++times < 3) throw rpcError('UNAVAILABLE')
      return times
    })
    await pass(100)
    expect(times).toBe(1)
    await pass(400)
    expect(await answer).toEqual({ ok: true, value: 3 })
  })

  it('reports an unreachable node, and makes no more attempts than allowed', async () => {
    const { calls, pass } = guarded({ attempts: 3 })
    let times = 0
    const answer = calls.ask('balance', async () => {
      times++
      throw rpcError('UNAVAILABLE', 'fetch failed')
    })
    await pass(10_000)
    expect(await answer).toEqual({
      ok: false,
      error: { kind: 'chain_unavailable', reason: 'balance: UNAVAILABLE: fetch failed' },
    })
    expect(times).toBe(3)
  })

  it('sends a transaction once', async () => {
    const { calls } = guarded()
    let times = 0
    const answer = await calls.askOnce('execute', async () => {
      times++
      throw rpcError('UNAVAILABLE')
    })
    expect(answer).toMatchObject({ ok: false })
    expect(times).toBe(1)
  })

  it('ends an attempt at its timeout, even if it ignores the signal', async () => {
    const { calls, pass, waiting } = guarded({ attemptMs: 2_000 })
    const signals: AbortSignal[] = []
    const answer = calls.askOnce('balance', (signal) => {
      signals.push(signal)
      return new Promise<never>(() => {})
    })
    await pass(1_999)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await pass(1)
    expect(await answer).toMatchObject({ ok: false, error: { reason: expect.stringContaining('2000 ms') } })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(waiting()).toBe(0)
  })

  it('starts no attempt after the total timeout', async () => {
    const { calls, pass } = guarded({ attemptMs: 2_000, timeoutMs: 3_000, attempts: 10, failuresToOpen: 99 })
    let times = 0
    const answer = calls.ask('balance', () => {
      times++
      return new Promise<never>(() => {})
    })
    await pass(5_000)
    expect(await answer).toMatchObject({ ok: false })
    expect(times).toBe(2)
  })

  it('returns refusals of the node, which are not an outage', async () => {
    const { calls } = guarded({ failuresToOpen: 1 })
    const absent = rpcError('NOT_FOUND')
    await expect(
      calls.ask('object', async () => {
        throw absent
      }),
    ).rejects.toBe(absent)
    expect(calls.breaker().state).toBe('closed')
  })

  it('detects an outage inside the client’s errors', async () => {
    const { calls } = guarded()
    const answer = await calls.askOnce('build', async () => {
      throw new Error('could not be simulated', { cause: rpcError('UNAVAILABLE') })
    })
    expect(answer).toMatchObject({ ok: false, error: { kind: 'chain_unavailable' } })
  })

  it('asks once a node that does not serve us', async () => {
    const { calls } = guarded()
    let times = 0
    const answer = await calls.ask('balance', async () => {
      times++
      throw rpcError('UNAUTHENTICATED')
    })
    expect(answer).toMatchObject({ ok: false })
    expect(times).toBe(1)
  })
})

describe('the breaker', () => {
  const down = async () => {
    throw rpcError('UNAVAILABLE')
  }
  const limits = { failuresToOpen: 3, firstPauseMs: 1_000, longestPauseMs: 4_000 }

  async function opened() {
    const turns: string[] = []
    const all = guarded(limits, { breakerTurned: ({ state }) => turns.push(state) })
    for (let n = 0; n < 3; n++) await all.calls.askOnce('balance', down)
    return { ...all, turns }
  }

  it('opens after so many failures, and then answers without a call and without waiting', async () => {
    const { calls, time, waiting } = await opened()
    expect(calls.breaker()).toEqual({
      state: 'open',
      since: time.now(),
      lastReason: 'balance: UNAVAILABLE: no',
    })
    let times = 0
    const answer = await calls.ask('balance', async () => ++times)
    expect(answer).toMatchObject({
      ok: false,
      error: { reason: expect.stringContaining('the node is down') },
    })
    expect(times).toBe(0)
    expect(waiting()).toBe(0)
  })

  it('stays closed if a success occurs between failures', async () => {
    const { calls } = guarded(limits)
    for (let n = 0; n < 10; n++) {
      await calls.askOnce('balance', down)
      await calls.askOnce('balance', down)
      await calls.askOnce('balance', async () => 1)
    }
    expect(calls.breaker().state).toBe('closed')
  })

  it('stays closed if the node itself fails to answer, and such a call is tried again', async () => {
    const { calls, pass } = guarded({ ...limits, failuresToOpen: 1, attempts: 3 })
    let times = 0
    const answer = calls.ask('transaction', async () => {
      times++
      throw rpcError('INTERNAL', 'unable to fetch an object')
    })
    await pass(10_000)
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'chain_unavailable' } })
    expect(times).toBe(3)
    expect(calls.breaker().state).toBe('closed')
  })

  it('stays closed if reads for users time out, but opens if calls of the service do', async () => {
    const { calls, pass } = guarded({ ...limits, attemptMs: 1_000 })
    const never = () => new Promise<never>(() => {})
    const reads = Array.from({ length: 5 }, () => calls.askForUser('transaction', never))
    reads.push(calls.askOnceForUser('execute', never))
    await pass(20_000)
    for (const read of reads) expect(await read).toMatchObject({ error: { kind: 'chain_unavailable' } })
    expect(calls.breaker()).toMatchObject({ state: 'closed', lastReason: null })
    void calls.ask('claims', never)
    await pass(20_000)
    expect(calls.breaker().state).toBe('open')
  })

  it('counts reads for users that time out neither as a failure nor as a success between failures', async () => {
    const { calls, pass } = guarded({ ...limits, attemptMs: 1_000 })
    for (let n = 0; n < 2; n++) await calls.askOnce('balance', down)
    void calls.askForUser('transaction', () => new Promise<never>(() => {}))
    await pass(20_000)
    expect(calls.breaker().state).toBe('closed')
    await calls.askOnce('balance', down)
    expect(calls.breaker().state).toBe('open')
  })

  it('stays open if a read for a user that tests the node times out', async () => {
    const { calls, pass } = await opened()
    await pass(1_000)
    void calls.askForUser('transaction', () => new Promise<never>(() => {}))
    expect(calls.breaker().state).toBe('half_open')
    await pass(5_000)
    expect(calls.breaker().state).toBe('open')
  })

  it('ends the retries of a call when it opens', async () => {
    const { calls, waiting } = guarded({ ...limits, failuresToOpen: 1 })
    expect(await calls.ask('balance', down)).toMatchObject({ ok: false })
    expect(waiting()).toBe(0)
  })

  it('lets one call test the node, and all others fail at once', async () => {
    const { calls, pass, turns } = await opened()
    await pass(1_000)
    let answerProbe = (_value: number) => {}
    const probe = calls.ask('balance', () => new Promise<number>((resolve) => (answerProbe = resolve)))
    expect(calls.breaker().state).toBe('half_open')
    expect(await calls.ask('balance', async () => 1)).toMatchObject({ ok: false })
    answerProbe(2)
    expect(await probe).toEqual({ ok: true, value: 2 })
    expect(turns).toEqual(['open', 'half_open', 'closed'])
    expect(await calls.ask('balance', async () => 3)).toEqual({ ok: true, value: 3 })
  })

  it('stays away twice as long after each try that failed, up to a limit', async () => {
    const { calls, pass } = await opened()
    for (const pauseMs of [1_000, 2_000, 4_000, 4_000]) {
      await pass(pauseMs - 10)
      expect(calls.breaker().state).toBe('open')
      await pass(10)
      await calls.ask('balance', down)
      expect(calls.breaker().state).toBe('open')
    }
  })

  it('is closed by an answer, though a refusal, to the call that tries', async () => {
    const { calls, pass } = await opened()
    await pass(1_000)
    await expect(
      calls.ask('object', async () => {
        throw rpcError('NOT_FOUND')
      }),
    ).rejects.toThrow()
    expect(calls.breaker().state).toBe('closed')
  })

  it('ignores results of calls that started before it opened', async () => {
    const { calls, pass } = guarded(limits)
    let answerLate = (_value: number) => {}
    const early = calls.askOnce('balance', () => new Promise<number>((resolve) => (answerLate = resolve)))
    for (let n = 0; n < 3; n++) await calls.askOnce('balance', down)
    answerLate(1)
    expect(await early).toEqual({ ok: true, value: 1 })
    expect(calls.breaker().state).toBe('open')
    await pass(0)
  })
})

it('notifies an observer of every attempt and of every blocked call', async () => {
  const seen: unknown[] = []
  const { calls } = guarded(
    { failuresToOpen: 1 },
    { attempted: ({ name, outcome }) => seen.push([name, outcome]), heldBack: (name) => seen.push(name) },
  )
  await calls.ask('balance', async () => 1)
  await calls.ask('object', async () => Promise.reject(rpcError('NOT_FOUND'))).catch(() => {})
  await calls.ask('events', async () => Promise.reject(rpcError('UNAVAILABLE')))
  await calls.ask('events', async () => 1)
  expect(seen).toEqual([['balance', 'answered'], ['object', 'refused'], ['events', 'unavailable'], 'events'])
})

describe('a node that asks for fewer requests', () => {
  const throttled = (retryAfter?: string) =>
    Object.assign(rpcError('RESOURCE_EXHAUSTED', 'HTTP 429'), {
      meta: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    })

  it('is retried after the requested delay plus up to a quarter', async () => {
    const { calls, pass } = guarded()
    let times = 0
    const answer = calls.ask('balance', async () => {
      if (++times === 1) throw throttled('3')
      return times
    })
    await pass(3_749)
    expect(times).toBe(1)
    await pass(1)
    expect(await answer).toEqual({ ok: true, value: 2 })
  })

  it('gets no other call in the meantime', async () => {
    const { calls, pass } = guarded()
    expect(
      await calls.askOnce('execute', async () => {
        throw throttled('2')
      }),
    ).toMatchObject({ ok: false, error: { reason: expect.stringContaining('fewer requests') } })
    let isMade = false
    const other = calls.askOnce('balance', async () => {
      isMade = true
    })
    await pass(2_499)
    expect(isMade).toBe(false)
    await pass(1)
    expect(await other).toMatchObject({ ok: true })
  })

  it('gets only no more calls for users if it was one of those', async () => {
    const { calls, pass } = guarded({ attempts: 1 })
    await calls.askForUser('balance', async () => {
      throw throttled('2')
    })
    let isRead = false
    const read = calls.askForUser('owned_objects', async () => {
      isRead = true
    })
    let isSent = false
    const sent = calls.askOnceForUser('execute', async () => {
      isSent = true
    })
    expect(await calls.askOnce('execute', async () => 1)).toEqual({ ok: true, value: 1 })
    expect(await calls.ask('transaction', async () => 2)).toEqual({ ok: true, value: 2 })
    await pass(2_499)
    expect([isRead, isSent]).toEqual([false, false])
    await pass(1)
    expect(await read).toMatchObject({ ok: true })
    expect(await sent).toMatchObject({ ok: true })
  })

  it('gets no reads for users after any other call', async () => {
    const { calls } = guarded({ timeoutMs: 8_000 })
    await calls.askOnce('execute', async () => {
      throw throttled('30')
    })
    expect(await calls.askForUser('balance', async () => 1)).toMatchObject({ ok: false })
  })

  it('makes a call fail at once if the pause is longer than the call may take', async () => {
    const heldBack: string[] = []
    const { calls } = guarded({ timeoutMs: 8_000 }, { heldBack: (name) => void heldBack.push(name) })
    await calls.askOnce('execute', async () => {
      throw throttled('30')
    })
    expect(await calls.ask('balance', async () => 1)).toMatchObject({ ok: false })
    expect(heldBack).toEqual(['balance'])
  })

  it('never opens the breaker', async () => {
    const outcomes: string[] = []
    const { calls, pass } = guarded(
      { failuresToOpen: 1, attempts: 3, timeoutMs: 60_000 },
      { attempted: ({ outcome }) => void outcomes.push(outcome) },
    )
    const answer = calls.ask('balance', async () => {
      throw throttled()
    })
    await pass(10_000)
    expect(await answer).toMatchObject({ ok: false })
    expect(calls.breaker().state).toBe('closed')
    expect(outcomes).toEqual(['throttled', 'throttled', 'throttled'])
  })

  it('is paused for longer each time, up to the longest pause, if it names no time', async () => {
    const { calls, pass } = guarded({ attempts: 5, timeoutMs: 600_000, longestThrottleMs: 4_000 })
    let times = 0
    void calls.ask('balance', async () => {
      times++
      throw throttled()
    })
    const counts: number[] = []
    for (const ms of [999, 1, 1_999, 1, 3_999, 1, 3_999, 1]) {
      await pass(ms)
      counts.push(times)
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 5])
  })
})
