const UNITS_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** The format of a duration, for error messages. */
export const DURATION_SHAPE = 'a number followed by ms, s, m, h or d, such as 90s or 1.5h'

/** Parses `90s`, `5m` or `1.5h` into milliseconds. Undefined if the text is not a duration. */
export function readDuration(text: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text.trim()) ?? []
  return digits === '' ? undefined : Math.round(Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS])
}

/** Formats a duration in the unit of `unitFor`, with three significant digits: `250 ms`, `9.2 s`, `1.25 h`. */
export function inWords(ms: number): string {
  const { unit, lengthMs } = unitFor(ms)
  return `${Number((ms / lengthMs).toPrecision(3))} ${WORDS[unit]}`
}

const WORDS = { ms: 'ms', s: 's', m: 'min', h: 'h', d: 'days' } as const

/** The largest unit of which the duration has at least 1.5, with its name and its length. */
export function unitFor(ms: number): {
  readonly unit: keyof typeof UNITS_MS
  readonly name: string
  readonly lengthMs: number
} {
  const fitting = Object.entries(UNITS_MS).findLast(([, lengthMs]) => ms >= lengthMs * 1.5) ?? ['ms', 1]
  const [unit, lengthMs] = fitting as [keyof typeof UNITS_MS, number]
  return { unit, name: NAMES[unit], lengthMs }
}

const NAMES = { ms: 'milliseconds', s: 'seconds', m: 'minutes', h: 'hours', d: 'days' } as const
