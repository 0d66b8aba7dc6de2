import { createHash } from 'node:crypto'
import type { GraphqlRequest } from '../http/graphql-request.ts'

/** How many pieces of text, and characters, are hashed before other requests get their turn. */
const PIECES_A_TURN = 20_000
const CHARACTERS_A_TURN = 500_000
/**
 * Longer strings, such as the contents of uploads, are several pieces. From 128 KiB on, strings are large objects of V8,
 * which are slow.
 */
const LONGEST_PIECE = 32 * 1024

/**
 * Identifies a request: the hex SHA-256 of the query, the operation name and the variables. Long requests take several
 * turns of the event loop.
 */
export async function fingerprintOf({ query, operationName, variables }: GraphqlRequest): Promise<string> {
  const hash = createHash('sha256')
  let pieces = 0
  let characters = 0
  let text = ''
  for (const piece of canonicalPieces([query, operationName ?? null, variables ?? {}])) {
    text += piece
    if (text.length >= LONGEST_PIECE) {
      hash.update(text)
      characters += text.length
      text = ''
    }
    if (++pieces < PIECES_A_TURN && characters < CHARACTERS_A_TURN) continue
    pieces = 0
    characters = 0
    await new Promise((resolve) => setImmediate(resolve))
  }
  return hash.update(text).digest('hex')
}

type Step = { readonly text: string } | { readonly value: unknown }

/**
 * A JSON value as text in pieces, which does not depend on the order of its keys. It is not recursive, so deep values do not
 * overflow the stack.
 */
export function* canonicalPieces(value: unknown): Generator<string, void, undefined> {
  const open: Iterator<Step>[] = [[{ value }].values()]
  for (let inner = open.at(-1); inner; inner = open.at(-1)) {
    const step = inner.next()
    if (step.done) open.pop()
    else if ('text' in step.value) yield step.value.text
    else {
      const { value } = step.value
      if (typeof value === 'string' && value.length > LONGEST_PIECE) yield* piecesOfString(value)
      else if (typeof value !== 'object' || value === null) yield JSON.stringify(value)
      else open.push(Array.isArray(value) ? stepsOfList(value) : stepsOfMap(value))
    }
  }
}

/** The JSON text of a long string. */
function* piecesOfString(value: string): Generator<string, void, undefined> {
  yield '"'
  for (let begin = 0; begin < value.length; ) {
    const usual = begin + LONGEST_PIECE
    // The halves of a surrogate pair are escaped if they are apart.
    const end = isHighSurrogate(value.charCodeAt(usual - 1)) ? usual - 1 : usual
    yield JSON.stringify(value.slice(begin, end)).slice(1, -1)
    begin = end
  }
  yield '"'
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00

function* stepsOfList(values: readonly unknown[]): Generator<Step, void, undefined> {
  let before = '['
  for (const value of values) {
    yield { text: before }
    yield { value }
    before = ','
  }
  yield { text: values.length === 0 ? '[]' : ']' }
}

function* stepsOfMap(map: object): Generator<Step, void, undefined> {
  const names = Object.keys(map).sort((one, other) => (one < other ? -1 : 1))
  let before = '{'
  for (const name of names) {
    yield { text: `${before}${JSON.stringify(name)}:` }
    yield { value: (map as { readonly [name: string]: unknown })[name] }
    before = ','
  }
  yield { text: names.length === 0 ? '{}' : '}' }
}
