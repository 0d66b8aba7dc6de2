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
