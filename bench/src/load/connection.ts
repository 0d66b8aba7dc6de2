import { connect, type Socket } from 'node:net'
import { AnswerParser } from './answer-parser.ts'
import type { AnswerTally } from './answer-tally.ts'
import type { Latencies } from './latencies.ts'

const RECONNECT_MS = 50
const RECEIVE_BYTES = 64 * 1024

interface ConnectionOptions {
  readonly url: URL
  /** Requests in flight at once. */
  readonly depth: number
  readonly tally: AnswerTally
  readonly latencies: Latencies
  /** Called when it may send again. */
  readonly onFree: (connection: Connection) => void
}

interface InFlight {
  /** By performance.now(). */
  readonly since: number
  readonly wallet: string | undefined
}

/** One connection, kept, with a few requests in flight. It comes back by itself when it breaks. */
export class Connection {
  readonly #inFlight: InFlight[] = []
  readonly #options: ConnectionOptions
  #socket: Socket | undefined
  #isOpen = false
  #isEnding = false

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  get inFlight(): number {
    return this.#inFlight.length
  }

  get isFree(): boolean {
    return this.#isOpen && this.#inFlight.length < this.#options.depth
  }

  open(): void {
    const parser = new AnswerParser()
    const socket = connect({
      host: this.#options.url.hostname,
      port: Number(this.#options.url.port),
      noDelay: true,
      // Into the same memory over and over: nothing is left for the garbage collector but strings.
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
    this.#inFlight.push({ since, wallet })
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
        const request = this.#inFlight.shift()
        if (!request) throw new Error('an answer to nothing')
        if (tally.count(answer, request.wallet)) latencies.add(performance.now() - request.since)
        if (answer.closes) this.#isOpen = false
      })
    } catch (fault) {
      if (socket) this.#break(socket, String(fault))
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
    this.#options.tally.fail(reason, this.#inFlight.length)
    this.#inFlight.length = 0
    setTimeout(() => {
      if (!this.#isEnding) this.open()
    }, RECONNECT_MS)
    this.#options.onFree(this)
  }
}
