/** Where among a drop's claims one is looking; newest come first. */
export interface SeenPage<Row> {
  readonly rows: readonly Row[]
  /** How many have come in above it since; they do not push it down until somebody asks for them. */
  readonly newAbove: number
}

interface Numbered {
  readonly id: string | null
  readonly sequence: number | null
}

const sequenceOf = ({ sequence }: Numbered): number => sequence ?? 0

/**
 * What to show of the newest claims as they were read just now, to somebody who began to look when `anchor` was the
 * newest: rows stay where they are and only their states follow. Where so many have come that the reading does not reach
 * down to them any more, they stay as they were.
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

/** The newest claim's number; 0 where there is none. */
export const newestOf = (read: readonly Numbered[]): number => (read[0] ? sequenceOf(read[0]) : 0)
