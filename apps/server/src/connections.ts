import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /**
   * Closes the connections that have received no bytes (browsers open some in advance). A closing server closes idle
   * connections between two requests itself, but would wait for these.
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
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    },
    breakAll() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
