import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface Connections {
  /**
   * Ends those on which nothing has been asked (browsers open some in advance). A closing server ends the ones that
   * wait between two requests by itself, but would wait for these.
   */
  endUnused(): void
  /** Ends all of them, whatever is under way. */
  breakAll(): void
}

/** Keeps an eye on the connections of a server, from when it is called. */
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
