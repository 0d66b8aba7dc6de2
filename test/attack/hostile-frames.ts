// Sequences of WebSocket frames, most of them invalid in one place, and the close code that they must cause.
import * as fc from 'fast-check'
import { bytesOf, type Frame, OPCODE, textFrame } from './raw-connections.ts'

/** The close codes of RFC 6455, 7.4.1 and of graphql-transport-ws. */
const PROTOCOL_ERROR = 1002
const INVALID_TEXT = 1007
const TOO_BIG = 1009
const BAD_MESSAGE = 4400
const NOT_ADMITTED = 4401
const FRAME_LIMIT = 64 * 1_024

export interface Hostile {
  readonly what: string
  readonly bytes: Buffer
  /** The valid close codes. If a sequence violates two rules, either code may come. */
  readonly codes: readonly number[]
}

type Case = (frame: { readonly payload: Buffer; readonly number: number }) => {
  readonly frames: readonly Frame[]
  readonly codes: readonly number[]
}

const ping = textFrame({ type: 'ping' })
const fits = (payload: Buffer) => payload.subarray(0, 100)
const closing = (payload: Buffer): Frame => ({ opcode: OPCODE.close, payload })
const closeCode = (code: number, reason = Buffer.alloc(0)) => {
  const head = Buffer.alloc(2)
  head.writeUInt16BE(code)
  return closing(Buffer.concat([head, reason]))
}
const validFrames = [ping, closeCode(1000)]
const pick = <T>(all: readonly T[], number: number): T => all[number % all.length] as T

const RESERVED_OPCODES = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15]
const FORBIDDEN_CODES = [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535]
const INVALID_UTF8 = ['ff', 'c080', 'eda080', 'f4908080', 'e282', 'f0808080', '80', 'ce', 'fe'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
const NO_MESSAGES = [
  'no JSON',
  '',
  '[]',
  '{}',
  'null',
  '5',
  '{"type":"subscribe"}',
  '{"type":"nonsense"}',
  '{"type":"subscribe","id":"","payload":{"query":"{me{id}}"}}',
  '{"type":"subscribe","id":"1","payload":{"query":5}}',
  '{"type":"subscribe","id":"1","payload":{}}',
  '{"type":"subscribe","id":5,"payload":{"query":"{me{id}}"}}',
  '{"type":"subscribe","id":"1","payload":{"query":"{me{id}}","variables":[]}}',
  '{"type":"complete"}',
  '{"type":"complete","id":5}',
  '{"type":"ping","payload":5}',
  '{"type":"connection_ack"}',
  '{"type":"next","id":"1","payload":{}}',
  '{"type":"error","id":"1","payload":[]}',
  '{"type":{"toString":1}}',
  '{"__proto__":{"type":"ping"}}',
  '{"type":"start","id":"1","payload":{"query":"{me{id}}"}}',
]

const CASES: Readonly<Record<string, Case>> = {
  'without a violation': () => ({ frames: validFrames, codes: [1000] }),
  'without a mask': ({ payload }) => ({
    frames: [{ opcode: OPCODE.text, payload, isMasked: false }],
    codes: [PROTOCOL_ERROR],
  }),
  'with a reserved bit, the one of compression among them': ({ payload, number }) => ({
    frames: [{ opcode: OPCODE.text, payload, reservedBits: pick([0x40, 0x20, 0x10, 0x70, 0x50], number) }],
    codes: [PROTOCOL_ERROR],
  }),
  'of a kind that does not exist': ({ payload, number }) => ({
    frames: [{ opcode: pick(RESERVED_OPCODES, number), payload: fits(payload) }],
    codes: [PROTOCOL_ERROR],
  }),
  'control in pieces': ({ payload, number }) => ({
    frames: [{ opcode: pick([8, 9, 10], number), payload: fits(payload), isFinal: false }],
    codes: [PROTOCOL_ERROR],
  }),
  'control that is too long': ({ number }) => ({
    frames: [{ opcode: pick([8, 9, 10], number), payload: Buffer.alloc(126 + (number % 500)) }],
    codes: [PROTOCOL_ERROR],
  }),
  'a continuation of nothing': ({ payload, number }) => ({
    frames: [{ opcode: OPCODE.continuation, payload: fits(payload), isFinal: number % 2 === 0 }],
    codes: [PROTOCOL_ERROR],
  }),
  'another message inside of one': ({ payload }) => ({
    frames: [
      { opcode: OPCODE.text, payload: Buffer.from('{'), isFinal: false },
      { opcode: OPCODE.text, payload },
    ],
    codes: [PROTOCOL_ERROR],
  }),
  'too long, by what it says': ({ number }) => ({
    frames: [
      {
        opcode: pick([1, 2], number),
        payload: Buffer.alloc(0),
        saidLength: pick(
          [
            BigInt(FRAME_LIMIT) + 1n,
            2n ** 32n,
            2n ** 53n - 1n,
            2n ** 53n,
            2n ** 62n,
            2n ** 63n,
            2n ** 64n - 1n,
          ],
          number,
        ),
      },
    ],
    codes: [TOO_BIG, PROTOCOL_ERROR],
  }),
  'too long in pieces': ({ number }) => ({
    frames: Array.from({ length: 3 }, (_, index) => ({
      opcode: index === 0 ? pick([1, 2], number) : OPCODE.continuation,
      payload: Buffer.alloc(30_000, 0x20),
      isFinal: false,
    })),
    codes: [TOO_BIG],
  }),
  'a text that is no UTF-8': ({ number }) => ({
    frames: [{ opcode: OPCODE.text, payload: pick(INVALID_UTF8, number) }],
    codes: [INVALID_TEXT],
  }),
  'a text that is no UTF-8, cut inside of a character': ({ number }) => ({
    frames: [
      { opcode: OPCODE.text, payload: Buffer.from('{"type":"\u00e9').subarray(0, 10), isFinal: false },
      { opcode: OPCODE.continuation, payload: Buffer.concat([Buffer.from('x'), pick(INVALID_UTF8, number)]) },
    ],
    codes: [INVALID_TEXT],
  }),
  'a close of one byte': () => ({ frames: [closing(Buffer.from([3]))], codes: [PROTOCOL_ERROR] }),
  'a close with a reserved code': ({ number }) => ({
    frames: [closeCode(pick(FORBIDDEN_CODES, number))],
    codes: [PROTOCOL_ERROR],
  }),
  'a close with a reason that is no UTF-8': ({ number }) => ({
    frames: [closeCode(1000, pick(INVALID_UTF8, number))],
    codes: [INVALID_TEXT],
  }),
  'a message that is none': ({ number }) => ({
    frames: [textFrame(pick(NO_MESSAGES, number))],
    codes: [BAD_MESSAGE],
  }),
  'a message that is none, in pieces with pings between': ({ number }) => ({
    frames: [
      { opcode: OPCODE.text, payload: Buffer.from('{"type":'), isFinal: false },
      { opcode: OPCODE.ping, payload: Buffer.from('between') },
      { opcode: OPCODE.continuation, payload: Buffer.alloc(0), isFinal: false },
      { opcode: OPCODE.pong, payload: Buffer.alloc(number % 126) },
      { opcode: OPCODE.continuation, payload: Buffer.from('1}') },
    ],
    codes: [BAD_MESSAGE],
  }),
  'asking before being let in': ({ number }) => ({
    frames: [textFrame({ type: 'subscribe', id: String(number), payload: { query: '{ me { id } }' } })],
    codes: [NOT_ADMITTED],
  }),
  'no credential': ({ number }) => ({
    frames: [
      textFrame({
        type: 'connection_init',
        ...pick([{}, { payload: {} }, { payload: { Authorization: 5 } }], number),
      }),
    ],
    codes: [NOT_ADMITTED],
  }),
  'a credential that is none': ({ payload }) => ({
    frames: [
      textFrame({
        type: 'connection_init',
        payload: { Authorization: `Bearer ${payload.toString('hex')}x` },
      }),
    ],
    codes: [4403],
  }),
  'init twice': () => ({
    frames: [
      textFrame({ type: 'connection_init', payload: {} }),
      textFrame({ type: 'connection_init', payload: {} }),
    ],
    codes: [4401, 4429],
  }),
}

const random: fc.Arbitrary<Hostile> = fc
  .uint8Array({ minLength: 1, maxLength: 300 })
  // Whatever these bytes are parsed as, a frame without a mask follows sooner or later, and is rejected.
  .map((bytes) => ({ what: 'any bytes', bytes: Buffer.from(bytes), codes: [] }))

const built: fc.Arbitrary<Hostile> = fc
  .tuple(
    fc.constantFrom(...Object.keys(CASES)),
    fc.uint8Array({ maxLength: 200 }),
    fc.nat(),
    fc.nat({ max: 3 }),
    fc.oneof({ weight: 10, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat() }),
  )
  .map(([what, payload, number, pings, cut]) => {
    const { frames, codes } = (CASES[what] as Case)({ payload: Buffer.from(payload), number })
    const before = Array.from({ length: pings }, () => ping)
    const bytes = Buffer.concat([...before, ...frames].map(bytesOf))
    // A client that disconnects in the middle of a frame gets no close code.
    if (cut !== null)
      return { what: 'an end in the middle', bytes: bytes.subarray(0, cut % bytes.length), codes: [] }
    return { what, bytes, codes }
  })

export const hostileFrames: fc.Arbitrary<Hostile> = fc.oneof(
  { weight: 9, arbitrary: built },
  { weight: 1, arbitrary: random },
)
