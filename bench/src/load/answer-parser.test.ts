import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answer, AnswerParser } from './answer-parser.ts'

const withLength = (body: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

const inChunks = (parts: readonly string[]): string => {
  const chunks = parts
    .filter((part) => part !== '')
    .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
  return `HTTP/1.1 503 Busy\r\ntransfer-encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`
}

const anyBody = fc.string({ unit: fc.constantFrom('a', '\r', '\n', '0', ':', '{', '}', '"'), maxLength: 40 })
const anyAnswer = fc.oneof(
  anyBody.map((body) => ({ sent: withLength(body), seen: { status: 200, body, closes: false } })),
  fc.array(anyBody).map((parts) => ({
    sent: inChunks(parts),
    seen: { status: 503, body: parts.join(''), closes: false },
  })),
)

describe('the parser of answers', () => {
  it('gives the same answers however their bytes were cut', () => {
    fc.assert(
      fc.property(fc.array(anyAnswer), fc.array(fc.nat({ max: 60 })), (answers, cuts) => {
        const parser = new AnswerParser()
        const seen: Answer[] = []
        let rest = answers.map(({ sent }) => sent).join('')
        for (const cut of cuts) {
          parser.push(rest.slice(0, cut), (answer) => seen.push(answer))
          rest = rest.slice(cut)
        }
        parser.push(rest, (answer) => seen.push(answer))
        expect(seen).toEqual(answers.map((answer) => answer.seen))
      }),
    )
  })

  it('says when the server ends the connection after an answer', () => {
    const seen: boolean[] = []
    const text = 'HTTP/1.1 200 OK\r\nConnection: close\r\ncontent-length: 0\r\n\r\n'
    new AnswerParser().push(text, ({ closes }) => seen.push(closes))
    expect(seen).toEqual([true])
  })

  it('throws for an invalid answer', () => {
    expect(() => new AnswerParser().push('HTTP/1.1 200 OK\r\n\r\n', () => {})).toThrow('unknown length')
    expect(() => new AnswerParser().push('SSH-2.0\r\n\r\n', () => {})).toThrow('no HTTP/1.1 answer')
  })
})
