import { Client } from 'pg'
import { connectionConfig, type PostgresOptions } from './postgres-pool.ts'
import { EVENTS_CHANNEL } from './postgres-sequencer.ts'

const RECONNECT_AFTER_MS = 1_000

/**
 * Hears of new events from whichever server gave them their places, on a connection of its own that is made again
 * whenever it is lost. Until it is there, looking at the log now and then does instead.
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
      // What came while nobody listened.
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
