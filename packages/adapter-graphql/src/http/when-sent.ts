import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Connection = Pick<Socket, 'once'>

const actsOf = new WeakMap<Connection, Set<() => void>>()

/** Calls `act` when a connection closes, unless the returned function is called before. Adds one listener per connection. */
export function onClose(socket: Connection, act: () => void): () => void {
  const acts = actsOf.get(socket) ?? listen(socket)
  acts.add(act)
  return () => acts.delete(act)
}

function listen(socket: Connection): Set<() => void> {
  const acts = new Set<() => void>()
  actsOf.set(socket, acts)
  socket.once('close', () => {
    for (const act of acts) act()
  })
  return acts
}

/**
 * Calls `act` when an answer was handed to the network, or its connection has closed; possibly more than once. If an answer
 * waits for earlier ones of its connection (HTTP pipelining), Node emits no event on it when the connection closes.
 */
export function whenSent({ socket }: IncomingMessage, response: ServerResponse, act: () => void): void {
  if (socket.destroyed) {
    act()
    return
  }
  const remove = onClose(socket, act)
  const end = () => {
    remove()
    act()
  }
  response.once('finish', end)
  response.once('close', end)
}
