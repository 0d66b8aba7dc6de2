/**
 * A deep copy of plain data that nobody can change. What is stored is a copy of what was given, and what is handed out
 * cannot be changed by whoever gets it, so no two parts ever share a live object. A set is handed on as it is.
 */
export function frozen<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as T
  if (typeof value !== 'object' || value === null || value instanceof Set) return value
  const copy: { [key: string]: unknown } = {}
  for (const [key, held] of Object.entries(value)) {
    // Assigned, this one would be the prototype; here it is a key like any other.
    if (key === '__proto__') Object.defineProperty(copy, key, { value: frozen(held), enumerable: true })
    else copy[key] = frozen(held)
  }
  return Object.freeze(copy) as T
}
