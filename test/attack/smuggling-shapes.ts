// Requests that two servers in a row may parse differently, so that one of them finds a second request inside.

const INSIDE = 'GET /healthz HTTP/1.1\r\nHost: inside\r\n\r\n'
const CHUNKED_END = '0\r\n\r\n'

const post = (headers: readonly string[], body: string, line = 'POST /graphql HTTP/1.1') =>
  [line, 'Host: localhost', 'Content-Type: application/json', ...headers, '', body].join('\r\n')

const lengthOf = (text: string) => Buffer.byteLength(text, 'latin1')
const chunk = (text: string) => `${lengthOf(text).toString(16)}\r\n${text}\r\n`

/** Ways to write `Transfer-Encoding: chunked` that some servers recognize and others do not. */
const HIDDEN_ENCODINGS = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding:chunked',
  ' Transfer-Encoding: chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunkedx',
  'Transfer-Encoding: "chunked"',
  "Transfer-Encoding: 'chunked'",
  'Transfer-Encoding: CHUNKED',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: gzip',
  'Transfer-Encoding: chunked;foo=bar',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: x\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding: \u000bchunked',
  'Transfer-Encoding: \u0000chunked',
  'Transfer-Encoding: chunked\u0000',
  'Transfer-Encoding: chun\u0000ked',
  'Transfer-Encoding\u0000: chunked',
  'Transfer_Encoding: chunked',
  'X: x\nTransfer-Encoding: chunked',
  'X: x\rTransfer-Encoding: chunked',
  'X: x\r\n\tTransfer-Encoding: chunked',
  'Transfer-Encoding: \u0080chunked',
  'TRANSFER-ENCODING: chunked',
] as const

/** Two content lengths, or one that can be parsed in two ways. */
const lengths = (right: number): readonly string[] => [
  `Content-Length: ${right}\r\nContent-Length: 0`,
  `Content-Length: 0\r\nContent-Length: ${right}`,
  `Content-Length: 0, ${right}`,
  `Content-Length: ${right}, ${right}`,
  `Content-Length: +${right}`,
  `Content-Length: -${right}`,
  `Content-Length: 0x${right.toString(16)}`,
  `Content-Length: ${right}.0`,
  `Content-Length: ${right}e0`,
  `Content-Length: ${right} `.concat('1'),
  `Content-Length: ${'0'.repeat(30)}x`,
  'Content-Length: 99999999999999999999999',
  'Content-Length: 18446744073709551616',
  'Content-Length: \u0662',
  'Content-Length:\r\n 5',
  `Content-Length : ${right}`,
  `Content-Length\u0000: ${right}`,
]

/** Chunk sizes and chunk ends that some servers parse differently. */
const CHUNKS = [
  `0\n\n${INSIDE}`,
  `0\r\n\n${INSIDE}`,
  `0\n\r\n${INSIDE}`,
  `0;\n${INSIDE}\r\n\r\n`,
  `0;a=\n${INSIDE}`,
  `0;a="\r\n\r\n${INSIDE}"\r\n\r\n`,
  `1;\u0000\r\nx\r\n${CHUNKED_END}${INSIDE}`,
  `0x0\r\n\r\n${INSIDE}`,
  `-1\r\nx\r\n${CHUNKED_END}${INSIDE}`,
  `+0\r\n\r\n${INSIDE}`,
  ` 0\r\n\r\n${INSIDE}`,
  `ffffffffffffffffffffff\r\n${INSIDE}`,
  `10000000000000000\r\n${INSIDE}`,
  `1\r\nxx\r\n${CHUNKED_END}${INSIDE}`,
  `1\r\nx${CHUNKED_END}${INSIDE}`,
  `1\nx\n0\n\n${INSIDE}`,
  `1 \u000b\r\nx\r\n${CHUNKED_END}${INSIDE}`,
  `z\r\n\r\n${INSIDE}`,
]

const LINES = [
  'GET /graphql',
  'GET  /graphql HTTP/1.1',
  'GET\t/graphql\tHTTP/1.1',
  ' GET /graphql HTTP/1.1',
  'GET /graphql HTTP/1.1 x',
  'GET /graphql HTTP/9.9',
  'GET /graphql HTTP/0.9',
  'GET /graphql HTTPS/1.1',
  'GET /graphql http/1.1',
  'GET /gra phql HTTP/1.1',
  'GET /gra\u0000phql HTTP/1.1',
  'GET \u0001/graphql HTTP/1.1',
  'GET http://[::1/graphql HTTP/1.1',
  'GET http://a@b:c/graphql HTTP/1.1',
  'GET //evil.invalid/%2e%2e/graphql HTTP/1.1',
  'GET /../../etc/passwd HTTP/1.1',
  'GET /%2e%2e%2f%2e%2e%2fetc/passwd HTTP/1.1',
  'GET /files/%00 HTTP/1.1',
  'GET /%ff%fe HTTP/1.1',
  'GET /% HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT example.invalid:443 HTTP/1.1',
  'TRACE /graphql HTTP/1.1',
  'TRACK /graphql HTTP/1.1',
  'PROPFIND /graphql HTTP/1.1',
  'PRI * HTTP/2.0',
  'GETT /graphql HTTP/1.1',
  'G\u0000T /graphql HTTP/1.1',
  'get /graphql HTTP/1.1',
  `${'A'.repeat(5_000)} / HTTP/1.1`,
  `GET /${'a'.repeat(100_000)} HTTP/1.1`,
  '\r\n\r\n\r\nGARBAGE',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
]

const HEADERS = [
  'Host: other',
  'X',
  ': x',
  'X : x',
  'X\u0000: x',
  'X: a\u0000b',
  'X: a\nInjected: b',
  'X: a\rInjected: b',
  'X: a\r\n folded',
  'X: \u007f',
  'X-\u00e9: x',
  'X(): x',
  `X: ${'x'.repeat(70_000)}`,
  Array.from({ length: 3_000 }, (_, n) => `X-${n}: x`).join('\r\n'),
  Array.from({ length: 40_000 }, () => 'a:b').join('\r\n'),
  'Connection: Transfer-Encoding, close',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
  'Expect: 100-continue\r\nContent-Length: 5',
  'Expect: nonsense',
]

export interface Shape {
  readonly what: string
  readonly bytes: string
}

const body = `{"query":"{me{id}}"}`

/** A strict parser finds at most one request in each of these. */
export const SHAPES: readonly Shape[] = [
  ...HIDDEN_ENCODINGS.flatMap((encoding): Shape[] => [
    {
      what: `CL.TE, ${JSON.stringify(encoding)}`,
      bytes: post([`Content-Length: ${lengthOf(CHUNKED_END + INSIDE)}`, encoding], CHUNKED_END + INSIDE),
    },
    {
      what: `TE.CL, ${JSON.stringify(encoding)}`,
      bytes: post([encoding, `Content-Length: ${lengthOf('5c\r\n')}`], chunk(INSIDE) + CHUNKED_END),
    },
  ]),
  ...lengths(lengthOf(body)).map((header) => ({
    what: `two lengths, ${JSON.stringify(header)}`,
    bytes: post([header], body + INSIDE),
  })),
  ...CHUNKS.map((chunks) => ({
    what: `chunks, ${JSON.stringify(chunks.slice(0, 30))}`,
    bytes: post(['Transfer-Encoding: chunked'], chunks),
  })),
  ...LINES.map((line) => ({
    what: `a request line, ${JSON.stringify(line.slice(0, 40))}`,
    bytes: `${line}\r\nHost: localhost\r\n\r\n`,
  })),
  ...HEADERS.map((header) => ({
    what: `a header, ${JSON.stringify(header.slice(0, 40))}`,
    bytes: `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`,
  })),
  { what: 'lines that end in LF alone', bytes: `GET /healthz HTTP/1.1\nHost: localhost\n\n${INSIDE}` },
  { what: 'lines that end in CR alone', bytes: `GET /healthz HTTP/1.1\rHost: localhost\r\r${INSIDE}` },
  { what: 'no host', bytes: 'GET /healthz HTTP/1.1\r\n\r\n' },
  {
    what: 'a body of a GET',
    bytes: `GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: ${lengthOf(INSIDE)}\r\n\r\n${INSIDE}`,
  },
  {
    what: 'chunks in HTTP/1.0',
    bytes: post(['Transfer-Encoding: chunked'], CHUNKED_END + INSIDE, 'POST /graphql HTTP/1.0'),
  },
]

/** The hidden request, preceded by an unambiguous request. Two responses are correct. */
export const TWO_REQUESTS = `GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n${INSIDE}`
