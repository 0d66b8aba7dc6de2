// The connections that the primary accepts and hands to its workers.
import type { Worker } from 'node:cluster'
import { subscribe } from 'node:diagnostics_channel'
import { setTimeout as sleep } from 'node:timers/promises'
import { untilQuiet } from '../connections.ts'

export interface GroupConnections {
  /** Watches the connections that are handed to this worker. Call it before the worker listens. */
  watch(worker: Worker): void
  /**
   * Closes the listening socket when the workers have taken all connections that were made, however fast more are made.
   * Otherwise Node closes it when the last worker has closed its server, and resets the connections that came in between.
   */
  stopListening(): Promise<void>
}

/** A message of Node's cluster that hands a connection to a worker, and the worker's answer to it. */
interface HandOver {
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
}

/** The part of a connection of Node that is used here. */
interface Handle {
  close(): void
}

/** The same of a listening socket. Closing it twice does no harm. */
interface ListeningHandle extends Handle {
  onconnection(error: number, connection: Handle | undefined): void
}

const LONGEST_WAIT_MS = 1_000

/** Call it before the first worker starts, because Node tells only then which socket the primary listens on. */
export function createGroupConnections(): GroupConnections {
  let listening: ListeningHandle | undefined
  subscribe('tracing:net.server.listen:asyncEnd', (message) => {
    listening = (message as { readonly server: { readonly _handle: ListeningHandle } }).server._handle
  })
  const notTaken = new Set<Handle>()

  return {
    watch({ process: child }) {
      const ofWorker = new Map<number, Handle>()
      const send = child.send.bind(child) as (message: HandOver, connection?: Handle) => boolean
      child.send = ((message: HandOver, connection?: Handle, ...rest: []) => {
        if (message.act === 'newconn' && message.seq !== undefined && connection) {
          ofWorker.set(message.seq, connection)
          notTaken.add(connection)
        }
        return send(message, connection, ...rest)
      }) as typeof child.send
      child.on('internalMessage', ({ ack }: HandOver) => {
        const connection = ack === undefined ? undefined : ofWorker.get(ack)
        if (ack === undefined || connection === undefined) return
        ofWorker.delete(ack)
        notTaken.delete(connection)
      })
      // Node forgets the connections that a worker had not taken when it died, without closing them
      // (`RoundRobinHandle.handoff` in lib/internal/cluster), so their clients would wait until their own time limit.
      child.once('exit', () => {
        for (const connection of ofWorker.values()) {
          notTaken.delete(connection)
          connection.close()
        }
      })
    },
    async stopListening() {
      if (listening === undefined) return
      const { onconnection } = listening
      let lastAt = performance.now()
      listening.onconnection = (error, connection) => {
        lastAt = performance.now()
        onconnection(error, connection)
      }
      await untilQuiet(() => lastAt)
      listening.close()
      // A worker that takes a connection gets the next one that waits in this process in the same turn.
      const until = performance.now() + LONGEST_WAIT_MS
      while (notTaken.size > 0 && performance.now() < until) await sleep(1)
    },
  }
}
