// The drop of a claim page: how it is found, and how the page learns that it has changed.
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderHook, settle } from '../../../../test/support/render-hook.ts'
import { stubPage } from '../../../../test/support/stub-page.ts'
import { stubService } from '../../../../test/support/stub-service.ts'
import { type Socket, stubSockets } from '../../../../test/support/stub-sockets.ts'

const DROP = { id: 'drop_1', shortcode: 'pepper', title: 'Pepper', status: 'ACTIVE' }

let sockets: Socket[]
let addresses: string[]
beforeEach(() => {
  stubPage()
  sockets = stubSockets()
  addresses = []
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: null, __: '', url: string) => addresses.push(url),
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens the page at an address. `drop` is what the service has at each time. */
async function open(pathname = '/d/pepper', secret: string | null = 'ds_1') {
  vi.stubGlobal('location', { origin: 'https://drops.example', pathname, search: '?a=1', hash: '#link=k' })
  let drop: object | null = DROP
  const asked = stubService({
    ClaimableDropAt: ({ place, id, mayBeId }) => {
      const [isId, isShortcode] = [id === DROP.id, place === (drop as typeof DROP | null)?.shortcode]
      return { ...(mayBeId ? { byId: isId ? drop : null } : {}), byShortcode: isShortcode ? drop : null }
    },
    Other: () => ({ other: true }),
  })
  const { useDrop } = await import('./use-drop.ts')
  const { createReads, useRead } = await import('../api/reads.ts')
  const { credential } = await import('../api/http.ts')
  credential.set(secret)
  const reads = createReads()
  const use = () => {
    useRead('query Other', {})
    return useDrop()
  }
  const hook = renderHook(use, null, (children) =>
    createElement(QueryClientProvider, { client: reads, children }),
  )
  const requests = (name = 'ClaimableDropAt') => asked.filter(([one]) => one === name)
  return {
    asked,
    requests,
    current: () => (hook.current() ?? {}) as NonNullable<ReturnType<typeof hook.current>>,
    show: (changed: object | null) => {
      drop = changed
    },
    /** Tells the page of an update. */
    async update(type: string, state: object) {
      const [socket] = sockets
      socket?.deliver({
        type: 'next',
        id: socket.subscriptionId,
        payload: { data: { dropUpdates: { type, drop: { id: DROP.id, ...state } } } },
      })
      await settle()
    },
    async connect() {
      await expect.poll(() => sockets.length).toBe(1)
      await sockets[0]?.accept()
    },
  }
}

describe('the drop of a page', () => {
  it('is found by its shortcode, and then read by its id, because its shortcode may change', async () => {
    const { current, requests } = await open()
    await expect.poll(() => current().drop).toEqual(DROP)
    await settle()
    current().readAgain()
    await settle()
    expect(requests().map(([, { place }]) => place)).toEqual(['pepper', 'drop_1'])
    expect(requests()[0]?.[1]).toEqual({ place: 'pepper', id: 'pepper', mayBeId: false })
  })

  it('is found by its id', async () => {
    const { current, requests } = await open('/d/drop_1')
    await expect.poll(() => current().drop).toEqual(DROP)
    expect(requests()[0]).toEqual(['ClaimableDropAt', { place: 'drop_1', id: 'drop_1', mayBeId: true }])
    expect(addresses).toEqual([])
  })

  it('is null if it does not exist', async () => {
    const { current } = await open('/d/salt')
    await expect.poll(() => current().drop).toBeNull()
    expect(sockets).toEqual([])
  })

  it('is at its new address after its shortcode has changed, and the rest of the address stays', async () => {
    const { current, connect, update } = await open()
    await expect.poll(() => current().drop).toEqual(DROP)
    await connect()
    await update('drop.status_changed', { shortcode: 'chili' })
    await expect.poll(() => current().drop?.shortcode).toBe('chili')
    expect(addresses).toEqual(['/d/chili?a=1#link=k'])
  })

  it('shows an update at once, and is read again only if more than its state has changed', async () => {
    const { current, connect, update, requests } = await open()
    await expect.poll(() => current().drop).toEqual(DROP)
    await connect()
    expect(current().isLive).toBe(true)
    const before = requests().length
    await update('claim.created', { status: 'SOLD_OUT' })
    expect(current().drop).toEqual({ ...DROP, status: 'SOLD_OUT' })
    expect(requests()).toHaveLength(before)
    for (const type of ['drop.updated', 'gating.updated', 'drop.deleted']) {
      const known = [requests().length, requests('Other').length]
      await update(type, {})
      const now = () => [requests().length, requests('Other').length]
      await expect.poll(now).toEqual(known.map((count) => count + 1))
    }
  })
})

it('everything is read again after updates were missed', async () => {
  const { current, connect, requests } = await open()
  await expect.poll(() => current().drop).toEqual(DROP)
  await connect()
  await settle()
  const known = [requests().length, requests('Other').length]
  sockets[0]?.close(1006)
  await expect.poll(() => sockets.length).toBe(2)
  await sockets[1]?.accept()
  const now = () => [requests().length, requests('Other').length]
  await expect.poll(now).toEqual(known.map((count) => count + 1))
  expect(current().isLive).toBe(true)
})

describe('a page without updates', () => {
  it('reads the drop every four seconds until updates arrive', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { current, requests, show, connect } = await open()
    await expect.poll(() => current().drop).toEqual(DROP)
    expect(current().isLive).toBe(false)
    show({ ...DROP, title: 'Chili' })
    vi.advanceTimersByTime(4_000)
    await expect.poll(() => current().drop?.title).toBe('Chili')
    await connect()
    await settle()
    const known = requests().length
    vi.advanceTimersByTime(12_000)
    await settle()
    expect(requests()).toHaveLength(known)
  })

  it('keeps the drop that it knows while the service cannot be reached, and otherwise shows the error', async () => {
    const { current } = await open()
    await expect.poll(() => current().drop).toEqual(DROP)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    current().readAgain()
    await settle()
    expect(current()).toMatchObject({ drop: DROP, error: null })
  })
})
