import { inWholeUnits } from '@dropkit/core'

/** The visible page of a drop's claims, newest first. */
interface SeenPage<Row> {
  readonly rows: readonly Row[]
  /** The number of newer claims. They are not shown until the user asks for them, so that the rows do not move. */
  readonly newAbove: number
}

interface Numbered {
  readonly id: string | null
  readonly sequence: number | null
}

const sequenceOf = ({ sequence }: Numbered): number => sequence ?? 0

/**
 * Returns the rows to show from the newest claims. `anchor` is the number of the newest claim when the user opened the
 * page: the rows do not move, only their states change. If there are so many newer claims that `read` does not reach the
 * visible rows, those keep their last known state.
 */
export function seenPage<Row extends Numbered>(
  read: readonly Row[],
  anchor: number,
  pageSize: number,
  before: readonly Row[],
): SeenPage<Row> {
  const known = read.filter((row) => sequenceOf(row) <= anchor)
  const newAbove = read.length - known.length
  const reaches = known.length >= Math.min(pageSize, before.length) || before.length === 0
  return { rows: reaches ? known.slice(0, pageSize) : merged(before, known), newAbove }
}

function merged<Row extends Numbered>(before: readonly Row[], known: readonly Row[]): readonly Row[] {
  const byId = new Map(known.map((row) => [row.id, row]))
  return before.map((row) => byId.get(row.id) ?? row)
}

/** The number of the newest claim. 0 if there is none. */
export const newestOf = (read: readonly Numbered[]): number => (read[0] ? sequenceOf(read[0]) : 0)

const AMOUNT_COLUMN = 3

/**
 * Adds a column to the server's CSV of claims: the amount in whole tokens, with a decimal point. No field of this CSV is
 * quoted. Accepts chunks of any size.
 */
export function withWholeAmounts(decimals: number): TransformStream<string, string> {
  let rest = ''
  let isHeading = true
  const lengthened = (line: string): string => {
    if (isHeading) {
      isHeading = false
      return `${line},amountInWholeTokens\r\n`
    }
    const amount = line.split(',')[AMOUNT_COLUMN] ?? ''
    // The beacon has not drawn the amount of this claim yet.
    return `${line},${amount === '' ? '' : inWholeUnits(amount, decimals)}\r\n`
  }
  return new TransformStream({
    transform(piece, controller) {
      const lines = (rest + piece).split('\r\n')
      rest = lines.pop() ?? ''
      const text = lines.map(lengthened).join('')
      if (text !== '') controller.enqueue(text)
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(lengthened(rest))
    },
  })
}
