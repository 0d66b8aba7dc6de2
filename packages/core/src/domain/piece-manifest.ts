import { type Collection, type PieceAttribute, parseAttributes, parseWalletPicture } from './collection.ts'
import { MAX_NAMED_ERRORS } from './gating/wallet-allowlist.ts'
import { parseJson } from './json.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
import { SLICE_LENGTH, type Slices } from './slices.ts'
import { parseText } from './text.ts'

/** One piece of a manifest. Missing fields are as for every piece of the drop. */
export interface Piece {
  /** From 1, in the order of minting. */
  readonly number: number
  /** Null for the drop's title and the number. */
  readonly name: string | null
  /** Null for the drop's picture for every piece. */
  readonly imageUrl: string | null
  /** In addition to the collection's attributes. An attribute with the same name replaces the collection's. */
  readonly attributes: readonly PieceAttribute[]
}

export const MAX_MANIFEST_BYTES = 4 * 1_024 * 1_024
const MAX_PIECES = 10_000
/** A piece has three fields and at most 20 attributes. Different pieces may have different attributes. */
const MAX_COLUMNS = 64
/** Longer than any valid value, so that one cell or piece is read quickly. */
const MAX_CELL_LENGTH = 8_192
const MAX_JSON_PIECE_LENGTH = 65_536
const MAX_SHOWN_LENGTH = 80

/** A piece as written, and its place in the text. */
interface Entry {
  /** As in `line 3`. */
  readonly place: string
  readonly number: unknown
  readonly name: unknown
  readonly image: unknown
  readonly attributes: unknown
}

type Entries = Generator<Result<Entry, string> | undefined, void, undefined>

/**
 * Parses a manifest in slices. Returns its pieces by number, or what is wrong by line and field, at most
 * `MAX_NAMED_ERRORS`. A manifest is a JSON list of `{number, name, image, attributes: {name: value}}`, or CSV with the
 * columns `number`, `name`, `image` and one column per attribute.
 */
export function* parsePieceManifest(text: string): Slices<Result<readonly Piece[], readonly string[]>> {
  const pieces = new Map<number, Piece>()
  const errors: string[] = []
  let read = 0
  for (const entry of /^\s*[[{]/.test(text) ? jsonEntries(text) : csvEntries(text)) {
    if (entry === undefined) {
      yield
      continue
    }
    if (!entry.ok) return err([entry.error])
    if (++read > MAX_PIECES) return err([`the manifest has more than ${MAX_PIECES} pieces`])
    const piece = pieceOf(entry.value)
    if (!piece.ok) errors.push(`${entry.value.place}, ${piece.error}`)
    else if (pieces.has(piece.value.number))
      errors.push(`${entry.value.place}, number: ${piece.value.number} is in the manifest more than once`)
    else pieces.set(piece.value.number, piece.value)
    if (errors.length === MAX_NAMED_ERRORS) break
  }
  if (read === 0) return err(['the manifest has no pieces'])
  if (errors.length > 0) return err(errors)
  return ok([...pieces.values()].sort((one, other) => one.number - other.number))
}

/** The attributes that a piece shows. */
export function attributesOfPiece(
  { attributes: ofAll }: Pick<Collection, 'attributes'>,
  { attributes: own }: Pick<Piece, 'attributes'>,
): readonly PieceAttribute[] {
  const replaced = new Set(own.map(({ name }) => name))
  return [...ofAll.filter(({ name }) => !replaced.has(name)), ...own]
}

function pieceOf({ number, name, image, attributes }: Entry): Result<Piece, string> {
  const parsedNumber = typeof number === 'string' && /^[0-9]{1,9}$/.test(number) ? Number(number) : number
  if (typeof parsedNumber !== 'number' || !Number.isSafeInteger(parsedNumber) || parsedNumber < 1)
    return err(`number: ${shown(number)} is not a whole number from 1`)
  const parsedName = optional(name, 'name', (text, field) => parseText(text, field, { min: 1, max: 120 }))
  if (!parsedName.ok) return err(problemOf(parsedName.error))
  const picture = optional(image, 'image', parseWalletPicture)
  if (!picture.ok) return err(problemOf(picture.error))
  const parsedAttributes = attributesIn(attributes)
  if (!parsedAttributes.ok) return err(problemOf(parsedAttributes.error))
  return ok({
    number: parsedNumber,
    name: parsedName.value,
    imageUrl: picture.value,
    attributes: parsedAttributes.value,
  })
}

/** An empty cell is a missing value. */
const isLeftOut = (value: unknown): boolean => value == null || value === ''

function optional(
  value: unknown,
  field: string,
  parse: (text: string, field: string) => Result<string, Refusal>,
): Result<string | null, Refusal> {
  // Each parser refuses values that are not texts.
  return isLeftOut(value) ? ok(null) : parse(value as string, field)
}

function attributesIn(given: unknown): Result<readonly PieceAttribute[], Refusal> {
  if (given == null) return ok([])
  if (typeof given !== 'object' || Array.isArray(given))
    return err(badInput('attributes', 'WRONG_TYPE', 'attributes must be an object with a text for each name'))
  const present = Object.entries(given).filter(([, value]) => !isLeftOut(value))
  return parseAttributes(
    present.map(([name, value]) => ({ name, value: typeof value === 'number' ? String(value) : value })),
    'attributes',
  )
}

const problemOf = (refusal: Refusal): string =>
  refusal.kind === 'bad_user_input' ? `${refusal.field}: ${refusal.message}` : refusal.kind

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, MAX_SHOWN_LENGTH)

/** The pieces of a JSON list. Each is parsed alone, because parsing a whole list could take a tenth of a second. */
function* jsonEntries(text: string): Entries {
  let at = text.search(/\S/)
  if (text[at] === '{') return yield err('the manifest must be a list of pieces')
  at++
  if (JSON_SPACE_AND_END.test(text.slice(at, at + MAX_JSON_PIECE_LENGTH))) return
  let sliceEnd = at + SLICE_LENGTH
  for (let index = 1; ; index++) {
    const place = `piece ${index} of the list`
    const end = endOfJsonItem(text, at)
    if (end === undefined) return yield err(`${place}: it has more than ${MAX_JSON_PIECE_LENGTH} characters`)
    let item: unknown
    try {
      item = parseJson(text.slice(at, end))
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'it cannot be read'
      return yield err(`the manifest is no JSON: ${place}: ${reason}`)
    }
    const { number, name, image, attributes } = Object(item)
    yield ok({ place, number, name, image, attributes })
    if (text[end] === ']') {
      if (text.slice(end + 1).trim() !== '') yield err('the manifest is no JSON: text follows the list')
      return
    }
    if (end === text.length) return yield err('the manifest is no JSON: the list has no end')
    at = end + 1
    if (at < sliceEnd) continue
    yield
    sliceEnd = at + SLICE_LENGTH
  }
}

const JSON_SPACE_AND_END = /^[ \t\r\n]*\]/

/** Where an item of a list ends: before a comma, before the end of the list or of the text. Undefined if it is too long. */
function endOfJsonItem(text: string, start: number): number | undefined {
  const limit = start + MAX_JSON_PIECE_LENGTH
  let depth = 0
  let isInText = false
  for (let at = start; at <= limit; at++) {
    if (at >= text.length) return text.length
    const sign = text[at]
    if (isInText) {
      if (sign === '\\') at++
      else if (sign === '"') isInText = false
    } else if (sign === '"') isInText = true
    else if (sign === '[' || sign === '{') depth++
    else if (depth === 0 && (sign === ',' || sign === ']')) return at
    else if (sign === ']' || sign === '}') depth--
  }
  return undefined
}

function* csvEntries(text: string): Entries {
  const separator = /[,;\t\r\n]/.exec(text)?.[0]
  let columns: readonly string[] | undefined
  for (const record of csvRecords(text, separator === ';' || separator === '\t' ? separator : ',')) {
    if (record === undefined) yield
    else if (!record.ok) return yield record
    else if (columns === undefined) {
      columns = record.value.cells.map((cell) => cell.trim())
      const error = errorOfColumns(columns)
      if (error !== undefined) return yield err(`line ${record.value.line}: ${error}`)
    } else yield entryOfRecord(columns, record.value)
  }
  if (columns === undefined) yield err(`line 1: ${NO_NUMBERS}`)
}

const NO_NUMBERS = 'the manifest has no column "number"'

function errorOfColumns(columns: readonly string[]): string | undefined {
  if (!columns.includes('number')) return NO_NUMBERS
  const repeated = columns.find((column, index) => columns.indexOf(column) !== index)
  return repeated === undefined ? undefined : `the column ${shown(repeated)} is there twice`
}

function entryOfRecord(columns: readonly string[], { line, cells }: CsvRecord): Result<Entry, string> {
  const place = `line ${line}`
  if (cells.length !== columns.length)
    return err(`${place}: it has ${cells.length} cells, and there are ${columns.length} columns`)
  const { number, name, image, ...attributes } = Object.fromEntries(
    columns.map((column, index) => [column, cells[index]?.trim()]),
  )
  return ok({ place, number, name, image, attributes })
}

interface CsvRecord {
  /** The line on which it begins. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Parses the records of a CSV text (RFC 4180). Empty lines are ignored. */
function* csvRecords(
  text: string,
  separator: string,
): Generator<Result<CsvRecord, string> | undefined, void, undefined> {
  const ends = `(${separator}|\\r\\n|\\n|\\r|$)`
  // Both stop soon behind the longest cell, so that no cell takes long.
  const quotedCell = new RegExp(`"((?:[^"]|""){0,${MAX_CELL_LENGTH + 1}})(?:"${ends}|)`, 'y')
  const plainCell = new RegExp(`([^"${separator}\\r\\n]{0,${MAX_CELL_LENGTH + 1}})(?:${ends}|)`, 'y')
  let at = 0
  let sliceEnd = SLICE_LENGTH
  let line = 1
  let start = line
  let cells: string[] = []
  while (at < text.length || cells.length > 0) {
    if (at >= sliceEnd) {
      yield
      sliceEnd = at + SLICE_LENGTH
    }
    const isQuoted = text[at] === '"'
    const cell = isQuoted ? quotedCell : plainCell
    cell.lastIndex = at
    const [, content = '', end] = cell.exec(text) ?? []
    if (content.length > MAX_CELL_LENGTH)
      return yield err(`line ${line}: a cell has more than ${MAX_CELL_LENGTH} characters`)
    if (end === undefined) return yield err(`line ${line}: a quotation mark is missing or in the wrong place`)
    at = cell.lastIndex
    if (cells.push(isQuoted ? content.replaceAll('""', '"') : content) > MAX_COLUMNS)
      return yield err(`line ${start}: it has more than ${MAX_COLUMNS} cells`)
    if (isQuoted) line += content.split(LINE_END).length - 1
    if (end === separator) continue
    if (cells.length > 1 || cells[0] !== '') yield ok({ line: start, cells })
    cells = []
    line++
    start = line
  }
}

const LINE_END = /\r\n|\n|\r/
