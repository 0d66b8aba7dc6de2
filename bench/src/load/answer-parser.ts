/** A whole answer of HTTP/1.1. `body` has one character a byte. */
export interface Answer {
  readonly status: number
  readonly body: string
  /** Whether the server ends the connection after it. */
  readonly closes: boolean
}

const LENGTH = /\r\ncontent-length: *(\d+)/i
const CHUNKED = /\r\ntransfer-encoding: *chunked/i
const CLOSE = /\r\nconnection: *close/i

/**
 * Takes answers off a stream of bytes. It knows what a server sends that keeps its connections: a length, or chunks.
 * Throws where that is not what comes.
 */
export class AnswerParser {
  #rest = ''

  /** The answers that are whole with these bytes, given as Latin-1. */
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

/** The body that begins at `start`, and where it ends; undefined while a part of it is missing. */
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
