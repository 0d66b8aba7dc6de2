import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

const actsOf = new WeakMap<Socket, Set<() => void>>()

/** Calls `act` when a connection closes, unless the returned function is called before. Adds one listener per connection. */
export function onClose(socket: Socket, act: () => void): () => void {
  const acts = actsOf.get(socket) ?? listen(socket)
  acts.add(act)
  return () => acts.delete(act)
}

function listen(socket: Socket): Set<() => void> {
  const acts = new Set<() => void>()
  actsOf.set(socket, acts)
  socket.once('close', () => {
    for (const act of acts) act()
  })
  return acts
}

/**
 * Calls `act` when an answer was handed to the network, or its connection has closed, possibly more than once. Node does not
 * tell an answer that waits for earlier ones of its connection (HTTP pipelining) when the connection closes.
 */
export function whenSent({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, act: () => void): void {
  if (socket.destroyed) {
    act()
    return
  }
  const remove = onClose(socket, act)
  const end = () => {
    remove()
    act()
  }
  raw.once('finish', end)
  raw.once('close', end)
}
