import { connect, type Socket } from 'node:net'
import type { Latencies } from './run-load.ts'

const RECONNECT_MS = 50
const RECEIVE_BYTES = 64 * 1024

interface ConnectionOptions {
  readonly url: URL
  readonly tally: AnswerTally
  readonly latencies: Latencies
  /** Called when the connection can send again. */
  readonly onFree: (connection: Connection) => void
}

interface InFlight {
  /** A time of performance.now(). */
  readonly since: number
  readonly wallet: string | undefined
}

/** A keep-alive connection with at most one request in flight. It reconnects when it breaks. */
export class Connection {
  readonly #options: ConnectionOptions
  #inFlight: InFlight | undefined
  #socket: Socket | undefined
  #isOpen = false
  #isEnding = false

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** The number of requests without a response: 0 or 1. */
  get inFlight(): number {
    return this.#inFlight ? 1 : 0
  }

  get isFree(): boolean {
    return this.#isOpen && !this.#inFlight
  }

  open(): void {
    const parser = new AnswerParser()
    const socket = connect({
      host: this.#options.url.hostname,
      port: Number(this.#options.url.port),
      noDelay: true,
      // Always reads into the same memory, so that only strings need garbage collection.
      onread: {
        buffer: Buffer.allocUnsafe(RECEIVE_BYTES),
        callback: (length, buffer) => {
          this.#receive(parser, (buffer as Buffer).toString('latin1', 0, length))
          return true
        },
      },
    })
    this.#socket = socket
    socket.on('connect', () => {
      this.#isOpen = true
      this.#freeUp()
    })
    socket.on('error', (error) => this.#break(socket, error.message))
    socket.on('close', () => this.#break(socket, 'the server closed the connection'))
  }

  send(text: string, wallet: string | undefined, since: number): void {
    this.#inFlight = { since, wallet }
    this.#socket?.write(text, 'latin1')
  }

  end(): void {
    this.#isEnding = true
    this.#socket?.destroy()
  }

  #receive(parser: AnswerParser, text: string): void {
    const socket = this.#socket
    const { tally, latencies } = this.#options
    try {
      parser.push(text, (answer) => {
        const request = this.#inFlight
        if (!request) throw new Error('an answer to nothing')
        this.#inFlight = undefined
        if (tally.count(answer, request.wallet)) latencies.add(performance.now() - request.since)
        if (answer.closes) this.#isOpen = false
      })
    } catch (error) {
      if (socket) this.#break(socket, String(error))
      return
    }
    this.#freeUp()
  }

  #freeUp(): void {
    if (this.isFree) this.#options.onFree(this)
  }

  #break(socket: Socket, reason: string): void {
    if (socket !== this.#socket) return
    this.#socket = undefined
    this.#isOpen = false
    socket.destroy()
    if (this.#isEnding) return
    this.#options.tally.fail(reason, this.inFlight)
    this.#inFlight = undefined
    setTimeout(() => {
      if (!this.#isEnding) this.open()
    }, RECONNECT_MS)
    this.#options.onFree(this)
  }
}

const KEPT_FAILURES = 5

/** Counts the outcomes of requests. */
export class AnswerTally {
  accepted = 0
  answered = 0
  failed = 0
  bytes = 0
  readonly refused: Record<string, number> = {}
  readonly failures: string[] = []

  /** Counts a response. Returns whether the request was accepted: data without errors, with the wallet that was sent. */
  count({ status, body }: Answer, wallet: string | undefined): boolean {
    this.answered++
    this.bytes += body.length
    const isData = status === 200 && body.startsWith('{"data":{') && !body.includes('"errors":')
    // A null field counts like an error.
    const isNull = isData && /^\{"data":\{"\w+":null\}\}/.test(body)
    if (isData && !isNull) {
      if (wallet === undefined || body.includes(wallet)) {
        this.accepted++
        return true
      }
      this.fail(`an answer that does not name ${wallet}: ${body.slice(0, 300)}`)
      return false
    }
    const code = isNull ? 'NULL' : codeOf(status, body)
    this.refused[code] = (this.refused[code] ?? 0) + 1
    return false
  }

  fail(reason: string, times = 1): void {
    this.failed += times
    if (times > 0 && this.failures.length < KEPT_FAILURES) this.failures.push(reason)
  }
}

const codeOf = (status: number, body: string): string => {
  try {
    const { errors } = JSON.parse(body)
    const [first] = errors
    return String(first.extensions?.code ?? first.message)
  } catch {
    return `HTTP ${status}`
  }
}

/** A complete HTTP/1.1 response. `body` has one character per byte. */
export interface Answer {
  readonly status: number
  readonly body: string
  /** Whether the server closes the connection after this response. */
  readonly closes: boolean
}

const LENGTH = /\r\ncontent-length: *(\d+)/i
const CHUNKED = /\r\ntransfer-encoding: *chunked/i
const CLOSE = /\r\nconnection: *close/i

/**
 * Parses HTTP/1.1 responses from a stream of bytes. Supports content-length and chunked encoding. Throws on anything else.
 */
export class AnswerParser {
  #rest = ''

  /** Parses more bytes, as Latin-1, and passes each complete response to `take`. */
  push(text: string, take: (answer: Answer) => void): void {
    let received = this.#rest === '' ? text : this.#rest + text
    while (received !== '') {
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd === -1) break
      const head = received.slice(0, headEnd)
      if (!head.startsWith('HTTP/1.1 ')) throw new Error(`no HTTP/1.1 answer: ${head.slice(0, 60)}`)
      const found = bodyFrom(received, head, headEnd + 4)
      if (found === undefined) break
      received = received.slice(found.end)
      take({ status: Number(head.slice(9, 12)), body: found.body, closes: CLOSE.test(head) })
    }
    this.#rest = received
  }
}

/** The body that begins at `start`, and its end. Undefined if it is not complete yet. */
const bodyFrom = (text: string, head: string, start: number) => {
  const length = LENGTH.exec(head)?.[1]
  if (length !== undefined) {
    const end = start + Number(length)
    return text.length < end ? undefined : { body: text.slice(start, end), end }
  }
  if (!CHUNKED.test(head)) throw new Error(`an answer of unknown length: ${head.slice(0, 60)}`)
  let body = ''
  for (let place = start; ; ) {
    const lineEnd = text.indexOf('\r\n', place)
    if (lineEnd === -1) return undefined
    const size = Number.parseInt(text.slice(place, lineEnd), 16)
    if (Number.isNaN(size)) throw new Error(`a chunk of unknown length: ${text.slice(place, lineEnd)}`)
    const end = lineEnd + 2 + size + 2
    if (text.length < end) return undefined
    if (size === 0) return { body, end }
    body += text.slice(lineEnd + 2, lineEnd + 2 + size)
    place = end
  }
}
