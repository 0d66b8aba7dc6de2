// Raw HTTP and WebSocket connections, which can send invalid bytes and show each byte of the answer.

import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

interface RawAnswers {
  /** The status of each response. */
  readonly statuses: readonly number[]
  readonly text: string
  readonly isClosed: boolean
}

const QUIET_MS = 10_000

/** `afterMs`: how long to wait for a second response after the first. */
export function sendRaw(url: string, bytes: string | Buffer, afterMs = 150): Promise<RawAnswers> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let text = ''
    const finish = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status))
      resolve({ statuses, text, isClosed })
    }
    let timer = setTimeout(() => finish(false), QUIET_MS)
    socket.on('connect', () => socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes))
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      clearTimeout(timer)
      timer = setTimeout(() => finish(false), afterMs)
    })
    socket.on('error', () => {})
    socket.on('close', () => finish(true))
  })
}

// A minimal WebSocket client (RFC 6455) that can send invalid frames and shows each byte of the answer.

export const OPCODE = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

export interface Frame {
  readonly opcode: number
  readonly payload: Buffer
  readonly isFinal?: boolean
  /** The bits RSV1 to RSV3, as 0x40, 0x20 and 0x10. */
  readonly reservedBits?: number
  readonly isMasked?: boolean
  /** The payload length in the header, if it differs from the real one. */
  readonly saidLength?: bigint
}

export function bytesOf({
  opcode,
  payload,
  isFinal = true,
  reservedBits = 0,
  isMasked = true,
  saidLength,
}: Frame): Buffer {
  const length = saidLength ?? BigInt(payload.length)
  const first = (isFinal ? 0x80 : 0) | reservedBits | opcode
  const maskBit = isMasked ? 0x80 : 0
  const head = length < 126n ? Buffer.alloc(2) : Buffer.alloc(length < 65_536n ? 4 : 10)
  head[0] = first
  if (head.length === 2) head[1] = maskBit | Number(length)
  else if (head.length === 4) {
    head[1] = maskBit | 126
    head.writeUInt16BE(Number(length), 2)
  } else {
    head[1] = maskBit | 127
    head.writeBigUInt64BE(length, 2)
  }
  if (!isMasked) return Buffer.concat([head, payload])
  const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d])
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] as number))
  return Buffer.concat([head, mask, masked])
}

export const textFrame = (message: object | string): Frame => ({
  opcode: OPCODE.text,
  payload: Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)),
})

export interface RawWebSocket {
  send(bytes: Buffer): void
  /**
   * Resolves with the server's close code; with `broken` if it closed without a code; with `open` if it did not close in
   * time.
   */
  end(withinMs: number): Promise<number | 'broken' | 'open'>
  /** Resolves with true when a text that contains `piece` arrives, and with false if the socket ends first. */
  heard(piece: string): Promise<boolean>
  /** Stops reading. */
  pause(): void
  /** The number of bytes received so far. */
  receivedBytes(): number
  destroy(): void
}

interface Heard {
  readonly opcode: number
  readonly payload: Buffer
}

/** Takes the complete frames from the front of the received bytes. A server's frames are never masked. */
function takeFrames(received: Buffer, take: (frame: Heard) => void): Buffer {
  let rest = received
  for (;;) {
    if (rest.length < 2) return rest
    const short = (rest[1] as number) & 0x7f
    const start = short === 126 ? 4 : short === 127 ? 10 : 2
    if (rest.length < start) return rest
    const length =
      short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short
    if (rest.length < start + length) return rest
    take({ opcode: (rest[0] as number) & 0x0f, payload: rest.subarray(start, start + length) })
    rest = rest.subarray(start + length)
  }
}

/** Opens a WebSocket to /graphql. `headers` are added to the headers of the upgrade. */
export function openRawWebSocket(url: string, headers: readonly string[] = []): Promise<RawWebSocket> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let received: Buffer = Buffer.alloc(0)
  let isUpgraded = false
  let texts = ''
  let receivedBytes = 0
  let closeCode: number | undefined
  let isOver = false
  const listeners = new Set<() => void>()
  const wake = () => {
    for (const listener of listeners) listener()
  }
  const until = (holds: () => boolean, withinMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const settle = (value: boolean) => {
        clearTimeout(timer)
        listeners.delete(look)
        resolve(value)
      }
      const look = () => {
        if (holds() || isOver) settle(holds())
      }
      const timer = setTimeout(() => settle(holds()), withinMs)
      listeners.add(look)
      look()
    })

  socket.on('data', (chunk: Buffer) => {
    receivedBytes += chunk.length
    received = Buffer.concat([received, chunk])
    if (!isUpgraded) {
      const end = received.indexOf('\r\n\r\n')
      if (end === -1) return
      isUpgraded = received.toString('latin1', 0, end).startsWith('HTTP/1.1 101')
      received = received.subarray(end + 4)
    }
    if (isUpgraded) {
      received = takeFrames(received, ({ opcode, payload }) => {
        if (opcode === OPCODE.text) texts += payload.toString()
        // The server closes a connection that does not answer a ping.
        if (opcode === OPCODE.ping) socket.write(bytesOf({ opcode: OPCODE.pong, payload }))
        if (opcode === OPCODE.close) closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005
      })
    }
    wake()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isOver = true
    wake()
  })
  socket.write(
    [
      'GET /graphql HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'Sec-WebSocket-Protocol: graphql-transport-ws',
      ...headers,
      '',
      '',
    ].join('\r\n'),
  )
  const opened: RawWebSocket = {
    send: (bytes) => {
      if (!socket.destroyed) socket.write(bytes)
    },
    async end(withinMs) {
      await until(() => closeCode !== undefined, withinMs)
      return closeCode ?? (isOver ? 'broken' : 'open')
    },
    heard: (piece) => until(() => texts.includes(piece), 10_000),
    pause: () => void socket.pause(),
    receivedBytes: () => receivedBytes,
    destroy: () => socket.destroy(),
  }
  return until(() => isUpgraded, 10_000).then(() => {
    if (isUpgraded) return opened
    socket.destroy()
    throw new Error('no WebSocket was opened')
  })
}
