import { type Collection, type PieceAttribute, parseAttributes, parseWalletPicture } from './collection.ts'
import { MAX_NAMED_ERRORS } from './gating/wallet-allowlist.ts'
import { badInput, type Refusal } from './refusal.ts'
import { err, ok, type Result } from './result.ts'
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

/**
 * Parses a manifest. Returns its pieces by number, or what is wrong by line and field, at most `MAX_NAMED_ERRORS`. A
 * manifest is a JSON list of `{number, name, image, attributes: {name: value}}`, or CSV with the columns `number`, `name`,
 * `image` and one column per attribute.
 */
export function parsePieceManifest(text: string): Result<readonly Piece[], readonly string[]> {
  const trimmed = text.trimStart()
  const entries = trimmed.startsWith('[') || trimmed.startsWith('{') ? jsonEntries(text) : csvEntries(text)
  if (!entries.ok) return err([entries.error])
  if (entries.value.length === 0) return err(['the manifest has no pieces'])
  if (entries.value.length > MAX_PIECES)
    return err([`the manifest has ${entries.value.length} pieces, the limit is ${MAX_PIECES}`])
  const pieces = new Map<number, Piece>()
  const errors: string[] = []
  for (const entry of entries.value) {
    if (errors.length === MAX_NAMED_ERRORS) break
    const piece = pieceOf(entry)
    if (!piece.ok) errors.push(`${entry.place}, ${piece.error}`)
    else if (pieces.has(piece.value.number))
      errors.push(`${entry.place}, number: ${piece.value.number} is in the manifest more than once`)
    else pieces.set(piece.value.number, piece.value)
  }
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

function jsonEntries(text: string): Result<readonly Entry[], string> {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (error) {
    return err(`the manifest is no JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`)
  }
  if (!Array.isArray(list)) return err('the manifest must be a list of pieces')
  return ok(
    list.map((item: unknown, index): Entry => {
      const place = `piece ${index + 1} of the list`
      const { number, name, image, attributes } = Object(item)
      return { place, number, name, image, attributes }
    }),
  )
}

function csvEntries(text: string): Result<readonly Entry[], string> {
  const separator = /^[^\r\n]*?([,;\t])/.exec(text)?.[1] ?? ','
  const records = csvRecords(text, separator)
  if (!records.ok) return records
  const [header, ...rows] = records.value
  const columns = header?.cells.map((cell) => cell.trim()) ?? []
  if (!columns.includes('number')) return err('line 1: the manifest has no column "number"')
  const repeated = columns.find((column, index) => columns.indexOf(column) !== index)
  if (repeated !== undefined) return err(`line 1: the column ${shown(repeated)} is there twice`)
  const entries: Entry[] = []
  for (const { line, cells } of rows) {
    if (cells.length !== columns.length)
      return err(`line ${line}: it has ${cells.length} cells, and there are ${columns.length} columns`)
    const { number, name, image, ...attributes } = Object.fromEntries(
      columns.map((column, index) => [column, cells[index]?.trim()]),
    )
    entries.push({ place: `line ${line}`, number, name, image, attributes })
  }
  return ok(entries)
}

interface CsvRecord {
  /** The line on which it begins. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Parses the records of a CSV text (RFC 4180). Empty lines are ignored. */
function csvRecords(text: string, separator: string): Result<readonly CsvRecord[], string> {
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  const records: CsvRecord[] = []
  let line = 1
  let start = line
  let cells: string[] = []
  while (cell.lastIndex < text.length || cells.length > 0) {
    const match = cell.exec(text)
    if (match === null) return err(`line ${line}: a quotation mark is missing or in the wrong place`)
    const [, quoted, plain = '', end] = match
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += (quoted ?? '').split(LINE_END).length - 1
    if (end === separator) continue
    if (cells.length > 1 || cells[0] !== '') records.push({ line: start, cells })
    cells = []
    line++
    start = line
  }
  return ok(records)
}

const LINE_END = /\r\n|\n|\r/
