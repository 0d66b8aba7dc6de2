// Subscriptions of a page: after a lost connection, the page reads what it has missed.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderHook, settle } from '../../../../test/support/render-hook.ts'
import { stubPage } from '../../../../test/support/stub-page.ts'
import { Socket, stubSockets } from '../../../../test/support/stub-sockets.ts'

let sockets: Socket[]
let live: typeof import('./live.ts')
let credential: typeof import('./http.ts').credential
beforeEach(async () => {
  stubPage()
  sockets = stubSockets()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  live = await import('./live.ts')
  credential = (await import('./http.ts')).credential
  credential.set('ds_1')
})
afterEach(() => {
  vi.useRealTimers()
})

const SECOND_MS = 1_000

/** Follows a drop. `seen` has its updates, and "missed" for each time that the page is told to read again. */
async function following(first: object | null = { dropId: 'drop_1' }) {
  const seen: unknown[] = []
  const hook = renderHook(
    (variables: object | null) =>
      live.useLive<object, object>('subscription { update }', variables, {
        onUpdate: (update) => void seen.push(update),
        onUp: () => void seen.push('missed'),
      }),
    first,
  )
  await settle()
  return { hook, seen, isUp: () => hook.current()?.isUp }
}
const last = () => sockets.at(-1) as Socket

describe('a subscription', () => {
  it('is up when its socket is, and gives each update', async () => {
    const { seen, isUp } = await following()
    expect([sockets.length, isUp()]).toEqual([1, false])
    await last().accept()
    expect(last().of('connection_init')).toMatchObject([{ payload: { Authorization: 'Bearer ds_1' } }])
    expect(last().of('subscribe')).toMatchObject([
      { payload: { query: 'subscription { update }', variables: { dropId: 'drop_1' } } },
    ])
    expect(isUp()).toBe(true)
    last().deliver({ type: 'next', id: last().subscriptionId, payload: { data: { update: 1 } } })
    await settle()
    expect(seen).toEqual([{ update: 1 }])
  })

  it('continues on another socket after the connection is lost, and tells that updates were missed', async () => {
    const { seen, isUp } = await following()
    await last().accept()
    for (const times of [1, 2]) {
      last().close(1006)
      await settle()
      expect(isUp()).toBe(false)
      vi.advanceTimersByTime(2 * SECOND_MS)
      await settle()
      expect(sockets).toHaveLength(times + 1)
      await last().accept()
      expect(isUp()).toBe(true)
      expect(seen).toEqual(Array(times).fill('missed'))
      expect(last().of('subscribe')).toHaveLength(1)
    }
  })

  const busy = { message: 'busy', extensions: { code: 'OVERLOADED', retryable: true } }

  it('is asked for again after a passing refusal, on another socket if it was the only one', async () => {
    const { seen, isUp } = await following()
    await last().accept()
    last().deliver({ type: 'error', id: last().subscriptionId, payload: [busy] })
    await settle()
    expect(isUp()).toBe(false)
    vi.advanceTimersByTime(SECOND_MS)
    await settle()
    await last().accept()
    expect([sockets.length, isUp(), seen]).toEqual([2, true, ['missed']])
  })

  it('counts as accepted on an open socket if no refusal follows for a second', async () => {
    await following({ dropId: 'drop_2' })
    await last().accept()
    const { seen, isUp } = await following()
    last().deliver({ type: 'error', id: last().subscriptionId, payload: [busy] })
    await settle()
    expect(isUp()).toBe(false)
    vi.advanceTimersByTime(SECOND_MS)
    await settle()
    expect([last().of('subscribe').length, isUp(), seen]).toEqual([3, false, []])
    vi.advanceTimersByTime(SECOND_MS)
    await settle()
    expect([isUp(), seen]).toEqual([true, ['missed']])
  })

  it.each([
    [
      'a lasting refusal',
      () => last().deliver({ type: 'error', id: last().subscriptionId, payload: [{ message: 'no' }] }),
    ],
    ['a credential that the server refuses', () => last().close(4403, 'Forbidden')],
  ])('is not asked for again after %s', async (_, refuse) => {
    const { isUp } = await following()
    await last().accept()
    refuse()
    await settle()
    vi.advanceTimersByTime(60 * SECOND_MS)
    await settle()
    expect([isUp(), sockets.length, last().of('subscribe').length]).toEqual([false, 1, 1])
  })

  it('ends with its component, also if a repetition is due', async () => {
    const { hook } = await following()
    await last().accept()
    last().deliver({ type: 'error', id: last().subscriptionId, payload: [busy] })
    hook.unmount()
    vi.advanceTimersByTime(60 * SECOND_MS)
    await settle()
    expect(last().of('subscribe')).toHaveLength(1)
  })

  it('shares the socket of the page, and is up on it at once', async () => {
    const one = await following()
    await last().accept()
    const other = await following({ dropId: 'drop_2' })
    expect([sockets.length, one.isUp(), other.isUp()]).toEqual([1, true, true])
    const asked = last().subscriptionId
    other.hook.unmount()
    await settle()
    expect(last().of('complete')).toEqual([{ type: 'complete', id: asked }])
    last().close(1006)
    await settle()
    vi.advanceTimersByTime(2 * SECOND_MS)
    await settle()
    await last().accept()
    expect([one.seen, other.seen]).toEqual([['missed'], []])
  })

  it('opens nothing before it is known what to follow, or who asks', async () => {
    credential.set(null)
    const { hook } = await following(null)
    hook.rerender({ dropId: 'drop_1' })
    await settle()
    expect(sockets).toEqual([])
    credential.set('ds_1')
    await settle()
    expect(sockets).toHaveLength(1)
  })

  it('is asked for anew by the next user of the page', async () => {
    const { isUp } = await following()
    const first = last()
    await first.accept()
    credential.set('ds_2')
    await settle()
    expect([sockets.length, first.readyState]).toEqual([2, Socket.CLOSED])
    await last().accept()
    expect(last().of('connection_init')).toMatchObject([{ payload: { Authorization: 'Bearer ds_2' } }])
    expect(isUp()).toBe(true)
  })
})

it('a connection that no longer answers is replaced', async () => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const { seen } = await following()
  await last().accept()
  const wait = async (seconds: number) => {
    vi.advanceTimersByTime(seconds * SECOND_MS)
    await settle()
  }
  await wait(15)
  expect(last().of('ping')).toHaveLength(1)
  last().deliver({ type: 'pong' })
  for (const seconds of [6, 2, 7]) await wait(seconds)
  expect(sockets).toHaveLength(1)
  for (const seconds of [6, 2]) await wait(seconds)
  expect(sockets).toHaveLength(2)
  await last().accept()
  expect(seen).toEqual(['missed'])
})
