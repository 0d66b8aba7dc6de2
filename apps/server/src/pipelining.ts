import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** How many requests of a connection are in progress at the same time. */
const MOST_AT_ONCE = 4
/**
 * If more wait, the connection is closed. No client needs so many, and Node parses all that have arrived in one turn of the
 * event loop.
 */
const MOST_WAITING = 1_000
/** If more wait on all connections together, the one that adds to them is closed, because all may close at the same moment. */
const MOST_WAITING_IN_ALL = 10_000

interface Requests {
  inProgress: number
  readonly waiting: (() => void)[]
  hasWaited: boolean
  newest: IncomingMessage
  isLastAnswered: boolean
}

/** Keeps the order of the requests that a client sends on a connection before it reads answers (HTTP pipelining). */
export interface Pipelining {
  /** Whether requests of the connection of this one are not answered yet. Its protocol cannot change in the meantime. */
  isBusy(request: IncomingMessage): boolean
  /** Whether this is the only request of its connection that is not answered yet. */
  isAlone(request: IncomingMessage): boolean
  /**
   * Serves a few requests of a connection at a time, because each takes memory until all before it are answered. While some wait,
   * the server reads no further bodies from the connection. A request that waits has cost only its parsing, and begins in a later
   * turn of the event loop than the request before it ended.
   */
  limit(serve: RequestListener): RequestListener
  /**
   * Call this before the answer to a request says that the connection closes after it. Returns false if later requests of the
   * connection were received: their answers would be lost. If it returns true, later requests are not served.
   */
  answersLast(request: IncomingMessage): boolean
}

export function createPipelining(): Pipelining {
  const bySocket = new WeakMap<Socket, Requests>()
  let waitingInAll = 0

  function startTracking(newest: IncomingMessage): Requests {
    const requests = { inProgress: 0, waiting: [], hasWaited: false, newest, isLastAnswered: false }
    bySocket.set(newest.socket, requests)
    return requests
  }

  function wait(requests: Requests, socket: Socket, begin: () => void): void {
    if (!requests.hasWaited) forgetWhenClosed(requests, socket)
    requests.hasWaited = true
    requests.waiting.push(begin)
    waitingInAll++
    if (requests.waiting.length > MOST_WAITING || waitingInAll > MOST_WAITING_IN_ALL) socket.destroy()
    else socket.pause()
  }

  /**
   * For each waiting request of a closed connection, Node creates an error that no code reads. Node writes no stack traces
   * meanwhile, because they would take long.
   */
  function forgetWhenClosed({ waiting }: Requests, socket: Socket): void {
    const usual = Error.stackTraceLimit
    socket.prependOnceListener('close', () => {
      Error.stackTraceLimit = 0
    })
    socket.once('close', () => {
      Error.stackTraceLimit = usual
      waitingInAll -= waiting.length
      waiting.length = 0
    })
  }

  /** After one request of a connection, the next one begins. */
  function end(requests: Requests, socket: Socket): void {
    const next = requests.waiting.shift()
    if (!next) {
      requests.inProgress--
      return
    }
    waitingInAll--
    setImmediate(next)
    if (requests.waiting.length === 0) socket.resume()
  }

  return {
    isBusy: ({ socket }) => (bySocket.get(socket)?.inProgress ?? 0) > 0,

    isAlone: ({ socket }) => bySocket.get(socket)?.inProgress === 1,

    answersLast(request) {
      const requests = bySocket.get(request.socket)
      if (requests?.newest !== request) return false
      requests.isLastAnswered = true
      return true
    },

    limit: (serve) => (request, response) => {
      const { socket } = request
      const requests = bySocket.get(socket) ?? startTracking(request)
      // The client learns from the last answer that this request had no effect.
      if (requests.isLastAnswered) return
      requests.newest = request
      // Node keeps an address that was read. Requests in progress need it, also after their connection has closed.
      void socket.remoteAddress
      const begin = () => {
        // The client closed the connection while the request waited.
        if (socket.destroyed) return
        response.once('close', () => end(requests, socket))
        serve(request, response)
      }
      if (requests.inProgress < MOST_AT_ONCE) {
        requests.inProgress++
        begin()
        return
      }
      // Node destroys all requests of a closed connection in one turn. These have begun nothing that must end.
      request.destroy = () => request
      if (socket.destroyed) return
      wait(requests, socket, () => {
        Reflect.deleteProperty(request, 'destroy')
        begin()
      })
    },
  }
}
