import type { Socket } from 'node:net'
import type { Authenticated, Caller } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import { onClose } from '../http/when-sent.ts'
import { type AtOnceLimit, type Party, partyOf, type Receiver } from '../limits/at-once.ts'
import { LIMITS, type RateRefusal } from '../limits/limits.ts'
import type { UpdateStream } from './send-updates.ts'

/** The limits and timeouts of one WebSocket. */
export interface SocketSettings {
  /** The maximum time from opening the socket to `connection_init`. */
  readonly initMs: number
  /** The maximum number of operations that run or wait, nearly all of them subscriptions. */
  readonly subscriptions: number
  /** The maximum number of sockets of one user, or of all anonymous callers at an address. */
  readonly socketsAtOnce: number
  /** The same for operations on sockets, nearly all of them subscriptions. */
  readonly subscriptionsAtOnce: number
  /** The same for bytes that wait for clients to read them, on all sockets together. */
  readonly unreadBytesAtOnce: number
  readonly frameBytes: number
  /** The maximum number of bytes that may wait for the client to read them. */
  readonly bufferedBytes: number
  /** The ping interval. A socket that does not respond between two pings is closed. */
  readonly pingMs: number
  /** How long subscriptions may continue after their credential became invalid. */
  readonly credentialMs: number
  /** The maximum time for the client to complete the close. */
  readonly closeMs: number
}

export const SOCKET_SETTINGS: SocketSettings = {
  initMs: 3_000,
  subscriptions: 50,
  socketsAtOnce: 5_000,
  subscriptionsAtOnce: 5_000,
  unreadBytesAtOnce: 32 * 1024 * 1024,
  frameBytes: 64 * 1024,
  bufferedBytes: 1024 * 1024,
  pingMs: 15_000,
  credentialMs: 3_000,
  closeMs: 2_000,
}

/**
 * Close codes of WebSocket itself and of graphql-transport-ws, and one that tells the client to retry later. The libraries
 * send `tooLarge`, `tooLate` and `idInUse`.
 */
export const CLOSE = {
  goingAway: 1001,
  tooLarge: 1009,
  tryAgainLater: 1013,
  badMessage: 4400,
  noCredential: 4401,
  badCredential: 4403,
  tooLate: 4408,
  idInUse: 4409,
  tooManyAttempts: 4429,
  internalError: 4500,
} as const

export const CLOSE_MEANINGS: Readonly<Record<keyof typeof CLOSE, string>> = {
  goingAway: 'The server stops. Reconnect.',
  tooLarge: 'A message is larger than 64 KiB.',
  tryAgainLater:
    'The client does not read fast enough, too many of its operations have not ended, its user or address has too many sockets, or its credential cannot be checked right now. Reconnect later.',
  badMessage: 'An invalid message.',
  noCredential: 'The connection_init has no credential, or an operation was sent before the connection_ack.',
  badCredential: 'The credential is invalid or was revoked.',
  tooLate: 'No connection_init arrived within 3 seconds.',
  idInUse: 'A new operation has the id of one that still runs.',
  tooManyAttempts: 'A second connection_init, or too many wrong credentials from this address.',
  internalError: 'An internal error; see the log.',
}

/** The part of a WebSocket of the package ws that is used here. */
export interface RawSocket {
  readonly protocol: string
  readonly readyState: number
  readonly OPEN: number
  readonly bufferedAmount: number
  send(data: string, sent: (error?: Error) => void): void
  ping(): void
  close(code: number, reason: string): void
  terminate(): void
  on(event: 'message', listener: (data: { toString(): string }) => void): void
  on(event: 'pong', listener: () => void): void
  on(event: 'error', listener: (error: Error) => void): void
  on(event: 'close', listener: (code: number, reason: { toString(): string }) => void): void
}

/** The caller of a socket, and its credential, which is checked repeatedly. */
interface Admitted {
  readonly secret: string
  authenticated: Authenticated
}

/** The connection of one client. */
export interface OpenSocket extends Receiver {
  /** Included in every error that is sent on the socket, and in the log. */
  readonly requestId: string
  readonly address: string
  /** The origin of the page that opened the socket, as sent by its browser. */
  readonly origin: string | undefined
  admitted: Admitted | undefined
  /** The ids of the running operations. */
  running: () => readonly string[]
  /** The running subscriptions. */
  readonly streams: Set<UpdateStream>
  /**
   * The number of messages whose handling has not ended. That of an operation ends with it, when its last message was sent,
   * even if the client has completed it before.
   */
  unfinished: number
  /** Queries and mutations that have begun and are not answered yet. */
  readonly answers: Set<Promise<unknown>>
  /** Whether the client has responded since the last check. */
  isAlive: boolean
  readonly closed: Promise<void>
  send(message: string): Promise<void>
  /** Sends a complete frame. Returns undefined if the network has room for more at once. */
  sendFrame(frame: Uint8Array): Promise<void> | undefined
  /**
   * Builds one message at a time, when the unsent messages leave room for it, so that a socket whose client does not read
   * uses the memory of one message. Throws if the socket closes in the meantime.
   */
  inTurn(make: () => Promise<Uint8Array>): Promise<Uint8Array>
  ping(): void
  close(code: number, reason: string): void
  terminate(): void
}

export const callerOf = ({ admitted }: OpenSocket): Caller | undefined => admitted?.authenticated.caller

/** The party whose large answers the messages of a socket are. Throws before the socket has a caller. */
export function partyOfSocket(socket: OpenSocket): Party {
  const caller = callerOf(socket)
  invariant(caller !== undefined, 'a socket that runs an operation has a caller')
  return partyOf(caller, socket.address)
}

export function endStreams({ streams }: OpenSocket): void {
  for (const stream of streams) void stream.return()
}

/** How long a message waits for the client to read the previous ones. */
const LONGEST_WAIT_FOR_ROOM_MS = 2_000
const ROOM_LOOK_MS = 10
const LARGE_BYTES = 16 * 1024

const afterTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The connection under a WebSocket. */
export type Wire = Pick<Socket, 'write' | 'writableLength' | 'on' | 'once' | 'off'>

/** The limits of one socket, and what its party buffers on all sockets. */
interface SocketRoom {
  readonly settings: Pick<SocketSettings, 'bufferedBytes' | 'closeMs'>
  readonly unread: Pick<AtOnceLimit, 'refusal' | 'add'>
}

/** An exceeded limit. */
export type Excess = Pick<RateRefusal, 'limit' | 'value' | 'asked'>

/**
 * A socket that never buffers more than the settings allow. A client that does not read is told, if possible, and
 * disconnected. A message counts as sent when the network has taken it, so that a sender goes no faster than the client
 * reads.
 */
export function openSocket(
  raw: RawSocket,
  wire: Wire,
  { requestId, address, origin }: Pick<OpenSocket, 'requestId' | 'address' | 'origin'>,
  { settings: { bufferedBytes, closeMs }, unread }: SocketRoom,
  lastWords: (excess: Excess) => readonly string[],
): OpenSocket {
  let isTooSlow = false
  const isOpen = () => raw.readyState === raw.OPEN

  const party = () => (socket.admitted ? partyOfSocket(socket) : [])

  /** Whether a message may be sent. Closes the socket if too much is buffered already, on it or for its party. */
  function hasRoom(bytes: number): boolean {
    if (!isOpen() || isTooSlow) return false
    const waiting = raw.bufferedAmount
    // One message may exceed the limits if nothing else is buffered on this socket.
    if (waiting === 0) return true
    if (waiting > bufferedBytes || waiting + bytes > bufferedBytes + LIMITS.answerBytes) letGo(tooFull())
    else {
      const refusal = unread.refusal(party(), bytes)
      if (!refusal) return true
      letGo(refusal)
    }
    return false
  }

  const tooFull = (): Excess => ({
    limit: 'bufferedBytes',
    value: bufferedBytes,
    asked: raw.bufferedAmount,
  })

  function letGo(excess: Excess): void {
    isTooSlow = true
    for (const message of lastWords(excess)) raw.send(message, () => {})
    raw.close(CLOSE.tryAgainLater, 'Too slow')
    endStreams(socket)
    // Frees what the client does not read.
    setTimeout(() => raw.terminate(), closeMs).unref()
  }

  /** Counts a message until the network has taken it. Call it after the message was passed on. */
  function countUnread(bytes: number): () => void {
    return raw.bufferedAmount > 0 ? unread.add(party(), bytes) : () => {}
  }

  async function untilRoom(): Promise<void> {
    for (let waitedMs = 0; isOpen() && !isTooSlow; waitedMs += ROOM_LOOK_MS) {
      if (raw.bufferedAmount <= bufferedBytes) return
      if (waitedMs >= LONGEST_WAIT_FOR_ROOM_MS) letGo(tooFull())
      else await new Promise((resolve) => setTimeout(resolve, ROOM_LOOK_MS).unref())
    }
    throw new Error('the socket has closed')
  }
  let lastTurn: Promise<unknown> = Promise.resolve()

  /** All that wait share the listeners, because Node warns of more than ten. */
  let draining: Promise<void> | undefined
  function untilDrained(): Promise<void> {
    draining ??= new Promise((resolve) => {
      const done = () => {
        draining = undefined
        wire.off('drain', done)
        wire.off('close', done)
        resolve()
      }
      wire.on('drain', done)
      wire.on('close', done)
    })
    return draining
  }

  const socket: OpenSocket = {
    requestId,
    address,
    origin,
    admitted: undefined,
    running: () => [],
    streams: new Set(),
    unfinished: 0,
    answers: new Set(),
    isAlive: true,
    closed: new Promise((resolve) => raw.on('close', () => resolve())),
    send(message) {
      if (!hasRoom(message.length)) return Promise.resolve()
      return new Promise((resolve) => {
        let isTaken = () => {}
        raw.send(message, () => {
          socket.isAlive = true
          isTaken()
          // If the message could not be sent, the socket has closed.
          resolve()
        })
        isTaken = countUnread(message.length)
      })
    },
    sendFrame(frame) {
      if (!hasRoom(frame.length)) return undefined
      let isTaken = () => {}
      const hasRoomLeft = wire.write(frame, () => isTaken())
      if (wire.writableLength === 0) socket.isAlive = true
      else isTaken = countUnread(frame.length)
      return hasRoomLeft ? undefined : untilDrained()
    },
    inTurn(make) {
      const turn = lastTurn.then(async () => {
        await untilRoom()
        return make()
      })
      // After a large message, the next one checks for room only when the large one was written.
      lastTurn = turn.then(
        (message) => (message.length > LARGE_BYTES ? afterTurn() : undefined),
        () => undefined,
      )
      return turn
    },
    hasGone: () => !isOpen(),
    onGone: (act) => onClose(wire, act),
    ping() {
      if (isOpen()) raw.ping()
    },
    close: (code, reason) => raw.close(code, reason),
    terminate: () => raw.terminate(),
  }
  raw.on('message', () => {
    socket.isAlive = true
  })
  raw.on('pong', () => {
    socket.isAlive = true
  })
  return socket
}
