import { vi } from 'vitest'
import { settle } from './render-hook.ts'

interface Message {
  readonly type: string
  readonly id?: string
  readonly payload?: unknown
}

/** The server's end of a WebSocket. */
export class Socket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState = Socket.CONNECTING
  readonly protocol = 'graphql-transport-ws'
  readonly received: Message[] = []
  onopen = () => {}
  onmessage = (_: { readonly data: string }) => {}
  onclose = (_: CloseEvent) => {}
  onerror = () => {}

  send(text: string): void {
    this.received.push(JSON.parse(text))
  }

  close(code = 1005, reason = ''): void {
    if (this.readyState === Socket.CLOSED) return
    this.readyState = Socket.CLOSED
    this.onclose(new CloseEvent('close', { code, reason }))
  }

  /** Sends a message of the server to the page. */
  deliver(message: Message): void {
    this.onmessage({ data: JSON.stringify(message) })
  }

  /** Accepts the connection. */
  async accept(): Promise<void> {
    this.readyState = Socket.OPEN
    this.onopen()
    await settle()
    this.deliver({ type: 'connection_ack' })
    await settle()
  }

  of(type: string): readonly Message[] {
    return this.received.filter((message) => message.type === type)
  }

  /** The id of the latest subscription. */
  get subscriptionId(): string {
    return this.of('subscribe').at(-1)?.id ?? ''
  }
}

/** Stubs the WebSocket of a page, until the test ends. Returns the sockets that the page has opened, in order. */
export function stubSockets(): Socket[] {
  const sockets: Socket[] = []
  vi.stubGlobal(
    'WebSocket',
    class extends Socket {
      constructor() {
        super()
        sockets.push(this)
      }
    },
  )
  return sockets
}
