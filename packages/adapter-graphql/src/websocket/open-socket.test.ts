import { expect, test, vi } from 'vitest'
import { createAtOnceLimit } from '../limits/at-once.ts'
import { openSocket, type RawSocket, SOCKET_SETTINGS, type Wire } from './open-socket.ts'

const MEBIBYTE = 1024 * 1024

/** A connection whose client reads nothing, so that everything written is buffered. */
function unread() {
  const state = { waiting: 0, most: 0, closed: 0, isFull: false, listeners: 0 }
  const raw = {
    readyState: 1,
    OPEN: 1,
    get bufferedAmount() {
      return state.waiting
    },
    send: () => {},
    terminate: () => {},
    close: () => {
      state.closed++
      raw.readyState = 2
    },
    on: () => {},
  }
  const wire = {
    write(frame: Uint8Array) {
      state.waiting += frame.length
      state.most = Math.max(state.most, state.waiting)
      return !state.isFull
    },
    get writableLength() {
      return state.waiting
    },
    on: () => state.listeners++,
    once: () => state.listeners++,
    off: () => state.listeners--,
  }
  const settings = { ...SOCKET_SETTINGS, bufferedBytes: MEBIBYTE }
  const unread = createAtOnceLimit({ limit: 'unreadBytesAtOnce', value: 100 * MEBIBYTE, unit: 'bytes' })
  const socket = openSocket(
    raw as unknown as RawSocket,
    wire as unknown as Wire,
    { requestId: 'r', origin: undefined, address: '::1' },
    { settings, unread },
    () => [],
  )
  return { socket, state }
}

test('twenty large updates for a slow reader are sent as one, and the socket is closed', async () => {
  vi.useFakeTimers()
  const { socket, state } = unread()
  let made = 0
  const updates = Array.from({ length: 20 }, async () => {
    const message = await socket.inTurn(async () => {
      made++
      return new Uint8Array(3 * MEBIBYTE)
    })
    await socket.sendFrame(message)
  })
  const done = Promise.allSettled(updates)
  await vi.advanceTimersByTimeAsync(10_000)
  const outcomes = await done
  vi.useRealTimers()
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect({ made, most: state.most, closed: state.closed }).toEqual({ made: 1, most: 3 * MEBIBYTE, closed: 1 })
})

test('many updates that wait for the network share their listeners', () => {
  const { socket, state } = unread()
  state.isFull = true
  const sent = Array.from({ length: 20 }, () => socket.sendFrame(new Uint8Array(1_000)))
  expect(sent.filter((waits) => waits !== undefined)).toHaveLength(20)
  expect(state.listeners).toBeLessThanOrEqual(2)
})
