// The connections of a server that ends: which it still accepts, and which it closes.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

const QUIET_TURN_MS = 1
const LONGEST_WAIT_FOR_QUIET_MS = 1_000

/**
 * Accepts the connections that the system has made for the server. Closing a server resets those that it has not accepted, and
 * their requests are lost.
 */
export async function acceptWaiting(server: Server): Promise<void> {
  let lastAt = performance.now()
  const note = () => {
    lastAt = performance.now()
  }
  server.on('connection', note)
  await untilQuiet(() => lastAt)
  server.off('connection', note)
}

/**
 * Node accepts one connection in each turn of the event loop. This resolves at the end of a turn in which none came,
 * and which took so little time that hardly another one can have come. `lastAt` is when the last one came.
 */
export async function untilQuiet(lastAt: () => number): Promise<void> {
  const until = performance.now() + LONGEST_WAIT_FOR_QUIET_MS
  // The current turn may have begun long ago.
  await nextTurn()
  for (;;) {
    const begunAt = performance.now()
    await nextTurn()
    const now = performance.now()
    const isQuiet = lastAt() < begunAt && now - begunAt < QUIET_TURN_MS
    if (isQuiet || now > until) return
  }
}

/** Accepts no more connections. Resolves when all have ended. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()))

/** How long a new connection may take until its first byte arrives while the server ends, in milliseconds. */
const FIRST_BYTE_MS = 500

export interface Connections {
  /**
   * Closes the connections that still have received no bytes after a short time (browsers open some in advance). A closing
   * server closes idle connections between two requests itself, but would wait for these. The request of a client that has
   * just connected is still served, because a proxy does not send it to another server.
   */
  endUnused(): void
  /** Closes all connections, even while requests are in progress. */
  breakAll(): void
}

/** Tracks the connections that are opened after this call. */
export function watchConnections(server: Server): Connections {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    endUnused() {
      // After a timer, bytes that have arrived are read before this continues.
      setTimeout(setImmediate, FIRST_BYTE_MS, () => {
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      })
    },
    breakAll() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
