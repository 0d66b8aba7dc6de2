import { Client } from 'pg'
import { connectionConfig, type PostgresOptions } from './postgres-pool.ts'
import { EVENTS_CHANNEL } from './postgres-sequencer.ts'

const RECONNECT_AFTER_MS = 1_000

/**
 * Listens for new events that any server has placed, on its own connection, which is reopened when it is lost. Until it is
 * connected, polling of the log takes its place.
 */
export function openEventHints(options: PostgresOptions, announce: () => void): { close(): Promise<void> } {
  let current: Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosing = false
  let connecting: Promise<void> = Promise.resolve()

  async function connect(): Promise<void> {
    const client = new Client(connectionConfig(options))
    client.on('error', () => undefined)
    client.on('notification', announce)
    client.on('end', () => {
      if (current === client) current = null
      reconnectLater()
    })
    try {
      await client.connect()
      current = client
      await client.query(`listen ${EVENTS_CHANNEL}`)
      // Events may have been written while the connection was down.
      announce()
    } catch {
      await client.end().catch(() => undefined)
      reconnectLater()
    }
  }

  function reconnectLater(): void {
    if (isClosing) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      connecting = connect()
    }, RECONNECT_AFTER_MS)
    timer.unref()
  }

  connecting = connect()

  return {
    close: async () => {
      isClosing = true
      clearTimeout(timer)
      await connecting
      await current?.end()
    },
  }
}
