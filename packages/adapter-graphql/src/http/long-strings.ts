import { isAscii } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const LETTER_U = 0x75
const BLANKS: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d])

/** Strings of more bytes are read apart from the rest of the body. */
const LONG_BYTES = 64 * 1024
/**
 * How much of a string is parsed at a time. V8 takes several times as long for pieces that are large objects, from 128 KiB
 * on.
 */
const PIECE_BYTES = 64 * 1024
const PIECES_A_TURN = 8

interface Cut {
  /** The JSON text with a short string in place of each long one. */
  readonly text: string
  /** Puts the long strings into the value of the text. */
  restore(value: unknown): unknown
}

/**
 * Cuts long strings, such as the contents of uploads, out of a JSON text. They are read over several turns of the event
 * loop, and copied once if they are plain ASCII. `JSON.parse` would read the whole text in one turn, from a copy of it.
 * Throws a `SyntaxError` if a long string is not JSON. Returns undefined if there are more than `mostQuotes`, with those
 * inside of strings.
 */
export async function cutLongStrings(body: Buffer, mostQuotes: number): Promise<Cut | undefined> {
  const mark = `${randomUUID()}/`
  const long: string[] = []
  let text = ''
  let copiedTo = 0
  let quotes = 0
  let opening: number | undefined
  for (let quote = body.indexOf(QUOTE); quote !== -1; quote = body.indexOf(QUOTE, quote + 1)) {
    if (++quotes > mostQuotes) return undefined
    if (opening === undefined) {
      opening = quote
      continue
    }
    if (backslashesBefore(body, quote, opening + 1) % 2 === 1) continue
    if (quote - opening > LONG_BYTES && !isName(body, quote + 1)) {
      text += `${body.toString('utf8', copiedTo, opening)}"${mark}${long.length}"`
      long.push(await readString(body, opening + 1, quote))
      copiedTo = quote + 1
    }
    opening = undefined
  }
  text += body.toString('utf8', copiedTo)
  return { text, restore: (value) => (long.length === 0 ? value : restored(value, mark, long)) }
}

function backslashesBefore(body: Buffer, place: number, from: number): number {
  let first = place
  while (first > from && body[first - 1] === BACKSLASH) first--
  return place - first
}

/** Whether the string that ends before this place is the name of a value. */
function isName(body: Buffer, after: number): boolean {
  let place = after
  while (BLANKS.has(body[place])) place++
  return body[place] === COLON
}

/** Reads the string between two quotes. */
async function readString(body: Buffer, from: number, to: number): Promise<string> {
  /** Undefined while the bytes are the characters. */
  let pieces: string[] | undefined
  for (let begin = from, n = 1; begin < to; n++) {
    const end = endOfPiece(body, begin, to)
    const piece: string = JSON.parse(`"${body.toString('utf8', begin, end)}"`)
    // An escape sequence has more bytes than UTF-16 code units.
    const isVerbatim = piece.length === end - begin && isAscii(body.subarray(begin, end))
    if (!isVerbatim) pieces ??= [body.toString('latin1', from, begin)]
    pieces?.push(piece)
    begin = end
    if (n % PIECES_A_TURN === 0) await nextTurn()
  }
  return pieces?.join('') ?? body.toString('latin1', from, to)
}

/** A place between two characters and between two escape sequences. */
function endOfPiece(body: Buffer, begin: number, to: number): number {
  const usual = begin + PIECE_BYTES
  if (usual >= to) return to
  const sequence = sequenceAcross(body, usual, begin)
  if (sequence !== undefined) return sequence
  for (let lead = usual; lead > usual - LONGEST_CHARACTER; lead--)
    if (!isContinuation(body[lead])) return isLead(body[lead]) ? lead : usual
  // The bytes are not UTF-8: no character has so many.
  return usual
}

/** Bytes of an escape sequence such as `\u0000`. */
const LONGEST_SEQUENCE = 6
/** Bytes of a character in UTF-8. */
const LONGEST_CHARACTER = 4

/** The begin of the escape sequence that begins before a place and ends after it. */
function sequenceAcross(body: Buffer, place: number, from: number): number | undefined {
  for (let last = place - 1; last > place - LONGEST_SEQUENCE; last--) {
    if (body[last] !== BACKSLASH) continue
    const isEscaped = backslashesBefore(body, last, from) % 2 === 1
    const begin = isEscaped ? last - 1 : last
    const end = begin + (body[begin + 1] === LETTER_U ? LONGEST_SEQUENCE : 2)
    return end > place ? begin : undefined
  }
  return undefined
}

const isContinuation = (byte = 0): boolean => (byte & 0b1100_0000) === 0b1000_0000
/** Whether a character of several bytes begins with this one. */
const isLead = (byte = 0): boolean => byte >= 0b1100_0000

function restored(root: unknown, mark: string, long: readonly string[]): unknown {
  const longOf = (value: unknown): string | undefined =>
    typeof value === 'string' && value.startsWith(mark) ? long[Number(value.slice(mark.length))] : undefined
  const inside = [root]
  for (let container = inside.pop(); container !== undefined; container = inside.pop()) {
    const values = container as Record<string, unknown>
    for (const key in values) {
      const value = values[key]
      if (typeof value === 'object' && value !== null) inside.push(value)
      const found = longOf(value)
      if (found !== undefined) values[key] = found
    }
  }
  return longOf(root) ?? root
}
