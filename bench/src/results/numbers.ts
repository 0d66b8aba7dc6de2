/** Formats a number with three significant digits and thousands separators. */
export const shown = (value: number): string => {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}

export const shownWith = (value: number | null, unit: string): string => {
  if (value === null) return '–'
  return unit === '×' ? `${shown(value)} ×` : `${shown(value)} ${unit}`
}
