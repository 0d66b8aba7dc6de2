import { type Client, createClient as createSocketClient } from 'graphql-ws'
import type { ClientParts, DropkitClient } from './client.ts'
import { statesOf } from './flow.ts'
import { isRecord, ok, type Refusal, type Result, readRefusal, refusalOf, refused } from './result.ts'
import { backoffMs, EVENT_CURSOR, pause } from './transport.ts'

export interface SubscribeOptions {
  readonly signal?: AbortSignal
  /** Called with true when updates arrive, and with false while the connection is lost. */
  readonly onConnection?: (isConnected: boolean) => void
}

const PING_EVERY_MS = 15_000
const PONG_LIMIT_MS = 5_000
const CLOSE_WHEN_UNUSED_MS = 1_000
/** A visitor token that is refused earlier than this after it was renewed is not renewed again. */
const SHORTEST_VISIT_MS = 60_000

/** How a connection ended for one subscription. */
type End =
  /** The server has no more updates. */
  | { readonly kind: 'complete' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'lost'; readonly retryAfterMs: number | undefined }

/** Creates the client's `subscribe`. All subscriptions with the same credential share a socket. */
export function createSubscriber(parts: ClientParts, webSocket: unknown): DropkitClient['subscribe'] {
  const sockets = createSockets(parts.url, webSocket)

  return (operation, variables, options = {}) => {
    type Data = typeof operation extends { readonly __apiType?: (variables: never) => infer D } ? D : never
    return statesOf<Result<Data>>(async (emit, signal) => {
      const reportConnection = (isConnected: boolean) => options.onConnection?.(isConnected)
      let cursor = variables.after ?? undefined
      // Without a cursor, events before the first update would be lost if the connection is lost.
      if (cursor === undefined) {
        const found = await parts.query(EVENT_CURSOR, {}, { signal })
        if (!found.ok) return emit(found)
        cursor = found.value.service.eventCursor
      }
      let renewedAtMs = Number.NEGATIVE_INFINITY
      for (let failures = 0; !signal.aborted; ) {
        const isVisit = parts.keyKind === 'none' && parts.credentials.session() === undefined
        const token = await parts.credentials.current()
        const end: End = token.ok
          ? await follow(
              sockets.of(token.value),
              operation.toString(),
              { ...variables, after: cursor },
              signal,
              (data, id) => {
                failures = 0
                reportConnection(true)
                // A server may send the update of the cursor again.
                if (id === cursor) return
                cursor = id
                return emit(ok(data as Data))
              },
            )
          : { kind: 'refused', refusal: token.refusal }
        reportConnection(false)
        if (signal.aborted || end.kind === 'complete') return
        if (end.kind === 'refused') {
          const isExpired = isVisit && token.ok && end.refusal.code === 'UNAUTHENTICATED'
          if (isExpired && Date.now() - renewedAtMs > SHORTEST_VISIT_MS) {
            await parts.credentials.forget(token.value)
            renewedAtMs = Date.now()
          } else if (!end.refusal.retryable) return emit(refused(end.refusal))
        }
        failures += 1
        const asked = end.kind === 'refused' ? end.refusal.retryAfterMs : end.retryAfterMs
        await pause(asked ?? backoffMs(Math.min(failures, 6)), signal)
      }
    }, options.signal)
  }
}

/** Runs one subscription on one socket until one of them ends. Updates are queued for the consumer. */
function follow(
  socket: Client,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  onUpdate: (data: Readonly<Record<string, unknown>>, id: string) => Promise<void> | undefined,
): Promise<End> {
  return new Promise((resolve) => {
    let last: Promise<unknown> = Promise.resolve()
    let waiting = 0
    const finish = (end: End) => {
      signal.removeEventListener('abort', leave)
      // Updates that have arrived are delivered first, because the cursor already counts them as delivered.
      void last.then(() => resolve(end))
    }
    const unsubscribe = socket.subscribe<Record<string, unknown>>(
      { query, variables },
      {
        next({ data, errors }) {
          const [error] = errors ?? []
          if (error) {
            finish({ kind: 'refused', refusal: readRefusal(error.message, error.extensions) })
            return leave()
          }
          if (!data) return
          const id = idOf(data)
          if (id === undefined) {
            finish({ kind: 'refused', refusal: NO_ID })
            return leave()
          }
          waiting += 1
          last = last
            .then(() => onUpdate(data, id))
            .finally(() => {
              waiting -= 1
            })
          // If the consumer is too slow, the subscription ends, and a new one continues after the last delivered update.
          if (waiting > MOST_WAITING) {
            finish({ kind: 'lost', retryAfterMs: 0 })
            leave()
          }
        },
        error: (error) => finish(endOf(error)),
        complete: () => finish({ kind: 'complete' }),
      },
    )
    function leave() {
      unsubscribe()
    }
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
  })
}

const MOST_WAITING = 1_000

/** Without the id, all updates since the start would be repeated after each lost connection. */
const NO_ID = refusalOf(
  'BAD_USER_INPUT',
  'The document must select `id` of the update: the client continues after it',
)

/** Reads a close event, or the errors of the operation. */
function endOf(error: unknown): End {
  if (Array.isArray(error)) {
    const [first] = error as readonly unknown[]
    const { message, extensions } = isRecord(first) ? first : {}
    return { kind: 'refused', refusal: readRefusal(message, extensions) }
  }
  const { code, reason } = error as { readonly code?: unknown; readonly reason?: unknown }
  const isFinal = typeof code === 'number' && FINAL_CODES.includes(code)
  if (!isFinal) return { kind: 'lost', retryAfterMs: undefined }
  const text =
    typeof reason === 'string' && reason !== '' ? reason : `The service closed the socket (${code})`
  const refusal = refusalOf(UNAUTHENTICATED_CODES.includes(code) ? 'UNAUTHENTICATED' : 'BAD_ANSWER', text)
  return { kind: 'refused', refusal }
}

const UNAUTHENTICATED_CODES = [4401, 4403]
/** Close codes for an invalid credential, or for a protocol that the server does not support. */
const FINAL_CODES = [4400, 4401, 4403, 4406]

const idOf = (data: Readonly<Record<string, unknown>>): string | undefined => {
  const [update] = Object.values(data)
  const id = isRecord(update) ? update['id'] : undefined
  return typeof id === 'string' ? id : undefined
}

/** One socket for each credential. Unused sockets are closed. */
function createSockets(url: string, webSocket: unknown) {
  let current: { readonly token: string; readonly client: Client } | undefined
  return {
    of(token: string): Client {
      if (current?.token !== token) current = { token, client: openSocket(url, token, webSocket) }
      return current.client
    },
  }
}

function openSocket(url: string, token: string, webSocket: unknown): Client {
  let limit: ReturnType<typeof setTimeout> | undefined
  const client: Client = createSocketClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    connectionParams: { Authorization: `Bearer ${token}` },
    // Each subscription reconnects on its own, after its own last update.
    retryAttempts: 0,
    lazyCloseTimeout: CLOSE_WHEN_UNUSED_MS,
    ...(webSocket === undefined ? {} : { webSocketImpl: webSocket }),
    // A connection can be dead without a close event, for example after a laptop slept.
    keepAlive: PING_EVERY_MS,
    on: {
      ping: (wasReceived) => {
        if (!wasReceived) limit = setTimeout(() => client.terminate(), PONG_LIMIT_MS)
      },
      pong: () => clearTimeout(limit),
      closed: () => clearTimeout(limit),
    },
  })
  return client
}
