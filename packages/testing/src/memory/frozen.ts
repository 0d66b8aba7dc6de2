/**
 * Returns a deep, immutable copy of plain data. What is stored is a copy of the input, and a reader cannot change what it
 * gets, so no two parts share a mutable object. A set is returned as it is.
 */
export function frozen<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as T
  if (typeof value !== 'object' || value === null || value instanceof Set) return value
  const copy: { [key: string]: unknown } = {}
  for (const [key, held] of Object.entries(value)) {
    // An assignment would set the prototype; this defines an ordinary key.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: frozen(held), enumerable: true })
    else copy[key] = frozen(held)
  }
  return Object.freeze(copy) as T
}
