import { describe, expect, it } from 'vitest'
import { createRemoteCalls, type Place, type RemoteCalls } from './remote-calls.ts'

/** Two places that exchange the same bytes as real processes. */
function twoPlaces() {
  const places = new Map<Place, RemoteCalls>()
  let sent = 0
  const open = (own: Place) => {
    const calls = createRemoteCalls((parcels) => {
      sent++
      for (const [to, bytes] of parcels) places.get(to)?.receive(own, bytes)
    })
    places.set(own, calls)
    return calls
  }
  return { here: open(1), there: open(2), sent: () => sent }
}

const given = {
  amount: 10n ** 30n,
  at: new Date(5),
  bytes: new Uint8Array([1, 2]),
  none: undefined,
  list: [null],
}

describe('a call to another process', () => {
  it('brings big numbers, dates and bytes there and back', async () => {
    const { here, there } = twoPlaces()
    there.serve('echo', async (value, from) => ({ value, from }))
    expect(await here.call(2, 'echo', given)).toEqual({
      kind: 'answered',
      value: { value: given, from: 1 },
    })
  })

  it('travels with the other calls of its turn, and so do the answers', async () => {
    const { here, there, sent } = twoPlaces()
    there.serve('double', async (number: number) => 2 * number)
    const outcomes = await Promise.all([1, 2, 3].map((number) => here.call(2, 'double', number)))
    expect(outcomes).toEqual([2, 4, 6].map((value) => ({ kind: 'answered', value })))
    expect(sent()).toBe(2)
  })

  it('throws the errors of its handler, with whether a retry helps', async () => {
    const { here, there } = twoPlaces()
    there.serve('fail', async () => {
      throw Object.assign(new Error('no connection'), { name: 'StoreUnavailable', retryable: true })
    })
    const fault = await here.call(2, 'fail', null).catch((thrown: unknown) => thrown)
    expect(fault).toBeInstanceOf(Error)
    expect(fault).toMatchObject({ name: 'StoreUnavailable', message: 'no connection', retryable: true })
  })

  it('is not begun where nothing serves it', async () => {
    const { here } = twoPlaces()
    expect(await here.call(2, 'unknown', null)).toEqual({ kind: 'not_begun' })
  })

  it('is not started by a process that is stopping, which finishes started calls', async () => {
    const { here, there } = twoPlaces()
    const work = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    there.serve('work', () => {
      begun.resolve()
      return work.promise
    })
    const first = here.call(2, 'work', null)
    await begun.promise
    const drained = there.drain()
    expect(await here.call(2, 'work', null)).toEqual({ kind: 'not_begun' })
    work.resolve('done')
    await drained
    expect(await first).toEqual({ kind: 'answered', value: 'done' })
  })

  it('is lost when the other process has exited, even if its answer arrives later', async () => {
    const { here, there } = twoPlaces()
    const work = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    there.serve('work', () => {
      begun.resolve()
      return work.promise
    })
    const call = here.call(2, 'work', null)
    await begun.promise
    here.forget(2)
    work.resolve('too late')
    expect(await call).toEqual({ kind: 'lost' })
    await there.drain()
  })
})
