/** A JSON value, as metadata, event data and error details hold it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json }

/** A parsed JSON object whose fields are not checked yet. */
export type JsonFields = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two plain values are the same, whatever the order of their fields. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]))
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  )
}

/**
 * Parses JSON that others wrote, as `JSON.parse` should. Node 24 and 26 can misread a name that has escapes: V8 compares it
 * with names that were parsed before, without decoding it. After `{"k":1,"gr\\u0":1}`, `{"k":1,"gr\u00f6\u00dfe":1}` has the
 * name `gr\u0`. So V8 gets each such name without escapes, or a placeholder if the name needs them.
 */
export function parseJson(text: string): unknown {
  const places = namesWithEscapes(text)
  if (places.length === 0) return JSON.parse(text)
  const written = places.map(({ begin, end }) => text.slice(begin, end))
  try {
    const names = JSON.parse(`[${written.join()}]`) as string[]
    const prefix = unusedPrefix(`${text}"${names.join('"')}`)
    // The same number for the same name, because a later value replaces an earlier one of the same name.
    const numberOf = new Map(names.map((name, number) => [name, number]))
    let replaced = ''
    let copiedTo = 0
    for (const [number, { begin, end }] of places.entries()) {
      const name = names[number] ?? ''
      const plain = JSON.stringify(name)
      replaced += text.slice(copiedTo, begin)
      replaced += plain.includes('\\') ? `"${prefix}${numberOf.get(name)}"` : plain
      copiedTo = end
    }
    const value: unknown = JSON.parse(replaced + text.slice(copiedTo))
    return withNames(value, (name) =>
      name.startsWith(prefix) ? names[Number(name.slice(prefix.length))] : undefined,
    )
  } catch {
    // The error describes the text as it was given.
    return JSON.parse(text)
  }
}

/** The places of the names that have escapes, with their quotes. */
function namesWithEscapes(text: string): { readonly begin: number; readonly end: number }[] {
  const places = []
  for (let backslash = text.indexOf('\\'); backslash !== -1; ) {
    // No quote is between the begin of a string and its first backslash.
    const begin = text.lastIndexOf('"', backslash)
    const closing = closingQuote(text, backslash)
    if (begin === -1 || closing === -1) break
    if (isName(text, closing)) places.push({ begin, end: closing + 1 })
    backslash = text.indexOf('\\', closing)
  }
  return places
}

/** The place of the quote that ends a string, from a place in it. -1 if there is none. */
function closingQuote(text: string, from: number): number {
  let quote = text.indexOf('"', from)
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote
}

/** Whether an odd number of backslashes comes before a place in a JSON text. */
export function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

/** Whether the string that ends at this quote is the name of a value. */
function isName(text: string, closing: number): boolean {
  let at = closing + 1
  while (' \t\n\r'.includes(text[at] ?? ':')) at++
  return text[at] === ':'
}

/** A beginning that no string in the text has. */
function unusedPrefix(text: string): string {
  const used = new Set(Array.from(text.matchAll(/"#(\d+)#/g), ([, number]) => Number(number)))
  let number = 0
  while (used.has(number)) number++
  return `#${number}#`
}

/** The value with the names that `newName` gives. All other names stay, and so does their order. */
function withNames(value: unknown, newName: (name: string) => string | undefined): unknown {
  const root = { value }
  const containers: object[] = [root]
  for (let container = containers.pop(); container !== undefined; container = containers.pop()) {
    const values = container as Record<string, unknown>
    for (const key of Object.keys(values)) {
      const inner = values[key]
      if (typeof inner !== 'object' || inner === null) continue
      const renamed = Array.isArray(inner) ? inner : renameFields(inner, newName)
      values[key] = renamed
      containers.push(renamed)
    }
  }
  return root.value
}

function renameFields(fields: object, newName: (name: string) => string | undefined): object {
  const entries = Object.entries(fields)
  if (!entries.some(([name]) => newName(name) !== undefined)) return fields
  return Object.fromEntries(entries.map(([name, value]) => [newName(name) ?? name, value]))
}
