import type { Socket } from 'node:net'
import type { Authenticated, Caller } from '@dropkit/core'
import { LIMITS } from '../limits/limits.ts'
import { CLOSE, type SocketSettings } from './socket-settings.ts'
import type { UpdateStream } from './update-stream.ts'

/** As much of a WebSocket of the package ws as is used here. */
export interface RawSocket {
  readonly protocol: string
  readonly readyState: number
  readonly OPEN: number
  readonly bufferedAmount: number
  send(data: string, sent: (fault?: Error) => void): void
  ping(): void
  close(code: number, reason: string): void
  terminate(): void
  on(event: 'message', listener: (data: { toString(): string }) => void): void
  on(event: 'pong', listener: () => void): void
  on(event: 'error', listener: (fault: Error) => void): void
  on(event: 'close', listener: (code: number, reason: { toString(): string }) => void): void
}

/** Who speaks on a socket, and by what right; the right is asked after again and again. */
interface Admitted {
  readonly secret: string
  authenticated: Authenticated
}

/** One client's connection. */
export interface OpenSocket {
  /** Stands in every error that is sent on it, and in the log. */
  readonly requestId: string
  readonly address: string
  /** Of the page that opened it, as its browser says. */
  readonly origin: string | undefined
  admitted: Admitted | undefined
  /** Ids of the operations that run. */
  running: () => readonly string[]
  /** What goes on until it is ended. */
  readonly streams: Set<UpdateStream>
  /** Queries and mutations that have begun and are not answered yet. */
  readonly answers: Set<Promise<unknown>>
  /** Whether the other side gave a sign of life since somebody last looked. */
  isAlive: boolean
  readonly closed: Promise<void>
  send(message: string): Promise<void>
  /** Sends a frame that is ready; gives nothing where the network has room for more at once. */
  sendFrame(frame: Uint8Array): Promise<void> | undefined
  /**
   * Makes one message at a time, once what waits for the other side leaves room for it: a socket that is not read costs
   * the memory of one message. Throws if the socket has closed or is let go meanwhile.
   */
  inTurn(make: () => Promise<Uint8Array>): Promise<Uint8Array>
  ping(): void
  close(code: number, reason: string): void
  terminate(): void
}

export const callerOf = ({ admitted }: OpenSocket): Caller | undefined => admitted?.authenticated.caller

export function endStreams({ streams }: OpenSocket): void {
  for (const stream of streams) void stream.return()
}

/** How long a message waits for the other side to read the ones before it. */
const LONGEST_WAIT_FOR_ROOM_MS = 2_000
const ROOM_LOOK_MS = 10
const LARGE_BYTES = 16 * 1024

const afterTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The connection under a WebSocket. */
export type Wire = Pick<Socket, 'write' | 'writableLength' | 'on' | 'off'>

/**
 * A socket that never keeps more for the other side than the settings say: one that does not read what it asked for is
 * told, if it can still hear, and let go. A message counts as sent when the network has taken it, so that who sends one
 * after the other goes no faster than the other side reads.
 */
export function openSocket(
  raw: RawSocket,
  wire: Wire,
  { requestId, address, origin }: Pick<OpenSocket, 'requestId' | 'address' | 'origin'>,
  { bufferedBytes }: SocketSettings,
  lastWords: (waitingBytes: number) => readonly string[],
): OpenSocket {
  let isTooSlow = false
  const isOpen = () => raw.readyState === raw.OPEN

  /** Whether anything may be sent; lets the socket go when too much waits for it already. */
  function hasRoom(bytes: number): boolean {
    if (!isOpen() || isTooSlow) return false
    const waiting = raw.bufferedAmount
    // One message may be larger than what may wait, if nothing does.
    if (
      waiting <= bufferedBytes &&
      (waiting === 0 || waiting + bytes <= bufferedBytes + LIMITS.answerBytes)
    ) {
      return true
    }
    letGo()
    return false
  }

  function letGo(): void {
    isTooSlow = true
    for (const message of lastWords(raw.bufferedAmount)) raw.send(message, () => {})
    raw.close(CLOSE.tryAgainLater, 'Too slow')
    endStreams(socket)
  }

  async function untilRoom(): Promise<void> {
    for (let waitedMs = 0; isOpen() && !isTooSlow; waitedMs += ROOM_LOOK_MS) {
      if (raw.bufferedAmount <= bufferedBytes) return
      if (waitedMs >= LONGEST_WAIT_FOR_ROOM_MS) letGo()
      else await new Promise((resolve) => setTimeout(resolve, ROOM_LOOK_MS).unref())
    }
    throw new Error('the socket has closed')
  }
  let lastTurn: Promise<unknown> = Promise.resolve()

  const socket: OpenSocket = {
    requestId,
    address,
    origin,
    admitted: undefined,
    running: () => [],
    streams: new Set(),
    answers: new Set(),
    isAlive: true,
    closed: new Promise((resolve) => raw.on('close', () => resolve())),
    send(message) {
      if (!hasRoom(message.length)) return Promise.resolve()
      return new Promise((resolve) => {
        raw.send(message, () => {
          socket.isAlive = true
          // One that could not be sent went to a socket that has closed.
          resolve()
        })
      })
    },
    sendFrame(frame) {
      if (!hasRoom(frame.length)) return undefined
      const hasRoomLeft = wire.write(frame)
      if (wire.writableLength === 0) socket.isAlive = true
      return hasRoomLeft ? undefined : drained(wire)
    },
    inTurn(make) {
      const turn = lastTurn.then(async () => {
        await untilRoom()
        return make()
      })
      // The next one looks for room after this one's message has been written, where that is large.
      lastTurn = turn.then(
        (message) => (message.length > LARGE_BYTES ? afterTurn() : undefined),
        () => undefined,
      )
      return turn
    },
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

const drained = (wire: Wire): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      wire.off('drain', done)
      wire.off('close', done)
      resolve()
    }
    wire.on('drain', done)
    wire.on('close', done)
  })
