import type { Parameter, Value } from '../database.ts'

const NEEDS_QUOTES = /[{}",\\\s]|^$|^null$/i

function element(value: Value): string {
  if (value === null) return 'NULL'
  if (typeof value !== 'string') return String(value)
  return NEEDS_QUOTES.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value
}

const arrayOf = (values: readonly Value[]): string => `{${values.map(element).join(',')}}`

export function bindable(value: Parameter): string | null {
  if (value === null) return null
  return typeof value === 'object' ? arrayOf(value) : String(value)
}

/** Converts rows to one array per column, as unnest needs them. */
export function columnArrays(rows: readonly (readonly Value[])[]): string[] {
  const width = rows[0]?.length ?? 0
  return Array.from({ length: width }, (_, place) => arrayOf(rows.map((row) => row[place] as Value)))
}
