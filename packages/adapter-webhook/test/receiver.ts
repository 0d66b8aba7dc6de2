import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server on loopback that is closed when the test ends. */
export interface Receiver {
  readonly port: number
  readonly url: string
  /** The number of connections so far. */
  readonly connections: () => number
}

export const startReceiver = (answer: RequestListener): Promise<Receiver> => listen(createServer(answer))

/** For behavior that an HTTP server cannot produce. */
export const startSocketReceiver = (accept: (socket: Socket) => unknown): Promise<Receiver> =>
  listen(createSocketServer({ allowHalfOpen: true }, (socket) => void accept(socket)))

export async function listen(server: Server): Promise<Receiver> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/hook`, connections: () => connections }
}
