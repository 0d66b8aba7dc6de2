// A drop on its owner's screen: its state is merged at once, and its terms are read again only after they have changed.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderHook, settle } from '../../../../../test/support/render-hook.ts'
import { stubPage } from '../../../../../test/support/stub-page.ts'
import { stubService } from '../../../../../test/support/stub-service.ts'
import { type Socket, stubSockets } from '../../../../../test/support/stub-sockets.ts'

let sockets: Socket[]
let hooks: typeof import('./use-drop.ts')
beforeEach(async () => {
  stubPage()
  sockets = stubSockets()
  hooks = await import('./use-drop.ts')
})
afterEach(() => {
  vi.useRealTimers()
})

const KNOWN = { id: 'drop_1', title: 'Pepper', claimCount: 1, updatedAt: '2026-03-10T09:00:00Z' }

/** Opens the screen of a drop. `state` is what the service has if only the state is read. */
async function open({ secret = 'dk_1' as string | null, state = KNOWN as object | null } = {}) {
  const asked = stubService({
    DropOnScreen: () => ({ drop: KNOWN, me: null }),
    DropStateNow: () => ({ drop: state }),
  })
  const { credential } = await import('../../api/http.ts')
  credential.set(secret)
  const reads = new QueryClient()
  const hook = renderHook(
    () => hooks.useDrop('drop_1'),
    null,
    (children) => createElement(QueryClientProvider, { client: reads, children }),
  )
  const drop = () => hook.current()?.read.data?.drop
  await expect.poll(drop).toMatchObject({ title: 'Pepper' })
  return {
    drop,
    isUp: () => hook.current()?.isUp,
    reads: () => asked.filter(([name]) => name === 'DropOnScreen').length,
    async update(type: string) {
      const [socket] = sockets
      const dropUpdates = { id: 'event_1', type, drop: { id: 'drop_1', claimCount: 2 } }
      socket?.deliver({ type: 'next', id: socket.subscriptionId, payload: { data: { dropUpdates } } })
      await settle()
    },
  }
}

describe('a drop whose updates arrive', () => {
  it('is read again when they begin to', async () => {
    const { reads, isUp } = await open()
    await settle()
    const before = reads()
    await sockets[0]?.accept()
    expect([isUp(), reads()]).toEqual([true, before + 1])
  })

  it.each([
    ['claim.created', 0],
    ['drop.updated', 1],
    ['drop.key_rotated', 1],
    ['gating.updated', 1],
  ])('shows the state of %s, and is read again %i times', async (type, times) => {
    const { drop, reads, update } = await open()
    await sockets[0]?.accept()
    await settle()
    const before = reads()
    vi.stubGlobal('fetch', vi.fn(globalThis.fetch))
    await update(type)
    expect(vi.mocked(globalThis.fetch)).toHaveBeenCalledTimes(times)
    expect(reads()).toBe(before + times)
    if (times === 0) expect(drop()).toMatchObject({ title: 'Pepper', claimCount: 2 })
  })
})

describe('a drop whose updates do not arrive', () => {
  it('gets its newer state', async () => {
    const { drop, reads } = await open({ secret: null, state: { ...KNOWN, claimCount: 7 } })
    await expect.poll(drop).toMatchObject({ title: 'Pepper', claimCount: 7 })
    await settle()
    expect(reads()).toBe(1)
  })

  it.each([
    ['its terms have changed', { ...KNOWN, updatedAt: '2026-03-11T09:00:00Z' }],
    ['it is gone', null],
  ])('is read again if %s', async (_, state) => {
    const { reads } = await open({ secret: null, state })
    await expect.poll(reads).toBe(2)
  })
})

describe('a calm refresh', () => {
  const MS = 3_000

  function calm() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    vi.advanceTimersByTime(60_000)
    const refresh = vi.fn()
    const hook = renderHook<void, string>((seen) => hooks.useCalmRefresh(seen, refresh, MS), '1')
    return {
      refresh,
      hook,
      async see(seen: string, passMs: number) {
        hook.rerender(seen)
        await settle()
        vi.advanceTimersByTime(passMs)
        return refresh.mock.calls.length
      },
    }
  }

  it('follows a change at once, and the next ones at most once in a while', async () => {
    const { see } = calm()
    await settle()
    expect(await see('1', MS)).toBe(0)
    expect(await see('2', 0)).toBe(1)
    expect(await see('3', 1_000)).toBe(1)
    expect(await see('4', 1_999)).toBe(1)
    expect(await see('4', 1)).toBe(2)
    expect(await see('4', 2 * MS)).toBe(2)
  })

  it('does not follow a change after the component is gone', async () => {
    const { see, hook, refresh } = calm()
    await settle()
    await see('2', 0)
    await see('3', 0)
    hook.unmount()
    vi.advanceTimersByTime(MS)
    expect(refresh).toHaveBeenCalledTimes(1)
  })
})
