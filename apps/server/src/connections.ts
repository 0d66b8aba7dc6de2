// The connections of a server that ends: which it still accepts, and which it closes.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

const QUIET_TURN_MS = 1
/** A process of a group gets its connections from the first process, so the next one may be on its way. */
export const QUIET_IN_GROUP_MS = 20
const LONGEST_WAIT_FOR_QUIET_MS = 1_000

/**
 * Accepts the connections that the system has made for the server. Closing a server resets those that it has not accepted, and
 * their requests are lost. Node accepts one connection in each turn of the event loop. This resolves when no connection came
 * for `quietMs`, at the end of a turn that took so little time that hardly another one can have come.
 */
export async function acceptWaiting(server: Server, quietMs: number): Promise<void> {
  let lastAt = performance.now()
  const until = lastAt + LONGEST_WAIT_FOR_QUIET_MS
  const note = () => {
    lastAt = performance.now()
  }
  server.on('connection', note)
  // The current turn may have begun long ago.
  await nextTurn()
  for (;;) {
    const begunAt = performance.now()
    await nextTurn()
    const now = performance.now()
    const isQuiet = lastAt < begunAt && now - lastAt >= quietMs && now - begunAt < QUIET_TURN_MS
    if (isQuiet || now > until) break
  }
  server.off('connection', note)
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
