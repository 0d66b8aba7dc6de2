import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** How many requests of a connection are in progress at the same time. */
const MOST_AT_ONCE = 4
/** If more wait, the connection is closed. No client needs so many, and Node parses all that have arrived in one turn of the event loop. */
const MOST_WAITING = 1_000

interface Requests {
  inProgress: number
  readonly waiting: (() => void)[]
}

/**
 * Serves a few requests of a connection at a time. A client may send many before it reads an answer (HTTP pipelining), and each
 * takes memory until all before it are answered. While some wait, the server reads no further bodies from the connection. A request
 * that waits has cost only its parsing, and begins in a later turn of the event loop than the request before it ended.
 */
export function limitPipelining(serve: RequestListener): RequestListener {
  const bySocket = new WeakMap<Socket, Requests>()

  /** After one request of a connection, the next one begins. */
  function end(requests: Requests, socket: Socket): void {
    const next = requests.waiting.shift()
    if (next) setImmediate(next)
    else requests.inProgress--
    if (next && requests.waiting.length === 0) socket.resume()
  }

  return (request, response) => {
    const { socket } = request
    const requests = bySocket.get(socket) ?? { inProgress: 0, waiting: [] }
    bySocket.set(socket, requests)
    const begin = () => {
      // The client has gone, so nobody would read the answer.
      if (socket.destroyed) return
      response.once('close', () => end(requests, socket))
      serve(request, response)
    }
    if (requests.inProgress < MOST_AT_ONCE) {
      requests.inProgress++
      begin()
      return
    }
    if (socket.destroyed) return
    requests.waiting.push(begin)
    if (requests.waiting.length > MOST_WAITING) socket.destroy()
    else socket.pause()
  }
}
